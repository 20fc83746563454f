"""People's decisions."""

from enum import StrEnum

from pydantic import AwareDatetime

from .ids import JudgeId, OutputId, ReviewId, SuggestionId, UserId
from .noun import Noun


class Decision(StrEnum):
    """What a person decided."""

    APPROVE = "approve"
    REJECT = "reject"
    REQUEST_CHANGES = "request_changes"


class Subject(StrEnum):
    """What was reviewed."""

    SUGGESTION = "suggestion"
    OUTPUT = "output"
    JUDGE = "judge"


class Review(Noun):
    """A person's decision on a suggestion, an output or a judge. A change of mind is another review."""

    id: ReviewId
    subject: Subject
    subject_id: SuggestionId | OutputId | JudgeId
    decision: Decision
    reviewer_id: UserId
    note: str = ""
    decided_at: AwareDatetime
