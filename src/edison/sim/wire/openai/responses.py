"""Responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import orjson

from ...exchange import SimMessage, SimReply, SimRequest, SimTool, SimToolCall
from ..reading import convert_body, read_body
from ..shapes import (
    ChatFormat,
    ChatQuestion,
    Format,
    Incoming,
    Json,
    ProviderRefusal,
    Stamp,
    WireEvent,
    parse_arguments,
)
from .chat_body import check_strict_schema
from .errors import OpenAIErrors, error_body, invalid
from .responses_body import (
    ITEMS,
    CallItem,
    Content,
    InputImage,
    JsonFormat,
    LooseResponsesBody,
    MessageItem,
    NamedTool,
    OutputItem,
    ReasoningItem,
    RefusalText,
    ResponsesBody,
    SchemaFormat,
)
from .responses_render import render_response, render_stream


class ResponsesFormat(OpenAIErrors, ChatFormat):
    """POST /responses."""

    name: ClassVar[Format] = Format.RESPONSES

    def read(self, incoming: Incoming) -> ChatQuestion:
        shape = ResponsesBody if incoming.is_strict else LooseResponsesBody
        body = read_body(incoming.body, shape, self)
        _check(body)
        return ChatQuestion(self._to_request(body, incoming), stream=bool(body.stream), echo=body)

    def render(self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
        return render_response(question, replies[0], stamp)

    def stream(
        self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp
    ) -> Iterable[WireEvent]:
        return render_stream(question, replies[0], stamp)

    def frame(self, event: WireEvent) -> bytes:
        return f"event: {event.name}\ndata: ".encode() + orjson.dumps(event.data) + b"\n\n"

    def error_event(self, sentence: str) -> WireEvent:
        said: Json = {
            "type": "error",
            "code": "server_error",
            "message": sentence,
            "param": None,
            "sequence_number": 0,
        }
        return WireEvent("error", said)

    def _to_request(self, body: ResponsesBody, incoming: Incoming) -> SimRequest:
        form = body.text.format if body.text is not None else None
        choice = body.tool_choice
        messages = tuple(self._messages(body))
        wants_logprobs = "message.output_text.logprobs" in (body.include or ())
        return SimRequest(
            model=body.model,
            messages=messages,
            tools=tuple(
                SimTool(tool.name, tool.description or "", tool.parameters or {}) for tool in body.tools or ()
            ),
            tool_choice=f"name:{choice.name}" if isinstance(choice, NamedTool) else choice,
            schema=form.schema if isinstance(form, SchemaFormat) else None,
            json_mode=isinstance(form, JsonFormat),
            temperature=body.temperature,
            max_tokens=body.max_output_tokens,
            top_logprobs=(body.top_logprobs or 0) if wants_logprobs else None,
            reasoning_effort=body.reasoning.effort if body.reasoning is not None else None,
            cached_prefix_chars=(
                sum(len(message.text) for message in messages[:-1])
                if body.prompt_cache_key is not None
                else 0
            ),
            salt=incoming.salt,
        )

    def _messages(self, body: ResponsesBody) -> Iterator[SimMessage]:
        if body.instructions is not None:
            yield SimMessage("system", body.instructions)
        if isinstance(body.input, str):
            yield SimMessage("user", body.input)
            return
        for place, item in enumerate(body.input):
            yield from self._message(item, place)

    def _message(self, item: Json, place: int) -> Iterator[SimMessage]:
        kind = str(item.get("type", "message"))
        shape = ITEMS.get(kind)
        if shape is None:
            raise invalid(f"Invalid value: '{kind}'.", param=f"input[{place}].type", code="invalid_value")
        match convert_body(item, shape, self, at=f"input[{place}]"):
            case MessageItem() as said:
                role = "system" if said.role == "developer" else said.role
                yield SimMessage(role, _text(said.content), _images(said.content))
            case CallItem() as call:
                made = SimToolCall(call.call_id, call.name, parse_arguments(call.arguments))
                yield SimMessage("assistant", "", tool_calls=(made,))
            case OutputItem() as output:
                yield SimMessage("tool", _text(output.output), tool_call_id=output.call_id)
            case ReasoningItem():
                return


def _text(content: str | list[Content]) -> str:
    if isinstance(content, str):
        return content
    return "".join(
        part.refusal if isinstance(part, RefusalText) else part.text
        for part in content
        if not isinstance(part, InputImage)
    )


def _images(content: str | list[Content]) -> int:
    return 0 if isinstance(content, str) else sum(isinstance(part, InputImage) for part in content)


def _check(body: ResponsesBody) -> None:
    """What the types alone do not say."""
    if body.previous_response_id is not None:
        raise ProviderRefusal(
            400,
            error_body(
                f"Previous response with id '{body.previous_response_id}' not found.",
                param="previous_response_id",
                code="previous_response_not_found",
            ),
        )
    if body.tool_choice is not None and body.tool_choice != "none" and not body.tools:
        raise invalid("Tool choices other than 'none' or 'auto' require 'tools'.", param="tool_choice")
    for place, tool in enumerate(body.tools or ()):
        if tool.strict:
            check_strict_schema(
                tool.parameters or {}, f"function '{tool.name}'", f"tools[{place}].parameters"
            )
    form = body.text.format if body.text is not None else None
    if isinstance(form, SchemaFormat) and form.strict:
        check_strict_schema(form.schema, f"response_format '{form.name}'", "text.format.schema")
    if body.stream_options is not None and not body.stream:
        raise invalid(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.", param="stream_options"
        )
