"""The responses format: OpenAI's newer one, in which a conversation is a list of items."""

from collections.abc import Iterator
from typing import Literal

from edison.domain import (
    Ask,
    Form,
    FormKind,
    Image,
    Message,
    Role,
    Sampling,
    Text,
    Tool,
    ToolChoice,
    ToolMode,
)

from ..provider import WireFormat
from .base import Dialect, Parcel, Reply, StreamReader
from .bodies import Body, merged, write_json
from .openai_responses_answers import ResponsesReader, read_response
from .openai_services import OpenAIServices
from .openai_shared import image_url, written_arguments

_SAMPLING = (
    ("temperature", "temperature"),
    ("top_p", "top_p"),
    ("max_tokens", "max_output_tokens"),
    # OpenAI's own models take none of these here; servers that translate to chat completions pass them on.
    ("top_k", "top_k"),
    ("seed", "seed"),
    ("frequency_penalty", "frequency_penalty"),
    ("presence_penalty", "presence_penalty"),
    ("repeat_penalty", "repeat_penalty"),
)


class OpenAIResponses(OpenAIServices):
    """The codec of the responses format; the provider stores nothing, every call carries all it needs."""

    format: WireFormat = WireFormat.OPENAI_RESPONSES
    framing: Literal["sse", "aws"] = "sse"

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        """The request for an Ask, the caller's own fields last."""
        body: Body = {"model": ask.to.model, "store": False}
        _add_conversation(body, ask.messages)
        if ask.tools:
            body["tools"] = [_offered(tool) for tool in ask.tools]
        if ask.tool_choice is not None:
            body["tool_choice"] = _chosen(ask.tool_choice)
        if ask.form.kind is not FormKind.TEXT:
            body["text"] = {"format": _shaped(ask.form, dialect)}
        _add_sampling(body, ask.sampling)
        if stream:
            body["stream"] = True
        return Parcel("/responses", write_json(merged(body, ask.extra)))

    def decode(self, body: bytes) -> Reply:
        """Read a whole response; one that failed is raised, one that was filtered is the answer."""
        return read_response(body)

    def reader(self) -> StreamReader:
        """A fresh reader for one stream."""
        return ResponsesReader()


def _add_conversation(body: Body, messages: tuple[Message, ...]) -> None:
    first, rest = messages[0], messages[1:]
    # A response needs some input, so instructions are split off only where something follows them.
    if rest and first.role is Role.SYSTEM and _is_text(first):
        body["instructions"] = first.text
        messages = rest
    body["input"] = [item for message in messages for item in _items(message)]


def _items(message: Message) -> Iterator[Body]:
    if message.role is Role.TOOL:
        yield {"type": "function_call_output", "call_id": message.tool_call_id, "output": _content(message)}
        return
    if message.parts or not message.tool_calls:
        yield {"role": message.role, "content": _content(message)}
    for call in message.tool_calls:
        yield {
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": written_arguments(call),
        }


def _content(message: Message) -> object:
    return message.text if _is_text(message) else [_part(part) for part in message.parts]


def _is_text(message: Message) -> bool:
    return all(isinstance(part, Text) for part in message.parts)


def _part(part: Text | Image) -> Body:
    if isinstance(part, Text):
        return {"type": "input_text", "text": part.text}
    return {"type": "input_image", "image_url": image_url(part), "detail": "auto"}


def _offered(tool: Tool) -> Body:
    # Strict unless one says otherwise, which would refuse schemas that chat completions take as they are.
    offered: Body = {"type": "function", "name": tool.name, "parameters": tool.parameters, "strict": False}
    if tool.description:
        offered["description"] = tool.description
    return offered


def _chosen(choice: ToolChoice) -> object:
    if choice.mode is ToolMode.NAMED:
        return {"type": "function", "name": choice.name}
    return choice.mode


def _shaped(form: Form, dialect: Dialect) -> Body:
    if form.kind is FormKind.JSON:
        return {"type": "json_object"}
    schema = form.schema_for(bounds=dialect.schema_bounds)
    return {"type": "json_schema", "name": form.name, "schema": schema, "strict": form.strict}


def _add_sampling(body: Body, sampling: Sampling) -> None:
    for field, name in _SAMPLING:
        value = getattr(sampling, field)
        if value is not None:
            body[name] = value
    if sampling.stop:
        body["stop"] = sampling.stop
    if sampling.effort is not None:
        body["reasoning"] = {"effort": sampling.effort}
    if sampling.top_logprobs is not None:
        body["include"] = ["message.output_text.logprobs"]
        if sampling.top_logprobs:
            body["top_logprobs"] = sampling.top_logprobs
