"""Files that a configuration names, and its references into itself; nothing outside of its folder is read."""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath

from pydantic import JsonValue

from ...reading.csv import read_records
from ...reading.decoding import read_text
from ...reading.documents import SUITE_BOUNDS
from ...reading.json import read_json
from ...reading.nodes import TextBroken
from ...reading.yaml import read_yaml

_MARK = "file://"
_MOST_BYTES = 16 << 20
_MOST_STEPS = 64
_CODE = (".py", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".rb", ".sh", ".go")
_PICTURES = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".gif": "gif", ".webp": "webp", ".bmp": "bmp"}
_UNREAD = (".pdf", ".xlsx", ".xls", ".docx", ".mp3", ".wav", ".m4a", ".mp4", ".mov")

ReadFile = Callable[[str], bytes | None]


class NotRead(Exception):
    """Something that is named and cannot be had, in words that go on after the place where it stands."""

    def __init__(self, what: str, *, is_code: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.is_code = is_code


def is_file(value: object) -> bool:
    """Whether a text names a file."""
    return isinstance(value, str) and value.startswith(_MARK)


class Sources:
    """The files beside a configuration."""

    def __init__(self, read_file: ReadFile) -> None:
        self._read_file = read_file

    def data(self, name: str) -> bytes:
        """The bytes of a file; raises `NotRead` where there is none, or where it would be run and not read."""
        path = name.removeprefix(_MARK)
        bare, _, function = path.partition(":")
        if PurePath(bare).suffix.lower() in _CODE:
            raise NotRead(f"{path} is code, which is not run", is_code=True)
        if function or any(mark in path for mark in "*{"):
            raise NotRead(f"{path} does not name one file")
        content = self._read_file(path)
        if content is None:
            raise NotRead(f"there is no file {path} beside the configuration")
        if len(content) > _MOST_BYTES:
            raise NotRead(f"{path} has more than {_MOST_BYTES >> 20} MiB")
        return content

    def code(self, name: str) -> str:
        """The path of a file of code that is there, with the function in it that is named; it is not read."""
        path = name.removeprefix(_MARK)
        bare = path.partition(":")[0]
        if self._read_file(bare) is None:
            raise NotRead(f"there is no file {bare} beside the configuration")
        return path

    def text(self, name: str) -> str:
        """The text of a file."""
        data = self.data(name)
        try:
            return read_text(data, most_bytes=_MOST_BYTES)
        except TextBroken as broken:
            raise NotRead(f"{name.removeprefix(_MARK)} cannot be read: {broken.what}") from broken

    def value(self, name: str) -> JsonValue:
        """What a file of JSON, YAML, JSONL or CSV holds."""
        suffix = PurePath(name).suffix.lower()
        try:
            if suffix == ".csv":
                return _records(self.data(name))
            text = self.text(name)
            if suffix in (".jsonl", ".ndjson"):
                return [
                    read_json(line, bounds=SUITE_BOUNDS).plain() for line in text.splitlines() if line.strip()
                ]
            read = read_json if suffix == ".json" else read_yaml
            return read(text, bounds=SUITE_BOUNDS).plain()
        except TextBroken as broken:
            raise NotRead(f"{name.removeprefix(_MARK)} cannot be read: {broken.what}") from broken

    def variable(self, name: str) -> JsonValue:
        """What a variable is that stands in a file: YAML as JSON, a picture as an address of its bytes, or its text."""
        suffix = PurePath(name).suffix.lower()
        if suffix in _PICTURES:
            return f"data:image/{_PICTURES[suffix]};base64,{base64.b64encode(self.data(name)).decode()}"
        if suffix in _UNREAD:
            raise NotRead(f"{name.removeprefix(_MARK)} is no text")
        if suffix in (".yaml", ".yml"):
            return json.dumps(self.value(name), ensure_ascii=False, separators=(",", ":"))
        return self.text(name).strip()


def _records(data: bytes) -> list[JsonValue]:
    """The records of a table, each by the names in its first line; what is missing at an end is empty."""
    rows = [cells for _, cells in read_records([data])]
    names = [name.strip() for name in rows[0]] if rows else []
    return [
        {name: cells[place] if place < len(cells) else "" for place, name in enumerate(names)}
        for cells in rows[1:]
    ]


def follow_references(
    value: JsonValue, *, root: Mapping[str, JsonValue], left: int = _MOST_STEPS
) -> JsonValue:
    """The value with every `$ref: '#/…'` replaced by what it points at; keys beside it win."""
    if left == 0:
        raise NotRead("its references lead in a circle")
    if isinstance(value, list):
        return [follow_references(one, root=root, left=left - 1) for one in value]
    if not isinstance(value, dict):
        return value
    pointer = value.get("$ref")
    if not isinstance(pointer, str) or not pointer.startswith("#/"):
        return {key: follow_references(one, root=root, left=left - 1) for key, one in value.items()}
    found = _at(pointer, root)
    rest = {key: one for key, one in value.items() if key != "$ref"}
    merged = {**found, **rest} if isinstance(found, dict) else found
    return follow_references(merged, root=root, left=left - 1)


def referred_to(value: JsonValue) -> Iterator[str]:
    """The keys of a configuration into which something in it is a reference."""
    if isinstance(value, dict):
        pointer = value.get("$ref")
        if isinstance(pointer, str) and pointer.startswith("#/"):
            yield pointer[2:].partition("/")[0]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from referred_to(inner)


def _at(pointer: str, root: Mapping[str, JsonValue]) -> JsonValue:
    found: JsonValue = dict(root)
    for step in pointer[2:].split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        else:
            raise NotRead(f"{pointer} points at nothing")
    return found
