"""Numbers under which persons are registered, in a text."""

import re
from collections.abc import Iterator

from .marked import Marked, before, holds_any, marked
from .registered import is_registrable

_BOUND = r"(?![\w-]|[.,]\d)"
_CLEAR = {
    "ssn": r"(?!123-45-6789|219-09-9999|078-05-1120)\d{3}-\d{2}-\d{4}",
    "personnummer": r"(?:19|20)?\d{6}[-+]\d{4}",
    "dni": r"\d{8}-?[A-Z]",
    "nie": r"[XYZ]-?\d{7}-?[A-Z]",
    "nir": r"[12] ?\d\d ?[01]\d ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}",
    "codicefiscale": r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]",
    "cpf": r"\d{3}\.\d{3}\.\d{3}-\d{2}",
    "nino": r"[A-CEGHJ-PR-TW-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]",
}
"""Known by their shape."""
_SHAPES = re.compile(
    rf"(?=[A-Z\d])(?<![\w.,-])(?:{'|'.join(f'(?P<{kind}>{shape})' for kind, shape in _CLEAR.items())}){_BOUND}"
)
_NAMED = tuple(
    (kind, re.compile(rf"(?<![\w.,-])(?:{shape}){_BOUND}"), words)
    for kind, shape, words in (
        ("ssn", r"\d{3} ?\d{2} ?\d{4}", ("ssn", "social security")),
        ("personnummer", r"(?:19|20)\d{10}", ("personn", "personal identity")),
        ("cpf", r"\d{11}", ("cpf",)),
        ("pesel", r"\d{11}", ("pesel",)),
        ("bsn", r"\d{9}", ("bsn", "burgerservice")),
        ("idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", ("steuer-id", "steuerid", "identifikationsnummer", "tax id")),
        ("aadhaar", r"\d{4} ?\d{4} ?\d{4}", ("aadhaar",)),
        (
            "passport",
            r"[A-Z]{0,2}\d{6,9}[A-Z]?",
            ("passport", "reisepass", "passeport", "pasaporte", "passaporto", "paspoort", "paszport"),
        ),
    )
)
"""Known by the word before them."""
_WITHOUT_CHECKSUM = ("nino", "passport")


def find_persons(text: str, folded: str) -> Iterator[Marked]:
    """Numbers of persons in a dozen countries; `folded` is the text in lower case."""
    for match in _SHAPES.finditer(text):
        if _may_be(match.lastgroup or "", match[0]):
            yield marked("national_id", match)
    for kind, shape, words in _NAMED:
        if holds_any(folded, words):
            for match in shape.finditer(text):
                if holds_any(before(folded, match.start()), words) and _may_be(kind, match[0]):
                    yield marked("national_id", match)


def _may_be(kind: str, written: str) -> bool:
    return kind in _WITHOUT_CHECKSUM or is_registrable(kind, written)
