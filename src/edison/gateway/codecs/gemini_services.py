"""Google's generateContent format: the services beside it, embeddings and the model list."""

import msgspec

from edison.domain import ModelListing

from ..reading import read_json
from .base import EmbeddingReply, ModelsPage
from .gemini_answer import WireUsage, read_usage


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
