"""The simulator's time: the wall's time, bent by whoever runs the test."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta

import msgspec

from edison.domain import Clock


class WallClock:
    """The real time, for a simulator that is a process of its own."""

    def now(self) -> datetime:
        return datetime.fromtimestamp(time.time(), UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            await asyncio.sleep(seconds)


class Warp(msgspec.Struct, frozen=True):
    """How simulated time follows the wall: at `wall_at` it was `sim_at`, and it runs at `speed` since."""

    wall_at: datetime
    sim_at: datetime
    started_at: datetime
    speed: float = 1.0


class SimClock:
    """Time inside the simulator: windows, outages and batches go by it; waiting on the wire does not."""

    def __init__(self, wall: Clock) -> None:
        self.wall = wall
        self.restart()

    def restart(self) -> None:
        """Begin anew at the wall's time and pace."""
        now = self.wall.now()
        self.warp = Warp(now, now, now)

    def now(self) -> datetime:
        """The simulated time."""
        return self.warp.sim_at + (self.wall.now() - self.warp.wall_at) * self.warp.speed

    def elapsed_s(self) -> float:
        """Simulated seconds since the start (or the last reset)."""
        return (self.now() - self.warp.started_at).total_seconds()

    def advance(self, seconds: float) -> None:
        """Jump ahead."""
        self._bend(self.now() + timedelta(seconds=seconds), self.warp.speed)

    def set_speed(self, speed: float) -> None:
        """Let simulated time run faster or slower from now on; 0 stops it."""
        self._bend(self.now(), speed)

    def _bend(self, sim_at: datetime, speed: float) -> None:
        self.warp = Warp(self.wall.now(), sim_at, self.warp.started_at, speed)
