"""Cutting texts into the pieces a stream is made of, and tool arguments into text and back."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import orjson

from ..exchange import SimToolCall
from ..world.tokens import split_tokens
from .shapes import Json


def cut(text: str, *, tokens: int = 1) -> Iterator[str]:
    """Pieces of so many tokens; joined, they give the text back."""
    parts = split_tokens(text)
    for start in range(0, len(parts), tokens):
        yield "".join(parts[start : start + tokens])


def arguments_of(call: SimToolCall) -> str:
    """A call's arguments as the string of JSON that providers send."""
    return orjson.dumps(call.arguments).decode()


def parse_arguments(text: str) -> Json:
    """Arguments a caller hands back; what is not an object counts as none."""
    try:
        return msgspec.json.decode(text, type=Json)
    except (msgspec.DecodeError, RecursionError):
        return {}
