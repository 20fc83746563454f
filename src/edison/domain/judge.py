"""Who assesses, and how it is asked."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from .ask import Sampling
from .endpoint import Endpoint
from .ids import JudgeId, ProjectId, RubricId
from .noun import Noun


class JudgeMode(StrEnum):
    """What a judge gives back: scores for one output, a winner of two, a set of stages for one."""

    POINTWISE = "pointwise"
    PAIRWISE = "pairwise"
    VERDICT = "verdict"


class AnswerForm(StrEnum):
    """How a judge writes down its finding; one tolerant reader takes all of them."""

    JSON = "json"
    TOOL = "tool"
    SUFFIX = "suffix"


class Thinking(StrEnum):
    """How a judge is led to its finding; a strategy is a factor that one can vary and measure."""

    DIRECT = "direct"
    REASON_FIRST = "reason_first"
    STEP_BY_STEP = "step_by_step"
    SELF_CONSISTENCY = "self_consistency"
    CRITIQUE_AND_REVISE = "critique_and_revise"
    PANEL = "panel"
    DEBATE = "debate"


class Display(Noun):
    """How a rubric is shown, so that a judge cannot lean on labels or order; drawn anew for each sample."""

    anonymise_stages: bool = False
    """Random ids instead of letters: no cue of order remains."""
    hide_labels: bool = False
    """Criteria only."""
    shuffle_stages: bool = False


class Judge(Noun):
    """One frozen version of a judge. Whatever is changed about it makes another, so that its results compare.

    How good it is at judging is not part of it: that is measured, and shown beside it.
    """

    id: JudgeId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    version: int = Field(default=1, ge=1)
    endpoint: Endpoint
    sampling: Sampling = Sampling(temperature=0.0)
    rubric_id: RubricId
    """Names one version of a rubric."""
    instructions: str = ""
    mode: JudgeMode = JudgeMode.POINTWISE
    answer_form: AnswerForm = AnswerForm.JSON
    thinking: Thinking = Thinking.REASON_FIRST
    display: Display = Display()
    may_tie: bool = False
    may_abstain: bool = False

    @model_validator(mode="after")
    def _may_do_what_its_mode_knows(self) -> Self:
        if self.may_tie and self.mode is not JudgeMode.PAIRWISE:
            raise ValueError("only a judge of pairs can call a tie")
        if self.may_abstain and self.mode is not JudgeMode.VERDICT:
            raise ValueError("only a judge that names stages can abstain")
        return self
