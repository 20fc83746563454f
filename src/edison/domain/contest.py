"""What it takes to rank texts by comparing them in pairs."""

from enum import StrEnum
from math import fsum
from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .noun import Noun
from .record import Record


class PairingKind(StrEnum):
    """How the next pairs are chosen."""

    ADAPTIVE = "adaptive"
    """By what there is to learn, in two streams that know nothing of each other."""
    RANDOM = "random"
    ROUND_ROBIN = "round_robin"
    MATCHING = "matching"
    """By a maximum-weight matching; for small numbers."""


class Pair(Noun):
    """Two cells whose outputs are compared, in the order in which they are shown."""

    left: int = Field(ge=0)
    right: int = Field(ge=0)
    stream: int = Field(default=0, ge=0, le=1)
    """Which of the two streams of adaptive pairing dealt it."""
    adaptive: bool = False
    """Whether it was chosen by earlier results."""
    repeat: int = Field(default=0, ge=0)
    """Which of several independent comparisons of the same pair in the same order this is."""

    @model_validator(mode="after")
    def _has_two_sides(self) -> Self:
        if self.left == self.right:
            raise ValueError("a text is not compared with itself")
        return self


class PairLine(Record, frozen=True, kw_only=True):
    """What one judge made of one pair, in numbers: what the next wave and the ranking are made from."""

    unit: int
    wave: int
    left: int
    right: int
    stream: int = 0
    adaptive: bool = False
    judge: int = 0
    """An index into the judges of the run."""
    outcome: float | None = None
    """1 where the left text won, 0 where the right one did, 0.5 for a tie; None where nobody could tell."""


class GradeSteps(Noun):
    """A scale of grades, from the lowest to the highest."""

    name: str = Field(min_length=1, max_length=100)
    grades: tuple[str, ...] = Field(min_length=2)
    shares: tuple[FiniteFloat, ...] = ()
    """How often each occurs in the population; all alike where nothing is said."""
    minus: tuple[str, ...] = ()
    """Grades that are given with a minus in the lowest quarter of their band."""
    plus: tuple[str, ...] = ()
    """Grades that are given with a plus in the highest quarter of their band."""
    below: str | None = None
    """What lies under the lowest grade, where there is such a thing."""

    def height(self, grade: str) -> float:
        """0 for the lowest grade and for what lies below it, 1 for the highest, evenly in between."""
        return 0.0 if grade == self.below else self.grades.index(grade) / (len(self.grades) - 1)

    @model_validator(mode="after")
    def _is_a_scale(self) -> Self:
        if len(set(self.grades)) != len(self.grades):
            raise ValueError("a grade stands on a scale once")
        if self.shares and len(self.shares) != len(self.grades):
            raise ValueError("a scale has one share for each grade")
        if any(share <= 0 for share in self.shares):
            raise ValueError("a share is above zero")
        if self.shares and abs(fsum(self.shares) - 1) > 1e-6:
            raise ValueError("shares sum to 1")
        if {*self.minus, *self.plus} - {*self.grades} or self.below in self.grades:
            raise ValueError("fine grades stand on the scale, and what lies below it does not")
        return self


class Contest(Noun):
    """How texts meet: by a strategy, or exactly as listed."""

    pairing: PairingKind = PairingKind.ADAPTIVE
    both_orders: bool = False
    """Whether every pair is shown both ways round."""
    pairs: tuple[Pair, ...] = ()
    """To be asked exactly as they stand and no others; empty where a strategy deals them."""
    scale: GradeSteps | None = None
    """What anchors are graded on; None without anchors."""
    assignment: str | None = None
    """The name and revision of what it was taken from, `essays@3`; the rest is pinned with the run."""
    weights: tuple[FiniteFloat, ...] = ()
    """How much a comparison of each judge counts in the order, people included; empty where all count alike."""
