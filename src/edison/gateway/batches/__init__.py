"""Provider batches: many questions handed in at once, at half the price, answered in their own time."""

from collections.abc import Callable

from edison.domain import Ask, Cost, Usage
from edison.errors import OperationNotOffered

from ..codecs.base import Codec, Parcel
from ..kinds import kind_of
from ..provider import Provider
from .anthropic import AnthropicBatches
from .base import BatchApi, BatchWire, Clues, NotFindable
from .google import GoogleBatches
from .lines import BatchLimits, ItemTrouble, dedupe, reconcile
from .openai import OpenAIBatches

__all__ = [
    "AnthropicBatches",
    "BatchApi",
    "BatchLimits",
    "BatchWire",
    "Clues",
    "GoogleBatches",
    "ItemTrouble",
    "NotFindable",
    "OpenAIBatches",
    "batch_api_for",
    "dedupe",
    "reconcile",
]

_BATCH_APIS = {"openai": OpenAIBatches, "anthropic": AnthropicBatches, "google": GoogleBatches}


def batch_api_for(
    provider: Provider,
    *,
    codec: Codec,
    encode: Callable[[Ask], Parcel],
    wire: BatchWire,
    price: Callable[[str, Usage], Cost],
) -> BatchApi:
    """The API that serves a completed provider; `price` is the provider's batch price."""
    api = _BATCH_APIS.get(kind_of(provider).batches_as or "")
    if api is None:
        raise OperationNotOffered(provider.name, "batches")
    return api(provider, codec, encode, wire, price)
