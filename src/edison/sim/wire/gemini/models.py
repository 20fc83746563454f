"""The list of models, embeddings and token counts."""

from __future__ import annotations

from collections.abc import Sequence

from ...world.persona import ModelCard
from ..resources import OperationRequest, Resources, Vectors
from ..shapes import Json, OperationAnswer, Trouble
from .body import BatchEmbedBody, EmbedBody, read_google
from .errors import GeminiErrors, invalid
from .generate import GenerateFormat, content_text

_ERRORS = GeminiErrors()


async def list_models(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /models, in pages."""
    query = asked.incoming.query
    cards = list(resources.cards.values())
    start = int(query.get("pageToken") or 0)
    page = cards[start : start + int(query.get("pageSize", 50))]
    listing: Json = {"models": [_model(card) for card in page]}
    if start + len(page) < len(cards):
        listing["nextPageToken"] = str(start + len(page))
    return OperationAnswer(listing)


async def get_model(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /models/{model}."""
    card = resources.cards.get(asked.incoming.name or "")
    if card is None:
        raise _ERRORS.refuse(Trouble.MODEL_MISSING, asked.incoming.name or "")
    return OperationAnswer(_model(card))


def _model(card: ModelCard) -> Json:
    chat = ["generateContent", "countTokens", "batchGenerateContent"]
    return {
        "name": f"models/{card.id}",
        "version": "001",
        "displayName": card.id.replace("-", " ").title(),
        "description": card.description,
        "inputTokenLimit": card.context,
        "outputTokenLimit": card.max_output,
        "supportedGenerationMethods": chat if card.kind == "chat" else ["embedContent", "countTextTokens"],
        "temperature": 1,
        "topP": 0.95,
        "topK": 64,
        "maxTemperature": 2,
    }


async def embed_one(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /models/{model}:embedContent."""
    body = read_google(asked.incoming.body, EmbedBody, _ERRORS)
    vectors = _embed(resources, asked, [body])
    answer: Json = {"embedding": {"values": list(vectors.values[0])}}
    return OperationAnswer(answer, model=asked.incoming.model, input_tokens=vectors.tokens)


async def embed_many(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /models/{model}:batchEmbedContents."""
    body = read_google(asked.incoming.body, BatchEmbedBody, _ERRORS)
    vectors = _embed(resources, asked, body.requests)
    answer: Json = {"embeddings": [{"values": list(vector)} for vector in vectors.values]}
    return OperationAnswer(answer, model=asked.incoming.model, input_tokens=vectors.tokens)


async def count_tokens(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /models/{model}:countTokens."""
    request = GenerateFormat().read_count(asked.incoming)
    if request.model not in resources.cards:
        raise _ERRORS.refuse(Trouble.MODEL_MISSING, request.model)
    tokens = resources.count(request)
    return OperationAnswer(
        {"totalTokens": tokens, "promptTokensDetails": [{"modality": "TEXT", "tokenCount": tokens}]}
    )


def _embed(resources: Resources, asked: OperationRequest, requests: Sequence[EmbedBody]) -> Vectors:
    model = asked.incoming.model or ""
    card = resources.cards.get(model)
    if card is None or card.kind != "embedding":
        raise _ERRORS.refuse(Trouble.MODEL_MISSING, model)
    texts = [content_text(request.content) for request in requests]
    if not all(texts):
        raise invalid("* EmbedContentRequest.content: contents is not specified\n")
    wanted = requests[0].output_dimensionality
    if wanted is not None and wanted > card.dimensions:
        raise invalid(f"output_dimensionality must be at most {card.dimensions}")
    return resources.models.embed(model, texts, wanted)
