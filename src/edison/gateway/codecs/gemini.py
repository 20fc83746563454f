"""Google's generateContent format: how an Ask is written in it. Vertex speaks it below another address."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal
from urllib.parse import quote

import msgspec

from edison.domain import (
    Ask,
    FormKind,
    Image,
    Message,
    ModelListing,
    Part,
    Role,
    Sampling,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)
from edison.errors import ParametersNotTaken, ProviderTrouble

from ..provider import WireFormat
from ..reading import read_json
from .base import Dialect, EmbeddingReply, ModelsPage, Parcel, Reply
from .bodies import Body, arguments_of, merged, refuse_untaken, thinking_budget, wished_sampling, write_json
from .gemini_answer import GeminiReader, WireUsage, decode_reply, read_usage
from .gemini_failures import read_failure

_MODEL_PREFIXES = ("models/", "tunedModels/", "publishers/", "projects/")
_MODES = {ToolMode.AUTO: "AUTO", ToolMode.NONE: "NONE", ToolMode.REQUIRED: "ANY", ToolMode.NAMED: "ANY"}

_UNSIGNED = "skip_thought_signature_validator"
"""Models that think by level want each turn's first call signed with their thoughts; this is what Google
documents for calls whose signature is not at hand."""


class Gemini:
    """The codec of `:generateContent` and `:batchEmbedContents`."""

    format: WireFormat = WireFormat.GEMINI
    framing: Literal["sse", "aws"] = "sse"

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        refuse_untaken(ask, wishes=wished_sampling(ask, among=("repeat_penalty",)))
        body: Body = {"contents": _contents(ask, signs_calls=dialect.thinking == "level")}
        system = [part for message in ask.messages if message.role is Role.SYSTEM for part in message.parts]
        if system:
            body["systemInstruction"] = {"role": "user", "parts": _parts(system)}
        if ask.tools:
            body["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in ask.tools]}]
        if ask.tool_choice is not None:
            body["toolConfig"] = {"functionCallingConfig": _calling(ask.tool_choice)}
        config = _generation_config(ask, dialect)
        if config:
            body["generationConfig"] = config
        verb = "streamGenerateContent?alt=sse" if stream else "generateContent"
        return Parcel(f"/{_resource(ask.to.model)}:{verb}", write_json(merged(body, ask.extra)))

    def decode(self, body: bytes) -> Reply:
        return decode_reply(body)

    def reader(self) -> GeminiReader:
        return GeminiReader()

    def read_failure(self, status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
        return read_failure(status, body)

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        resource = _resource(model)
        shared: Body = {"model": resource}
        if dimensions is not None:
            shared["outputDimensionality"] = dimensions
        requests = [{"content": {"role": "user", "parts": [{"text": text}]}, **shared} for text in texts]
        return Parcel(f"/{resource}:batchEmbedContents", write_json({"requests": requests}))

    def decode_embedding(self, body: bytes) -> EmbeddingReply:
        return decode_embedding(body)

    def encode_models(self, page: str | None = None) -> Parcel:
        token = f"&pageToken={quote(page, safe='')}" if page else ""
        return Parcel(f"/models?pageSize=1000{token}", None, method="GET")

    def decode_models(self, body: bytes) -> ModelsPage:
        return decode_models(body)


@lru_cache(maxsize=1024)
def _resource(model: str) -> str:
    named = model if model.startswith(_MODEL_PREFIXES) else f"models/{model}"
    return quote(named, safe="/@-._~")


def _contents(ask: Ask, *, signs_calls: bool) -> list[Body]:
    """Turns of the conversation; the results of tools that were called together answer in one turn."""
    turns: list[Body] = []
    names: dict[str, str] = {}
    results: list[Body] | None = None
    for message in ask.messages:
        if message.role is Role.SYSTEM:
            continue
        if message.role is not Role.TOOL:
            results = None
            names.update((call.id, call.name) for call in message.tool_calls)
            turns.append(_turn(message, signs_calls=signs_calls))
            continue
        if results is None:
            results = []
            turns.append({"role": "user", "parts": results})
        results.append({"functionResponse": _function_response(message, name=_called(ask, message, names))})
    return turns


def _turn(message: Message, *, signs_calls: bool) -> Body:
    parts = _parts(message.parts)
    calls: list[Body] = [{"functionCall": _function_call(call)} for call in message.tool_calls]
    if calls and signs_calls:
        calls[0]["thoughtSignature"] = _UNSIGNED
    role = "model" if message.role is Role.ASSISTANT else "user"
    return {"role": role, "parts": parts + calls}


def _called(ask: Ask, message: Message, names: Mapping[str, str]) -> str:
    """The name of the tool that a result answers: the format wants it, our messages carry the call's id."""
    name = names.get(message.tool_call_id or "")
    if name is None:
        raise ParametersNotTaken(ask.to.name, [f"a tool result without its call ({message.tool_call_id})"])
    return name


def _parts(parts: Iterable[Part]) -> list[Body]:
    return [_image(part) if isinstance(part, Image) else {"text": part.text} for part in parts if _says(part)]


def _says(part: Part) -> bool:
    return isinstance(part, Image) or bool(part.text)


def _image(image: Image) -> Body:
    if image.url is not None:
        return {"fileData": {"fileUri": image.url, "mimeType": image.media_type}}
    return {"inlineData": {"data": image.base64, "mimeType": image.media_type}}


def _function_call(call: ToolCall) -> Body:
    return {"id": call.id, "name": call.name, "args": arguments_of(call)}


def _function_response(message: Message, *, name: str) -> Body:
    response: Body = {"id": message.tool_call_id, "name": name, "response": {"output": message.text}}
    images = [_image(part) for part in message.parts if isinstance(part, Image)]
    if images:
        response["parts"] = images
    return response


def _declaration(tool: Tool) -> Body:
    declared: Body = {"name": tool.name, "parametersJsonSchema": tool.parameters}
    if tool.description:
        declared["description"] = tool.description
    return declared


def _calling(choice: ToolChoice) -> Body:
    calling: Body = {"mode": _MODES[choice.mode]}
    if choice.name is not None:
        calling["allowedFunctionNames"] = [choice.name]
    return calling


_SAMPLING_FIELDS = {
    "temperature": "temperature",
    "topP": "top_p",
    "topK": "top_k",
    "maxOutputTokens": "max_tokens",
    "presencePenalty": "presence_penalty",
    "frequencyPenalty": "frequency_penalty",
    "seed": "seed",
}


def _generation_config(ask: Ask, dialect: Dialect) -> Body:
    sampling = ask.sampling
    config: Body = {}
    for field, name in _SAMPLING_FIELDS.items():
        value = getattr(sampling, name)
        if value is not None:
            config[field] = value
    if sampling.stop:
        config["stopSequences"] = sampling.stop
    if sampling.top_logprobs is not None:
        config["responseLogprobs"] = True
    if sampling.top_logprobs:
        config["logprobs"] = sampling.top_logprobs
    if ask.form.kind is not FormKind.TEXT:
        config["responseMimeType"] = "application/json"
    if ask.form.json_schema is not None:
        config["responseJsonSchema"] = ask.form.json_schema
    if sampling.effort is not None:
        config["thinkingConfig"] = _thinking(sampling, dialect)
    return config


def _thinking(sampling: Sampling, dialect: Dialect) -> Body:
    assert sampling.effort is not None, "asked only when an effort is wished"
    if dialect.thinking == "budget":
        return {"thinkingBudget": thinking_budget(sampling.effort)}
    return {"thinkingLevel": sampling.effort.value.upper()}


class _WireVector(msgspec.Struct):
    values: tuple[float, ...] = ()


class _WireEmbeddings(msgspec.Struct, rename="camel"):
    embeddings: list[_WireVector]
    usage_metadata: WireUsage | None = None


def decode_embedding(body: bytes) -> EmbeddingReply:
    """Read vectors, in the order of the texts."""
    read = read_json(body, _WireEmbeddings)
    return EmbeddingReply(
        tuple([vector.values for vector in read.embeddings]), read_usage(read.usage_metadata)
    )


class _WireModel(msgspec.Struct, rename="camel"):
    name: str
    display_name: str | None = None
    input_token_limit: int | None = None
    output_token_limit: int | None = None


class _WireModels(msgspec.Struct, rename="camel"):
    models: list[_WireModel] = []
    next_page_token: str | None = None


def decode_models(body: bytes) -> ModelsPage:
    """Read a page of the model list; a page without models is an empty one."""
    page = read_json(body, _WireModels)
    models = tuple(
        ModelListing(
            id=model.name.removeprefix("models/"),
            display_name=model.display_name,
            context_tokens=model.input_token_limit,
            max_output_tokens=model.output_token_limit,
            owned_by="google",
        )
        for model in page.models
    )
    return ModelsPage(models, page.next_page_token or None)
