"""Runs the code of checks: a few at once, and whatever goes wrong is a reason why something was not checked."""

import asyncio
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from edison.domain import CheckCall, CheckReply
from edison.errors import ApplicationFailed, ProviderTrouble

from ..provider import Program
from . import snippet_worker
from .runner import ProgramRunner

_AT_ONCE = 4
_SNIPPET_MB = 1024
"""What a few lines of code may take."""


class CheckRunner:
    """For the checks of one run."""

    def __init__(self, runner: ProgramRunner, *, folder: str | None) -> None:
        self._runner = runner
        self._folder = folder or "."
        # Protects the machine: many cells are checked at once, and each call is a process.
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def run_all(self, calls: Iterable[CheckCall]) -> dict[CheckCall, CheckReply]:
        """What comes of each of these calls."""
        async with asyncio.TaskGroup() as group:
            running = {call: group.create_task(self._run(call)) for call in dict.fromkeys(calls)}
        return {call: task.result() for call, task in running.items()}

    async def find_fault(self, call: CheckCall) -> str | None:
        """Why the code of a check cannot be run at all; None where it can."""
        return await self._runner.find_fault(self._program(call))

    async def _run(self, call: CheckCall) -> CheckReply:
        async with self._places:
            try:
                reply = await self._runner.run(self._program(call), _given(call), deadline_s=call.timeout_s)
            except ApplicationFailed as trouble:
                code = trouble.fields.get("exit_code")
                if isinstance(code, int):
                    return CheckReply(exit_code=code, said=str(trouble.fields.get("complaint")).encode())
                return CheckReply(trouble=trouble.sentence)
            except ProviderTrouble as trouble:
                return CheckReply(trouble=trouble.sentence)
        return CheckReply(said=reply.said)

    def _program(self, call: CheckCall) -> Program:
        if call.snippet is None:
            return Program(folder=self._folder, function=call.function, command=call.command)
        script = str(Path(snippet_worker.__file__))
        command = (sys.executable, "-P", script, call.snippet.language, str(_SNIPPET_MB))
        return Program(folder=self._folder, command=command, is_bare=True)


def _given(call: CheckCall) -> bytes:
    """What a process is handed; a snippet gets its code on a line before."""
    if call.snippet is None:
        return call.given
    code = {"file": call.snippet.file} if call.snippet.file else {"source": call.snippet.source}
    return json.dumps(code).encode() + b"\n" + call.given
