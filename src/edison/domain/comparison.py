"""What a judge says about two outputs."""

from enum import StrEnum
from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .ids import ComparisonId, JudgeId, OutputId
from .judgment import Reading
from .noun import Noun
from .words import Words


class Winner(StrEnum):
    """Which side is better, by the order in which they were shown."""

    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"


class Comparison(Noun):
    """A pair in the order shown, and the winner or a tie, of one judge; or *not judged* and why."""

    id: ComparisonId
    judge_id: JudgeId
    left_id: OutputId
    """Was shown first."""
    right_id: OutputId
    repeat: int = Field(default=0, ge=0)
    winner: Winner | None = None
    confidence: FiniteFloat | None = Field(default=None, ge=0, le=1)
    """As the judge stated it, brought to 0–1; None where it did not say."""
    reason: str = ""
    samples: tuple[Winner, ...] = ()
    """What each sample said, where several were combined; they need not agree."""
    mended: bool = False
    """Whether a reply it rests on had to be repaired before it could be read."""
    readings: tuple[Reading, ...] = ()
    """What became of each reply that was to hold a finding, in the order in which they were asked for."""
    not_judged: Words | None = None
    """Why there is no winner; a tie is a finding and has none."""
    is_final: bool = False
    """Whether asking once more would fail in the same way: a bad request, a model that is not there."""

    @model_validator(mode="after")
    def _finds_or_says_why_not(self) -> Self:
        if self.left_id == self.right_id:
            raise ValueError("an output is not compared with itself")
        if (self.winner is None) != (self.not_judged is not None):
            raise ValueError("a comparison has a winner or a tie, or it says why it was not judged")
        if self.winner is None and self.confidence is not None:
            raise ValueError("without a finding there is no confidence in it")
        return self
