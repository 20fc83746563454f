"""What lies beside the two chat formats and is the same for both: failures, embeddings, model lists."""

import struct
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import NoReturn
from urllib.parse import quote

import msgspec

from edison.domain import ModelListing
from edison.errors import BadRequest, ProviderTrouble

from ..reading import read_json, unreadable
from .base import EmbeddingReply, ModelsPage, Parcel, Reply
from .bodies import Body, write_json
from .openai_failures import read_failure, reply_to_failed
from .openai_shared import as_count, as_dict, as_list, as_word, read_usage


class OpenAIServices:
    """The part of a codec that both of OpenAI's formats have in common."""

    def read_failure(self, status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
        """What a non-2xx answer means; a Reply where a filter is reported as a failure."""
        return read_failure(status, headers, body)

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        """The request for embeddings, as plain numbers, which every server can write."""
        body: Body = {"model": model, "input": list(texts), "encoding_format": "float"}
        if dimensions is not None:
            body["dimensions"] = dimensions
        return Parcel("/embeddings", write_json(body))

    def decode_embedding(self, body: bytes) -> EmbeddingReply:
        """Vectors in the order of the texts, whatever order they came in."""
        answer = read_json(body, _Embeddings)
        if answer.error:
            _raise_error_within(body)
        if answer.data is None:
            raise unreadable(body, "it has no data")
        placed = [(_place(item, position), _vector(item, body)) for position, item in enumerate(answer.data)]
        placed.sort(key=lambda pair: pair[0])
        return EmbeddingReply(
            vectors=tuple(vector for _, vector in placed),
            usage=read_usage(answer.usage),
            reported_model=as_word(answer.model),
        )

    def encode_models(self, page: str | None = None) -> Parcel:
        """The request for the model list; OpenAI has one page, some servers have more."""
        return Parcel(f"/models?after={quote(page)}" if page else "/models", method="GET")

    def decode_models(self, body: bytes) -> ModelsPage:
        """The list, wrapped as OpenAI does or bare as Together does; entries without an id are left out."""
        listing = (
            _ModelList(data=read_json(body, list[_Model]))
            if body.lstrip()[:1] == b"["
            else read_json(body, _ModelList)
        )
        if listing.error:
            _raise_error_within(body)
        if listing.data is None:
            raise unreadable(body, "it has no data")
        models = tuple(_listed(model) for model in listing.data if model.id)
        return ModelsPage(models, next_page=as_word(listing.last_id) if listing.has_more is True else None)


class _Vector(msgspec.Struct):
    embedding: tuple[float, ...] | str
    index: object = None


class _Embeddings(msgspec.Struct):
    data: list[_Vector] | None = None
    model: object = None
    usage: object = None
    error: object = None


class _Model(msgspec.Struct):
    id: str = ""
    name: object = None
    display_name: object = None
    owned_by: object = None
    organization: object = None
    context_length: object = None
    max_model_len: object = None
    max_context_length: object = None
    context_window: object = None
    top_provider: object = None
    providers: object = None
    meta: object = None


class _ModelList(msgspec.Struct):
    data: list[_Model] | None = None
    error: object = None
    has_more: object = None
    last_id: object = None


def _raise_error_within(body: bytes) -> NoReturn:
    filtered = reply_to_failed(body)
    raise BadRequest(
        f"The provider filtered the request: {filtered.details.get('message')}", may_be_billed=True
    )


def _place(item: _Vector, position: int) -> int:
    place = as_count(item.index)
    return position if place is None else place


def _vector(item: _Vector, body: bytes) -> tuple[float, ...]:
    if not isinstance(item.embedding, str):
        return item.embedding
    try:
        # Servers that insist on base64 send 32-bit floats, the lowest byte first, as OpenAI does.
        packed = b64decode(item.embedding, validate=True)
        return struct.unpack(f"<{len(packed) // 4}f", packed)
    except (ValueError, struct.error) as cause:
        raise unreadable(body, cause) from cause


def _listed(model: _Model) -> ModelListing:
    return ModelListing(
        id=model.id,
        display_name=as_word(model.display_name) or as_word(model.name),
        context_tokens=_context_of(model),
        max_output_tokens=as_count(as_dict(model.top_provider).get("max_completion_tokens")),
        owned_by=as_word(model.owned_by) or as_word(model.organization),
    )


def _context_of(model: _Model) -> int | None:
    """The context, as OpenRouter and Together, vLLM, LM Studio, Groq, llama.cpp, Hugging Face call it."""
    offered = [as_count(as_dict(provider).get("context_length")) for provider in as_list(model.providers)]
    candidates = (
        as_count(model.context_length),
        as_count(model.max_model_len),
        as_count(model.max_context_length),
        as_count(model.context_window),
        as_count(as_dict(model.meta).get("n_ctx_train")),
        max((size for size in offered if size is not None), default=None),
    )
    return next((candidate for candidate in candidates if candidate is not None), None)
