"""Runs that agents started, worked on while they are there."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import structlog

from edison.actions.house import House
from edison.actions.results.showing import shown_breakage
from edison.actions.runs.drive import drive_run
from edison.domain import Run, RunId

log = structlog.get_logger()


class RunDriver:
    """Works on runs one after another in a thread of its own, whose loop the durable library may end with its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="edison-agent-runs")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._is_leaving = False

    def add(self, house: House, run: Run) -> None:
        """Work on it for whoever started it, when all that were added before are done."""
        self._thread.submit(self._drive, house, run.id)

    async def close(self) -> None:
        """Finish what is under way, leave the rest to others, and wait until that is done."""
        self._is_leaving = True
        if self._loop is not None and self._stop is not None:
            with suppress(RuntimeError):
                # It may have ended by itself at this moment.
                self._loop.call_soon_threadsafe(self._stop.set)
        await asyncio.to_thread(self._thread.shutdown)

    def _drive(self, house: House, run_id: RunId) -> None:
        if self._is_leaving:
            return
        try:
            asyncio.run(self._work(house, run_id))
        except Exception as error:
            log.error("agent_run.broken", run=run_id, error=shown_breakage(error))

    async def _work(self, house: House, run_id: RunId) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        if self._is_leaving:
            self._stop.set()
        try:
            await drive_run(house, run_id, stop=self._stop)
        finally:
            self._loop = self._stop = None
