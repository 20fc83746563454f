"""A file that holds one document: JSON by its name, YAML otherwise."""

from pathlib import PurePath

from .decoding import read_text
from .json import read_json
from .nodes import Bounds, Document, TextBroken
from .yaml import read_yaml

SUITE_BOUNDS = Bounds(text_bytes=8_000_000, values=100_000, chars=16_000_000)
"""Far more than anyone writes by hand; cases by the thousand belong in a file of their own."""


def read_document(data: bytes, *, name: str, bounds: Bounds = SUITE_BOUNDS) -> Document:
    """The document, or `TextBroken` with the place where it stops making sense."""
    text = read_text(data, most_bytes=bounds.text_bytes)
    if not text.strip():
        raise TextBroken("the file is empty", advice="Write something into it, or name another file.")
    if PurePath(name).suffix.lower() == ".json":
        return read_json(text, bounds=bounds)
    return read_yaml(text, bounds=bounds)
