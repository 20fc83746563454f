"""The world: personas who answer, judge and write, and the truth about what they produce."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import blake2b

import msgspec

from edison.sim.exchange import SimReply, SimRequest

from .answering.skill import CaseKinds, Circumstances, kinds_of, mean_scores
from .catalogue import ANSWERERS, EMBEDDERS, PERSONAS, stranger
from .draw import Draws
from .knowledge.cases import SimCase
from .knowledge.corpus import corpus, draw_cases
from .knowledge.essays import SimEntry, write_entries
from .persona import ModelCard, Persona, card_of
from .reading.instructions import PromptReading, read_template
from .reading.key_terms import key_terms
from .reading.view import ReadRequest
from .replying.finishing import finish
from .responding import speak
from .truth import Truth, truth_of

_WORD = re.compile(r"\w+")
_PIECE = 3
_PIECE_WEIGHT = 0.25
_FILLER_WEIGHT = 0.25


class PromptTruth(msgspec.Struct, frozen=True, kw_only=True):
    """What a prompt does to each answerer: mean true score (0 to 1) per criterion."""

    reading: PromptReading
    skills: dict[str, dict[str, float]]

    def overall(self, model: str) -> float:
        """Average the criteria for one answerer."""
        scores = self.skills[model].values()
        return sum(scores) / len(scores)


class World:
    """A closed world with a seed. Every answer is a pure function of the request and this object."""

    def __init__(self, seed: int, personas: Sequence[Persona] = PERSONAS) -> None:
        self.seed = seed
        self._personas = {persona.id: persona for persona in personas}

    def reply(self, request: SimRequest) -> SimReply:
        """Answer a request the way its model would."""
        persona = self.persona(request.model)
        view = ReadRequest(request)
        spoken = speak(view, persona=persona, seed=self.seed)
        return finish(spoken, view=view, persona=persona, seed=self.seed)

    def embed(
        self, texts: Sequence[str], *, model: str = "edison-embed-small", dimensions: int | None = None
    ) -> list[list[float]]:
        """Embed texts; without a wish the model's own dimensions count."""
        own = next((card.dimensions for card in EMBEDDERS if card.id == model), EMBEDDERS[0].dimensions)
        return [embed_text(text, model=model, dimensions=dimensions or own) for text in texts]

    def models(self) -> tuple[ModelCard, ...]:
        """List every model of this world."""
        return (*(card_of(persona) for persona in self._personas.values()), *EMBEDDERS)

    def persona(self, model: str) -> Persona:
        """Give the persona behind a model id; an unknown id gets a middling one of its own."""
        return self._personas.get(model) or stranger(model)

    def with_persona(self, persona: Persona) -> World:
        """Give a world in which this persona is added, or replaces the one of the same id."""
        return World(self.seed, tuple({**self._personas, persona.id: persona}.values()))

    def truth_of_answer(self, case_text: str, answer_text: str) -> Truth:
        """Say how good an answer really is, from its text alone."""
        return truth_of(case_text, answer_text)

    def truth_of_prompt(self, prompt_text: str, *, cases: Sequence[SimCase] | None = None) -> PromptTruth:
        """Say what each answerer's answers are worth on average under a prompt template, in closed form."""
        reading = read_template(prompt_text)
        under = Circumstances(reading=reading)
        kinds = kinds_of(cases) if cases is not None else _corpus_kinds()
        names = {persona.id for persona in ANSWERERS}
        answerers = [persona for name, persona in self._personas.items() if name in names]
        skills = {persona.id: mean_scores(persona, kinds=kinds, under=under) for persona in answerers}
        return PromptTruth(reading=reading, skills=skills)

    def cases(self, count: int, seed: int) -> list[SimCase]:
        """Draw different cases from all domains."""
        return draw_cases(Draws(seed, "cases"), count=count)

    def entries(self, count: int, seed: int) -> list[SimEntry]:
        """Write texts for comparative judgment, a fifth of them anchors, with known quality and grade."""
        return write_entries(Draws(seed, "entries"), count=count)


@cache
def _corpus_kinds() -> CaseKinds:
    return kinds_of(corpus())


def default_world(seed: int) -> World:
    """Give the world everybody starts with."""
    return World(seed)


def embed_text(text: str, *, model: str, dimensions: int) -> list[float]:
    """Embed one text as a vector of length 1."""
    words = Counter(word.lower() for word in _WORD.findall(text))
    content = {word.lower() for word in key_terms(text, limit=10_000)}
    vector = [0.0] * dimensions
    for word, count in words.items():
        weight = (1 + math.log(count)) * (1.0 if word in content else _FILLER_WEIGHT)
        for place, sign, share in _features(word, model):
            vector[place % dimensions] += sign * share * weight
    length = math.sqrt(sum(value * value for value in vector))
    if not length:
        return [1.0] + [0.0] * (dimensions - 1)
    return [value / length for value in vector]


@lru_cache(maxsize=65536)
def _features(word: str, model: str) -> tuple[tuple[int, float, float], ...]:
    """Hash a word and its pieces to places and signs (the hashing trick of Weinberger et al. 2009)."""
    padded = f"<{word}>"
    pieces = [padded[start : start + _PIECE] for start in range(len(padded) - _PIECE + 1)]
    features = [(*_hashed(f"{model}|w|{word}"), 1.0)]
    features += [(*_hashed(f"{model}|p|{piece}"), _PIECE_WEIGHT) for piece in pieces]
    return tuple(features)


def _hashed(text: str) -> tuple[int, float]:
    number = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
    return number >> 1, 1.0 if number & 1 else -1.0
