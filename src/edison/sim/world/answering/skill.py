"""How well a persona does on a case under a prompt: latent skill, three levels, and what each is worth."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from ..criteria import NAMES
from ..knowledge.cases import SimCase
from ..persona import Persona
from ..reading.instructions import PromptReading

POOR: Final = 0
FAIR: Final = 1
GOOD: Final = 2

FILLERS_AT: Final = (3, 1, 0)
"""Filler sentences at each level of concision."""

CONCISE_BY_FILLERS: Final = (1.0, 0.6, 0.35, 0.15)
"""Worth of an answer with none, one, two or more filler sentences."""

DROPPED_AT: Final = (2, 1, 0)
"""How many of the things an answer should hold are left out at each level of completeness."""

_FAIR_FROM = -0.7
_WORTH: dict[str, tuple[float, float, float]] = {
    "correct": (0.0, 0.5, 1.0),
    "polite": (0.0, 0.5, 1.0),
    "format": (0.0, 0.5, 1.0),
    "grounded": (0.0, 0.4, 1.0),
    "safe": (0.0, 0.5, 1.0),
    "concise": (CONCISE_BY_FILLERS[3], CONCISE_BY_FILLERS[1], CONCISE_BY_FILLERS[0]),
}


def level_of(latent: float) -> int:
    """Turn a latent skill plus noise into a level (an ordered probit with cuts at -0.7 and 0)."""
    if latent > 0.0:
        return GOOD
    return FAIR if latent > _FAIR_FROM else POOR


def expected_worth(worths: tuple[float, float, float], *, skill: float, spread: float) -> float:
    """Mean worth over the three levels when the noise is normal with the given spread."""
    at_least_fair = _normal_cdf((skill - _FAIR_FROM) / spread)
    good = _normal_cdf(skill / spread)
    return worths[POOR] * (1 - at_least_fair) + worths[FAIR] * (at_least_fair - good) + worths[GOOD] * good


def worths_of(case: SimCase, criterion: str) -> tuple[float, float, float]:
    """Say what each level of a criterion is worth in an answer to this case."""
    if criterion != "complete":
        return _WORTH[criterion]
    return _complete_worths(element_count(case))


def element_count(case: SimCase) -> int:
    """Count what a complete answer to this case holds."""
    return len(case.facts) + (case.next_step is not None)


@lru_cache(maxsize=64)
def _complete_worths(elements: int) -> tuple[float, float, float]:
    kept = [max(1, elements - dropped) / elements if elements else 1.0 for dropped in DROPPED_AT]
    return kept[POOR], kept[FAIR], kept[GOOD]


def _normal_cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


CaseKinds: TypeAlias = tuple[tuple[SimCase, int], ...]
"""Cases that stand for their kind, each with the number of its kind."""

DEFAULT_SKILLS: dict[str, float] = {
    "correct": 0.9,
    "complete": 0.0,
    "concise": 0.1,
    "polite": 0.1,
    "format": 0.2,
    "grounded": -0.6,
    "safe": 0.9,
}

_EASE = {"correct": 1.2, "complete": 0.6}
_OTHER_EASE = 0.2
_KNOWN_BY_ALL = 0.05
_KNOWN_BY_ALL_BONUS = {"correct": 3.0}
_OTHER_KNOWN_BY_ALL_BONUS = 1.5
_DOMAIN_EASE = {
    ("factual", "format"): 1.0,
    ("generic", "format"): 1.2,
    ("generic", "polite"): 1.0,
    ("generic", "concise"): 0.5,
}
_TRICKY = 0.6
_CLASH = 0.8
_EXAMPLE = {"format": 0.35, "correct": 0.08, "complete": 0.08}
_ROLE = 0.1
_HOLE = {"correct": 1.5, "complete": 1.5, "format": 6.0}
_OTHER_HOLE = 0.5
_SIDE_EFFECTS: dict[str, tuple[tuple[str, float], ...]] = {
    "complete": (("concise", 0.25),),
    "concise": (("complete", 0.15), ("polite", 0.1)),
}
"""Asking for the second costs the first a little, as it does with people."""
_ONLY_ANSWER = {"complete": -3.0, "polite": -1.5, "concise": 3.0, "grounded": -1.0}
_EFFORT = {"none": 0.0, "minimal": 0.2, "low": 0.4, "medium": 0.7, "high": 1.0, "xhigh": 1.2}


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """What acts on an answer besides the persona and the case."""

    reading: PromptReading
    shots: int = 0
    """Worked examples given as earlier turns."""
    effort: str | None = None
    enforced_form: bool = False
    """Whether the provider holds the answer to a schema."""


def latent_skill(persona: Persona, *, case: SimCase, criterion: str, under: Circumstances) -> float:
    """Give the mean of the latent quality on one criterion, in standard deviations."""
    reading = under.reading
    skill = persona.skills.get(criterion, DEFAULT_SKILLS[criterion])
    skill += _instructed(persona, reading=reading, criterion=criterion)
    skill += _EASE.get(criterion, _OTHER_EASE) * (1 - 2 * case.difficulty)
    skill += _EXAMPLE.get(criterion, 0.0) * min(3, reading.examples + under.shots)
    skill -= reading.burden
    if reading.holes:
        skill -= _HOLE.get(criterion, _OTHER_HOLE)
    if reading.only_answer:
        skill += _ONLY_ANSWER.get(criterion, 0.0)
    skill += _known_or_tricky(case, criterion)
    if criterion == "format" and under.enforced_form:
        skill += 6.0
    return skill + _thinking(persona, case=case, criterion=criterion, under=under)


def expected_score(persona: Persona, *, case: SimCase, criterion: str, under: Circumstances) -> float:
    """Give the mean true score (0 to 1) of this persona's answers to a case."""
    skill = latent_skill(persona, case=case, criterion=criterion, under=under)
    return expected_worth(worths_of(case, criterion), skill=skill, spread=persona.spread)


def mean_scores(persona: Persona, *, kinds: CaseKinds, under: Circumstances) -> dict[str, float]:
    """Average the expected score over the cases each criterion applies to."""
    means: dict[str, float] = {}
    for criterion in NAMES:
        total, cases = 0.0, 0
        for case, count in kinds:
            if criterion in case.criteria:
                total += count * expected_score(persona, case=case, criterion=criterion, under=under)
                cases += count
        if cases:
            means[criterion] = total / cases
    return means


def kinds_of(cases: Iterable[SimCase]) -> CaseKinds:
    """Group cases that no persona could tell apart by skill; one of each kind stands for all."""
    found: dict[tuple[object, ...], tuple[SimCase, int]] = {}
    for case in cases:
        key = (case.domain, case.difficulty, case.tricky, element_count(case))
        first, count = found.get(key, (case, 0))
        found[key] = (first, count + 1)
    return tuple(found.values())


def _instructed(persona: Persona, *, reading: PromptReading, criterion: str) -> float:
    pull = reading.pull.get(criterion, 0.0)
    if criterion in reading.clashes:
        return min(0.0, pull) * persona.follows - _CLASH
    effect = pull * persona.follows + (_ROLE if reading.has_role else 0.0)
    for other, cost in _SIDE_EFFECTS.get(criterion, ()):
        effect -= cost * max(0.0, reading.pull.get(other, 0.0))
    return effect


def _known_or_tricky(case: SimCase, criterion: str) -> float:
    gain = _DOMAIN_EASE.get((case.domain, criterion), 0.0)
    if case.difficulty <= _KNOWN_BY_ALL:
        return gain + _KNOWN_BY_ALL_BONUS.get(criterion, _OTHER_KNOWN_BY_ALL_BONUS)
    return gain - (_TRICKY if case.tricky and criterion == "correct" else 0.0)


def _thinking(persona: Persona, *, case: SimCase, criterion: str, under: Circumstances) -> float:
    """Thinking first helps with what is hard, and only where there is something to work out."""
    if criterion not in ("correct", "complete"):
        return 0.0
    effort = _EFFORT.get(under.effort or "medium", 0.7)
    gain = persona.reasoning * effort + (0.6 if under.reading.steps else 0.0)
    return gain * (0.2 + case.difficulty) * (1.0 if criterion == "correct" else 0.5)
