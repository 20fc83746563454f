"""Which form a file of tests has, by what is in it and never by its name alone."""

from enum import StrEnum
from pathlib import PurePath

from pydantic import JsonValue

from ..reading.decoding import read_text
from ..reading.documents import SUITE_BOUNDS
from ..reading.json import read_json
from ..reading.lines import MOST_LINE_BYTES
from ..reading.nodes import Bounds, Document, TextBroken, WrittenCase, mappings
from ..reading.yaml import read_yaml
from ..suite.cases import CasesKind, read_written

MOST_BYTES = 4 * MOST_LINE_BYTES
BOUNDS = Bounds(text_bytes=MOST_BYTES, values=2_000_000, chars=64_000_000)


class BatteryFormat(StrEnum):
    """A form of files with tests in them."""

    SUITE = "suite"
    BATTERY = "battery"
    BFCL = "bfcl"
    PROMPTFOO = "promptfoo"


class SniffedFile:
    """A file that was opened: its form, and its cases or its one document."""

    def __init__(
        self, form: BatteryFormat, *, document: Document | None, lines: tuple[WrittenCase, ...] = ()
    ) -> None:
        self.form = form
        self.document = document
        self.lines = lines
        """One case a line; empty where the file is one document."""


def sniff(data: bytes, *, name: str) -> SniffedFile | None:
    """What a file is; None where it is of no form that is known, `TextBroken` where it cannot be read."""
    if _is_lines(data, name=name):
        lines = tuple(read_written([data], kind=CasesKind.JSONL))
        first = next((line.value for line in lines if isinstance(line.value, dict)), None)
        form = BatteryFormat.BFCL if first is not None and _is_bfcl(first) else BatteryFormat.BATTERY
        return SniffedFile(form, document=None, lines=lines)
    document = _read(data, name=name)
    form = _form_of(document.plain())
    return None if form is None else SniffedFile(form, document=document)


def _read(data: bytes, *, name: str) -> Document:
    text = read_text(data, most_bytes=MOST_BYTES)
    if not text.strip():
        raise TextBroken("the file is empty", advice="Write something into it, or name another file.")
    if PurePath(name).suffix.lower() == ".json" or text.lstrip()[:1] in "{[":
        return read_json(text, bounds=BOUNDS)
    return read_yaml(text, bounds=SUITE_BOUNDS)


def _is_lines(data: bytes, *, name: str) -> bool:
    """Whether there is one object a line: by its name, or because the first two lines are such."""
    if PurePath(name).suffix.lower() in (".jsonl", ".ndjson"):
        return True
    heads = [line.strip() for line in data[:MOST_LINE_BYTES].splitlines()[:50] if line.strip()]
    return len(heads) > 1 and all(line.startswith(b"{") and line.endswith(b"}") for line in heads[:2])


def _form_of(value: JsonValue) -> BatteryFormat | None:
    if isinstance(value, list):
        return _form_of_items(value)
    if not isinstance(value, dict):
        return None
    if "arms" in value or "cases" in value:
        return BatteryFormat.SUITE
    if _is_bfcl(value):
        return BatteryFormat.BFCL
    if any("id" in one and ("user" in one or "messages" in one) for one in mappings(value.get("prompts"))):
        return BatteryFormat.BATTERY
    tests = list(mappings(value.get("tests")))
    if any("test_id" in one and isinstance(one.get("prompt"), dict) for one in tests):
        return BatteryFormat.BATTERY
    if "tests" in value and ("providers" in value or "targets" in value):
        return BatteryFormat.PROMPTFOO
    is_promptfoo = "prompts" in value and any(
        key in value
        for key in ("description", "tests", "providers", "targets", "scenarios", "defaultTest", "redteam")
    )
    return BatteryFormat.PROMPTFOO if is_promptfoo or "targets" in value or "redteam" in value else None


def _form_of_items(items: list[JsonValue]) -> BatteryFormat | None:
    first = next(mappings(items), None)
    if first is None:
        return None
    if _is_bfcl(first):
        return BatteryFormat.BFCL
    return BatteryFormat.BATTERY if "id" in first and ("user" in first or "messages" in first) else None


def _is_bfcl(value: dict[str, JsonValue]) -> bool:
    return "question" in value and ("function" in value or "involved_classes" in value)
