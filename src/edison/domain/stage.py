"""The steps of a run."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from .noun import Noun


class StageName(StrEnum):
    """The eight stages, in the order in which a run walks through them. Nowhere else is this list written."""

    DRAFT = "draft"
    PLAN = "plan"
    GENERATE = "generate"
    CHECK = "check"
    JUDGE = "judge"
    RANK = "rank"
    REFINE = "refine"
    REVIEW = "review"


class DesiredState(StrEnum):
    """What people want a run to do; the engine converges to it. Cancelled wins and is for ever."""

    RUNNING = "running"
    PAUSED = "paused"
    CANCELLED = "cancelled"


class Stage(Noun):
    """One step of a run, in numbers that were counted from rows."""

    name: StageName
    planned: int = Field(default=0, ge=0)
    succeeded: int = Field(default=0, ge=0)
    failed: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _ends_no_more_than_it_planned(self) -> Self:
        if self.pending < 0:
            raise ValueError("more units ended than were planned")
        return self

    @property
    def pending(self) -> int:
        """Units that have not ended; planned is always the sum of the three."""
        return self.planned - self.succeeded - self.failed
