"""One process: started in a session of its own, so that it can be ended with everything it started."""

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress

KEPT_BYTES = 4096
"""What is kept of the end of standard error."""


class ProgramProcess:
    """A process with its pipes; what it writes to standard error is read on the way, and its end kept."""

    def __init__(self, process: Process) -> None:
        self._process = process
        assert process.stdin is not None, "asked for when it was started"
        assert process.stdout is not None, "asked for when it was started"
        self.stdin, self.stdout = process.stdin, process.stdout
        self._last = b""
        self._draining = asyncio.create_task(self._drain())

    @classmethod
    async def start(
        cls, command: Sequence[str], *, folder: str, environment: Mapping[str, str]
    ) -> "ProgramProcess":
        """Raises OSError where it cannot be started."""
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=environment,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
        )
        return cls(process)

    async def end(self) -> int:
        """Wait for its end; the code it ends with."""
        await self._draining
        return await self._process.wait()

    async def kill(self) -> None:
        """End it and everything it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        # Somebody may have left the session and hold the pipe still.
        self._draining.cancel()
        self.stdin.close()
        await asyncio.wait({self._draining})
        await self._process.wait()

    @property
    def complaint(self) -> str:
        """The end of what it wrote to standard error, on one line."""
        return " ".join(self._last.decode("utf-8", "replace").split())[-500:]

    async def _drain(self) -> None:
        stream = self._process.stderr
        assert stream is not None, "asked for when it was started"
        while piece := await stream.read(KEPT_BYTES):
            self._last = (self._last + piece)[-KEPT_BYTES:]
