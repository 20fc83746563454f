"""Puts questions to the world, and knows what they cost."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from fnmatch import fnmatchcase

import msgspec

from .exchange import SimReply, SimRequest
from .office import Vectors
from .wire.shapes import ChatFormat, Question, Trouble
from .world import World, count_tokens, default_world
from .world.finishing import count_input
from .world.persona import ModelCard, Persona, card_of

_REMEMBERED = 2048


class Respondent:
    """The world behind the counter. Answers are pure, so recent ones are remembered by their request's digest."""

    def __init__(self, seed: int, models: Sequence[str] = ()) -> None:
        self._seed = seed
        self._patterns = tuple(models)
        self.personas: tuple[Persona, ...] = ()
        self.world: World = default_world(seed)
        self.cards: dict[str, ModelCard] = {}
        self._recent: OrderedDict[str, tuple[SimReply, ...]] = OrderedDict()
        self.adopt(())

    def adopt(self, personas: tuple[Persona, ...]) -> None:
        """Put these personas into the world everybody starts with."""
        self.personas = personas
        self.world = default_world(self._seed)
        for persona in personas:
            self.world = self.world.with_persona(persona)
        self.cards = {card.id: card for card in self.world.models()}
        for name in self._patterns:
            if not set(name) & set("*?["):
                self.cards.setdefault(name, card_of(self.world.persona(name)))
        self._recent.clear()

    def card_of(self, model: str) -> ModelCard | None:
        """What is known of a model; None when it is not served."""
        card = self.cards.get(model)
        if card is None and any(fnmatchcase(model, pattern) for pattern in self._patterns):
            return card_of(self.world.persona(model))
        return card

    def check(self, question: Question, format: ChatFormat, *, size: int) -> ModelCard:
        """Find the model a question is for, or raise the provider's refusal."""
        request = question.request
        card = self.card_of(request.model)
        if card is None or card.kind != "chat":
            raise format.refuse(Trouble.MODEL_MISSING, request.model)
        _check_capabilities(request, card, format)
        # Tokens are never more than bytes, so most requests need not be counted twice.
        if size > card.context and count_input(request) > card.context:
            raise format.refuse(Trouble.TOO_LONG, _too_long(card, count_input(request)))
        return card

    def answer(self, question: Question, *, digest: str) -> tuple[SimReply, ...]:
        """Ask the world; `digest` names everything the answer depends on."""
        known = self._recent.get(digest)
        if known is not None:
            return known
        replies = tuple(
            self.world.reply(_choice(question.request, place)) for place in range(question.choices)
        )
        self._recent[digest] = replies
        if len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        return replies

    def embed(self, model: str, texts: Sequence[str], dimensions: int | None) -> Vectors:
        """Embed texts."""
        values = self.world.embed(texts, model=model, dimensions=dimensions)
        return Vectors(values, sum(count_tokens(text) for text in texts))


def _choice(request: SimRequest, place: int) -> SimRequest:
    return request if place == 0 else msgspec.structs.replace(request, salt=f"{request.salt}#{place}")


def _check_capabilities(request: SimRequest, card: ModelCard, format: ChatFormat) -> None:
    wanted = {
        "tools": bool(request.tools),
        "json_schema": request.schema is not None,
        "logprobs": request.top_logprobs is not None,
        "images": any(message.images for message in request.messages),
    }
    for capability, is_wanted in wanted.items():
        if is_wanted and capability not in card.capabilities:
            raise format.refuse(Trouble.INVALID, f"{card.id} does not support {capability}.")


def _too_long(card: ModelCard, tokens: int) -> str:
    return (
        f"This model's maximum context length is {card.context} tokens. However, your messages resulted in {tokens} "
        "tokens: prompt is too long. Please reduce the length of the messages."
    )
