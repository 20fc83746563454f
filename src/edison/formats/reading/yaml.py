"""YAML as plain values with their places.

The language is YAML without its surprises: `true`, `false`, `null` and numbers as JSON writes them are what they
are in JSON, and every other unquoted scalar is text: `no`, `on`, `2026-01-01`, `1:30`, `007`, `0x1F`. Keys are
text as they are written. Anchors, aliases and merges (`<<`) work and are counted in full; tags are refused, so
that no text makes an object. The composer walks the parser's events without recursion.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import yaml

from .decoding import place_in
from .nodes import MAX_DEPTH, Bounds, Document, Listed, Mapped, Node, Scalar, SourcePosition, TextBroken, tell
from .numbers import read_number

_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_MOST_DIRECTIVES = 16
_DIRECTIVE = re.compile(r"(?:\A|[\n\r\x85\u2028\u2029])%")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_ADVICE = {
    "mapping values": "Put a text that contains ': ' in quotes, and check the indentation.",
    "start any token": "Indent with spaces, not tabs, and put a text that begins with @, ` or % in quotes.",
    "escape": "Use single quotes where a backslash stands for itself.",
    "expected alphabetic or numeric": "Put a text that begins with * or & in quotes.",
}


def read_yaml(text: str, *, bounds: Bounds) -> Document:
    """The one document of a YAML text, or `TextBroken` with the place where it stops making sense."""
    if control := _CONTROL.search(text):
        raise TextBroken(
            f"the control character U+{ord(control[0]):04X} is not allowed here",
            advice='Remove it, or write it as an escape in double quotes, such as "\\x07".',
            at=place_in(text, position=control.start()),
        )
    if len(_DIRECTIVE.findall(text)) > _MOST_DIRECTIVES:
        # The parser compares every directive with all before it.
        raise TextBroken("it begins with too many directives", advice="Remove the lines that begin with %.")
    composer = _Composer(bounds)
    try:
        for event in _events(text):
            composer.take(event)
    except yaml.MarkedYAMLError as error:
        raise _broken(error) from error
    return Document(composer.root)


def is_plain_text(text: str) -> bool:
    """Whether this is text without quotes as well; words and numbers of JSON are not."""
    return text not in _WORDS and _NUMBER.fullmatch(text) is None


def _events(text: str) -> Iterator[yaml.Event]:
    # The library's stubs leave open what comes out of it.
    parse = cast("Callable[..., Iterator[yaml.Event]]", yaml.parse)  # pyright: ignore[reportUnknownMemberType]
    return parse(text, Loader=_LOADER)


def _broken(error: yaml.MarkedYAMLError) -> TextBroken:
    problem = error.problem or "it is no YAML"
    advice = next((told for part, told in _ADVICE.items() if part in problem), None)
    mark = error.problem_mark
    return TextBroken(
        problem,
        advice=advice or "Check the indentation, brackets and quotes here and above.",
        at=SourcePosition(mark.line + 1, mark.column + 1) if mark else None,
    )


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    node: Listed | Mapped
    anchor: str | None
    key: tuple[str, SourcePosition] | None = None
    merges: bool = False
    """Whether what comes next is merged into the mapping."""
    merged: list[Mapped] | None = None
    """None until there was a merge; a mapping has one at most."""

    @property
    def awaits_key(self) -> bool:
        return isinstance(self.node, Mapped) and self.key is None and not self.merges


class _Composer:
    """Builds the tree from events, and refuses it as soon as it is too deep or too large."""

    def __init__(self, bounds: Bounds) -> None:
        self.root: Node = Scalar(SourcePosition(1, 1), None)
        self._bounds = bounds
        self._open: list[_Open] = []
        self._anchors: dict[str, Node | None] = {}
        """None while the anchored value is still open."""
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        place = SourcePosition(event.start_mark.line + 1, event.start_mark.column + 1)
        match event:
            case yaml.DocumentStartEvent():
                self._begin_document(place)
            case yaml.AliasEvent():
                self._refuse_key(place)
                self._add(self._aliased(event.anchor, place), place=place)
            case yaml.ScalarEvent():
                self._add_scalar(event, place)
            case yaml.SequenceStartEvent():
                self._begin(Listed(place), event=event)
            case yaml.MappingStartEvent():
                self._begin(Mapped(place), event=event)
            case yaml.CollectionEndEvent():
                self._end()
            case _:
                pass

    def _begin_document(self, place: SourcePosition) -> None:
        self._documents += 1
        if self._documents > 1:
            raise TextBroken("a second document begins here", advice="Write one document per file.", at=place)

    def _aliased(self, anchor: str, place: SourcePosition) -> Node:
        node = self._anchors.get(anchor)
        if node is not None:
            return node
        if anchor in self._anchors:
            what = f"*{anchor} stands inside the value it refers to"
            raise TextBroken(what, advice="Write the value out.", at=place)
        raise TextBroken(
            f"*{anchor} refers to nothing",
            advice=f"Mark a value above with &{anchor}, or put a text that begins with * in quotes.",
            at=place,
        )

    def _add_scalar(self, event: yaml.ScalarEvent, place: SourcePosition) -> None:
        _refuse_tag(event.tag, place)
        is_plain = event.implicit[0]
        is_key = bool(self._open) and self._open[-1].awaits_key
        value = _resolve(event.value, place) if is_plain and not is_key else event.value
        node = Scalar(place, value, len(event.value))
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        if is_key:
            self._take_key(event.value, place=place, merges=is_plain and event.value == "<<")
        else:
            self._add(node, place=place)

    def _take_key(self, key: str, *, place: SourcePosition, merges: bool) -> None:
        mapping = self._open[-1]
        if merges:
            if mapping.merged is not None:
                advice = "Merge several mappings by one list: <<: [*one, *two]."
                raise TextBroken("a second << stands in one mapping", advice=advice, at=place)
            mapping.merges = True
            return
        entries = cast(Mapped, mapping.node).entries
        if key in entries:
            first = entries[key][0]
            what = f"the key {tell(key)} stands here and in line {first.line}"
            raise TextBroken(what, advice="Keep one of them.", at=place)
        mapping.key = (key, place)

    def _begin(self, node: Listed | Mapped, *, event: yaml.CollectionStartEvent) -> None:
        _refuse_tag(event.tag, node.place)
        self._refuse_key(node.place)
        if len(self._open) == MAX_DEPTH:
            raise self._too_much(f"lists and mappings are nested more than {MAX_DEPTH} deep", node.place)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._open.append(_Open(node, event.anchor))

    def _end(self) -> None:
        closed = self._open.pop()
        for mapping in closed.merged or ():
            self._merge(mapping, into=cast(Mapped, closed.node))
        if closed.anchor is not None:
            self._anchors[closed.anchor] = closed.node
        self._add(closed.node, place=closed.node.place)

    def _add(self, node: Node, *, place: SourcePosition) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if parent.merges:
            parent.merged = _mappings(node, place)
            parent.merges = False
            return
        self._count(node, into=parent.node, place=place)
        if isinstance(parent.node, Listed):
            parent.node.items.append(node)
        else:
            key, key_place = cast("tuple[str, SourcePosition]", parent.key)
            parent.node.entries[key] = (key_place, node)
            parent.key = None

    def _merge(self, mapping: Mapped, *, into: Mapped) -> None:
        for key, (place, node) in mapping.entries.items():
            if key not in into.entries:
                self._count(node, into=into, place=place)
                into.entries[key] = (place, node)

    def _count(self, node: Node, *, into: Listed | Mapped, place: SourcePosition) -> None:
        if too_much := into.grow(node, bounds=self._bounds):
            raise self._too_much(too_much, place)

    def _too_much(self, what: str, place: SourcePosition) -> TextBroken:
        return TextBroken(what, advice="Make it smaller; cases may stand in a JSONL or CSV file.", at=place)

    def _refuse_key(self, place: SourcePosition) -> None:
        if self._open and self._open[-1].awaits_key:
            raise TextBroken(
                "a key is a text, not a list, a mapping or an alias",
                advice="Put a text that begins with {{ or [ in quotes.",
                at=place,
            )


def _mappings(node: Node, place: SourcePosition) -> list[Mapped]:
    found = [
        item for item in (node.items if isinstance(node, Listed) else [node]) if isinstance(item, Mapped)
    ]
    if not found:
        raise TextBroken("<< merges mappings", advice="Write << with an alias of a mapping.", at=place)
    return found


def _refuse_tag(tag: str | None, place: SourcePosition) -> None:
    if tag is not None:
        raise TextBroken(
            f"the tag {tell(tag)} is not allowed", advice="Remove it; put text in quotes.", at=place
        )


def _resolve(text: str, place: SourcePosition) -> str | int | float | bool | None:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if not _NUMBER.fullmatch(text):
        return text
    return read_number(text, at=place)
