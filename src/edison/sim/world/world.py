"""The world: personas who answer, judge and write, and the truth about what they produce."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from edison.sim.exchange import SimReply, SimRequest

from .answering.skill import CaseKinds, Circumstances, kinds_of, mean_scores
from .catalogue import ANSWERERS, EMBEDDERS, PERSONAS, stranger
from .draw import Draws
from .embedding import embed_text
from .knowledge.cases import SimCase
from .knowledge.corpus import corpus, draw_cases
from .knowledge.essays import SimEntry, write_entries
from .persona import ModelCard, Persona, card_of
from .reading.instructions import PromptReading, read_template
from .reading.view import ReadRequest
from .replying.finishing import finish
from .responding import speak
from .truth import Truth, truth_of


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
