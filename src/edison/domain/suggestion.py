"""Proposed changes of a prompt: what a judge suggests, and edits that can be applied."""

import re
from enum import StrEnum
from typing import Self

from pydantic import FiniteFloat, model_validator

from .ids import JudgmentId
from .noun import Noun
from .words import Words

_NUMBER = re.compile(r"\bS?(\d{1,3})\b", re.IGNORECASE)


class PromptPart(StrEnum):
    """The parts of a prompt version that can be edited."""

    SYSTEM = "system"
    USER = "user"
    FEW_SHOTS = "few_shots"
    TOOLS = "tools"
    """As JSON: a list of objects with name, description and parameters."""


class Edit(Noun):
    """One change of a prompt version, found again by the words it replaces."""

    part: PromptPart
    find: str = ""
    """The passage to be replaced, which stands there once; empty means that the new text is added at the end."""
    replace: str = ""
    """What stands there instead."""
    reason: str = ""
    """Why, for the person who decides; becomes a part of the changelog."""
    criteria: tuple[str, ...] = ()
    """Which criteria it is meant to help."""
    sources: tuple[str, ...] = ()
    """The suggestions that asked for it, as whoever wrote it names them: `S1`, `1`, `S1, S3`."""

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if self.find == self.replace:
            raise ValueError("an edit changes something")
        return self

    @property
    def follows(self) -> tuple[int, ...]:
        """The numbers under which the suggestions were shown that asked for it."""
        named = (int(found) for name in self.sources for found in _NUMBER.findall(name))
        return tuple(dict.fromkeys(named))


class Suggestion(Noun):
    """What a judge would change, in words, and the judgments that it rests on."""

    text: Words
    criteria: tuple[str, ...] = ()
    because: str = ""
    judgments: tuple[JudgmentId, ...] = ()
    judge: str = ""
    """Whose it is, by name."""
    weight: FiniteFloat | None = None
    """What it counts for, from 0 to 1: who asks for it, how far they are relied on, and how weak it is there."""


class Proposal(Noun):
    """What came of asking for changes: suggestions in words, or edits, or whole drafts; or why there are none."""

    suggestions: tuple[Suggestion, ...] = ()
    edits: tuple[Edit, ...] = ()
    draft: str = ""
    """A text as it was wished for; of a rubric, a prompt or cases it is JSON."""
    note: str = ""
    conflicts: tuple[str, ...] = ()
    """Contradictions in what was suggested, and whose side was taken, as whoever wrote it says."""
    not_proposed: Words | None = None

    @model_validator(mode="after")
    def _proposes_or_says_why_not(self) -> Self:
        if bool(self.suggestions or self.edits or self.draft) == (self.not_proposed is not None):
            raise ValueError("a proposal has suggestions, edits or a draft, or says why it has none")
        return self
