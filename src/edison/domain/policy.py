"""How far an experiment may go."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, FiniteFloat, model_validator

from .noun import Noun
from .ranking import Board

MOST_UNREADABLE = 0.1
"""What judges may leave open unless somebody says otherwise."""


class Autonomy(StrEnum):
    """What happens without a person: nothing, all but what must be approved, all within the stop rule."""

    MANUAL = "manual"
    APPROVE_EACH = "approve_each"
    AUTOPILOT = "autopilot"


AUTONOMY = "autonomy"
"""The name of the document that stands with a run whose autonomy was changed after it began."""


class ChosenAutonomy(Noun):
    """What somebody chose for a run that goes on, in place of what it began with; the last choice counts."""

    autonomy: Autonomy
    by: str = Field(min_length=1, max_length=200)
    at: AwareDatetime


class QualityFloor(Noun):
    """What every contender has to reach on a board for a run to pass."""

    board: Board
    criterion: str | None = None
    """Of the rubric, from 0 to 1 on its own scale; None asks for the board as a whole."""
    least: FiniteFloat = Field(ge=0, le=1)
    by_interval: bool = False
    """Whether the lower end of the interval has to reach it, and not only the value."""


class StopRule(Noun):
    """When enough is enough; the first limit that is reached ends the run by its name."""

    rounds: int = Field(default=10, ge=1, le=100)
    gain: FiniteFloat = Field(default=0.02, ge=0, le=1)
    """Least gain in normalised quality, over the best of the last `window` rounds, that is worth going on."""
    window: int = Field(default=3, ge=2)
    comparisons: int = Field(default=120, ge=1)
    """How many comparisons may be asked; how many pairs there are is another matter."""
    least_comparisons: int = Field(default=12, ge=0)
    """Before so many, a ranking is not called stable, and pairs that all have met meet again."""
    shift: FiniteFloat = Field(default=0.025, gt=0)
    """The most, in logits, that a strength may have moved in the last wave for each comparison that the texts had in
    it on average, for a ranking to be stable. All growing apart by one factor is no movement."""
    wave: int | None = Field(default=None, ge=1)
    """How many pairs are dealt at once; None deals half as many as there are texts."""
    deadline_s: FiniteFloat | None = Field(default=None, gt=0)
    """After so many seconds a run ends with what there is, even if it stands still."""
    tokens: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _can_become_stable(self) -> Self:
        if self.least_comparisons > self.comparisons:
            raise ValueError("a ranking would need more comparisons than it may ask for")
        return self


class Policy(Noun):
    """What a run may spend, repeat and decide; it keeps the policy it began with."""

    budget_microusd: int | None = Field(default=None, ge=0)
    """For all calls of a run, judges and refiners included; None sets no limit, and allows unknown prices."""
    parallel: int = Field(default=32, ge=1)
    """At most so many questions in flight."""
    repeats: int = Field(default=1, ge=1)
    """Independent draws of each answer."""
    stop: StopRule = StopRule()
    success_rate: FiniteFloat = Field(default=0.8, ge=0, le=1)
    """Below it a run's numbers are not published as results."""
    publish_unfinished: bool = True
    """Whether a ranking is published whose money ran out, where all texts are connected and the least was compared."""
    most_unreadable: FiniteFloat = Field(default=MOST_UNREADABLE, ge=0, le=1)
    """The largest share of what a judge was asked that may bring no finding; above it a run is not trustworthy."""
    fail_under: FiniteFloat | None = Field(default=None, ge=0, le=1)
    """The least share of cells that must pass for a run to pass; None asks for all checks to pass."""
    min_quality: tuple[QualityFloor, ...] = ()
    """What judges have to think of every contender for a run to pass."""
    autonomy: Autonomy = Autonomy.MANUAL
    cache: bool = False
    """Whether answers to deterministic questions are kept, and taken instead of asking the same again."""
    cache_s: int | None = Field(default=None, gt=0)
    """How old a kept answer may be to be taken; None takes one of any age."""

    @property
    def takes_kept_answers(self) -> bool:
        """Whether an answer may be one that was kept: of several repeats each is an independent draw."""
        return self.cache and self.repeats == 1
