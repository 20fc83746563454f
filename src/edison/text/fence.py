"""Fence untrusted text as data between marks it cannot forge."""

import re

from edison.errors import BoundaryUnusable

MIN_BOUNDARY_CHARS = 16

_BOUNDARY = re.compile(rf"[A-Za-z0-9_-]{{{MIN_BOUNDARY_CHARS},128}}")
_UNSAFE_IN_LABEL = re.compile(r"[^\w .:-]+")


def fence(text: str, *, boundary: str, label: str) -> str:
    """The text between an opening and a closing mark that carry the boundary.

    The boundary must be drawn anew for every call from a source the writer of the text cannot guess; here it
    is only made sure that it is long enough and does not occur in the text. `label` says what the text is.
    """
    _check(boundary, text=text)
    name = _label_of(label)
    return f"<<<BEGIN {name} {boundary}>>>\n{text}\n<<<END {name} {boundary}>>>"


def _check(boundary: str, *, text: str) -> None:
    if not _BOUNDARY.fullmatch(boundary):
        raise BoundaryUnusable(
            f"it must have {MIN_BOUNDARY_CHARS} to 128 letters, digits, underscores or hyphens"
        )
    # A model does not care about case, so neither may we.
    if boundary.casefold() in text.casefold():
        raise BoundaryUnusable("the text contains it")


def _label_of(label: str) -> str:
    return _UNSAFE_IN_LABEL.sub(" ", label).strip()[:80].strip() or "DATA"
