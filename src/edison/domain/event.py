"""What a user may want to know."""

from enum import StrEnum
from typing import Annotated

from pydantic import AwareDatetime, Field

from .ids import EventId, ProjectId, RunId
from .noun import Noun


class EventType(StrEnum):
    """What happened, in the past tense. The completion of a cell is none of these: progress is counted."""

    RUN_STARTED = "run.started"
    RUN_PAUSED = "run.paused"
    RUN_RESUMED = "run.resumed"
    RUN_SETTLED = "run.settled"
    CHECKS_REPLACED = "checks.replaced"
    STAGE_STARTED = "stage.started"
    STAGE_FINISHED = "stage.finished"
    RANKING_MOVED = "ranking.moved"
    SUGGESTION_MADE = "suggestion.made"
    REVIEW_DECIDED = "review.decided"


_Name = Annotated[str, Field(pattern=r"^[a-z_]{1,32}$")]
_Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class Event(Noun):
    """Something that happened, appended in the transaction of the change it tells of."""

    id: EventId
    project_id: ProjectId
    run_id: RunId | None = None
    number: int = Field(ge=1)
    """Without gaps and in commit order within its run, or within its project where it tells of no run."""
    type: EventType
    at: AwareDatetime
    about: dict[_Name, _Id] = Field(default_factory=dict[str, str])
    """Ids by what they name, such as `stage` or `suggestion`; whoever wants the content reads it there."""
