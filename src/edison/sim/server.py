"""The simulator as a server: put together, listening, and ending."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import msgspec
from aiohttp import web

from .admin import PREFIX, Admin
from .batches.store import BatchStore, FileStore
from .batches.work import BatchWork
from .billing import BillLog
from .clock import SimClock, WallClock
from .faults.gate import Gate
from .serving.answers import Answers, Respondent
from .serving.service import OperationService, Service
from .settings import SimSettings
from .wire.keys import KeyRing
from .wire.resources import Resources
from .world.replying.finishing import count_input

LARGEST_BODY = 1024**3
_BATCH_BEAT_S = 0.25
_FAREWELL_S = 0.5

Say = Callable[[str], None]

__all__ = ["Ready", "run_sim", "serve", "stop_signal", "write_line"]


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The line that says that a simulator is ready, as JSON."""

    address: str
    admin_token: str
    bill: str


@dataclass(frozen=True, slots=True)
class _Simulator:
    """A simulator without a port."""

    service: Service
    admin: Admin

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer any request, a provider's or an admin's."""
        door = self.admin if request.raw_path.startswith(PREFIX) else self.service
        return await door.serve(request)


def _build(settings: SimSettings, bill: BillLog) -> _Simulator:
    clock = SimClock(WallClock())
    respondent = Respondent(settings.seed, settings.models)
    gate = Gate(settings.plan)
    files = FileStore()
    numbers = count(1)
    work = BatchWork(respondent, bill, clock, gate, numbers, settings.seed)
    batches = BatchStore(clock, work=work.do, delay_s=settings.batch_delay_s, seed=settings.seed)
    batches.plan = settings.plan
    answers = Answers(respondent, settings.latency)
    resources = Resources(respondent, count_input, files, batches, removed=lambda: gate.plan.removed_models)
    service = Service(
        seed=settings.seed,
        clock=clock,
        bill=bill,
        gate=gate,
        answers=answers,
        operations=OperationService(resources, answers),
        ring=KeyRing(settings.keys, settings.secrets),
        numbers=numbers,
    )
    admin = Admin(settings.plan, clock, gate, bill, respondent, batches, files, token=os.urandom(16).hex())
    return _Simulator(service, admin)


async def serve(settings: SimSettings, *, say: Say, until: asyncio.Event | None = None) -> None:
    """Serve until told to stop; `say` gets one line of JSON when the simulator is ready."""
    with tempfile.TemporaryDirectory(prefix="edison-sim-") as folder:
        with (
            _listen(settings) as public,
            closing(BillLog(settings.bill or Path(folder) / "bill.jsonl")) as bill,
        ):
            simulator = _build(settings, bill)
            runner = await _start(simulator, public)
            try:
                say(_ready_line(simulator.admin, f"http://{settings.host}:{public.getsockname()[1]}"))
                await _work_on_batches(simulator.admin.batches, until=until or stop_signal())
            finally:
                await runner.cleanup()


def write_line(line: str) -> None:
    """Say something to whoever started this process."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run_sim(settings: SimSettings, *, say: Say = write_line) -> None:
    """Run a simulator in this process until it is interrupted."""
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(settings, say=say))


async def _start(simulator: _Simulator, public: socket.socket) -> web.ServerRunner:
    loop = asyncio.get_running_loop()
    large = partial(web.BaseRequest, loop=loop, client_max_size=LARGEST_BODY)
    server = web.Server(simulator.answer, request_factory=large, access_log=None)
    runner = web.ServerRunner(server, shutdown_timeout=_FAREWELL_S)
    await runner.setup()
    await web.SockSite(runner, public, backlog=4096).start()
    return runner


def _listen(settings: SimSettings) -> socket.socket:
    public = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    public.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        public.bind((settings.host, settings.port))
    except OSError:
        public.close()
        raise
    return public


def _ready_line(admin: Admin, address: str) -> str:
    ready = Ready(address=address, admin_token=admin.token, bill=str(admin.bill.path))
    return msgspec.json.encode(ready).decode()


async def _work_on_batches(batches: BatchStore, *, until: asyncio.Event) -> None:
    """Work on batches even when nobody looks."""
    async with asyncio.TaskGroup() as tasks:
        beat = tasks.create_task(_beat(batches))
        await until.wait()
        beat.cancel()


async def _beat(batches: BatchStore) -> None:
    while True:
        await asyncio.sleep(_BATCH_BEAT_S)
        await batches.catch_up_all()


def stop_signal() -> asyncio.Event:
    """Set when this process is asked to end."""
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop
