"""What operations other than chat need: the models, the files, the batches, and how to ask the world."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..batches.store import BatchStore, FileStore
from ..exchange import SimRequest
from ..world.persona import ModelCard
from .shapes import Incoming, OperationAnswer, Stamp


@dataclass(frozen=True, slots=True)
class Vectors:
    """Embeddings of some texts, and the tokens they took."""

    values: Sequence[Sequence[float]]
    tokens: int


class Models(Protocol):
    """Whoever knows the models and can embed."""

    @property
    def cards(self) -> Mapping[str, ModelCard]: ...

    def embed(self, model: str, texts: Sequence[str], dimensions: int | None) -> Vectors: ...


@dataclass(frozen=True, slots=True)
class Resources:
    """Everything an operation may use."""

    models: Models
    count: Callable[[SimRequest], int]
    files: FileStore
    batches: BatchStore
    removed: Callable[[], Collection[str]] = tuple
    """Models that are no longer there."""

    @property
    def cards(self) -> Mapping[str, ModelCard]:
        removed = self.removed()
        return {name: card for name, card in self.models.cards.items() if name not in removed}

    def chat_cards(self) -> list[ModelCard]:
        return [card for card in self.cards.values() if card.kind == "chat"]


@dataclass(frozen=True, slots=True)
class OperationRequest:
    """One request that is not a chat."""

    incoming: Incoming
    stamp: Stamp
    base: str
    """Scheme, host and prefix under which the client reached us, for addresses in answers."""
    key: str | None = None


Operation = Callable[[Resources, OperationRequest], Awaitable[OperationAnswer]]
