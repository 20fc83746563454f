"""Calls and attempts: one question for one purpose, and one try at it on the wire. Append-only."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from .answer import Cost, Raw, Timing, Usage
from .ids import AttemptId, CallId
from .noun import Noun


class AttemptState(StrEnum):
    """What became of a try. OPEN is before the end is known; nothing ever vanishes."""

    OPEN = "open"
    SETTLED = "settled"
    FAILED = "failed"
    OUTCOME_UNKNOWN = "outcome_unknown"


class Attempt(Noun):
    """The intent to send, recorded before anything leaves the house."""

    id: AttemptId
    call_id: CallId
    number: int = Field(ge=1)
    endpoint: str
    fingerprint: str
    opened_at: AwareDatetime
    worst_case_microusd: int | None = None
    """What it may cost at most; None when the price is unknown."""


class AttemptEnd(Noun):
    """How an attempt ended, with everything it brought or cost."""

    attempt_id: AttemptId
    ended_at: AwareDatetime
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

    @model_validator(mode="after")
    def _is_an_end(self) -> Self:
        if self.state is AttemptState.OPEN:
            raise ValueError("an attempt does not end by being open")
        return self
