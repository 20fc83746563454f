"""The real clock."""

import asyncio
import time
from datetime import UTC, datetime


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 (the one home of the wall clock)

    def monotonic(self) -> float:
        return time.perf_counter()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
