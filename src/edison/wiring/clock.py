"""The real clock."""

import asyncio
import time
from datetime import UTC, datetime


class SystemClock:
    """The machine's time."""

    # Asked several times for every call, so nothing stands between the caller and the counter.
    monotonic = staticmethod(time.perf_counter)

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 (the one home of the wall clock)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
