"""Stems of English words, by which words that differ in their endings alone are the same.

Porter's algorithm: An algorithm for suffix stripping (1980), with the two endings that he changed later.
"""

import re

_SHORTEST = 3
_VOWELS_THEN_NONE = re.compile(r"v+c+")
_ENDS_SHORT = re.compile(r"cvc\Z")
_SECOND = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize")),
    *(("bli", "ble"), ("logi", "log"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous")),
    *(("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive")),
    *(("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")),
)
_THIRD = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", "")),
    ("ness", ""),
)
_FOURTH = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion"),
    *("ou", "ism", "ate", "iti", "ous", "ive", "ize"),
)


def stem(word: str) -> str:
    """The stem of a word in small letters."""
    if len(word) < _SHORTEST:
        return word
    word = _without_plural(word)
    word = _without_past(word)
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = f"{word[:-1]}i"
    word = _replaced(word, _SECOND)
    word = _replaced(word, _THIRD)
    word = _without_suffix(word)
    return _tidied(word)


def _measure(part: str) -> int:
    """How often consonants follow vowels."""
    return len(_VOWELS_THEN_NONE.findall(_shape(part)))


def _shape(part: str) -> str:
    """Each letter as `v` or `c`; y is a vowel behind a consonant."""
    shape = ""
    for letter in part:
        is_vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if is_vowel else "c"
    return shape


def _is_short(part: str) -> bool:
    """It ends in consonant, vowel, consonant, of which the last is none of w, x, y."""
    return _ENDS_SHORT.search(_shape(part)) is not None and part[-1] not in "wxy"


def _without_plural(word: str) -> str:
    for ending, instead in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word.removesuffix(ending) + instead
    return word


def _without_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        part = word.removesuffix(ending)
        if part != word and "v" in _shape(part):
            return _mended(part)
    return word


def _mended(part: str) -> str:
    if part.endswith(("at", "bl", "iz")):
        return f"{part}e"
    if part[-2:-1] == part[-1:] and part[-1] not in "aeioulsz":
        return part[:-1]
    return f"{part}e" if _measure(part) == 1 and _is_short(part) else part


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    """With the ending that fits replaced, where enough is left before it; only that one is tried."""
    for ending, instead in endings:
        if word.endswith(ending):
            part = word.removesuffix(ending)
            return part + instead if _measure(part) > 0 else word
    return word


def _without_suffix(word: str) -> str:
    for ending in _FOURTH:
        if word.endswith(ending):
            part = word.removesuffix("ion" if ending in ("sion", "tion") else ending)
            return part if _measure(part) > 1 else word
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        part = word[:-1]
        if _measure(part) > 1 or (_measure(part) == 1 and not _is_short(part)):
            word = part
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
