"""A case as it stands in its file, before anyone has looked at what it says."""

from dataclasses import dataclass

from pydantic import JsonValue

from .nodes import Document, Path, TextBroken


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """One case with its place; broken where its own text could not be read and the next may still be fine."""

    line: int
    value: JsonValue | TextBroken
    document: Document | None = None
    path: Path = ()
