"""People's decisions: hunk by hunk about a suggested change of a prompt."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from .ids import ProjectId, RunId, SuggestionId, UserId
from .noun import Noun
from .prompt import PromptVersion, VersionProof
from .suggestion import Edit, Suggestion


class Decision(StrEnum):
    """What a person decided."""

    APPROVE = "approve"
    EDIT = "edit"
    """Approved with words of their own."""
    REJECT = "reject"
    REQUEST_CHANGES = "request_changes"
    """Not like this: the note says what is wanted, and whoever writes next is told."""

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
        """The review that counts, by hunk."""
        return {review.hunk: review for review in self.reviews}


def suggestion_id(run_id: RunId, unit: int) -> SuggestionId:
    """The suggestion that a run asks about with one of its questions."""
    return SuggestionId(f"sug_{run_id.removeprefix('run_')}_{unit}")
