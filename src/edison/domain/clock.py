"""Time is handed in: nothing in the house looks at the wall by itself."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Where the time comes from, and how one waits for it to pass."""

    def now(self) -> datetime:
        """The time of day, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back; only differences mean anything."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait; returns at once for zero or less."""
        ...


class FrozenClock:
    """A clock that moves only when told to, or when somebody sleeps on it."""

    def __init__(self, at: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._at = at
        self._elapsed_s = 0.0
        self.slept_s: list[float] = []

    def now(self) -> datetime:
        return self._at + timedelta(seconds=self._elapsed_s)

    def monotonic(self) -> float:
        return self._elapsed_s

    async def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        self.advance(max(seconds, 0.0))

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._elapsed_s += seconds
