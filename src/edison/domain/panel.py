"""The judges behind a board: how much each counts, how often each could be read, and whether they err together."""

from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .card import CardMeasure, SeenCard
from .ids import JudgeId
from .noun import Noun


class PanelJudge(Noun):
    """One judge of a panel."""

    judge_id: JudgeId
    name: str
    family: str
    """Judges of one family count as one vote."""
    akin: tuple[str, ...] = ()
    """The arms of its own family, whose answers it may prefer because they are like its own."""
    weight: FiniteFloat = Field(ge=0, le=1)
    asked: int = Field(ge=0)
    not_judged: int = Field(ge=0)
    """How many of what it was asked brought no finding."""
    card: SeenCard | None = None
    """What is known of it; None for a judge that was never examined."""
    people: CardMeasure | None = None
    """How often it and people agree whether an output is good enough; None where they labelled fewer than two cases."""

    @model_validator(mode="after")
    def _counts_a_part(self) -> Self:
        if self.not_judged > self.asked:
            raise ValueError("a judge leaves out at most what it was asked")
        return self

    @property
    def unreadable(self) -> float:
        """The share of what it was asked that brought no finding; 0 where it was asked nothing."""
        return self.not_judged / self.asked if self.asked else 0.0


class SharedError(Noun):
    """How far two judges err together, beyond what the cases explain."""

    first: JudgeId
    second: JudgeId
    correlation: FiniteFloat = Field(ge=-1, le=1)
    p_value: FiniteFloat = Field(ge=0, le=1)
    is_certain: bool
    """Whether it is beyond chance, Holm's correction over all pairs: such judges are no second opinion."""


class Panel(Noun):
    """All judges whose findings a board is made from."""

    rule: str
    """What the weights rest on, and why they are equal when they are."""
    judges: tuple[PanelJudge, ...] = Field(min_length=1)
    shared_errors: tuple[SharedError, ...] = ()
    """Every pair of judges, the closest first."""
    no_shared_errors: str = ""
    """Why it is not known whether they err together."""
