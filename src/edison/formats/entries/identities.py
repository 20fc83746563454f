"""Ids and grades as files write them, the same whichever system or spreadsheet it was."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from pathlib import PurePath
from typing import Annotated
from unicodedata import normalize

from pydantic import AfterValidator, BeforeValidator

from ..reading.shapes import Identity
from ..reading.visible import visible

_MOST_COMPARED = 500
_MOST_TOLD = 5


def identity(text: str) -> str:
    """The id without blanks around it, in composed form: some systems write file names decomposed."""
    return normalize("NFC", text).strip()


def identity_of_file(name: str) -> str:
    """The id of what a file holds: its name without folders and ending."""
    path = PurePath(visible(name))
    return identity(path.stem) or identity(path.name)


def suggest(name: str, *, known: Iterable[str]) -> str:
    """Advice for an id that there is not, out of any number of those that there are."""
    some = list(islice(known, _MOST_COMPARED))
    if close := get_close_matches(name[:100], some, n=1):
        return f"Did you mean {close[0]}?"
    return f"There are {', '.join(some[:_MOST_TOLD])}{' and others' if len(some) > _MOST_TOLD else ''}."


def _nothing_where_blank(value: object) -> object:
    # A spreadsheet has no other way to leave a cell out.
    return None if isinstance(value, str) and not value.strip() else value


StatedIdentity = Annotated[Identity, AfterValidator(identity)]
"""An id or a grade that must be there."""

GivenIdentity = Annotated[StatedIdentity | None, BeforeValidator(_nothing_where_blank)]
"""An id or a grade, or an empty cell where there is none."""

GivenText = Annotated[str | None, BeforeValidator(_nothing_where_blank)]
"""A text, or an empty cell where there is none."""
