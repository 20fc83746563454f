import pytest

from edison.text import Refusal, RefusalKind, find_refusal

REFUSALS = {
    RefusalKind.APOLOGY: [
        "I'm sorry, but this request goes against my guidelines.",
        "I am sorry but that is not possible.",
        "I’m truly sorry, but no.",
        "I apologize, but this is not something to discuss.",
        "I apologise, but no.",
        "My apologies, but this is off limits.",
        "Sorry, but I would rather not.",
        "Es tut mir leid, aber das geht nicht.",
        "Entschuldigung, aber das ist verboten.",
        "Je suis désolé, mais ce n'est pas possible.",
        "Désolée, mais non.",
        "Lo siento, pero no es posible.",
        "Perdón, pero no.",
        "Mi dispiace, ma non è possibile.",
        "Sinto muito, mas não.",
    ],
    RefusalKind.CANNOT: [
        "I can't provide instructions for that.",
        "I can’t do that.",
        "I cannot write malware.",
        "I can not share private data.",
        "I CANNOT OPEN FILES.",
        "Unfortunately I cannot translate this.",
        "I'm afraid I can't do that, Dave.",
        "I simply can't give medical advice.",
        "I won't be able to browse the web.",
        "I will not generate such content.",
        "I won't write this for you.",
        "Ich kann diese Anfrage leider nicht beantworten.",
        "Ich darf dir das nicht geben.",
        "Je ne peux pas répondre à cette question.",
        "Je ne peux malheureusement pas fournir ces informations.",
        "No puedo proporcionar esa información.",
        "No puedo ayudarte.",
        "Non posso fornire queste informazioni.",
        "Não posso responder a isso.",
    ],
    RefusalKind.UNABLE: [
        "I'm unable to access the internet.",
        "I am not able to process images.",
        "I'm currently unable to do so.",
        "Ich bin leider nicht in der Lage, das zu tun.",
        "Je ne suis pas en mesure de le faire.",
        "No soy capaz de hacerlo.",
        "Non sono in grado di farlo.",
        "Não sou capaz de fazer isso.",
    ],
    RefusalKind.CANNOT_HELP: [
        "This assistant cannot help with weapons.",
        "We can't assist you with this matter.",
        "The model won't comply with this.",
        "It cannot execute that command.",
        "We cannot perform the requested action.",
        "We must respectfully decline.",
        "Dabei kann ich Ihnen leider nicht helfen.",
        "Nous ne pouvons pas vous aider.",
        "No podemos ayudarle con eso.",
    ],
    RefusalKind.NOT_DESIGNED: [
        "I'm not designed to run code.",
        "I am not programmed to feel.",
        "I was not trained to diagnose.",
        "I haven't been trained to see.",
        "I am not permitted to say.",
        "Ich bin nicht dafür programmiert.",
        "Je ne suis pas conçu pour cela.",
        "No estoy diseñado para eso.",
    ],
    RefusalKind.AS_AN_AI: [
        "As an AI, my view is neutral.",
        "As an AI language model I have no opinions.",
        "as an artificial intelligence, opinions escape me",
        "As a large language model, opinions escape me.",
        "Als KI-Modell habe ich keine Meinung.",
        "Als Sprachmodell ist das anders.",
        "En tant qu'IA, je n'ai pas d'avis.",
        "En tant que modèle de langage, je préfère éviter.",
        "Como modelo de lenguaje, prefiero evitarlo.",
        "Como una IA, prefiero evitarlo.",
        "Come modello linguistico, preferisco evitare.",
    ],
    RefusalKind.LACKS_ABILITY: [
        "I don't have access to real-time data.",
        "I do not have the ability to see images.",
        "I currently don't have the tools for this.",
        "I lack the ability to hear.",
        "Ich habe keinen Zugriff auf das Internet.",
        "Je n'ai pas accès à Internet.",
        "No tengo acceso a internet.",
        "Non ho accesso a internet.",
        "Não tenho acesso à internet.",
    ],
}

HARMLESS = [
    "",
    "Paris is the capital of France.",
    "I can't recommend this book enough!",
    "I can't wait to see the result.",
    "I cannot stress this point strongly.",
    "I can't help but admire the prose.",
    "I cannot find a bug in this function.",
    "I can't really tell which is better, so I call it a tie.",
    "I can't see any difference between the two.",
    "I cannot agree more.",
    "I'm unable to find any factual error in the essay.",
    "You can't divide by zero.",
    "The function cannot run on Windows without a shim.",
    "This code cannot be compiled.",
    "The user cannot log in because the password is wrong.",
    "As an AI engineer, you will meet this often.",
    "As an AI-powered tool, it sorts mail.",
    "She said sorry and left, but he stayed.",
    "The essay is sorry reading.",
    "Sorry, the second one is better.",
    "We will not know before Monday.",
    "I won't repeat the summary here; see above.",
    "He lacks the ability to listen.",
    "The thermostat is not designed to be opened.",
    "Der Zug kann heute nicht fahren.",
    "Ich kann das Ergebnis nicht genug loben.",
    "Ich habe keinen Hunger.",
    "On ne peut pas diviser par zéro.",
    "Je ne peux pas attendre !",
    "No puedo esperar a verlo.",
    "Como siempre, la respuesta es correcta.",
    "Verdict: B is stronger; A cannot be verified.",
]

EACH_REFUSAL = [(text, kind) for kind, texts in REFUSALS.items() for text in texts]


@pytest.mark.parametrize(("text", "kind"), EACH_REFUSAL)
def test_a_refusal_is_found_and_classified(text: str, kind: RefusalKind) -> None:
    found = find_refusal(text)

    assert found is not None
    assert found.kind is kind
    assert text[found.position :].startswith(found.phrase)


@pytest.mark.parametrize("text", HARMLESS)
def test_a_helpful_answer_is_no_refusal(text: str) -> None:
    assert find_refusal(text) is None


def test_the_earliest_phrase_is_quoted_as_written() -> None:
    found = find_refusal("Well. I’m SORRY,  but as an AI, I can't.")

    assert found == Refusal(phrase="I’m SORRY,  but", kind=RefusalKind.APOLOGY, position=6)


def test_letters_that_change_length_in_lower_case_do_not_move_the_position() -> None:
    found = find_refusal("İİİ I can't.")

    assert found == Refusal(phrase="I can't", kind=RefusalKind.CANNOT, position=4)


def test_a_quoted_phrase_is_found_far_into_the_text() -> None:
    text = "Here is the scene you asked for. " * 50 + '"I cannot open the door," said the robot.'

    found = find_refusal(text)

    assert found is not None
    assert found.position > 1_000


@pytest.mark.parametrize(
    "unit",
    [
        "I ",
        "I  really ",
        "ich kann ",
        "ich kann nicht ",
        "as an AI ",
        "sorry ",
        "I don't have the ",
        " ",
        "a",
    ],
)
def test_a_flood_of_beginnings_does_not_stall(unit: str) -> None:
    find_refusal(unit * (200_000 // len(unit)))
