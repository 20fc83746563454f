"""The list of models."""

from __future__ import annotations

from ...office import Errand, Office
from ...world.persona import ModelCard
from ..shapes import Answered, Json, Trouble
from .errors import GeminiVoice

_VOICE = GeminiVoice()


async def list_models(office: Office, errand: Errand) -> Answered:
    """GET /models, in pages."""
    query = errand.incoming.query
    cards = list(office.cards.values())
    start = int(query.get("pageToken") or 0)
    page = cards[start : start + int(query.get("pageSize", 50))]
    listing: Json = {"models": [_model(card) for card in page]}
    if start + len(page) < len(cards):
        listing["nextPageToken"] = str(start + len(page))
    return Answered(listing)


async def get_model(office: Office, errand: Errand) -> Answered:
    """GET /models/{model}."""
    card = office.cards.get(errand.incoming.name or "")
    if card is None:
        raise _VOICE.refuse(Trouble.MODEL_MISSING, errand.incoming.name or "")
    return Answered(_model(card))


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
