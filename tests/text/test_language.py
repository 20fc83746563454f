"""Texts that are surely in another language than was asked for are found; what says too little is let be."""

import pytest

from edison.text import is_in_another

TEXTS = {
    "English": "My parcel was not delivered, and I do not know what to do. Can you help me with it?",
    "German": "Mein Paket ist nicht da, und ich weiß nicht, was ich tun soll. Wie kann ich es zurückgeben?",
    "French": "Je ne trouve pas la facture de ma commande. Est-ce que vous pouvez me dire où elle est dans le compte ?",
    "Spanish": "No encuentro la factura de mi pedido y no sé qué hacer. ¿Cómo se puede devolver el paquete?",
    "Italian": "Non trovo la fattura del mio ordine e non so che cosa fare. Come si restituisce il pacco?",
    "Portuguese": "Não encontro a fatura do meu pedido e não sei o que fazer. Como é que você devolve o pacote?",
    "Dutch": "Ik kan de factuur van mijn bestelling niet vinden. Hoe stuur ik het pakket terug, en wat kost dat?",
    "Swedish": "Jag hittar inte fakturan för min beställning och vet inte vad jag ska göra. Hur är det med paketet?",
    "Polish": "Nie wiem, co się dzieje z moim zamówieniem i jak to jest w tym sklepie. Czy to jest na dziś?",
    "Turkish": "Benim siparişim için bir fatura var mı ve bu ne kadar? Daha çok bir şey değil.",
    "Finnish": "Mitä se on ja miten voi palauttaa paketin, jos se ei ole sen mukainen? En ole varma, mikä tämä on.",
    "Russian": "Где моя посылка и когда она придёт?",
    "Japanese": "荷物はどこにありますか。いつ届きますか。",
    "Chinese": "我的包裹在哪里，什么时候到？",
    "Korean": "제 소포는 어디에 있나요?",
    "Greek": "Πού είναι το δέμα μου;",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_is_in_its_language_and_in_no_other(language: str) -> None:
    others = [name for name in TEXTS if name != language]

    assert not is_in_another(TEXTS[language], [language])
    assert not is_in_another(TEXTS[language], [others[0], language])
    assert [name for name in others if not is_in_another(TEXTS[language], [name])] == []


@pytest.mark.parametrize("asked", ["de", "DE-at", "Deutsch", "German (formal)", " german "])
def test_languages_are_known_by_their_codes_and_names(asked: str) -> None:
    assert is_in_another(TEXTS["English"], [asked])
    assert not is_in_another(TEXTS["German"], [asked])


@pytest.mark.parametrize("text", ["Order 4711?", "12 + 30", "", "Berlin", "def f(x): return x"])
def test_what_says_too_little_is_in_no_other_language(text: str) -> None:
    assert not is_in_another(text, ["German"])


def test_what_is_not_known_is_not_decided() -> None:
    assert not is_in_another(TEXTS["English"], ["Klingon"])
    assert not is_in_another(TEXTS["English"], ["German", "Klingon"])
    assert not is_in_another(TEXTS["English"], [])
    assert not is_in_another("def f(x): return x  # 荷物はどこ", ["Japanese"])
