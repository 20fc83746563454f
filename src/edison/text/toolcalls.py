"""Tool calls that a model wrote as text, told apart by what the text looks like and never by who wrote it."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from .blocks import fenced_blocks, without_thinking
from .brackets import end_of_region, find_regions
from .extract import Extracted, JsonValue, read_json
from .pycalls import read_py_calls

MOST_CALLS = 128
MAX_TOOL_TEXT_CHARS = 400_000

_NAME_KEYS = ("name", "function", "tool")
_ARGUMENT_KEYS = ("arguments", "parameters", "args")
_TOOL_LABELS = frozenset({"tool_call", "tool_calls", "function_call", "tool"})
_JSON_LABELS = frozenset({"", "json", "jsonc", "json5"})
_OPEN_TAG = re.compile(r"<(?:tool_calls?|function_call|functioncall)>\s*+(?:```\w{0,20}\s*+)?", re.IGNORECASE)
_CLOSE_TAG = re.compile(r"(?:```\s*+)?</(?:tool_calls?|function_call|functioncall)>", re.IGNORECASE)
_LFM_OPEN, _LFM_CLOSE = "<|tool_call_start|>", "<|tool_call_end|>"
_HEADING = re.compile(r"\*\*Tool Call:?\*\*:?[ \t]*`(?P<name>[^`\n]{1,128})`\s*+")
_JSON_NAME = re.compile(
    r"\b(?:name|function|tool)[\"']?\s{0,8}[:=]\s{0,8}[\"']?([^\W\d][\w.-]{0,127})", re.IGNORECASE
)
_PYTHON_NAME = re.compile(r"(?<![\w.])([^\W\d][\w.]{0,127}+)\s{0,8}\(")


class Dialect(StrEnum):
    """A way of writing tool calls into text."""

    LFM = "lfm"
    """`<|tool_call_start|>[name(a=1)]<|tool_call_end|>`"""
    HERMES = "hermes"
    """`<tool_call>{"name": …, "arguments": …}</tool_call>` and `<function_call>`"""
    RENDERED = "rendered"
    """A bold heading "Tool Call:", the name in back-ticks and a fenced block with the arguments."""
    FENCED = "fenced"
    """A call as JSON in a fenced block."""
    OPENAI = "openai"
    """`{"tool_calls": […]}`, or a call as bare JSON."""


@dataclass(frozen=True, slots=True)
class TextToolCall:
    """One call as the model wrote it; nothing here says that the tool exists or takes these arguments."""

    name: str
    arguments: dict[str, JsonValue]
    raw: str
    """The piece of text it was read from."""
    salvaged: bool
    """It was not well formed: the arguments are repaired, incomplete or lost."""


@dataclass(frozen=True, slots=True)
class ToolCallsFound:
    """The calls in a text, the dialect they are written in (None without calls), and the text around them."""

    calls: tuple[TextToolCall, ...]
    dialect: Dialect | None
    rest: str


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    calls: tuple[TextToolCall, ...]


_Known: TypeAlias = Collection[str] | None
_Reader: TypeAlias = Callable[[str, _Known], Iterator[_Piece]]


def read_tool_calls(text: str, *, known: _Known = None, hint: Dialect | None = None) -> ToolCallsFound:
    """Read the tool calls in a model's text; thinking blocks do not count.

    Without marks around it, JSON is a call only when it has the shape of one and, if `known` tool names are
    given, names one of them. Marked calls come back whatever they name. `hint` is the dialect to try first. A
    text above `MAX_TOOL_TEXT_CHARS` is taken to be no call.
    """
    if len(text) > MAX_TOOL_TEXT_CHARS:
        return ToolCallsFound(calls=(), dialect=None, rest=text)
    answer = without_thinking(text)
    for dialect in sorted(_READERS, key=lambda dialect: dialect is not hint):
        pieces = [piece for piece in _READERS[dialect](answer, known) if piece.calls]
        if pieces:
            calls = tuple(call for piece in pieces for call in piece.calls)[:MOST_CALLS]
            named = tuple(replace(call, name=_known_name(call.name, known=known)) for call in calls)
            return ToolCallsFound(calls=named, dialect=dialect, rest=_rest_of(answer, pieces=pieces))
    return ToolCallsFound(calls=(), dialect=None, rest=answer.strip())


def _rest_of(text: str, *, pieces: list[_Piece]) -> str:
    kept: list[str] = []
    cursor = 0
    for piece in pieces:
        kept.append(text[cursor : piece.start])
        cursor = piece.end
    kept.append(text[cursor:])
    return "".join(kept).strip()


def _known_name(name: str, *, known: _Known) -> str:
    """A known tool's name without a namespace such as `functions.` in front."""
    bare = name.rpartition(".")[2]
    return bare if known is not None and name not in known and bare in known else name


def _read_lfm(text: str, known: _Known) -> Iterator[_Piece]:
    start = text.find(_LFM_OPEN)
    for _ in range(MOST_CALLS):
        if start < 0:
            return
        inside = start + len(_LFM_OPEN)
        read = read_py_calls(text, start=_after_space(text, inside))
        inside_end, end = _end_of_lfm(text, start=read.end if read else inside, is_read=read is not None)
        raw = text[start:end]
        if read:
            calls = [TextToolCall(c.name, c.arguments, raw, salvaged=bool(c.positional)) for c in read.calls]
        else:
            calls = _read_payload(text[inside:inside_end], raw=raw, known=known)
        yield _Piece(start, end, tuple(calls))
        start = text.find(_LFM_OPEN, end)


def _end_of_lfm(text: str, *, start: int, is_read: bool) -> tuple[int, int]:
    """Where the payload and where the whole call ends, when the closing mark was forgotten as well."""
    close = _after_space(text, start) if is_read else text.find(_LFM_CLOSE, start)
    if close >= 0 and text.startswith(_LFM_CLOSE, close):
        return close, close + len(_LFM_CLOSE)
    return (start, start) if is_read else (len(text), len(text))


def _read_hermes(text: str, known: _Known) -> Iterator[_Piece]:
    tag = _OPEN_TAG.search(text)
    for _ in range(MOST_CALLS):
        if not tag:
            return
        inside_end, end = _end_of_hermes(text, start=tag.end())
        raw = text[tag.start() : end]
        calls = _read_payload(text[tag.end() : inside_end], raw=raw, known=known)
        yield _Piece(tag.start(), end, tuple(calls))
        tag = _OPEN_TAG.search(text, end)


def _end_of_hermes(text: str, *, start: int) -> tuple[int, int]:
    """Where the payload and where the whole call ends; a closing tag inside a JSON string is not the end."""
    region_end = end_of_region(text, start=start)
    if region_end is not None:
        whole = read_json(text[start:region_end])
        start = region_end if isinstance(whole, Extracted) and not whole.repaired else start
    following = _OPEN_TAG.search(text, start)
    limit = following.start() if following else len(text)
    close = _CLOSE_TAG.search(text, start, limit)
    return (close.start(), close.end()) if close else (limit, limit)


def _read_rendered(text: str, known: _Known) -> Iterator[_Piece]:
    blocks = {block.start: block for block in fenced_blocks(text)}
    for heading in _HEADING.finditer(text):
        block = blocks.get(heading.end())
        end = block.end if block else heading.end()
        raw = text[heading.start() : end]
        arguments, salvaged = _arguments_of(block.content if block else "")
        yield _Piece(heading.start(), end, (TextToolCall(heading["name"], arguments, raw, salvaged),))


def _read_fenced(text: str, known: _Known) -> Iterator[_Piece]:
    for block in fenced_blocks(text)[:MOST_CALLS]:
        raw = text[block.start : block.end]
        if block.label in _TOOL_LABELS:
            yield _Piece(block.start, block.end, tuple(_read_payload(block.content, raw=raw, known=known)))
        elif block.label in _JSON_LABELS:
            calls = _read_unmarked(block.content, raw=raw, known=known)
            yield _Piece(block.start, block.end, tuple(calls))


def _read_openai(text: str, known: _Known) -> Iterator[_Piece]:
    regions = find_regions(text)
    spans = regions.closed[:MOST_CALLS]
    if regions.open_at is not None:
        spans += ((regions.open_at, len(text)),)
    for start, end in spans:
        raw = text[start:end]
        yield _Piece(start, end, tuple(_read_unmarked(raw, raw=raw, known=known)))


_READERS: dict[Dialect, _Reader] = {
    Dialect.LFM: _read_lfm,
    Dialect.HERMES: _read_hermes,
    Dialect.RENDERED: _read_rendered,
    Dialect.FENCED: _read_fenced,
    Dialect.OPENAI: _read_openai,
}


def _read_payload(payload: str, *, raw: str, known: _Known) -> list[TextToolCall]:
    """Calls between marks: several values may follow each other, and at least a name is salvaged."""
    calls: list[TextToolCall] = []
    position = _after_space(payload, 0)
    while position < len(payload) and len(calls) < MOST_CALLS:
        end = end_of_region(payload, start=position) or len(payload)
        read = read_json(payload[position:end])
        if not isinstance(read, Extracted):
            break
        calls += [_finish(call, raw=raw, repaired=read.repaired) for call in _calls_in(read.value)]
        position = _after_space(payload, end)
    # A mark that is only talked about is followed by prose and never closed.
    is_meant = raw.endswith((">", "```", "~~~")) or payload.lstrip().startswith(("{", "[", '"', "'", "<"))
    return calls or (_salvage(payload, raw=raw, known=known) if is_meant else [])


def _salvage(payload: str, *, raw: str, known: _Known) -> list[TextToolCall]:
    """A call by name alone: the first name that is known, else the first that is written like one."""
    names = [match[1] for pattern in (_JSON_NAME, _PYTHON_NAME) for match in pattern.finditer(payload)]
    if not names:
        return []
    name = next((name for name in names if name in (known or ())), names[0])
    return [TextToolCall(name, {}, raw, salvaged=True)]


def _read_unmarked(text: str, *, raw: str, known: _Known) -> Iterator[TextToolCall]:
    read = read_json(text)
    if not isinstance(read, Extracted):
        return
    for call in _calls_in(read.value):
        is_meant = call.is_explicit if known is None else _known_name(call.name, known=known) in known
        if is_meant:
            yield _finish(call, raw=raw, repaired=read.repaired)


@dataclass(frozen=True, slots=True)
class _Call:
    name: str
    arguments: JsonValue
    is_explicit: bool


def _calls_in(value: JsonValue) -> Iterator[_Call]:
    if isinstance(value, list):
        for item in value:
            yield from _calls_in(item)
    if not isinstance(value, dict):
        return
    for key in ("tool_calls", "function_call"):
        if value.get(key):
            yield from _calls_in(value[key])
            return
    call = _call_of(value)
    if call:
        yield call


def _call_of(written: dict[str, JsonValue]) -> _Call | None:
    function = written.get("function")
    inner = function if isinstance(function, dict) else written
    name = next((inner[key] for key in _NAME_KEYS if isinstance(inner.get(key), str)), None)
    argument_key = next((key for key in _ARGUMENT_KEYS if key in inner), None)
    if not isinstance(name, str) or not name.strip() or _is_definition(inner, argument_key=argument_key):
        return None
    arguments = inner[argument_key] if argument_key else None
    return _Call(name=name.strip(), arguments=arguments, is_explicit=argument_key is not None)


def _is_definition(written: dict[str, JsonValue], *, argument_key: str | None) -> bool:
    """Whether this is the description of a tool, which models like to repeat, and no call of it."""
    schema = written.get("parameters")
    return argument_key == "parameters" and isinstance(schema, dict) and "properties" in schema


def _finish(call: _Call, *, raw: str, repaired: bool) -> TextToolCall:
    arguments, salvaged = _arguments_of(call.arguments)
    return TextToolCall(name=call.name, arguments=arguments, raw=raw, salvaged=salvaged or repaired)


def _arguments_of(written: JsonValue) -> tuple[dict[str, JsonValue], bool]:
    """The arguments, and whether something of them was lost or guessed."""
    if isinstance(written, dict):
        return written, False
    if written is None or written == "":
        return {}, False
    read = read_json(written, want=dict) if isinstance(written, str) else None
    if isinstance(read, Extracted) and isinstance(read.value, dict):
        return read.value, read.repaired
    return {}, True


def _after_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position
