"""Chat completions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import orjson

from ...exchange import SimMessage, SimReply, SimRequest, SimTool, SimToolCall
from ..reading import read_body
from ..shapes import ChatFormat, ChatQuestion, Format, Incoming, Json, Stamp, WireEvent, parse_arguments
from .chat_body import (
    AssistantMessage,
    ChatBody,
    ImagePart,
    JsonForm,
    LooseChatBody,
    MessageBody,
    NamedChoice,
    RefusalPart,
    SchemaForm,
    TextPart,
    ToolMessage,
    check_strict_schema,
)
from .chat_render import render_answer, render_stream
from .errors import OpenAIErrors, error_body, invalid

_INSTRUCTIONS = ("system", "developer")


class ChatCompletionsFormat(OpenAIErrors, ChatFormat):
    """POST /chat/completions."""

    name: ClassVar[Format] = Format.OPENAI

    def read(self, incoming: Incoming) -> ChatQuestion:
        shape = ChatBody if incoming.is_strict else LooseChatBody
        body = read_body(incoming.body, shape, self)
        _check(body, is_strict=incoming.is_strict)
        return ChatQuestion(
            _to_request(body, incoming), stream=bool(body.stream), choices=body.n or 1, echo=body
        )

    def render(self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
        return render_answer(question, replies, stamp)

    def stream(
        self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp
    ) -> Iterable[WireEvent]:
        return render_stream(question, replies, stamp)

    def frame(self, event: WireEvent) -> bytes:
        return b"data: " + (b"[DONE]" if event.data is None else orjson.dumps(event.data)) + b"\n\n"

    def error_event(self, sentence: str) -> WireEvent:
        return WireEvent("", error_body(sentence, kind="server_error"))


def _to_request(body: ChatBody, incoming: Incoming) -> SimRequest:
    form = body.response_format
    stop = (body.stop,) if isinstance(body.stop, str) else tuple(body.stop or ())
    messages = tuple(_to_message(message) for message in body.messages)
    return SimRequest(
        model=body.model,
        messages=messages,
        tools=tuple(
            SimTool(tool.function.name, tool.function.description or "", tool.function.parameters)
            for tool in body.tools or ()
        ),
        tool_choice=_to_choice(body.tool_choice),
        schema=form.json_schema.schema if isinstance(form, SchemaForm) else None,
        json_mode=isinstance(form, JsonForm),
        temperature=body.temperature,
        seed=body.seed,
        max_tokens=body.max_completion_tokens or body.max_tokens,
        stop=stop,
        top_logprobs=(body.top_logprobs or 0) if body.logprobs else None,
        reasoning_effort=body.reasoning_effort,
        cached_prefix_chars=_cached_prefix(body, messages),
        salt=incoming.salt,
    )


def _to_message(message: MessageBody) -> SimMessage:
    role = "system" if message.__struct_config__.tag in _INSTRUCTIONS else str(message.__struct_config__.tag)
    parts = [message.content] if isinstance(message.content, str) else list(message.content or ())
    text = "".join(_text_of(part) for part in parts)
    images = sum(isinstance(part, ImagePart) for part in parts)
    calls = message.tool_calls or () if isinstance(message, AssistantMessage) else ()
    return SimMessage(
        role=role,
        text=text,
        images=images,
        tool_calls=tuple(
            SimToolCall(call.id, call.function.name, parse_arguments(call.function.arguments))
            for call in calls
        ),
        tool_call_id=message.tool_call_id if isinstance(message, ToolMessage) else None,
    )


def _text_of(part: str | TextPart | ImagePart | RefusalPart) -> str:
    match part:
        case str():
            return part
        case TextPart():
            return part.text
        case RefusalPart():
            return part.refusal
        case ImagePart():
            return ""


def _to_choice(choice: str | NamedChoice | None) -> str | None:
    return f"name:{choice.function.name}" if isinstance(choice, NamedChoice) else choice


def _cached_prefix(body: ChatBody, messages: tuple[SimMessage, ...]) -> int:
    """OpenAI remembers prefixes by itself; here, for requests that name a cache, all but the last message."""
    if body.prompt_cache_key is not None:
        return sum(len(message.text) for message in messages[:-1])
    marked = [place for place, message in enumerate(body.messages) if _is_marked(message)]
    return sum(len(message.text) for message in messages[: marked[-1] + 1]) if marked else 0


def _is_marked(message: MessageBody) -> bool:
    parts = message.content
    return isinstance(parts, list) and any(
        isinstance(part, TextPart) and part.cache_control is not None for part in parts
    )


def _check(body: ChatBody, *, is_strict: bool) -> None:
    """What the types alone do not say."""
    if body.max_tokens is not None and body.max_completion_tokens is not None:
        raise invalid(
            "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
            code="invalid_parameter_combination",
        )
    if body.stream_options is not None and not body.stream:
        raise invalid(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.", param="stream_options"
        )
    if body.top_logprobs is not None and not body.logprobs:
        raise invalid(
            "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.", param="top_logprobs"
        )
    _check_tools(body)
    _check_form(body)
    _check_turns(body.messages)
    if is_strict:
        for problem in _foreign_fields(body.messages):
            raise invalid(f"Unknown parameter: '{problem}'.", param=problem, code="unknown_parameter")


def _check_tools(body: ChatBody) -> None:
    if body.tool_choice is not None and not body.tools:
        raise invalid(
            "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
            param="tool_choice",
        )
    names = [tool.function.name for tool in body.tools or ()]
    if isinstance(body.tool_choice, NamedChoice) and body.tool_choice.function.name not in names:
        raise invalid("Tool choice 'function' not found in 'tools' parameter.", param="tool_choice")
    for place, tool in enumerate(body.tools or ()):
        if tool.function.strict:
            check_strict_schema(
                tool.function.parameters,
                f"function '{tool.function.name}'",
                f"tools[{place}].function.parameters",
            )


def _check_form(body: ChatBody) -> None:
    form = body.response_format
    if isinstance(form, SchemaForm):
        if form.json_schema.schema is None:
            raise invalid(
                "Missing required parameter: 'response_format.json_schema.schema'.",
                param="response_format.json_schema.schema",
                code="missing_required_parameter",
            )
        if form.json_schema.strict:
            check_strict_schema(
                form.json_schema.schema, f"response_format '{form.json_schema.name}'", "response_format"
            )
    if isinstance(form, JsonForm) and "json" not in " ".join(_words(body.messages)).lower():
        raise invalid(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type "
            "'json_object'.",
            param="messages",
        )


def _words(messages: Sequence[MessageBody]) -> Iterator[str]:
    return (_to_message(message).text for message in messages)


def _check_turns(messages: Sequence[MessageBody]) -> None:
    open_calls: set[str] = set()
    for place, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            if message.tool_call_id not in open_calls:
                raise invalid(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
                    "with 'tool_calls'.",
                    param=f"messages.[{place}].role",
                )
            open_calls.discard(message.tool_call_id)
            continue
        if open_calls:
            break
        open_calls = (
            {call.id for call in message.tool_calls or ()} if isinstance(message, AssistantMessage) else set()
        )
    if open_calls:
        missing = ", ".join(sorted(open_calls))
        raise invalid(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            f"'tool_call_id'. The following tool_call_ids did not have response messages: {missing}",
            param="messages",
        )


def _foreign_fields(messages: Sequence[MessageBody]) -> Iterator[str]:
    """Fields only other servers of this format take."""
    for place, message in enumerate(messages):
        if isinstance(message, AssistantMessage) and message.reasoning_content is not None:
            yield f"messages[{place}].reasoning_content"
        if isinstance(message, AssistantMessage) and message.reasoning is not None:
            yield f"messages[{place}].reasoning"
        if _is_marked(message):
            yield f"messages[{place}].content[0].cache_control"
