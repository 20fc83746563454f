"""Many questions handed to a provider at once, answered when it suits the provider."""

from enum import StrEnum

from pydantic import AwareDatetime, Field

from .answer import Answer
from .ask import Ask
from .noun import Noun
from .record import Record


class BatchState(StrEnum):
    """Where a batch stands, in our words; `is_over` says that nothing more will come."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHING = "finishing"
    CANCELLING = "cancelling"
    COMPLETED = "completed"
    FAILED = "failed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self in (self.COMPLETED, self.FAILED, self.EXPIRED, self.CANCELLED)


class BatchItem(Noun):
    """One question of a batch under a key of ours."""

    key: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    ask: Ask


class BatchHandle(Noun):
    """All that is needed to find a batch again, in another process or after a crash. Plain data."""

    provider: str
    id: str
    tag: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    """Ours, sent along, so that a batch whose id was never stored can be found."""
    model: str
    items: int
    created_at: AwareDatetime | None = None


class BatchReport(Noun):
    """What the provider says about a batch; its counts are hints, results are reconciled one by one."""

    handle: BatchHandle
    state: BatchState
    provider_state: str
    succeeded: int | None = None
    failed: int | None = None
    sentence: str | None = None
    """Why the batch as a whole failed, where the provider says so."""


class BatchResult(Record, frozen=True, kw_only=True):
    """One item's end: an answer, or the code and sentence of what went wrong."""

    key: str
    answer: Answer | None = None
    trouble: str | None = None
    sentence: str | None = None
    billed: bool | None = None
    """False where the provider says it does not charge for this item; None where it does not say."""
