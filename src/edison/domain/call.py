"""Calls and attempts: one question for one purpose, and one try at it on the wire. Append-only."""

from datetime import datetime
from enum import StrEnum

from .answer import Cost, Raw, Timing, Usage
from .ids import AttemptId, CallId
from .record import Record


class AttemptState(StrEnum):
    """What became of a try. OPEN is before the end is known; nothing ever vanishes."""

    OPEN = "open"
    SETTLED = "settled"
    FAILED = "failed"
    OUTCOME_UNKNOWN = "outcome_unknown"


class Attempt(Record, frozen=True, kw_only=True):
    """The intent to send, recorded before anything leaves the house."""

    id: AttemptId
    call_id: CallId
    number: int
    """From 1 on, within one call."""
    endpoint: str
    fingerprint: str
    opened_at: datetime
    worst_case_microusd: int | None = None
    """What it may cost at most; None when the price is unknown."""

    def reserving(self, microusd: int) -> "Attempt":
        """The same with so much reserved, if that is more; a price that is not known stays unknown."""
        worst = self.worst_case_microusd
        return self if worst is None or worst >= microusd else self.changed(worst_case_microusd=microusd)


class AttemptEnd(Record, frozen=True, kw_only=True):
    """How an attempt ended, with everything it brought or cost."""

    attempt_id: AttemptId
    ended_at: datetime
    state: AttemptState
    trouble: str | None = None
    """The error's code when it did not settle."""
    sentence: str | None = None
    retry_after_s: float | None = None
    partial_text: str | None = None
    """What had arrived when it broke: evidence, never scored."""
    usage: Usage = Usage()
    cost: Cost = Cost()
    timing: Timing = Timing()
    raw: Raw = Raw()
