"""How many calls a server of one's own takes at once, where it says so.

llama.cpp tells its slots at `/props`, and LM Studio the parallel predictions of a loaded model at `/api/v1/models`.
Ollama tells nobody (`/api/ps` has no such field), and vLLM batches what comes and names no number.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

import msgspec

from edison.errors import ProviderTrouble

from .codecs.base import Parcel
from .provider import Provider
from .wire import Wire

_PATIENCE_S = 2.0
_MOST = 1024

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Question:
    """Where a kind of server tells it, beside the address at which it is asked, and how it is read."""

    path: str
    read: Callable[[Fields, str], object]


def _total(told: Fields, model: str) -> object:
    return told.get("total_slots")


def _parallel(told: Fields, model: str) -> object:
    for row in _rows(told.get("models")):
        if row.get("key") == model:
            for instance in _rows(row.get("loaded_instances")):
                config = instance.get("config")
                return cast("Fields", config).get("parallel") if isinstance(config, dict) else None
    return None


_QUESTIONS = {"llamacpp": _Question("/props", _total), "lmstudio": _Question("/api/v1/models", _parallel)}


def tells_slots(provider: Provider) -> bool:
    """Whether a server of this kind can be asked for its slots, and nobody has said how many calls it gets."""
    return provider.kind in _QUESTIONS and provider.limits.concurrency is None and not provider.servers


async def find_slots(wire: Wire, provider: Provider, *, model: str) -> int | None:
    """How many calls the server takes at once; None where it does not say, whatever the reason."""
    question = _QUESTIONS[provider.kind]
    address = (provider.base_url or "").removesuffix("/v1")
    try:
        reply = await wire.send(
            provider, Parcel(question.path, method="GET"), deadline_s=_PATIENCE_S, address=address
        )
        told = msgspec.json.decode(reply.body) if reply.status == 200 else None
    except (ProviderTrouble, msgspec.DecodeError):
        return None
    slots = question.read(cast("Fields", told), model) if isinstance(told, dict) else None
    if isinstance(slots, bool) or not isinstance(slots, int):
        return None
    return slots if 1 <= slots <= _MOST else None


async def find_any_slots(wire: Wire, provider: Provider, *, models: Iterable[str]) -> int | None:
    """The same for the first of these models of which the server says so."""
    if tells_slots(provider):
        for model in models:
            if (slots := await find_slots(wire, provider, model=model)) is not None:
                return slots
    return None


def _rows(written: object) -> list[Fields]:
    rows = cast("list[object]", written) if isinstance(written, list) else []
    return [cast("Fields", row) for row in rows if isinstance(row, dict)]
