"""Nouns as the text of a column and back; small ones by hand, because they are made for every call."""

import json
from collections.abc import Sequence
from typing import TypeVar

import orjson
from msgspec.structs import replace
from pydantic import BaseModel, TypeAdapter, ValidationError

from edison.domain import Answer, CheckResult, Failure, LoopTrace, Raw, SafetyScan, ToolCall

_TOOL_CALLS = TypeAdapter(tuple[ToolCall, ...])
_FINDINGS = TypeAdapter(tuple[CheckResult, ...])
_NO_RAW = Raw()


def reply_bytes(reply: Answer | Failure) -> bytes:
    """A reply as it is recorded; the exchange on the wire is kept with its attempt."""
    return replace(reply, raw=_NO_RAW).to_json() if isinstance(reply, Answer) else reply.to_json()


def read_reply(body: bytes, *, failed: bool) -> Answer | Failure:
    """What was recorded."""
    return Failure.from_json(body) if failed else Answer.from_json(body)


def tool_calls_text(calls: Sequence[ToolCall]) -> str | None:
    """Tool calls as text; None for none."""
    return _text_of([call.model_dump(mode="json") for call in calls]) if calls else None


def read_tool_calls(text: str | None) -> tuple[ToolCall, ...]:
    """What `tool_calls_text` was given."""
    return () if text is None else _TOOL_CALLS.validate_python(json.loads(text))


def trace_text(trace: LoopTrace | None) -> str | None:
    """What a loop did, as text; None where there was none."""
    return None if trace is None else _text_of(trace.model_dump(mode="json", exclude_defaults=True))


def read_trace(text: str | None) -> LoopTrace | None:
    """What `trace_text` was given."""
    return None if text is None else LoopTrace.model_validate(json.loads(text))


def findings_text(results: Sequence[CheckResult]) -> str:
    """All findings about one output."""
    return _text_of(
        [
            {
                "output_id": result.output_id,
                "check": result.check,
                "finding": result.finding.value,
                "reason": result.reason,
                "measured": result.measured,
                **({} if result.value is None else {"value": result.value}),
                **({} if result.embedder is None else {"embedder": result.embedder}),
                **({} if result.z is None else {"z": result.z}),
            }
            for result in results
        ]
    )


def read_findings(text: str) -> tuple[CheckResult, ...]:
    """What `findings_text` was given."""
    return _FINDINGS.validate_python(json.loads(text))


def read_scan(text: str | None) -> SafetyScan | None:
    """What was found by looking through an output; None where nobody looked."""
    return None if text is None else SafetyScan.model_validate_json(text)


def noun_text(noun: BaseModel) -> str:
    """A noun as JSON that every database takes: what is no UTF-8 is escaped."""
    try:
        return noun.model_dump_json()
    except ValueError:
        return json.dumps(noun.model_dump(mode="json"), separators=(",", ":"))


def _text_of(value: object) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        # Lone surrogates are no UTF-8; Python's own writer escapes them.
        return json.dumps(value, separators=(",", ":"))


N = TypeVar("N", bound=BaseModel)


def read_noun(kind: type[N], text: str) -> N:
    """The noun whose JSON this is; Python's own reader takes the escaped surrogates that the fast one refuses."""
    try:
        return kind.model_validate_json(text)
    except ValidationError:
        return kind.model_validate(json.loads(text))
