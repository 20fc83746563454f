"""What a document holds, with the place of everything in it; bounded, whatever the text pretends to be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

from pydantic import JsonValue

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys and indices."""

MAX_DEPTH = 64

_LONGEST_STEP = 60
_WORDS: dict[object, str] = {None: "nothing", True: "true", False: "false"}


class SourcePosition(NamedTuple):
    """Where something stands, counted from 1."""

    line: int
    column: int


class TextBroken(Exception):
    """A text that is no document of its kind; the readers of files say of which file."""

    def __init__(self, what: str, *, advice: str, at: SourcePosition | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice
        self.at = at


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a document may hold once it is written out in full."""

    text_bytes: int
    values: int
    chars: int


@dataclass(slots=True)
class Scalar:
    """A text, a number, true, false or null."""

    place: SourcePosition
    value: str | int | float | bool | None
    chars: int = 0
    values: ClassVar[int] = 1
    depth: ClassVar[int] = 0


@dataclass(slots=True)
class _Holder:
    """What holds other nodes, and how much that is once aliases are written out in full."""

    place: SourcePosition
    values: int = 1
    chars: int = 0
    depth: int = 1

    def grow(self, inner: "Node", *, bounds: Bounds) -> str | None:
        """Count what is put in; says what is too much of it."""
        self.values += inner.values
        self.chars += inner.chars
        self.depth = max(self.depth, inner.depth + 1)
        if self.values > bounds.values:
            return f"it holds more than {bounds.values:,} values, aliases written out"
        if self.chars > bounds.chars:
            return f"it holds more than {bounds.chars:,} characters, aliases written out"
        if self.depth > MAX_DEPTH:
            return f"lists and mappings are nested more than {MAX_DEPTH} deep"
        return None


@dataclass(slots=True)
class Listed(_Holder):
    """A list."""

    items: "list[Node]" = field(default_factory=list["Node"])


@dataclass(slots=True)
class Mapped(_Holder):
    """A mapping; every key with its own place."""

    entries: "dict[str, tuple[SourcePosition, Node]]" = field(
        default_factory=dict[str, "tuple[SourcePosition, Node]"]
    )


Node: TypeAlias = Scalar | Listed | Mapped


@dataclass(frozen=True, slots=True)
class Document:
    """A document as plain values, which knows where each of them stands."""

    root: Node

    def plain(self) -> JsonValue:
        """All of it; what was shared by aliases is written out."""
        return plain(self.root)

    def place(self, path: Path) -> SourcePosition:
        """Where the value stands; for one that is not there, where its nearest owner stands."""
        node, place = self.root, self.root.place
        for step in path:
            if isinstance(node, Mapped) and isinstance(step, str) and step in node.entries:
                place, node = node.entries[step]
            elif isinstance(node, Listed) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
                place = node.place
            else:
                break
        return place


def plain(node: Node) -> JsonValue:
    """The values of a node and all it holds."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Listed):
        return [plain(item) for item in node.items]
    return {key: plain(item) for key, (_, item) in node.entries.items()}


def write_path(path: Path) -> str:
    """The path as people write it: `arms[1].temperature`."""
    written = ""
    for step in path:
        if isinstance(step, int):
            written += f"[{step}]"
        else:
            key = step if len(step) <= _LONGEST_STEP else f"{step[:_LONGEST_STEP]}…"
            written += f".{key}" if written else key
    return written


def tell(value: object, *, most: int = 60) -> str:
    """The value as it may stand in a message; only its head is looked at, for it may be as long as its file."""
    if isinstance(value, str):
        return f"{value[:most]!r}…" if len(value) > most else repr(value)
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, Sequence):
        return "a list"
    return _WORDS[value] if value is None or isinstance(value, bool) else str(value)


def repeated(names: Iterable[str | None]) -> Iterator[tuple[int, str, int]]:
    """Every name that was given before: its index, the name, and the index where it stood first."""
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        if name is not None and first.setdefault(name, index) != index:
            yield index, name, first[name]


def mappings(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """The mappings of a list; what is none is left out."""
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict):
            yield one


def are_too_deep(value: JsonValue, *, left: int = MAX_DEPTH) -> bool:
    """Whether lists and mappings are nested deeper than allowed."""
    if not isinstance(value, dict | list):
        return False
    if left == 0:
        return True
    inner: Sequence[JsonValue] = list(value.values()) if isinstance(value, dict) else value
    return any(are_too_deep(item, left=left - 1) for item in inner)


class WrittenCase(NamedTuple):
    """One case with its place; broken where its own text could not be read and the next may still be fine."""

    line: int
    value: JsonValue | TextBroken
    document: Document | None = None
    path: Path = ()
