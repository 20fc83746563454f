"""Cleaning evidence in three steps: page furniture out, loaded words out, names out."""

from __future__ import annotations

import re

from ..judging.reading import judged_texts
from ..reading.sections import outside_sections
from ..reading.view import ReadRequest

_FURNITURE = re.compile(
    r"^\s*(?:share(?: this)?|advertisement|subscribe|sign up|read more|related(?: articles)?|photo|image|caption|"
    r"menu|home|"
    r"cookie|follow us|newsletter|skip to|print|comments?|tags?|©|copyright|by continuing)\b.*$",
    re.IGNORECASE,
)
_LOADED = {
    "shocking": "notable", "outrageous": "disputed", "brutal": "forceful", "disastrous": "unsuccessful",
    "regime": "government", "slammed": "criticised", "blasted": "criticised", "heroic": "", "shameful": "disputed",
    "radical": "far-reaching", "chaos": "disorder", "crackdown": "police action", "so-called": "",
    "infamous": "well-known", "massive": "large", "stunning": "notable", "corrupt": "accused",
    "thugs": "supporters", "brave": "", "tyrant": "leader",
}  # fmt: skip
_LOADED_WORD = re.compile(rf"\b(?:{'|'.join(map(re.escape, _LOADED))})\b *", re.IGNORECASE)
_NAME = re.compile(
    r"(?<![.!?:\n] )(?<!^)\b(?:[A-Z][a-z]+)(?: (?:[A-Z][a-z]+|of|de|van))*(?<! of)(?<! de)(?<! van)\b",
    re.MULTILINE,
)
_ABSTRACTS = re.compile(r"role placeholders?|COUNTRY_A|abstract", re.IGNORECASE)
_NEUTRALISES = re.compile(r"neutrali[sz]e|loaded language", re.IGNORECASE)
_PLACEHOLDERS = ("COUNTRY_A", "PERSON_A", "PARTY_A", "PLACE_A", "GROUP_A", "PERSON_B", "COUNTRY_B", "PLACE_B")


def rewrite_evidence(view: ReadRequest) -> str:
    """Do the cleaning step the prompt asks for and give back the text alone."""
    judged = judged_texts(view.prompt)
    text = judged[-1].text if judged else view.question
    words = outside_sections(view.prompt, "judged")
    if _ABSTRACTS.search(words):
        return _abstracted(text)
    return _neutralised(text) if _NEUTRALISES.search(words) else _cleaned(text)


def _cleaned(text: str) -> str:
    lines = [line for line in text.splitlines() if not _FURNITURE.match(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _neutralised(text: str) -> str:
    return _LOADED_WORD.sub(lambda match: _neutral(match.group()), text).replace("  ", " ").strip()


def _neutral(word: str) -> str:
    plain = _LOADED[word.strip().lower()]
    return f"{plain} " if plain and word.endswith(" ") else plain


def _abstracted(text: str) -> str:
    names = list(dict.fromkeys(_NAME.findall(text)))
    for place, name in enumerate(sorted(names, key=len, reverse=True)):
        stand_in = _PLACEHOLDERS[place] if place < len(_PLACEHOLDERS) else f"ENTITY_{place}"
        text = re.sub(rf"\b{re.escape(name)}\b", stand_in, text)
    return text
