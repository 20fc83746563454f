"""In which script a text is written, as near to its language as letters alone can tell."""

import unicodedata
from collections import Counter

MOST_CHARS = 10_000
"""So many letters tell the script of any text."""

_LANGUAGES = {"HANGUL": "Korean", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "CJK": "Chinese"}
_KANA = ("HIRAGANA", "KATAKANA")
_LEAST_KANA = 0.05
"""Japanese mixes kana with Chinese characters; a Chinese text has hardly any."""


def name_script(text: str) -> str | None:
    """The script of most letters, or the language where its script has but one; None for a text without letters."""
    scripts = Counter(
        unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
        for letter in text[:MOST_CHARS]
        if letter.isalpha()
    )
    if not scripts:
        return None
    if sum(scripts[kana] for kana in _KANA) >= _LEAST_KANA * scripts.total():
        return "Japanese"
    script, _ = max(scripts.items(), key=lambda found: (found[1], found[0]))
    return _LANGUAGES.get(script, f"{script.capitalize()} script")
