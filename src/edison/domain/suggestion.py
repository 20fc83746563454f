"""Proposed edits."""

from enum import StrEnum
from typing import Self

from pydantic import model_validator

from .ids import ComparisonId, JudgmentId, PromptVersionId, SuggestionId
from .noun import Noun
from .words import Words


class PromptPart(StrEnum):
    """The parts of a prompt version that can be edited."""

    SYSTEM = "system"
    USER = "user"
    FEW_SHOTS = "few_shots"
    TOOLS = "tools"
    FORM = "form"


class Suggestion(Noun):
    """One edit of a prompt version, with its reason and its origin. Reviews say what became of it."""

    id: SuggestionId
    version_id: PromptVersionId
    part: PromptPart
    before: str
    """The passage to be replaced; empty means that the new text is added at the end."""
    after: str
    note: Words
    """Why, for the person who decides; becomes the changelog of the version that takes it."""
    criteria: tuple[str, ...] = ()
    """Which criteria it is meant to help."""
    asked_by: tuple[JudgmentId | ComparisonId, ...] = ()
    """The findings that asked for it; empty when a person wrote it."""

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if self.before == self.after:
            raise ValueError("a suggestion changes something")
        return self
