"""Three levels per criterion, and what each is worth: the bridge between latent skill and text."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from .knowledge.cases import SimCase

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
