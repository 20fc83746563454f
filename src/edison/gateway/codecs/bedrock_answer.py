"""Amazon Bedrock's Converse format: how an answer is read, whole or event by event."""

from collections.abc import Iterable

import msgspec
from pydantic import JsonValue

from edison.domain import Outcome, ToolCall, Usage

from ..reading import read_json, unreadable
from .base import Delta, Reply, StreamEvent
from .bedrock_failures import is_failure_event, trouble_of_event
from .findings import as_json, count, read_call, read_written_call, settled, total

_OUTCOMES = {
    "end_turn": Outcome.STOP,
    "tool_use": Outcome.STOP,
    "stop_sequence": Outcome.STOP,
    "max_tokens": Outcome.LENGTH,
    "model_context_window_exceeded": Outcome.LENGTH,
    "guardrail_intervened": Outcome.CONTENT_FILTER,
    "content_filtered": Outcome.CONTENT_FILTER,
    "malformed_model_output": Outcome.STOP,
    "malformed_tool_use": Outcome.STOP,
}
_TELLING_NOTHING = frozenset({None, "end_turn", "tool_use", "max_tokens"})


class _WireToolUse(msgspec.Struct, rename="camel"):
    tool_use_id: str | None = None
    name: str | None = None
    input: object = None
    written_input: str | None = None
    """Arguments as a stream wrote them; never on the wire under this name."""


class _WireText(msgspec.Struct):
    text: str | None = None


class _WireReasoning(msgspec.Struct, rename="camel"):
    reasoning_text: _WireText | None = None
    text: str | None = None


class _WireCitations(msgspec.Struct):
    content: list[_WireText] | None = None


class _WireBlock(msgspec.Struct, rename="camel"):
    text: str | None = None
    tool_use: _WireToolUse | None = None
    reasoning_content: _WireReasoning | None = None
    citations_content: _WireCitations | None = None


class _WireMessage(msgspec.Struct):
    content: list[_WireBlock]


class _WireOutput(msgspec.Struct):
    message: _WireMessage | None = None


class _WireUsage(msgspec.Struct, rename="camel"):
    """Tokens; `input_tokens` leaves out what was read from or written to the cache."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_write_input_tokens: int | None = None


class _WireRouter(msgspec.Struct, rename="camel"):
    invoked_model_id: str | None = None


class _WireTrace(msgspec.Struct, rename="camel"):
    guardrail: object = None
    prompt_router: _WireRouter | None = None


class _WireTier(msgspec.Struct):
    type: str | None = None


class _WireResponse(msgspec.Struct, rename="camel"):
    output: _WireOutput | None = None
    stop_reason: str | None = None
    usage: _WireUsage | None = None
    trace: _WireTrace | None = None
    service_tier: _WireTier | None = None
    additional_model_response_fields: object = None


def decode_reply(body: bytes) -> Reply:
    """Read a whole answer."""
    response = read_json(body, _WireResponse)
    if response.output is None or response.output.message is None:
        raise unreadable(body, "it has no message")
    return _reply_of(response, response.output.message.content)


class _WireEvent(msgspec.Struct, rename="camel"):
    """Any event's payload; the fields tell which."""

    content_block_index: int = 0
    start: _WireBlock | None = None
    delta: _WireBlock | None = None
    stop_reason: str | None = None
    usage: _WireUsage | None = None
    trace: _WireTrace | None = None
    service_tier: _WireTier | None = None
    additional_model_response_fields: object = None


class _GrowingBlock:
    """A content block whose pieces are still coming."""

    __slots__ = ("inputs", "texts", "thoughts", "tool_use")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self.inputs: list[str] = []
        self.tool_use: _WireToolUse | None = None

    def whole(self) -> _WireBlock:
        """The block as it would have come at once."""
        if self.tool_use is not None:
            self.tool_use.written_input = "".join(self.inputs)
        thoughts = _WireReasoning(text="".join(self.thoughts)) if self.thoughts else None
        return _WireBlock("".join(self.texts), self.tool_use, thoughts)


class BedrockReader:
    """Puts one streamed answer together. The usage comes after the end mark: feed it all that comes."""

    def __init__(self) -> None:
        self._response = _WireResponse()
        self._blocks: dict[int, _GrowingBlock] = {}
        self._is_over = False

    @property
    def partial_text(self) -> str:
        return "".join("".join(growing.texts) for growing in self._blocks.values())

    @property
    def is_over(self) -> bool:
        return self._is_over

    def feed(self, event: StreamEvent) -> Delta | None:
        if is_failure_event(event.name):
            raise trouble_of_event(event)
        match event.name:
            case "contentBlockDelta":
                return self._grow(read_json(event.data, _WireEvent))
            case "contentBlockStart":
                return self._begin_block(read_json(event.data, _WireEvent))
            case "messageStop":
                self._is_over = True
                self._take_end(read_json(event.data, _WireEvent))
            case "metadata":
                self._take_end(read_json(event.data, _WireEvent))
            case _:
                pass
        return None

    def finish(self) -> Reply:
        return _reply_of(self._response, [growing.whole() for growing in self._blocks.values()])

    def _begin_block(self, told: _WireEvent) -> Delta | None:
        growing = self._blocks.setdefault(told.content_block_index, _GrowingBlock())
        if told.start is None or told.start.tool_use is None:
            return None
        growing.tool_use = told.start.tool_use
        return Delta(tool_name=growing.tool_use.name or "")

    def _grow(self, told: _WireEvent) -> Delta | None:
        delta = told.delta
        if delta is None:
            return None
        growing = self._blocks.setdefault(told.content_block_index, _GrowingBlock())
        if delta.text:
            growing.texts.append(delta.text)
            return Delta(text=delta.text)
        if delta.reasoning_content is not None and delta.reasoning_content.text:
            growing.thoughts.append(delta.reasoning_content.text)
            return Delta(reasoning=delta.reasoning_content.text)
        if delta.tool_use is not None and isinstance(delta.tool_use.input, str):
            growing.inputs.append(delta.tool_use.input)
        return None

    def _take_end(self, told: _WireEvent) -> None:
        response = self._response
        response.stop_reason = told.stop_reason or response.stop_reason
        response.usage = told.usage or response.usage
        response.trace = told.trace or response.trace
        response.service_tier = told.service_tier or response.service_tier
        fields = told.additional_model_response_fields
        response.additional_model_response_fields = fields or response.additional_model_response_fields


def _reply_of(response: _WireResponse, blocks: list[_WireBlock]) -> Reply:
    text = "".join(_texts(blocks))
    calls = tuple([_call(block.tool_use) for block in blocks if block.tool_use is not None])
    outcome = _OUTCOMES.get(response.stop_reason or "end_turn", Outcome.STOP)
    outcome = settled(outcome, text=text, tool_calls=calls)
    router = response.trace.prompt_router if response.trace is not None else None
    return Reply(
        outcome=outcome,
        text=text,
        reasoning="".join(_thoughts(blocks)) or None,
        tool_calls=calls,
        usage=_usage(response.usage),
        reported_model=router.invoked_model_id if router is not None else None,
        details=_details(response, outcome),
    )


def _texts(blocks: Iterable[_WireBlock]) -> list[str]:
    texts: list[str] = []
    for block in blocks:
        if block.text:
            texts.append(block.text)
        if block.citations_content is not None:
            texts += [cited.text for cited in block.citations_content.content or [] if cited.text]
    return texts


def _thoughts(blocks: Iterable[_WireBlock]) -> list[str]:
    thoughts: list[str] = []
    for block in blocks:
        reasoning = block.reasoning_content
        if reasoning is None:
            continue
        thoughts.append(reasoning.text or "")
        if reasoning.reasoning_text is not None:
            thoughts.append(reasoning.reasoning_text.text or "")
    return thoughts


def _call(tool_use: _WireToolUse) -> ToolCall:
    call_id, name = tool_use.tool_use_id or "", tool_use.name or ""
    if tool_use.written_input is not None:
        return read_written_call(call_id, name=name, written=tool_use.written_input)
    return read_call(call_id, name=name, arguments=tool_use.input)


def _usage(usage: _WireUsage | None) -> Usage:
    if usage is None:
        return Usage()
    read, written = count(usage.cache_read_input_tokens), count(usage.cache_write_input_tokens)
    return Usage(
        input_tokens=total(usage.input_tokens, read, written),
        output_tokens=count(usage.output_tokens),
        cached_tokens=read,
        cache_write_tokens=written,
    )


def _details(response: _WireResponse, outcome: Outcome) -> dict[str, JsonValue]:
    details: dict[str, JsonValue] = {}
    if response.stop_reason not in _TELLING_NOTHING:
        details["stop_reason"] = response.stop_reason
    if (
        outcome is Outcome.CONTENT_FILTER
        and response.trace is not None
        and response.trace.guardrail is not None
    ):
        details["guardrail"] = as_json(response.trace.guardrail)
    if response.service_tier is not None and response.service_tier.type is not None:
        details["service_tier"] = response.service_tier.type
    if response.additional_model_response_fields is not None:
        details["model_fields"] = as_json(response.additional_model_response_fields)
    return details
