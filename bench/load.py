"""Keeps a number of calls in flight and counts."""

import asyncio
import time
from dataclasses import dataclass
from statistics import median

from bench.clients import Call


@dataclass(frozen=True)
class Load:
    calls_per_s: float
    p50_s: float
    """Of what the client says each call took, or of what the loop saw where it says nothing."""


async def drive(call: Call, *, in_flight: int, calls: int) -> Load:
    """Make so many calls with so many in flight."""
    left = calls
    seen: list[float] = []

    async def work() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            began = time.perf_counter()
            said = await call()
            seen.append(said or time.perf_counter() - began)

    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(in_flight):
            group.create_task(work())
    return Load(calls / (time.perf_counter() - began), median(seen))
