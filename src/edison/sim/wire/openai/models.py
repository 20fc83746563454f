"""The list of models."""

from __future__ import annotations

from ...office import Errand, Office
from ...world.persona import ModelCard
from ..shapes import Answered, Json, Trouble
from .errors import OpenAIVoice

_CREATED = 1_767_225_600
"""The first of January 2026, the birthday of every simulated model."""

_VOICE = OpenAIVoice()


async def list_models(office: Office, errand: Errand) -> Answered:
    """GET /models."""
    return Answered({"object": "list", "data": [_model(card, errand) for card in office.cards.values()]})


async def get_model(office: Office, errand: Errand) -> Answered:
    """GET /models/{model}."""
    card = office.cards.get(errand.incoming.name or "")
    if card is None:
        raise _VOICE.refuse(Trouble.MODEL_MISSING, errand.incoming.name or "")
    return Answered(_model(card, errand))


def _model(card: ModelCard, errand: Errand) -> Json:
    model: Json = {"id": card.id, "object": "model", "created": _CREATED, "owned_by": "sim"}
    if errand.incoming.dialect == "openrouter":
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
