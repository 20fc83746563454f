"""Messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import orjson

from ...exchange import SimMessage, SimReply, SimRequest, SimTool, SimToolCall
from ..reading import read_body
from ..shapes import ChatFormat, ChatQuestion, Format, Incoming, Json, Stamp, Trouble, WireEvent
from .body import (
    AnyChoice,
    AutoChoice,
    Block,
    CountBody,
    ImageBlock,
    MessageBody,
    MessagesBody,
    NoChoice,
    TextBlock,
    ThinkingAdaptive,
    ThinkingOff,
    ThinkingOn,
    ToolChoiceBody,
    ToolResultBlock,
    ToolUseBlock,
)
from .errors import AnthropicErrors, error_body, invalid
from .render import render_message, render_stream

_LARGEST = 32 * 1024 * 1024
_UNEXPECTED = (
    "messages.{place}.content.{number}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each "
    "`tool_result` block must have a corresponding `tool_use` block in the previous message."
)
_UNANSWERED = (
    "messages.{place}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each "
    "`tool_use` block must have a corresponding `tool_result` block in the next message."
)


class MessagesFormat(AnthropicErrors, ChatFormat):
    """POST /v1/messages."""

    name: ClassVar[Format] = Format.ANTHROPIC

    def read(self, incoming: Incoming) -> ChatQuestion:
        if "anthropic-version" not in incoming.headers:
            raise invalid("anthropic-version: header is required")
        if len(incoming.body) > _LARGEST:
            raise self.refuse(Trouble.TOO_LARGE)
        body = read_body(incoming.body, MessagesBody, self)
        _check(body)
        return ChatQuestion(_to_request(body, incoming), stream=bool(body.stream), echo=body)

    def read_count(self, incoming: Incoming) -> SimRequest:
        """The request whose tokens are to be counted."""
        body = read_body(incoming.body, CountBody, self)
        return SimRequest(model=body.model, messages=tuple(_messages(body)), tools=_tools(body), max_tokens=1)

    def render(self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
        return render_message(question, replies[0], stamp)

    def stream(
        self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp
    ) -> Iterable[WireEvent]:
        return render_stream(question, replies[0], stamp)

    def frame(self, event: WireEvent) -> bytes:
        return f"event: {event.name}\ndata: ".encode() + orjson.dumps(event.data) + b"\n\n"

    def error_event(self, sentence: str) -> WireEvent:
        return WireEvent("error", error_body(sentence, kind="overloaded_error"))


def _to_request(body: MessagesBody, incoming: Incoming) -> SimRequest:
    config = body.output_config
    return SimRequest(
        model=body.model,
        messages=tuple(_messages(body)),
        tools=_tools(body),
        tool_choice=_to_choice(body.tool_choice),
        schema=config.format.schema if config is not None and config.format is not None else None,
        temperature=body.temperature,
        max_tokens=body.max_tokens,
        stop=tuple(body.stop_sequences or ()),
        reasoning_effort=_effort(body),
        cached_prefix_chars=_cached_prefix(body),
        salt=incoming.salt,
    )


def _tools(body: MessagesBody | CountBody) -> tuple[SimTool, ...]:
    return tuple(SimTool(tool.name, tool.description or "", tool.input_schema) for tool in body.tools or ())


def _to_choice(choice: AutoChoice | AnyChoice | ToolChoiceBody | NoChoice | None) -> str | None:
    match choice:
        case ToolChoiceBody():
            return f"name:{choice.name}"
        case AnyChoice():
            return "required"
        case NoChoice():
            return "none"
        case AutoChoice():
            return "auto"
        case None:
            return None


def _effort(body: MessagesBody) -> str | None:
    stated = body.output_config.effort if body.output_config is not None else None
    match body.thinking:
        case ThinkingOn(budget_tokens=budget):
            return stated or ("low" if budget < 4096 else "medium" if budget < 16384 else "high")
        case ThinkingAdaptive():
            return stated or "high"
        case ThinkingOff():
            return "none"
        case None:
            return stated


def _messages(body: MessagesBody | CountBody) -> Iterator[SimMessage]:
    if body.system:
        yield SimMessage("system", _text(body.system))
    for message in body.messages:
        yield from _turns(message)


def _turns(message: MessageBody) -> Iterator[SimMessage]:
    """One message of theirs may hold tool results and words: each becomes a message of ours."""
    blocks = [TextBlock(text=message.content)] if isinstance(message.content, str) else message.content
    for block in blocks:
        if isinstance(block, ToolResultBlock):
            yield SimMessage("tool", _text(block.content or ""), tool_call_id=block.tool_use_id)
    rest = [block for block in blocks if not isinstance(block, ToolResultBlock)]
    if rest:
        calls = tuple(
            SimToolCall(block.id, block.name, block.input)
            for block in rest
            if isinstance(block, ToolUseBlock)
        )
        images = sum(isinstance(block, ImageBlock) for block in rest)
        yield SimMessage(message.role, _text(rest), images, calls)


def _text(content: str | Sequence[Block]) -> str:
    if isinstance(content, str):
        return content
    return "".join(block.text for block in content if isinstance(block, TextBlock))


def _cached_prefix(body: MessagesBody) -> int:
    """Characters up to the last mark, in the order system, messages."""
    length = marked = 0
    system = [TextBlock(text=body.system)] if isinstance(body.system, str) else body.system or []
    for block in (*system, *(block for message in body.messages for block in _blocks(message))):
        length += len(block.text) if isinstance(block, TextBlock) else 0
        if getattr(block, "cache_control", None) is not None:
            marked = length
    return length if body.cache_control is not None else marked


def _blocks(message: MessageBody) -> Sequence[Block]:
    return [TextBlock(text=message.content)] if isinstance(message.content, str) else message.content


def _check(body: MessagesBody) -> None:
    """What the types alone do not say."""
    if body.messages[0].role == "assistant":
        raise invalid('messages: first message must use the "user" role')
    if isinstance(body.thinking, ThinkingOn) and body.thinking.budget_tokens >= body.max_tokens:
        raise invalid(
            "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at "
            "https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size"
        )
    if isinstance(body.thinking, (ThinkingOn, ThinkingAdaptive)) and body.temperature not in (None, 1.0):
        raise invalid("`temperature` may only be set to 1 when thinking is enabled.")
    _check_tools(body)
    _check_turns(body.messages)


def _check_tools(body: MessagesBody) -> None:
    names = [tool.name for tool in body.tools or ()]
    if len(set(names)) != len(names):
        raise invalid("tools: Tool names must be unique.")
    if body.tool_choice is not None and not names:
        raise invalid("tool_choice: tool_choice may only be specified while providing tools.")
    if isinstance(body.tool_choice, ToolChoiceBody) and body.tool_choice.name not in names:
        raise invalid(f"Tool '{body.tool_choice.name}' not found in provided tools")


def _check_turns(messages: Sequence[MessageBody]) -> None:
    called: set[str] = set()
    for place, message in enumerate(messages):
        blocks = _blocks(message)
        results = [block.tool_use_id for block in blocks if isinstance(block, ToolResultBlock)]
        for number, result in enumerate(results):
            if result not in called:
                raise invalid(_UNEXPECTED.format(place=place, number=number, id=result))
        if called - set(results):
            raise invalid(_UNANSWERED.format(place=place, ids=", ".join(sorted(called - set(results)))))
        if any(isinstance(block, TextBlock) and not block.text for block in blocks):
            raise invalid("messages: text content blocks must be non-empty")
        called = {block.id for block in blocks if isinstance(block, ToolUseBlock)}
