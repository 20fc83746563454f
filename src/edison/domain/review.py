"""People's reviews: hunk by hunk of a suggested change of a prompt, of the outputs of a run, and of two of them."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from .comparison import Winner
from .ids import OutputId, ProjectId, RunId, SuggestionId, UserId
from .noun import Noun
from .prompt import PromptVersion, VersionProof
from .suggestion import Edit, Suggestion
from .words import Words


class Decision(StrEnum):
    """What a person decided."""

    APPROVE = "approve"
    EDIT = "edit"
    """Approved with words of their own."""
    REJECT = "reject"
    REQUEST_CHANGES = "request_changes"
    """Not like this: the note says what is wanted, and whoever writes next is told."""
    WITHDRAW = "withdraw"
    """What was decided before counts no more: the hunk is open again."""

    @property
    def is_applied(self) -> bool:
        """Whether the hunk goes into the new version."""
        return self in (Decision.APPROVE, Decision.EDIT)


class SuggestedChange(Noun):
    """A group of hunks that would change one version of a prompt; people decide about each of them."""

    project_id: ProjectId
    prompt: str = Field(min_length=1, max_length=200)
    parent: PromptVersion
    """What would be changed."""
    hunks: tuple[Edit, ...] = Field(min_length=1)
    note: str = ""
    """What it is meant to do, in the words of whoever wrote it."""
    author: str = Field(min_length=1)
    """Who wrote it: a model, or a person."""
    suggestions: tuple[Suggestion, ...] = ()
    """What judges said, with their judgments; hunks name them by their numbers, from 1."""
    proof: VersionProof | None = None
    """What was measured of all hunks together; None where nothing was."""


class HunkReview(Noun):
    """What a person decided about one hunk. A change of mind is another review; the latest counts."""

    revision: int = Field(ge=1)
    """Without gaps: the suggestion's revision after it."""
    hunk: int = Field(ge=1)
    decision: Decision
    text: str | None = None
    """What is to stand there instead, where the person wrote it."""
    note: str = ""
    reviewer: UserId
    at: AwareDatetime

    @model_validator(mode="after")
    def _says_how_it_is_edited(self) -> Self:
        if (self.decision is Decision.EDIT) != (self.text is not None):
            raise ValueError("an edited hunk says its text, and no other does")
        return self


class StoredSuggestion(Noun):
    """A suggested change as it is kept, with everything that was decided about it."""

    id: SuggestionId
    change: SuggestedChange
    run_id: RunId | None = None
    """The run that waits for it."""
    unit: int | None = None
    """Which of the run's questions it is."""
    made_at: AwareDatetime
    revision: int = Field(default=0, ge=0)
    """How often something was decided about it."""
    reviews: tuple[HunkReview, ...] = ()
    """In their order."""
    outcome: Decision | None = None
    """What became of the whole, once it is closed."""
    version: int | None = None
    """The number of the version that was made of it."""

    @property
    def decided(self) -> dict[int, HunkReview]:
        """The review that counts, by hunk; what was withdrawn is open again."""
        latest = {review.hunk: review for review in self.reviews}
        return {hunk: review for hunk, review in latest.items() if review.decision is not Decision.WITHDRAW}


PASS, FAIL = "pass", "fail"
"""The labels that stand for a number; people may give others."""


class OutputReview(Noun):
    """What one person says about an output. A change of mind is another review; of each person the latest counts."""

    cell: int = Field(ge=0)
    output_id: OutputId
    """What was looked at: a cell that is asked again has another output."""
    reviewer: UserId
    revision: int = Field(ge=1)
    """Without gaps: which of the person's reviews of this cell it is."""
    label: str | None = Field(default=None, pattern=r"^[\w.-]{1,60}$")
    score: float | None = Field(default=None, ge=0, le=1)
    correction: Words | None = None
    """What should have been answered."""
    note: str = ""
    at: AwareDatetime

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.label is None and self.score is None and self.correction is None and not self.note:
            raise ValueError("a review has a label, a score, a correction or a note")
        return self

    @property
    def quality(self) -> float | None:
        """How good the output is, from 0 to 1; without a score `pass` is 1, `fail` 0, and other labels say nothing."""
        return self.score if self.score is not None else {PASS: 1.0, FAIL: 0.0}.get(self.label or "")


class PairReview(Noun):
    """What one person says about two outputs whose names were hidden. Of each person the latest counts."""

    left: int = Field(ge=0)
    """The cell that was shown on the left."""
    right: int = Field(ge=0)
    left_output: OutputId
    """What was looked at: a cell that is asked again has another output."""
    right_output: OutputId
    reviewer: UserId
    revision: int = Field(ge=1)
    """Without gaps: which of the person's reviews of these two it is."""
    winner: Winner | None = None
    not_judged: Words | None = None
    """Why there is no finding; a tie is one."""
    note: str = ""
    is_revealed: bool = False
    """Whether the names were shown: from then on it is never changed."""
    at: AwareDatetime

    @model_validator(mode="after")
    def _finds_or_says_why_not(self) -> Self:
        if self.left == self.right:
            raise ValueError("an output is not compared with itself")
        if (self.winner is None) != (self.not_judged is not None):
            raise ValueError("a review of two outputs has a winner or a tie, or says why it was not judged")
        return self

    @property
    def cells(self) -> tuple[int, int]:
        """Both cells, whichever side they stood on."""
        return min(self.left, self.right), max(self.left, self.right)


def suggestion_id(run_id: RunId, unit: int) -> SuggestionId:
    """The suggestion that a run asks about with one of its questions."""
    return SuggestionId(f"sug_{run_id.removeprefix('run_')}_{unit}")
