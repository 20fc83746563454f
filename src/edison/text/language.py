"""Whether a text is surely in another language than those that were asked for: by its letters and small words."""

import re
from collections.abc import Collection

from .script import name_script

_WORD = re.compile(r"[^\W\d_]+")
_LATIN, _LAST_LATIN = "Latin script", 0x24F
_AHEAD = 3
"""By so many small words another language has to be ahead, and by twice as many, to be told for sure."""

_SMALL_WORDS = {
    "english": "the of and to in is was for it with on that this are be what how my your i you can do have not",
    "german": "der die das und ist ich nicht ein eine zu in mit von den auf für was wie mein ihr sie wir es kann wird",
    "french": "le la les et est je ne pas un une de des dans pour que qui quel quelle mon votre vous nous avec sur il",
    "spanish": "el la los las y es en no un una de del que para por mi su con como qué cuál cómo se lo yo está",
    "italian": "il la lo gli le e è di del della che non un una per con come mi sono si qual cosa mio ho nel",
    "portuguese": "o a os as e é de do da que não um uma para com como meu seu por em qual eu você está no na",
    "dutch": "de het een en is van ik niet op met voor dat wat hoe mijn uw je zijn te in er aan kan wordt",
    "swedish": "och att det är en ett jag inte som på med för vad hur min din den av till kan har om vi i",
    "danish": "og at det er en et jeg ikke som på med for hvad hvordan min din den af til kan har om vi i",
    "norwegian": "og å det er en et jeg ikke som på med for hva hvordan min din den av til kan har om vi i",
    "polish": "i w nie na to jest się z do że jak co mój czy dla o od jaki jaka moja po przez tego ma",
    "turkish": "ve bir bu için ne nasıl mi mı ben benim değil var çok ile da de olan daha kadar gibi sizin şu",
    "finnish": "ja on ei se että mitä miten minun oli en ovat mikä kun tai jos myös voi ole tämä sen kuinka",
}
_WORDS = {name: frozenset(words.split()) for name, words in _SMALL_WORDS.items()}
_OTHER_SCRIPTS = {
    "Cyrillic script": {"ru": "russian", "uk": "ukrainian", "bg": "bulgarian", "sr": "serbian"},
    "Arabic script": {"ar": "arabic", "fa": "persian", "ur": "urdu"},
    "Devanagari script": {"hi": "hindi", "mr": "marathi"},
    **{
        f"{name.capitalize()} script": {code: name}
        for code, name in {
            "el": "greek",
            "he": "hebrew",
            "th": "thai",
            "bn": "bengali",
            "ta": "tamil",
        }.items()
    },
    "Chinese": {"zh": "chinese"},
    "Japanese": {"ja": "japanese"},
    "Korean": {"ko": "korean"},
}
_LATIN_NAMES = {
    "en": "english",
    **{"de": "german", "deutsch": "german", "fr": "french", "français": "french"},
    **{"es": "spanish", "español": "spanish", "it": "italian", "italiano": "italian"},
    **{"pt": "portuguese", "português": "portuguese", "nl": "dutch", "nederlands": "dutch"},
    **{"sv": "swedish", "svenska": "swedish", "da": "danish", "dansk": "danish"},
    **{"no": "norwegian", "nb": "norwegian", "norsk": "norwegian", "pl": "polish", "polski": "polish"},
    **{"tr": "turkish", "türkçe": "turkish", "fi": "finnish", "suomi": "finnish"},
}
_SCRIPTS = {
    **dict.fromkeys(_WORDS, _LATIN),
    **{name: script for script, names in _OTHER_SCRIPTS.items() for name in names.values()},
}
_NAMES = {
    **{name: name for name in _SCRIPTS},
    **_LATIN_NAMES,
    **{code: name for names in _OTHER_SCRIPTS.values() for code, name in names.items()},
}
"""Languages as people ask for them: by their English or own name, or by their code."""


def is_in_another(text: str, languages: Collection[str]) -> bool:
    """Whether a text is surely in none of these languages, named in English, in themselves or by their codes.

    Where one of them is not known here, or the text says too little, it is not.
    """
    asked = [_NAMES.get(re.split(r"[-_ (]", name.strip().casefold())[0]) for name in languages]
    known = [name for name in asked if name is not None]
    if not known or len(known) < len(asked):
        return False
    script, scripts = name_script(text), {_SCRIPTS[name] for name in known}
    if script is None:
        return False
    if script not in scripts:
        # Code and names stand in Latin letters in any language, and a word or two beside them are enough.
        has_others = any(letter.isalpha() and ord(letter) > _LAST_LATIN for letter in text)
        return script != _LATIN or (not has_others and _others_are_ahead(text, known))
    return script == _LATIN and _others_are_ahead(text, known)


def _others_are_ahead(text: str, known: Collection[str]) -> bool:
    words = _WORD.findall(text.casefold())
    found = {name: sum(word in small for word in words) for name, small in _WORDS.items()}
    own = max((found[name] for name in known if name in found), default=0)
    best = max(found.values())
    return best - own >= _AHEAD and best >= 2 * own
