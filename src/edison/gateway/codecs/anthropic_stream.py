"""Anthropic's Messages format: how a streamed answer is put together."""

import msgspec

from edison.domain import Outcome

from ..reading import read_json
from .anthropic_answer import WireBlock, WireMessage, WireUsage, reply_of
from .anthropic_failures import WireError, filtered_message, trouble_of_error
from .base import Delta, Reply, StreamEvent

_USAGE_FIELDS = tuple(field for field in WireUsage.__struct_fields__)


class _WireDelta(msgspec.Struct):
    text: str | None = None
    thinking: str | None = None
    partial_json: str | None = None
    stop_reason: str | None = None
    stop_sequence: str | None = None
    stop_details: object = None


class _WireEvent(msgspec.Struct):
    type: str = ""
    index: int = 0
    message: WireMessage | None = None
    content_block: WireBlock | None = None
    delta: _WireDelta | None = None
    usage: WireUsage | None = None
    error: WireError | None = None


class _GrowingBlock:
    """A content block whose pieces are still coming."""

    __slots__ = ("block", "inputs", "texts", "thoughts")

    def __init__(self, block: WireBlock) -> None:
        self.block = block
        self.texts = [block.text] if block.text else []
        self.thoughts = [block.thinking] if block.thinking else []
        self.inputs: list[str] = []

    def whole(self) -> WireBlock:
        """The block as it would have come at once."""
        self.block.text = "".join(self.texts)
        self.block.thinking = "".join(self.thoughts)
        self.block.written_input = "".join(self.inputs) if self.inputs else None
        return self.block


class AnthropicReader:
    """Puts one streamed message together."""

    def __init__(self) -> None:
        self._message = WireMessage()
        self._blocks: dict[int, _GrowingBlock] = {}
        self._is_over = False
        self._filtered: str | None = None

    @property
    def partial_text(self) -> str:
        return "".join("".join(growing.texts) for growing in self._blocks.values())

    @property
    def is_over(self) -> bool:
        return self._is_over

    def feed(self, event: StreamEvent) -> Delta | None:
        if not event.data:
            return None
        told = read_json(event.data, _WireEvent)
        match told.type or event.name:
            case "content_block_delta":
                return self._grow(told)
            case "content_block_start":
                return self._begin_block(told)
            case "message_start":
                self._message = told.message or self._message
            case "message_delta":
                self._end_message(told)
            case "message_stop":
                self._is_over = True
            case "error":
                self._fail(told.error or WireError())
            case _:
                # Pings, ends of blocks, and whatever may be added: the format asks readers to pass over them.
                pass
        return None

    def finish(self) -> Reply:
        self._message.content = [growing.whole() for growing in self._blocks.values()]
        reply = reply_of(self._message)
        if self._filtered is None:
            return reply
        return Reply(
            outcome=Outcome.CONTENT_FILTER,
            text=reply.text,
            reasoning=reply.reasoning,
            usage=reply.usage,
            reported_model=reply.reported_model,
            provider_id=reply.provider_id,
            details={**reply.details, "message": self._filtered},
        )

    def _begin_block(self, told: _WireEvent) -> Delta | None:
        block = told.content_block or WireBlock()
        self._blocks[told.index] = _GrowingBlock(block)
        if block.type == "tool_use":
            return Delta(tool_name=block.name or "")
        if block.text or block.thinking:
            return Delta(text=block.text or "", reasoning=block.thinking or "")
        return None

    def _grow(self, told: _WireEvent) -> Delta | None:
        delta = told.delta
        if delta is None:
            return None
        growing = self._blocks.get(told.index)
        if growing is None:
            growing = self._blocks[told.index] = _GrowingBlock(WireBlock(type="text"))
        if delta.text:
            growing.texts.append(delta.text)
            return Delta(text=delta.text)
        if delta.thinking:
            growing.thoughts.append(delta.thinking)
            return Delta(reasoning=delta.thinking)
        if delta.partial_json:
            growing.inputs.append(delta.partial_json)
        return None

    def _end_message(self, told: _WireEvent) -> None:
        if told.delta is not None:
            self._message.stop_reason = told.delta.stop_reason or self._message.stop_reason
            self._message.stop_sequence = told.delta.stop_sequence or self._message.stop_sequence
            self._message.stop_details = told.delta.stop_details or self._message.stop_details
        if told.usage is not None:
            self._message.usage = _latest(self._message.usage, told.usage)

    def _fail(self, error: WireError) -> None:
        self._filtered = filtered_message(error)
        if self._filtered is None:
            raise trouble_of_error(error)
        self._is_over = True


def _latest(before: WireUsage | None, now: WireUsage) -> WireUsage:
    """The counts are running totals; a later event may leave some out."""
    if before is None:
        return now
    for name in _USAGE_FIELDS:
        value = getattr(now, name)
        if value is not None:
            setattr(before, name, value)
    return before
