"""Telephone numbers in a text: by their shape where it is clear, else by the word before them."""

import re
from collections.abc import Iterator

from .examples import is_example_phone
from .marked import Marked, before, marked

# A pattern that begins with a set of characters is searched for far quicker than one that begins by looking back.
_ABROAD = re.compile(
    r"[+0](?<![\w+.,/-].)(?<!\d .)(?:(?<=\+)|0)[1-9](?:[ ().\u00a0/-]{0,3}\d){6,14}(?![\w%]|[.,]\d)"
)
_AT_HOME = re.compile(
    r"[(\d](?<![\w+.,/#-].)(?:"
    r"(?<=\()[2-9]\d\d\) ?[2-9]\d\d[-. ]\d{4}|(?<=[2-9])\d\d([-.])[2-9]\d\d\1\d{4}"  # North America
    r"|(?<=0)[1-9]([ .])\d\d(?:\2\d\d){3}"  # France
    r")(?![\w%-]|[.,]\d)"
)
_ANYWHERE = re.compile(r"[(\d](?<![\w+.,/#€$£-].)\d?(?:[ ()./\u00a0-]{0,2}\d){6,12}(?![\w%€$£-]|[.,]\d)")
_OF_A_PHONE = re.compile(
    r"\b(?:tel\b|tele?(?:ph|f)\w*|t[ée]l[ée]\w*|phone|call|dial|mobil\w*|m[óo]vil|cell\w*|cel\b|handy|fax|whatsapp"
    r"|sms|text|ruf\w*|erreich\w*|anruf\w*|appele\w*|llam\w*|chiam\w*|ring|bel|zadzwo\w*|nummer|n[úu]mero|numer|number"
    r"|ligue)\b|電話",
    re.IGNORECASE,
)
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?:order|invoice|ticket|serial|part|tracking|bestell\w*|rechnung\w*|commande|factura|pedido|sendung\w*"
    r"|account|konto\w*|isbn|ean|version|epoch|id)\b[^.]{0,20}$",
    re.IGNORECASE,
)


def find_phones(text: str) -> Iterator[Marked]:
    """With the code of a country, in the manner of North America or France, or behind a word that says so."""
    for shape in (_ABROAD, _AT_HOME, _ANYWHERE):
        for match in shape.finditer(text):
            words = before(text, match.start())
            if is_example_phone(match[0]) or _OF_SOMETHING_ELSE.search(words):
                continue
            if shape is not _ANYWHERE or _OF_A_PHONE.search(words):
                yield marked("phone", match)
