"""What models write before anything is measured: goals, rubrics, prompts, cases and instructions for judges."""

from enum import StrEnum

from pydantic import Field, FiniteFloat

from .dataset import Case, DatasetKind
from .endpoint import Endpoint
from .ids import ProjectId, RunId
from .noun import Noun
from .prompt import PromptVersion
from .words import ShortName

MOST_ALTERNATIVES = 5
CASES_AT_ONCE = 20
"""So many are written in one call."""
DRAFT_TASK = "draft_task"
"""The name of the document that says what a run drafts."""


class DraftKind(StrEnum):
    """What is written."""

    GOAL = "goal"
    RUBRIC = "rubric"
    PROMPT = "prompt"
    CASES = "cases"
    JUDGE = "judge"
    """Instructions for a judge."""


class DraftMode(StrEnum):
    """What is done with what is there."""

    DRAFT = "draft"
    """Write it anew."""
    COMPLETE = "complete"
    """Go on where it ends."""
    IMPROVE = "improve"
    """Change it by edits that a person decides about."""


class CaseAim(Noun):
    """Where cases are aimed: at inputs that have something in common and went wrong."""

    run: RunId
    """Where that was seen."""
    spot: str
    """What they have in common, as people point at it, such as `tag:returns`."""
    inputs: tuple[str, ...] = ()
    """Some that went wrong."""
    faults: tuple[str, ...] = ()
    """What was wrong with the answers, in the words of judges and checks."""
    tags: tuple[str, ...] = ()
    """What cases that are written there are tagged with."""


class CaseSpec(Noun):
    """Which cases are to be written."""

    name: ShortName
    """The set that they go into."""
    kind: DatasetKind = DatasetKind.SYNTHETIC
    count: int = Field(ge=1, le=2_000)
    diversity: FiniteFloat = Field(default=0.5, ge=0, le=1)
    """From cases that are much alike to such that have little in common."""
    hints: tuple[str, ...] = ()
    """What they are to be about."""
    languages: tuple[str, ...] = ()
    lengths: tuple[str, ...] = ()
    """Such as short, medium, long; cases are spread over them, as over languages and tags."""
    tags: tuple[str, ...] = ()
    aims: tuple[CaseAim, ...] = ()
    """Where a prompt fails; each batch is aimed at one of them."""
    embedder: str | None = Field(default=None, min_length=3, max_length=200)
    """Who tells near-duplicates by meaning, as provider/model; None: whatever is installed on this machine."""

    def aim(self, place: int) -> CaseAim | None:
        """What the batch at this place is aimed at."""
        return self.aims[place % len(self.aims)] if self.aims else None


EMBEDDED_AT_ONCE = 50
"""Texts in one call for vectors."""


class EmbedTask(Noun):
    """Texts of which a provider's model makes vectors; stands with the wave."""

    to: Endpoint
    texts: tuple[str, ...] = Field(min_length=1)

    def batch(self, place: int) -> tuple[str, ...]:
        """Those of the unit at this place."""
        return self.texts[place * EMBEDDED_AT_ONCE : (place + 1) * EMBEDDED_AT_ONCE]


class DraftTask(Noun):
    """What a run that drafts is about; stands with it and with its waves."""

    kind: DraftKind
    mode: DraftMode = DraftMode.DRAFT
    goal: str = ""
    text: str = ""
    """What is there already: to be completed or improved, or the prompt that cases are for."""
    variables: tuple[str, ...] = ()
    """What the prompt is filled with, and so what every case says."""
    criteria: tuple[str, ...] = ()
    """What answers are judged by, or what an improvement is to help."""
    alternatives: int = Field(default=3, ge=1, le=MOST_ALTERNATIVES)
    spec: CaseSpec | None = None
    missing: int = Field(default=0, ge=0)
    """How many cases are still to be written."""
    seen: tuple[str, ...] = ()
    """Of cases that are there: not to be written again."""
    existing: tuple[str, ...] = ()
    """Of another set: not to be written again either."""
    version: PromptVersion | None = None
    """What is improved."""
    project_id: ProjectId | None = None
    prompt: str | None = None
    """The kept prompt that is improved: its edits wait for a review."""
    cases: tuple[Case, ...] = ()
    """What a prompt that is improved has to suit; stands with the run, and not with its waves."""

    def wanted(self, place: int) -> int:
        """How many cases the unit at this place writes."""
        return max(0, min(CASES_AT_ONCE, self.missing - place * CASES_AT_ONCE))
