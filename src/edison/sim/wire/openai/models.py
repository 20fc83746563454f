"""The list of models, and embeddings."""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from ...world.persona import ModelCard
from ..reading import Body, read_body
from ..resources import Models, OperationRequest, Resources
from ..shapes import Json, OperationAnswer, Trouble
from .errors import OpenAIErrors, invalid

_CREATED = 1_767_225_600
"""The first of January 2026, the birthday of every simulated model."""

_ERRORS = OpenAIErrors()


async def list_models(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /models."""
    return OperationAnswer(
        {"object": "list", "data": [_model(card, asked) for card in resources.cards.values()]}
    )


async def get_model(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /models/{model}."""
    card = resources.cards.get(asked.incoming.name or "")
    if card is None:
        raise _ERRORS.refuse(Trouble.MODEL_MISSING, asked.incoming.name or "")
    return OperationAnswer(_model(card, asked))


def _model(card: ModelCard, asked: OperationRequest) -> Json:
    model: Json = {"id": card.id, "object": "model", "created": _CREATED, "owned_by": "sim"}
    if asked.incoming.dialect == "openrouter":
        model |= {
            "name": card.id,
            "description": card.description,
            "context_length": card.context,
            "pricing": {
                "prompt": f"{card.usd_per_million_input / 1e6:.10f}",
                "completion": f"{card.usd_per_million_output / 1e6:.10f}",
            },
        }
    return model


class EmbeddingsBody(Body):
    """An embeddings request."""

    model: str
    input: str | Annotated[list[str], msgspec.Meta(min_length=1, max_length=2048)]
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: Annotated[int, msgspec.Meta(ge=1)] | None = None
    user: str | None = None


async def embed(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /embeddings."""
    body = read_body(asked.incoming.body, EmbeddingsBody, _ERRORS)
    return embeddings_of(resources.models, body)


def embeddings_of(models: Models, body: EmbeddingsBody) -> OperationAnswer:
    """The answer to an embeddings request, live or in a batch."""
    card = models.cards.get(body.model)
    if card is None:
        raise _ERRORS.refuse(Trouble.MODEL_MISSING, body.model)
    if card.kind != "embedding":
        raise invalid(
            f"You are not allowed to generate embeddings from this model: {body.model}", param="model"
        )
    if body.dimensions is not None and body.dimensions > card.dimensions:
        raise invalid(
            f"Invalid value for 'dimensions' = {body.dimensions}. Must be at most {card.dimensions}.",
            param="dimensions",
        )
    texts = [body.input] if isinstance(body.input, str) else body.input
    if not all(texts):
        raise invalid("Invalid 'input': input cannot be an empty string.", param="input")
    vectors = models.embed(body.model, texts, body.dimensions)
    encode = _packed if body.encoding_format == "base64" else list
    data: list[Json] = [
        {"object": "embedding", "index": place, "embedding": encode(vector)}
        for place, vector in enumerate(vectors.values)
    ]
    usage: Json = {"prompt_tokens": vectors.tokens, "total_tokens": vectors.tokens}
    listing: Json = {"object": "list", "data": data, "model": body.model, "usage": usage}
    return OperationAnswer(listing, model=body.model, input_tokens=vectors.tokens)


def _packed(vector: Sequence[float]) -> str:
    """Little-endian 32-bit floats in base64, as the official client asks for them."""
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
