"""JSON as plain values: a whole document with the place of everything in it, or fast, one value after another."""

import json
import re
from bisect import bisect_left
from typing import cast

from pydantic import JsonValue

from .nodes import (
    MAX_DEPTH,
    Bounds,
    Document,
    Listed,
    Mapped,
    Node,
    Scalar,
    SourcePosition,
    TextBroken,
    are_too_deep,
    repeated,
    tell,
)
from .numbers import read_number, refuse_constant

_SPACE = re.compile(r"[ \t\n\r]*")
_TOO_DEEP = f"lists and objects are nested more than {MAX_DEPTH} deep"


def read_json(text: str, *, bounds: Bounds) -> Document:
    """The one value of a JSON text, or `TextBroken` with the place where it stops making sense."""
    reader = _Reader(text, bounds)
    root = reader.read_value(skip_space(text), depth=0)
    if reader.position < len(text):
        raise reader.broken("there is more after the end of the value", advice="Keep one value per file.")
    return Document(root)


def decode_json(text: str, *, start: int = 0) -> tuple[JsonValue, int]:
    """The value that begins at `start` and the position after it; places in errors count from the text's begin."""
    try:
        value, end = cast("tuple[JsonValue, int]", _DECODER.raw_decode(text, start))
    except json.JSONDecodeError as error:
        raise _explained(error) from error
    except RecursionError as error:
        raise TextBroken(_TOO_DEEP, advice="Flatten them.") from error
    # Counting brackets is quick and nearly always enough.
    if text.count("{", start, end) + text.count("[", start, end) > MAX_DEPTH and are_too_deep(value):
        raise TextBroken(_TOO_DEEP, advice="Flatten them.")
    return value, end


def refuse_many(text: str, *, most: int) -> None:
    """Refuse a text that may hold more values than memory should, by its commas, before it is decoded."""
    if text.count(",") > most:
        what = f"it holds more than {most:,} commas"
        raise TextBroken(what, advice="Make several cases of it, one per line of a JSONL file.")


def skip_space(text: str, *, start: int = 0) -> int:
    """The position of the next character that is no white space."""
    return cast("re.Match[str]", _SPACE.match(text, start)).end()


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    built = dict(pairs)
    if len(built) < len(pairs):
        _, twice, _ = next(repeated(key for key, _ in pairs))
        raise TextBroken(f"the key {tell(twice)} stands twice in one object", advice="Keep one of them.")
    return built


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=read_number, parse_float=read_number, parse_constant=refuse_constant
)


def _explained(error: json.JSONDecodeError) -> TextBroken:
    advice = "Check the commas, brackets and quotes here and before."
    if error.doc[error.pos : error.pos + 1] == "'":
        advice = "JSON takes double quotes only."
    elif error.pos >= len(error.doc.rstrip()):
        advice = "It seems to be cut off; write the rest."
    return TextBroken(
        f"it is no JSON ({error.msg.lower()})", advice=advice, at=SourcePosition(error.lineno, error.colno)
    )


class _Reader:
    """Walks a text value by value; depth is bounded, so it may call itself."""

    def __init__(self, text: str, bounds: Bounds) -> None:
        self.position = 0
        self._text = text
        self._bounds = bounds
        self._line_ends = [found.start() for found in re.finditer("\n", text)]

    def read_value(self, start: int, *, depth: int) -> Node:
        self.position = start
        opening = self._text[start : start + 1]
        if opening not in ("[", "{"):
            return self._read_scalar()
        if depth == MAX_DEPTH:
            raise self.broken(_TOO_DEEP, advice="Flatten them.")
        return self._read_list(depth) if opening == "[" else self._read_object(depth)

    def broken(self, what: str, *, advice: str) -> TextBroken:
        return TextBroken(what, advice=advice, at=self._place())

    def _read_list(self, depth: int) -> Listed:
        node = Listed(self._place())
        self._step()
        while not self._closes("]", is_first=not node.items):
            item = self.read_value(self.position, depth=depth + 1)
            self._count(item, into=node)
            node.items.append(item)
        return node

    def _read_object(self, depth: int) -> Mapped:
        node = Mapped(self._place())
        self._step()
        while not self._closes("}", is_first=not node.entries):
            place = self._place()
            key = self._read_key(node)
            value = self.read_value(self.position, depth=depth + 1)
            self._count(value, into=node)
            node.entries[key] = (place, value)
        return node

    def _read_key(self, node: Mapped) -> str:
        if self._peek() != '"':
            raise self.broken("here a key in double quotes is expected", advice='Write it as "key": value.')
        at = self.position
        key = str(self._read_scalar().value)
        if key in node.entries:
            first = node.entries[key][0]
            self.position = at
            what = f"the key {tell(key)} stands here and in line {first.line}"
            raise self.broken(what, advice="Keep one of them.")
        if self._peek() != ":":
            raise self.broken("a colon is missing here", advice='Write it as "key": value.')
        self._step()
        return key

    def _read_scalar(self) -> Scalar:
        place = self._place()
        try:
            value, end = _DECODER.raw_decode(self._text, self.position)
        except json.JSONDecodeError as error:
            raise _explained(error) from error
        except TextBroken as broken:
            raise self.broken(broken.what, advice=broken.advice) from broken
        chars = end - self.position
        self.position = skip_space(self._text, start=end)
        return Scalar(place, cast("str | int | float | bool | None", value), chars)

    def _closes(self, bracket: str, *, is_first: bool) -> bool:
        """Whether the list or object ends here; otherwise steps over the comma to its next item."""
        if self._peek() == bracket:
            self._step()
            return True
        if is_first:
            return False
        if self._peek() != ",":
            raise self.broken(f"a comma or {bracket} is missing here", advice="Check the line before, too.")
        self._step()
        if self._peek() == bracket:
            raise self.broken(f"a comma stands before {bracket}", advice="Remove the comma.")
        return False

    def _peek(self) -> str:
        return self._text[self.position : self.position + 1]

    def _step(self) -> None:
        self.position = skip_space(self._text, start=self.position + 1)

    def _count(self, node: Node, *, into: Listed | Mapped) -> None:
        if too_much := into.grow(node, bounds=self._bounds):
            raise self.broken(too_much, advice="Make it smaller; cases may stand in a JSONL or CSV file.")

    def _place(self) -> SourcePosition:
        line = bisect_left(self._line_ends, self.position)
        return SourcePosition(line + 1, self.position - (self._line_ends[line - 1] if line else -1))
