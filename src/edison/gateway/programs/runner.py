"""Runs programs: a command anew for every call, a function in processes that are kept for the next one."""

import asyncio
import shutil
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from edison.errors import ApplicationFailed, TimedOut, Unavailable, Unreadable

from ..provider import Program
from . import function_worker
from .processes import ProgramProcess

_MOST_BYTES = 16 * 1024 * 1024
_TRY_LATER = 75
"""EX_TEMPFAIL of sysexits.h: the only end of a command that says that it may go better later."""
_READY_S = 60.0
_BARE = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "SYSTEMROOT")
"""What even those see who are told nothing else of the surroundings."""


class ProgramReply(NamedTuple):
    """What a program gave back, and how long it took; starting the process of a function does not count."""

    said: bytes
    latency_s: float


class ProgramRunner:
    """The processes of one event loop; those of functions are kept until it closes."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._idle: dict[Program, list[ProgramProcess]] = {}

    async def run(self, program: Program, given: bytes, *, deadline_s: float) -> ProgramReply:
        """What a program makes of what it is given.

        Raises:
            ApplicationFailed, Unavailable, TimedOut, Unreadable: it brought nothing.
        """
        try:
            async with asyncio.timeout(deadline_s):
                if program.command:
                    return await self._run_command(program, given)
                return await self._call_function(program, given)
        except TimeoutError as cause:
            raise TimedOut(
                f"{program.name} took longer than {deadline_s:.0f} s and was ended; it may have cost something.",
                may_be_billed=True,
            ) from cause

    async def find_fault(self, program: Program) -> str | None:
        """Why a program cannot be run at all; None where it can. A command is only looked for."""
        try:
            if program.command:
                return (
                    None
                    if self._is_there(program)
                    else f"there is no {program.command[0]} in {program.folder}"
                )
            async with asyncio.timeout(_READY_S):
                self._keep(program, await self._start_worker(program))
        except TimeoutError:
            return f"it was not loaded within {_READY_S:.0f} s"
        except (OSError, ApplicationFailed) as error:
            return str(error)
        return None

    async def close(self) -> None:
        """End every process that was kept."""
        kept = [process for idle in self._idle.values() for process in idle]
        self._idle.clear()
        for process in kept:
            await process.kill()

    async def _run_command(self, program: Program, given: bytes) -> ProgramReply:
        began = _now()
        async with self._process_of(program) as process:
            writing = asyncio.create_task(_write(process, given, whole=True))
            try:
                said = await _read_all(process)
                code = await process.end()
            finally:
                writing.cancel()
                await asyncio.wait({writing})
        if code == _TRY_LATER:
            raise Unavailable(
                f"{program.name} asks to be tried later: {process.complaint}", may_be_billed=True
            )
        if code:
            how = f"ended with code {code}" if code > 0 else f"was ended by signal {-code}"
            raise ApplicationFailed(
                f"{program.name} {how}: {process.complaint}",
                may_be_billed=True,
                exit_code=code,
                complaint=process.complaint,
            )
        return ProgramReply(said, _now() - began)

    async def _call_function(self, program: Program, given: bytes) -> ProgramReply:
        idle = self._idle.get(program)
        process = idle.pop() if idle else await self._start_worker(program)
        began = _now()
        try:
            await _write(process, b"%d\n" % len(given) + given, whole=False)
            kind, said = await _hear(process)
        except asyncio.IncompleteReadError as cause:
            await process.kill()
            raise ApplicationFailed(
                f"The process of {program.name} ended in the middle of a call: {process.complaint}",
                may_be_billed=True,
            ) from cause
        except BaseException:
            await process.kill()
            raise
        self._keep(program, process)
        if kind == function_worker.DONE:
            return ProgramReply(said, _now() - began)
        raise (Unavailable if kind == function_worker.LATER else ApplicationFailed)(
            f"{program.name} raised {said.decode('utf-8', 'replace')[:1000]}", may_be_billed=True
        )

    async def _start_worker(self, program: Program) -> ProgramProcess:
        script = str(Path(function_worker.__file__))
        command = [sys.executable, "-P", script, program.function, program.folder, str(program.memory_mb)]
        process = await ProgramProcess.start(command, folder=program.folder, environment=self._environment)
        try:
            kind, said = await _hear(process)
        except asyncio.IncompleteReadError:
            kind, said = function_worker.FAILED, process.complaint.encode()
        except BaseException:
            await process.kill()
            raise
        if kind == function_worker.DONE:
            return process
        await process.kill()
        raise ApplicationFailed(f"{program.name} cannot be loaded: {said.decode('utf-8', 'replace')[:1000]}")

    @asynccontextmanager
    async def _process_of(self, program: Program) -> AsyncGenerator[ProgramProcess]:
        name, seen = program.command[0], self._environment
        if program.is_bare:
            seen = {variable: seen[variable] for variable in _BARE if variable in seen}
        try:
            process = await ProgramProcess.start(program.command, folder=program.folder, environment=seen)
        except OSError as error:
            raise ApplicationFailed(f"{name} cannot be started: {error.strerror or error}") from error
        try:
            yield process
        finally:
            await process.kill()

    def _is_there(self, program: Program) -> bool:
        name = program.command[0]
        if "/" in name:
            return (Path(program.folder) / name).is_file()
        return shutil.which(name, path=self._environment.get("PATH")) is not None

    def _keep(self, program: Program, process: ProgramProcess) -> None:
        self._idle.setdefault(program, []).append(process)


async def _write(process: ProgramProcess, given: bytes, *, whole: bool) -> None:
    # Who does not read what it is given may still have something to say.
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(given)
        await process.stdin.drain()
        if whole:
            process.stdin.close()


async def _read_all(process: ProgramProcess) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := await process.stdout.read(1 << 16):
        size += len(piece)
        if size > _MOST_BYTES:
            raise Unreadable(f"It wrote more than {_MOST_BYTES >> 20} MiB.", may_be_billed=True)
        pieces.append(piece)
    return b"".join(pieces)


async def _hear(process: ProgramProcess) -> tuple[bytes, bytes]:
    """A reply of a worker: its kind, and what it says."""
    head = await process.stdout.readuntil(b"\n")
    size = int(head[1:])
    if size > _MOST_BYTES:
        raise Unreadable(f"It gave back more than {_MOST_BYTES >> 20} MiB.", may_be_billed=True)
    return head[:1], await process.stdout.readexactly(size)


def _now() -> float:
    return asyncio.get_running_loop().time()
