"""The ledger: every try is written down before it leaves the house, and how it ended."""

from collections import deque
from typing import Protocol

import msgspec

from edison.domain import Attempt, AttemptEnd, AttemptId, AttemptState
from edison.errors import BudgetSpent, PriceUnknown


class Ledger(Protocol):
    """Where attempts are recorded. The engine's form is durable; the one below lives in memory."""

    async def open(self, attempt: Attempt) -> None:
        """Record the intent and reserve its worst case; returns once that is safe, raises if it must not be made."""
        ...

    def close(self, end: AttemptEnd) -> None:
        """Record how it ended and settle what it cost. Never waits and never fails the call."""
        ...


class Entry(msgspec.Struct, frozen=True):
    """An attempt with its end."""

    attempt: Attempt
    end: AttemptEnd


class MemoryLedger:
    """A ledger for one process: a budget that cannot be exceeded, totals of everything, the newest entries whole."""

    def __init__(self, *, budget_microusd: int | None = None, keep: int = 1000) -> None:
        self.budget_microusd = budget_microusd
        self.open_attempts: dict[AttemptId, Attempt] = {}
        self.entries: deque[Entry] = deque(maxlen=keep)
        self.counts: dict[AttemptState, int] = dict.fromkeys(AttemptState, 0)
        self.spent_microusd = 0
        self.held_microusd = 0
        """Reserved for attempts that are under way, and for those that may have been billed without our knowing."""

    async def open(self, attempt: Attempt) -> None:
        self._reserve(attempt)
        self.open_attempts[attempt.id] = attempt

    def close(self, end: AttemptEnd) -> None:
        attempt = self.open_attempts.pop(end.attempt_id, None)
        if attempt is None:
            return
        self.entries.append(Entry(attempt, end))
        self.counts[end.state] += 1
        if end.cost.microusd is None or end.state is AttemptState.OUTCOME_UNKNOWN:
            # It may have been billed: its worst case stays held, so that the budget cannot be exceeded.
            return
        self.held_microusd -= attempt.worst_case_microusd or 0
        self.spent_microusd += end.cost.microusd

    def _reserve(self, attempt: Attempt) -> None:
        worst = attempt.worst_case_microusd
        if self.budget_microusd is not None:
            if worst is None:
                raise PriceUnknown(attempt.endpoint)
            left = self.budget_microusd - self.spent_microusd - self.held_microusd
            if worst > left:
                raise BudgetSpent(needed_microusd=worst, left_microusd=left)
        self.held_microusd += worst or 0
