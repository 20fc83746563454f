"""Converse and converse-stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, cast

import orjson

from ...exchange import SimMessage, SimReply, SimRequest, SimTool, SimToolCall
from ..reading import read_body
from ..shapes import ChatFormat, ChatQuestion, Format, Incoming, Json, Stamp, WireEvent, parse_arguments
from .body import (
    ContentBlock,
    ConverseBody,
    InferenceConfig,
    MessageBody,
    OutputConfig,
    ToolChoiceBody,
    ToolResult,
)
from .errors import BedrockErrors, invalid
from .render import encode_frame, render_converse, render_stream

_EXCEPTION = "!"


class ConverseFormat(BedrockErrors, ChatFormat):
    """POST /model/{model}/converse and /model/{model}/converse-stream."""

    name: ClassVar[Format] = Format.BEDROCK

    def read(self, incoming: Incoming) -> ChatQuestion:
        body = read_body(incoming.body, ConverseBody, self)
        _check(body)
        return ChatQuestion(
            _to_request(body, incoming), stream=incoming.path.endswith("/converse-stream"), echo=body
        )

    def render(self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
        return render_converse(question, replies[0], stamp)

    def stream(
        self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp
    ) -> Iterable[WireEvent]:
        return render_stream(question, replies[0], stamp)

    def frame(self, event: WireEvent) -> bytes:
        if event.name.startswith(_EXCEPTION):
            headers = {
                ":exception-type": event.name[1:],
                ":content-type": "application/json",
                ":message-type": "exception",
            }
        else:
            headers = {
                ":event-type": event.name,
                ":content-type": "application/json",
                ":message-type": "event",
            }
        return encode_frame(headers, orjson.dumps(event.data))

    def error_event(self, sentence: str) -> WireEvent:
        return WireEvent(
            f"{_EXCEPTION}modelStreamErrorException", {"message": sentence, "originalStatusCode": 500}
        )


def _to_request(body: ConverseBody, incoming: Incoming) -> SimRequest:
    config = body.inference_config or InferenceConfig()
    output = body.output_config or OutputConfig()
    tools = body.tool_config.tools if body.tool_config is not None else ()
    return SimRequest(
        model=incoming.model or "",
        messages=tuple(_messages(body)),
        tools=tuple(
            SimTool(tool.tool_spec.name, tool.tool_spec.description or "", tool.tool_spec.input_schema.json)
            for tool in tools
            if tool.tool_spec is not None
        ),
        tool_choice=_to_choice(body.tool_config.tool_choice if body.tool_config is not None else None),
        schema=parse_arguments(output.text_format.structure.json_schema.schema)
        if output.text_format
        else None,
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        stop=tuple(config.stop_sequences or ()),
        reasoning_effort=output.effort or _thinking(body),
        cached_prefix_chars=_cached_prefix(body),
        salt=incoming.salt,
    )


def _to_choice(choice: ToolChoiceBody | None) -> str | None:
    if choice is None:
        return None
    if choice.tool is not None:
        return f"name:{choice.tool.name}"
    return "required" if choice.any is not None else "auto"


def _thinking(body: ConverseBody) -> str | None:
    """Models behind Bedrock are told to think in fields of their makers."""
    extra = body.additional_model_request_fields or {}
    thinking = extra.get("thinking") or extra.get("reasoning_config")
    if not isinstance(thinking, dict):
        return None
    return "medium" if cast(Json, thinking).get("type") in ("enabled", "adaptive") else "none"


def _messages(body: ConverseBody) -> Iterator[SimMessage]:
    system = "".join(block.text or "" for block in body.system or ())
    if system:
        yield SimMessage("system", system)
    for message in body.messages:
        yield from _turns(message)


def _turns(message: MessageBody) -> Iterator[SimMessage]:
    for block in message.content:
        if block.tool_result is not None:
            yield SimMessage(
                "tool", _result_text(block.tool_result), tool_call_id=block.tool_result.tool_use_id
            )
    rest = [block for block in message.content if block.tool_result is None and block.cache_point is None]
    if rest:
        calls = tuple(
            SimToolCall(block.tool_use.tool_use_id, block.tool_use.name, block.tool_use.input)
            for block in rest
            if block.tool_use is not None
        )
        text = "".join(block.text or "" for block in rest)
        yield SimMessage(message.role, text, sum(block.image is not None for block in rest), calls)


def _result_text(result: ToolResult) -> str:
    return "".join(
        block.text if block.text is not None else orjson.dumps(block.json).decode()
        for block in result.content
        if block.image is None
    )


def _cached_prefix(body: ConverseBody) -> int:
    length = marked = 0
    system = ((block.text, block.cache_point) for block in body.system or ())
    said = ((block.text, block.cache_point) for message in body.messages for block in message.content)
    for text, mark in (*system, *said):
        length += len(text or "")
        if mark is not None:
            marked = length
    return marked


def _check(body: ConverseBody) -> None:
    """What the types alone do not say."""
    if body.messages[0].role != "user":
        raise invalid(
            "A conversation must start with a user message. Try again with a conversation that does."
        )
    for place, message in enumerate(body.messages):
        for number, block in enumerate(message.content):
            if _kinds(block) != 1:
                raise invalid(f"ContentBlock object at messages.{place}.content.{number} must set one key.")
            if block.text is not None and not block.text.strip():
                raise invalid(f"The text field in the block at messages.{place}.content.{number} is blank.")
    used = any(block.tool_use or block.tool_result for message in body.messages for block in message.content)
    if used and body.tool_config is None:
        raise invalid(
            "The toolConfig field must be defined when using toolUse and toolResult content blocks."
        )


def _kinds(block: ContentBlock) -> int:
    kinds = (
        block.text,
        block.image,
        block.tool_use,
        block.tool_result,
        block.cache_point,
        block.reasoning_content,
    )
    return sum(kind is not None for kind in kinds)
