"""Provider batches: many questions handed in at once, at half the price, answered in their own time."""

from collections.abc import Callable

from edison.domain import Ask, Cost, Usage
from edison.errors import OperationNotOffered

from ..codecs.base import Codec, Parcel
from ..kinds import kind_of
from ..provider import Provider
from .anthropic import AnthropicBatches
from .base import BatchDesk, BatchWire, Clues, NotFindable
from .google import GoogleBatches
from .lines import BatchLimits, ItemTrouble, dedupe, reconcile
from .openai import OpenAIBatches

__all__ = [
    "AnthropicBatches",
    "BatchDesk",
    "BatchLimits",
    "BatchWire",
    "Clues",
    "GoogleBatches",
    "ItemTrouble",
    "NotFindable",
    "OpenAIBatches",
    "dedupe",
    "desk_for",
    "reconcile",
]

_DESKS = {"openai": OpenAIBatches, "anthropic": AnthropicBatches, "google": GoogleBatches}


def desk_for(
    provider: Provider,
    *,
    codec: Codec,
    encode: Callable[[Ask], Parcel],
    wire: BatchWire,
    price: Callable[[str, Usage], Cost],
) -> BatchDesk:
    """The desk that serves a completed provider; `price` is the provider's batch price."""
    desk = _DESKS.get(kind_of(provider).batches_as or "")
    if desk is None:
        raise OperationNotOffered(provider.name, "batches")
    return desk(provider, codec, encode, wire, price)
