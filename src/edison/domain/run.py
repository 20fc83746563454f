"""One execution of an experiment."""

from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from .design import RunDesign
from .ids import RunId
from .noun import Noun
from .snapshot import Snapshot
from .stage import DesiredState, StageName


class Settlement(StrEnum):
    """The named reason why something ended, or that it has not yet. Nothing ends without one."""

    NOT_YET = "not_yet"
    ALL_CELLS_DONE = "all_cells_done"
    TARGET_REACHED = "target_reached"
    STABLE = "stable"
    PAIRS_EXHAUSTED = "pairs_exhausted"
    COMPARISONS_SPENT = "comparisons_spent"
    """As many comparisons were asked as may be."""
    ROUNDS_DONE = "rounds_done"
    GAIN_TOO_SMALL = "gain_too_small"
    CONVERGED = "converged"
    """Several rounds in a row brought nothing that is surely better."""
    BUDGET_SPENT = "budget_spent"
    TOKENS_SPENT = "tokens_spent"
    TOO_FEW_ENTRIES = "too_few_entries"
    GATE_FAILED = "gate_failed"
    NO_PROGRESS = "no_progress"
    STOPPED_BY_PERSON = "stopped_by_person"
    """Somebody had enough; what there is by then is the result."""
    DEADLINE_PASSED = "deadline_passed"
    CANCELLED = "cancelled"

    @property
    def is_end(self) -> bool:
        return self is not Settlement.NOT_YET

    @property
    def is_result(self) -> bool:
        """Whether what a contest found by then may be taken for a result: it ended, and not because of trouble."""
        return self.is_end and self not in _TROUBLE


_TROUBLE = (
    Settlement.BUDGET_SPENT,
    Settlement.GATE_FAILED,
    Settlement.CANCELLED,
    Settlement.NO_PROGRESS,
    Settlement.TOO_FEW_ENTRIES,
)


WAITS_FOR_PEOPLE, STAGE_DONE, BEING_FINISHED = "waits_for_people", "stage_done", "being_finished"
"""Codes of halts that are no trouble: a question is open, a stage after which people wanted to look is done, or
somebody ends the run, and its results are being put together."""


class Halt(Noun):
    """What a person has to see to before a run can go on: a key, a quota, a server, a question."""

    code: str
    sentence: str
    endpoint: str | None = None
    until: AwareDatetime | None = None
    """When it goes on all the same; None: never."""

    @property
    def is_trouble(self) -> bool:
        return self.code not in (WAITS_FOR_PEOPLE, STAGE_DONE, BEING_FINISHED)


def is_under_way(desired: DesiredState, settlement: Settlement, halted: Halt | None) -> bool:
    """Whether more will come of a run by itself."""
    is_ending = halted is not None and halted.code == BEING_FINISHED
    return not settlement.is_end and (desired is DesiredState.RUNNING or is_ending)


class Run(Noun):
    """One execution, with all pinned that it depends on. How far it has come is counted, not stored here."""

    id: RunId
    experiment: RunDesign
    """As it was when the run began; what is changed later does not reach this run."""
    snapshot: Snapshot
    """What its ids name, pinned."""
    seed: int
    """All its randomness comes from streams of this seed, so that it can be repeated."""
    began_at: AwareDatetime
    desired: DesiredState = DesiredState.RUNNING
    pause_after: StageName | None = None
    """Finish this stage, then wait for a person."""
    epoch: int = Field(default=1, ge=1)
    """Which incarnation of its driver may write; raised by every pause, resume, retry and upgrade."""
    halted: Halt | None = None
    """Why it stands still although nobody paused it; resuming it clears this."""
    settlement: Settlement = Settlement.NOT_YET
    ended_at: AwareDatetime | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether more will come of it by itself: work, or the end that somebody wants right now."""
        return is_under_way(self.desired, self.settlement, self.halted)

    def is_overdue(self, now: datetime) -> bool:
        """Whether its deadline has passed."""
        seconds = self.experiment.policy.stop.deadline_s
        return seconds is not None and (now - self.began_at).total_seconds() >= seconds

    @model_validator(mode="after")
    def _ends_with_a_name(self) -> Self:
        if (self.ended_at is not None) != self.settlement.is_end:
            raise ValueError("a run that ended, and no other, has a settlement and a time of its end")
        return self
