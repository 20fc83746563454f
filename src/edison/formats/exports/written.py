"""A case as it stands in its file, before anyone has looked at what it says."""

from typing import NamedTuple

from pydantic import JsonValue

from ..reading.nodes import Document, Path, TextBroken


class WrittenCase(NamedTuple):
    """One case with its place; broken where its own text could not be read and the next may still be fine."""

    line: int
    value: JsonValue | TextBroken
    document: Document | None = None
    path: Path = ()
