"""What codecs share when they read an answer: tool calls, outcomes, counts, and what failed bodies say."""

import json
from typing import NoReturn, cast

import orjson
from pydantic import JsonValue, TypeAdapter, ValidationError

from edison.domain import Outcome, ToolCall
from edison.errors import Unreadable

from .bodies import write_json

_SAID_CHARACTERS = 500
_JSON: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)


def settled(outcome: Outcome, *, text: str, tool_calls: tuple[ToolCall, ...]) -> Outcome:
    """How an answer ended: a normal stop is a tool call or an empty answer when that is what it holds.

    An answer that was cut or filtered stays so, whatever came before the cut.
    """
    if outcome is not Outcome.STOP:
        return outcome
    if tool_calls:
        return Outcome.TOOL_CALLS
    return Outcome.EMPTY if not text or text.isspace() else Outcome.STOP


def read_call(call_id: str, *, name: str, arguments: object) -> ToolCall:
    """A tool call whose arguments came as JSON; what is no object is kept as text."""
    if arguments is None:
        return ToolCall(id=call_id, name=name)
    try:
        return ToolCall(id=call_id, name=name, arguments=cast("dict[str, JsonValue]", arguments))
    except ValidationError:
        # No object, or one nested deeper than a noun may be.
        return ToolCall(id=call_id, name=name, unparsed=_as_text(arguments))


def read_written_call(call_id: str, *, name: str, written: str) -> ToolCall:
    """A tool call whose arguments came as text, piece by piece; no text at all means no arguments."""
    if not written.strip():
        return ToolCall(id=call_id, name=name)
    try:
        arguments = _parse(written)
    except (ValueError, RecursionError):
        return ToolCall(id=call_id, name=name, unparsed=written)
    call = read_call(call_id, name=name, arguments=arguments)
    return (
        call
        if call.unparsed is None and arguments is not None
        else call.model_copy(update={"unparsed": written})
    )


def count(tokens: int | None) -> int | None:
    """A token count as a provider said it; a negative one says nothing."""
    return tokens if tokens is not None and tokens >= 0 else None


def total(*counts: int | None) -> int | None:
    """The sum of what was counted; None when nothing was."""
    known = [tokens for tokens in counts if tokens is not None and tokens >= 0]
    return sum(known) if known else None


def excerpt(body: bytes) -> str:
    """What a failed body that is not of its format says, on one line and bounded (HTML pages, plain text)."""
    return " ".join(body[: 4 * _SAID_CHARACTERS].decode("utf-8", "replace").split())[:_SAID_CHARACTERS]


def as_json(value: object) -> JsonValue:
    """Decoded JSON as a noun may hold it; what is nested too deeply for one is named instead."""
    try:
        return _JSON.validate_python(value)
    except ValidationError:
        return "nested too deeply to be kept"


def _parse(written: str) -> object:
    try:
        return orjson.loads(written)
    except orjson.JSONDecodeError:
        # Python's parser takes escaped lone surrogates, which models do write.
        return json.loads(written, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _as_text(arguments: object) -> str:
    if isinstance(arguments, str):
        return arguments
    try:
        return write_json(cast("dict[str, object]", arguments)).decode()
    except RecursionError as cause:
        raise Unreadable(
            "A tool call's arguments are nested too deeply to be kept.", may_be_billed=True
        ) from cause
