"""Virtual time: a clock whose sleepers are woken in order by the test, so that hours pass in milliseconds."""

import asyncio
import heapq
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta

_HOPS = 12
"""Turns of the loop after which everything that one wake-up set in motion has come to rest."""


class VirtualClock:
    """A Clock that stands still until `run` moves it from one sleeper to the next."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = 0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self._now)

    def monotonic(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        self._number += 1
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, self._number, woken))
        await woken

    async def run(self, *work: Coroutine[None, None, None]) -> None:
        """Start the work and let time pass until nobody sleeps any more."""
        tasks = [asyncio.create_task(one) for one in work]
        await rest()
        while self._sleepers:
            at, _, woken = heapq.heappop(self._sleepers)
            if woken.done():
                continue
            self._now = at
            woken.set_result(None)
            await rest()
        for task in tasks:
            assert task.done(), "somebody waits for something that no passing of time brings"
            task.result()


async def rest() -> None:
    """Let everything that is ready run."""
    for _ in range(_HOPS):
        await asyncio.sleep(0)
