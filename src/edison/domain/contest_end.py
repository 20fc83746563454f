"""What is told of the end of a contest: in short to whoever waits for it, and whole to whoever uses it."""

from typing import Self

from pydantic import AwareDatetime, Field, FiniteFloat, model_validator

from .contest import GradeSteps
from .entry_ranking import AnsweredBy, EntryRanking, GradeCertainty, RankedEntry, Worth
from .ids import ExperimentId, RunId
from .noun import Noun
from .run import Settlement


def is_published(entry_ranking: EntryRanking, settlement: Settlement) -> bool:
    """Whether an order is a result: it ended without trouble, or came far enough before the money was spent."""
    is_far_enough = settlement is Settlement.BUDGET_SPENT and entry_ranking.is_enough
    return bool(entry_ranking.items) and (settlement.is_result or is_far_enough)


def normalise(item: RankedEntry, *, scale: GradeSteps | None) -> float:
    """A text's strength between 0 and 1.

    By its projected grade 0 for the lowest of the scale and 1 for the highest; without one, the chance of winning
    against a text of average strength.
    """
    return item.chance if item.projected is None or scale is None else scale.height(item.projected.grade)


class EndSummary(Noun):
    """How many texts were handed in, and which of them have a place. Texts go by the ids they came with."""

    total: int = Field(ge=0)
    successful: int = Field(ge=0)
    failed: int = Field(ge=0)
    successful_ids: tuple[str, ...]
    failed_ids: tuple[str, ...]
    seconds: FiniteFloat = Field(ge=0)
    """From the start of the run to this end of it, pauses included."""

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if (self.successful, self.failed) != (len(self.successful_ids), len(self.failed_ids)):
            raise ValueError("as many ids are listed as are counted")
        if self.successful + self.failed != self.total:
            raise ValueError("every text has a place or none")
        return self


class ContestCompleted(Noun):
    """A contest has ended with an order; who wants that too looks at the result."""

    sentence: str = ""
    """What the order is worth."""
    worth: Worth | None = None
    """None in events of before it was told."""
    run_id: RunId
    experiment_id: ExperimentId
    status: Settlement
    summary: EndSummary


class EndTrouble(Noun):
    """Why there is no order that may be taken for a result, with the numbers."""

    code: str
    sentence: str
    compared: int = Field(ge=0)
    not_judged: int = Field(ge=0)
    success_rate: FiniteFloat | None = Field(ge=0, le=1)
    """None where nothing was asked."""


class ContestFailed(Noun):
    """A contest has ended without a result."""

    run_id: RunId
    experiment_id: ExperimentId
    status: Settlement
    summary: EndSummary
    error: EndTrouble


class ContestHalted(Noun):
    """A contest stands still until a person has seen to the cause: whoever waits for it waits longer."""

    run_id: RunId
    experiment_id: ExperimentId
    code: str
    sentence: str
    endpoint: str | None
    """Who cannot be asked, where that is known."""


class ResultItem(Noun):
    """One text and all that was found out about it."""

    id: str
    display_name: str
    """The id without what a screen must not be shown."""
    rank: int = Field(ge=1)
    score: FiniteFloat
    """In logits around the mean."""
    se: FiniteFloat | None
    is_anchor: bool
    letter_grade: str
    """An anchor's own, else the likeliest one; U where there is none."""
    fine_grade: str | None
    normalised_score: FiniteFloat | None = Field(ge=0, le=1)
    """As `normalise` says; an anchor's by its own grade. None in events of before it was always told."""
    confidence: FiniteFloat | None = Field(ge=0, le=1)
    certainty: GradeCertainty | None
    probabilities: dict[str, FiniteFloat] | None


class ResultGrades(Noun):
    """Whether grades were projected, and from what."""

    available: bool
    reason: str | None
    """Why not."""
    scale: GradeSteps | None
    anchors_used: int = Field(ge=0)
    calibration: str | None
    """How strengths became grades; None where they did not."""
    centres: dict[str, FiniteFloat]
    boundaries: tuple[FiniteFloat, ...]


class ResultJudge(Noun):
    """One judge, and who answered in its name."""

    name: str
    is_person: bool
    comparisons: int = Field(ge=0)
    not_judged: int = Field(ge=0)
    temperature: FiniteFloat | None
    answered_by: tuple[AnsweredBy, ...]


class ContestResult(Noun):
    """The result of a contest, whole: nobody has to ask for more."""

    sentence: str = ""
    """What the order is worth."""
    worth: Worth | None = None
    """None in events of before it was told."""
    run_id: RunId
    experiment_id: ExperimentId
    assignment: str
    goal: str
    method: str
    provider: str | None
    """Who gave most of the stored answers; None where only people judged."""
    model: str | None
    """As it was asked for."""
    model_version: str | None
    """As it called itself."""
    temperature: FiniteFloat | None
    items: tuple[ResultItem, ...]
    unplaced: tuple[str, ...]
    judges: tuple[ResultJudge, ...]
    grades: ResultGrades
    flags: tuple[str, ...]
    comparisons: int = Field(ge=0)
    """Counted, never reckoned from the number of texts."""
    spent_microusd: int = Field(ge=0)
    seconds: FiniteFloat = Field(ge=0)
    assessed_at: AwareDatetime
