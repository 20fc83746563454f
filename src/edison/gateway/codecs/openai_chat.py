"""Chat completions: OpenAI's older format, which nearly every other server speaks too."""

from typing import Literal

from edison.domain import Ask, Form, FormKind, Image, Message, Text, Tool, ToolChoice, ToolMode

from ..provider import WireFormat
from .base import Dialect, Parcel, Reply, StreamReader
from .bodies import Body, merged, write_json
from .openai_chat_answers import ChatReader, read_chat
from .openai_services import OpenAIServices
from .openai_shared import image_url, written_arguments

_SAMPLING = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "seed": "seed",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "repeat_penalty": "repeat_penalty",
    "effort": "reasoning_effort",
}


class OpenAIChat(OpenAIServices):
    """The codec of chat completions. Prompt-cache marks send nothing: these servers cache by themselves."""

    format: WireFormat = WireFormat.OPENAI_CHAT
    framing: Literal["sse", "aws"] = "sse"

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        """The request for an Ask, the caller's own fields last."""
        body: Body = {"model": ask.to.model, "messages": [_written(message) for message in ask.messages]}
        if ask.tools:
            body["tools"] = [_offered(tool) for tool in ask.tools]
        if ask.tool_choice is not None:
            body["tool_choice"] = _chosen(ask.tool_choice)
        if ask.form.kind is not FormKind.TEXT:
            body["response_format"] = _shaped(ask.form, dialect)
        _add_sampling(body, ask, dialect)
        if stream:
            body["stream"] = True
            if dialect.stream_usage:
                body["stream_options"] = {"include_usage": True}
        return Parcel("/chat/completions", write_json(merged(body, ask.extra) if ask.extra else body))

    def decode(self, body: bytes) -> Reply:
        """Read a whole answer; an error inside it is raised, a filter's verdict inside it is the answer."""
        return read_chat(body)

    def reader(self) -> StreamReader:
        """A fresh reader for one stream."""
        return ChatReader()


def _written(message: Message) -> Body:
    written: Body = {"role": message.role, "content": _content(message)}
    if message.tool_calls:
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": written_arguments(call)},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        written["tool_call_id"] = message.tool_call_id
    return written


def _content(message: Message) -> object:
    parts = message.parts
    if len(parts) == 1 and isinstance(parts[0], Text):
        return parts[0].text
    if not parts:
        return None if message.tool_calls else ""
    # Text in several parts goes as one string: servers join parts differently, and some take strings alone.
    if all(isinstance(part, Text) for part in parts):
        return message.text
    return [_part(part) for part in parts]


def _part(part: Text | Image) -> Body:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    return {"type": "image_url", "image_url": {"url": image_url(part)}}


def _offered(tool: Tool) -> Body:
    function: Body = {"name": tool.name, "parameters": tool.parameters}
    if tool.description:
        function["description"] = tool.description
    return {"type": "function", "function": function}


def _chosen(choice: ToolChoice) -> object:
    if choice.mode is ToolMode.NAMED:
        return {"type": "function", "function": {"name": choice.name}}
    return choice.mode


def _shaped(form: Form, dialect: Dialect) -> Body:
    if form.kind is FormKind.JSON:
        return {"type": "json_object"}
    schema = form.schema_for(bounds=dialect.schema_bounds)
    return {
        "type": "json_schema",
        "json_schema": {"name": form.name, "schema": schema, "strict": form.strict},
    }


def _add_sampling(body: Body, ask: Ask, dialect: Dialect) -> None:
    sampling = ask.sampling
    if not sampling.model_fields_set.isdisjoint(_SAMPLING):
        for field, name in _SAMPLING.items():
            value = getattr(sampling, field)
            if value is not None:
                body[name] = value
    if sampling.max_tokens is not None:
        body[dialect.max_tokens_field] = sampling.max_tokens
    if sampling.stop:
        body["stop"] = sampling.stop
    if sampling.top_logprobs is not None:
        body["logprobs"] = True
        if sampling.top_logprobs:
            body["top_logprobs"] = sampling.top_logprobs
