"""Names and numbers of things in a text: what it is about, told by its letters alone."""

import re

_WORD = r"[A-Z][\w'’&-]{1,60}"
_NAME = re.compile(rf"\b{_WORD}(?: (?:(?:of|the|de|van|von) )?{_WORD}){{0,5}}")
_CODE = re.compile(r"\b(?=[A-Za-z-]{0,60}\d)(?=[\d-]{0,60}[A-Za-z])[A-Za-z0-9][A-Za-z0-9-]{1,60}")
_BEFORE_A_BEGINNING = ".!?:;\n\"“”‘’'([{*•-–—"
_MOST = 50


def find_entities(text: str) -> tuple[str, ...]:
    """Names in capitals that do not merely begin a sentence, and codes of letters and digits, each once.

    Nothing is looked up: in languages that write all nouns so, all nouns are found, and in those without capitals none.
    """
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        name = match.group().rstrip("'’&-")
        if _begins(text, match.start()):
            # A capital at the beginning says nothing; what follows in capitals does.
            _, _, name = name.partition(" ")
            if not name[:1].isupper():
                continue
        found[name] = None
    for match in _CODE.finditer(text):
        found[match.group().rstrip("-")] = None
    return tuple(found)[:_MOST]


def _begins(text: str, at: int) -> bool:
    before = text[max(0, at - 3) : at].rstrip(" \t")
    return not before or before[-1] in _BEFORE_A_BEGINNING
