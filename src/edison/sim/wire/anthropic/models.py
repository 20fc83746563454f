"""The list of models, and token counts."""

from __future__ import annotations

from ...world.persona import ModelCard
from ..resources import OperationRequest, Resources
from ..shapes import Json, OperationAnswer, ProviderRefusal, Trouble
from .errors import error_body
from .messages import MessagesFormat

_CREATED = "2026-01-01T00:00:00Z"


async def list_models(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /v1/models, in pages."""
    query = asked.incoming.query
    cards = resources.chat_cards()
    ids = [card.id for card in cards]
    start = ids.index(query["after_id"]) + 1 if query.get("after_id") in ids else 0
    page = cards[start : start + int(query.get("limit", 20))]
    listing: Json = {
        "data": [_model(card) for card in page],
        "has_more": start + len(page) < len(cards),
        "first_id": page[0].id if page else None,
        "last_id": page[-1].id if page else None,
    }
    return OperationAnswer(listing)


async def get_model(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /v1/models/{model}."""
    card = resources.cards.get(asked.incoming.name or "")
    if card is None:
        raise ProviderRefusal(404, error_body(f"model: {asked.incoming.name}", kind="not_found_error"))
    return OperationAnswer(_model(card))


async def count_tokens(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /v1/messages/count_tokens."""
    format = MessagesFormat()
    request = format.read_count(asked.incoming)
    if request.model not in resources.cards:
        raise format.refuse(Trouble.MODEL_MISSING, request.model)
    return OperationAnswer({"input_tokens": resources.count(request)})


def _model(card: ModelCard) -> Json:
    return {
        "type": "model",
        "id": card.id,
        "display_name": card.id.replace("-", " ").title(),
        "created_at": _CREATED,
        "lifecycle": "active",
        "max_input_tokens": card.context,
        "max_tokens": card.max_output,
        "capabilities": None,
        "line": None,
    }
