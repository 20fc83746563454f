"""Several processes on one port: the kernel deals out connections, the first process keeps the state."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace

from .hub import Controls, Line
from .settings import SimSettings, write_settings

_PATIENCE_S = 30.0
_FAREWELL_S = 3.0


class Crew:
    """The other processes of a simulator, as the first one sees them. They end when it does."""

    def __init__(self, settings: SimSettings) -> None:
        self._size = settings.processes - 1 if settings.process == 0 else 0
        self._workers: list[asyncio.subprocess.Process] = []
        self._lines: list[Line] = []

    async def start(self, settings: SimSettings, controls: Callable[[], Controls]) -> None:
        """Start them, wait until each listens, and tell them how things stand."""
        for number in range(1, self._size + 1):
            self._workers.append(await _spawn(replace(settings, process=number)))
        for number, worker in enumerate(self._workers, 1):
            assert worker.stdout is not None
            assert settings.hub is not None
            async with asyncio.timeout(_PATIENCE_S):
                line = await worker.stdout.readline()
            if not line:
                raise RuntimeError(f"process {number} of the simulator did not start")
            self._lines.append(Line(settings.hub, number))
        await self.broadcast(controls())

    async def broadcast(self, controls: Controls) -> None:
        """Tell all others what an admin has set; returns when all have it."""
        for line in self._lines:
            await line.post("controls", controls)

    async def watch(self) -> None:
        """Return never, unless one of them dies, which is the end of all."""
        async with asyncio.TaskGroup() as tasks:
            for number, worker in enumerate(self._workers, 1):
                tasks.create_task(_mourn(worker, number))

    async def close(self) -> None:
        """Send them home."""
        for line in self._lines:
            await line.close()
        for worker in self._workers:
            assert worker.stdin is not None
            worker.stdin.close()
        for worker in self._workers:
            try:
                async with asyncio.timeout(_FAREWELL_S):
                    await worker.wait()
            except TimeoutError:
                worker.kill()
                await worker.wait()


async def _spawn(settings: SimSettings) -> asyncio.subprocess.Process:
    worker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "edison.sim",
        "--settings-from-stdin",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**20,
    )
    assert worker.stdin is not None
    worker.stdin.write(write_settings(settings) + b"\n")
    await worker.stdin.drain()
    return worker


async def _mourn(worker: asyncio.subprocess.Process, number: int) -> None:
    code = await worker.wait()
    raise RuntimeError(f"process {number} of the simulator ended with code {code}")
