"""Who is ahead, by how much, and how sure that is."""

from enum import StrEnum
from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .ids import ArmId, JudgeId, OutputId, PromptVersionId, RankingId, RunId
from .noun import Noun


class Board(StrEnum):
    """What is ranked by; boards are never mixed into one number."""

    QUALITY = "quality"
    CHECKS = "checks"
    """Share of outputs that passed every check."""
    EVALUATOR = "evaluator"
    SPEED = "speed"
    COST = "cost"
    RELIABILITY = "reliability"


class Flag(StrEnum):
    """Why a reader should be careful with a strength or with the whole ranking."""

    ISOLATED = "isolated"
    """Never compared with anything."""
    SPARSE = "sparse"
    WIDE_INTERVAL = "wide_interval"
    POSITION_BIAS = "position_bias"
    FEW_CASES = "few_cases"
    NO_VARIATION = "no_variation"
    MISSING_RESULTS = "missing_results"


class Interval(Noun):
    """Between which two numbers the truth lies, and how often such a claim holds."""

    low: FiniteFloat
    high: FiniteFloat
    level: FiniteFloat = Field(default=0.95, gt=0, lt=1)

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        if self.low > self.high:
            raise ValueError("an interval's low end is not above its high end")
        return self


class RankedItem(Noun):
    """One contender's strength on the board's own scale."""

    item_id: PromptVersionId | ArmId | JudgeId | OutputId
    name: str = ""
    """As people call it."""
    strength: FiniteFloat
    interval: Interval | None = None
    """None where there is too little to say how sure it is."""
    observations: int = Field(ge=0)
    """How many results it rests on: every number shows its denominator."""
    outcomes: dict[str, int] = {}
    """How many of its cells ended how, whatever became of them on this board."""
    measures: dict[str, FiniteFloat] = {}
    """Further numbers of the same kind, such as a 95th percentile, by name."""
    method: str = ""
    """How the interval was made."""
    flags: tuple[Flag, ...] = ()


class Ranking(Noun):
    """Strengths on one board, strongest first. Whose intervals overlap are not told apart by their place."""

    id: RankingId
    run_id: RunId
    board: Board
    wave: int = Field(default=1, ge=1)
    lower_is_better: bool = False
    items: tuple[RankedItem, ...] = ()
    moved: FiniteFloat | None = Field(default=None, ge=0)
    """The largest change of a strength since the wave before; None in the first."""
    flags: tuple[Flag, ...] = ()

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        strengths = [item.strength for item in self.items]
        if strengths != sorted(strengths, reverse=not self.lower_is_better):
            raise ValueError("a ranking begins with the strongest")
        if len({item.item_id for item in self.items}) != len(self.items):
            raise ValueError("an item stands in a ranking once")
        return self
