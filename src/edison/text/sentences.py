"""Where sentences end, in prose of most scripts; no dictionary, so it errs on the side of longer sentences."""

import re
from itertools import pairwise

# What closes a quotation or a bracket belongs to the sentence before it.
_ENDS = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+(?=[\"'“‘«(\[]*[^\W_a-z])|(?<=[。！？])[」』”’）]*|\n\s*\n")
_ABBREVIATIONS = frozenset(
    {
        *(
            "mr",
            "mrs",
            "ms",
            "dr",
            "prof",
            "st",
            "sr",
            "jr",
            "vs",
            "etc",
            "e.g",
            "i.e",
            "fig",
            "no",
            "vol",
            "al",
        ),
        *("cf", "approx", "inc", "ltd", "co", "u.s", "u.k", "a.m", "p.m", "z.b", "d.h", "bzw", "usw"),
    }
)
_LAST_WORD = re.compile(r"([\w.]+)\.$")


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text in their order; a blank line ends one as well."""
    found: list[str] = []
    for piece in _pieces(text):
        if found and _is_open(found[-1]):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    return tuple(found)


def _pieces(text: str) -> list[str]:
    ends = [0, *(match.end() for match in _ENDS.finditer(text)), len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(ends))
    return [part for part in parts if part]


def _is_open(sentence: str) -> bool:
    """Whether a sentence seems to end only because an abbreviation or an initial stands there."""
    last = _LAST_WORD.search(sentence)
    if last is None:
        return False
    word = last.group(1)
    return word.lower() in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "I")
