"""What a user may want to know."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Self, TypeAlias

from pydantic import AwareDatetime, Field, model_validator

from .contest_end import ContestCompleted, ContestFailed, ContestHalted, ContestResult
from .ids import EventId, ProjectId, RunId
from .noun import Noun
from .stage import Stage


class EventType(StrEnum):
    """What happened, in the past tense. The completion of a cell is none of these: progress is counted."""

    RUN_STARTED = "run.started"
    RUN_PAUSED = "run.paused"
    RUN_RESUMED = "run.resumed"
    RUN_SETTLED = "run.settled"
    RUN_REMOVED = "run.removed"
    AUTONOMY_CHANGED = "autonomy.changed"
    CHECKS_REPLACED = "checks.replaced"
    STAGE_STARTED = "stage.started"
    STAGE_FINISHED = "stage.finished"
    PERSON_ASKED = "person.asked"
    PERSON_ANSWERED = "person.answered"
    RANKING_MOVED = "ranking.moved"
    CONTEST_COMPLETED = "contest.completed"
    CONTEST_FAILED = "contest.failed"
    CONTEST_HALTED = "contest.halted"
    CONTEST_PUBLISHED = "contest.published"
    SUGGESTION_MADE = "suggestion.made"
    REVIEW_DECIDED = "review.decided"
    OUTPUT_REVIEWED = "output.reviewed"
    PAIR_REVIEWED = "pair.reviewed"
    PROJECT_CHANGED = "project.changed"
    PROMPT_CHANGED = "prompt.changed"
    ASSIGNMENT_CHANGED = "assignment.changed"
    DATASET_CHANGED = "dataset.changed"
    EXPERIMENT_CHANGED = "experiment.changed"
    PART_CHANGED = "part.changed"


Told: TypeAlias = ContestCompleted | ContestFailed | ContestHalted | ContestResult | Stage

TOLD: Mapping[EventType, type[Told]] = {
    EventType.STAGE_STARTED: Stage,
    EventType.STAGE_FINISHED: Stage,
    EventType.CONTEST_COMPLETED: ContestCompleted,
    EventType.CONTEST_FAILED: ContestFailed,
    EventType.CONTEST_HALTED: ContestHalted,
    EventType.CONTEST_PUBLISHED: ContestResult,
}
"""What events tell that carry more than ids: they go to others, who cannot read it here."""

_Name = Annotated[str, Field(pattern=r"^[a-z_]{1,32}$")]
_Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class Event(Noun):
    """Something that happened, appended in the transaction of the change it tells of."""

    id: EventId
    project_id: ProjectId
    run_id: RunId | None = None
    number: int = Field(ge=1)
    """Without gaps and in commit order within its run, or among all events that tell of no run."""
    serial: int = Field(ge=1)
    """Without gaps and in commit order over all runs of a database: whoever follows goes on after it."""
    type: EventType
    at: AwareDatetime
    about: dict[_Name, _Id] = Field(default_factory=dict[str, str])
    """Ids by what they name, such as `stage` or `suggestion`; whoever wants the content reads it there."""
    told: Told | None = None
    """The whole of it, where somebody outside is told; None for all other events."""

    @model_validator(mode="after")
    def _tells_what_its_type_says(self) -> Self:
        wanted = TOLD.get(self.type)
        if wanted is None and self.told is not None:
            raise ValueError(f"{self.type.value} carries ids and nothing else")
        if wanted is not None and not isinstance(self.told, wanted):
            raise ValueError(f"{self.type.value} tells a {wanted.__name__}")
        return self
