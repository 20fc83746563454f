"""The simulator as a server: one process, or the first of several."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec
from aiohttp import web

from edison.domain import Clock

from .admin import PREFIX, Admin
from .batches.store import BatchDesk, FileShelf
from .batches.work import BatchWork
from .billing import BillLog
from .clock import SimClock, WallClock
from .faults.dice import Arrival
from .faults.gate import Caution, LocalGate
from .hub import INTERNAL, Controls, Line, Settlement, gate_for, socket_of
from .processes import Crew
from .serving.answers import Answers, Respondent
from .serving.service import ErrandDesk, Service
from .settings import SimSettings
from .wire.context import Office
from .wire.keys import KeyRing
from .world.replying.finishing import count_input

LARGEST_BODY = 1024**3
_BATCH_BEAT_S = 0.25
_FAREWELL_S = 0.5

Say = Callable[[str], None]

__all__ = ["Ready", "SimApp", "SimSettings", "build_app", "run_sim", "serve", "stop_signal", "write_line"]


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The line that says that a simulator is ready, as JSON."""

    address: str
    admin_token: str
    bill: str
    processes: int


@dataclass(slots=True)
class SimApp:
    """A simulator without a port: hand `answer` to a server."""

    service: Service
    admin: Admin
    line: Line | None
    crew: Crew

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer any request: a provider's, an admin's, or one of our own processes'."""
        if not request.raw_path.startswith(PREFIX):
            return await self.service.serve(request)
        if request.raw_path.startswith(INTERNAL):
            return await self._answer_process(request)
        if self.line is not None:
            return await self.service.forward(request, await request.read())
        return await self.admin.serve(request)

    def adopt(self, controls: Controls) -> None:
        """Take over what the first process says."""
        self.service.local.adopt(controls.plan)
        self.service.clock.warp = controls.warp
        self.service.answers.respondent.adopt(controls.personas)

    async def close(self) -> None:
        await self.crew.close()
        if self.line is not None:
            await self.line.close()
        self.service.bill.close()

    async def _answer_process(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.transport is None or isinstance(request.transport.get_extra_info("peername"), tuple):
            return web.Response(status=404)
        body, gate = await request.read(), self.service.local
        match request.path.removeprefix(f"{INTERNAL}/"):
            case "admit":
                verdict = await gate.admit(msgspec.json.decode(body, type=Arrival))
                return web.Response(body=msgspec.json.encode(verdict))
            case "settle":
                end = msgspec.json.decode(body, type=Settlement)
                await gate.settle(end.ticket, tokens=end.tokens, microusd=end.microusd)
            case "caution":
                await gate.caution(msgspec.json.decode(body, type=Caution))
            case "controls":
                self.adopt(msgspec.json.decode(body, type=Controls))
            case _:
                return web.Response(status=404)
        return web.Response()


def build_app(settings: SimSettings, clock: Clock) -> SimApp:
    """Put a simulator together. `clock` is the wall; simulated time begins with it and may then be bent."""
    time = SimClock(clock)
    respondent = Respondent(settings.seed, settings.models)
    bill = BillLog(settings.bill or _own_bill(), sync_each=settings.sync_bill)
    local = LocalGate(settings.plan)
    files = FileShelf()
    counter = _Counter()
    work = BatchWork(respondent, bill, time, local, counter.next, settings.seed)
    batches = BatchDesk(time, work=work.do, delay_s=settings.batch_delay_s, seed=settings.seed)
    batches.plan = settings.plan
    line = Line(settings.hub, 0) if settings.hub is not None and settings.process > 0 else None
    crew = Crew(settings)
    answers = Answers(respondent, settings.latency)
    office = Office(respondent, count_input, files, batches)
    service = Service(
        settings=settings,
        clock=time,
        bill=bill,
        local=local,
        gate=gate_for(local, line),
        answers=answers,
        errands=ErrandDesk(office, answers),
        ring=KeyRing(settings.keys, settings.secrets),
        next_sequence=counter.next,
        hub=line,
    )
    token = settings.admin_token or os.urandom(16).hex()
    admin = Admin(settings, time, local, bill, respondent, batches, files, token, crew.broadcast)
    return SimApp(service, admin, line, crew)


async def serve(settings: SimSettings, *, say: Say, until: asyncio.Event | None = None) -> None:
    """Serve until told to stop; `say` gets one line of JSON when the simulator is ready."""
    with tempfile.TemporaryDirectory(prefix="edison-sim-") as folder:
        if settings.processes > 1 and settings.hub is None:
            settings = replace(settings, hub=Path(folder))
        settings = replace(settings, bill=settings.bill or Path(folder) / "bill.jsonl")
        public = _listen(settings)
        settings = replace(settings, port=public.getsockname()[1])
        await _serve_on(public, settings, say=say, until=until or stop_signal())


def write_line(line: str) -> None:
    """Say something to whoever started this process."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run_sim(settings: SimSettings, *, say: Say = write_line) -> None:
    """Run a simulator in this process until it is interrupted."""
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(settings, say=say))


async def _serve_on(public: socket.socket, settings: SimSettings, *, say: Say, until: asyncio.Event) -> None:
    app = build_app(settings, WallClock())
    _calm_collector()
    runner = await _start(app, public, settings)
    try:
        await app.crew.start(settings, app.admin.controls)
        say(_ready_line(app, settings))
        async with asyncio.TaskGroup() as tasks:
            chores = [tasks.create_task(_beat(app.admin.batches)), tasks.create_task(app.crew.watch())]
            await until.wait()
            for chore in chores:
                chore.cancel()
    finally:
        await app.close()
        await runner.cleanup()


def _own_bill() -> Path:
    handle, name = tempfile.mkstemp(prefix="edison-bill-", suffix=".jsonl")
    os.close(handle)
    return Path(name)


def _calm_collector() -> None:
    """The world is built once and never thrown away; looking through it again and again would cost answers."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


class _Counter:
    """Numbers the requests of one process."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        self._last += 1
        return self._last


async def _start(app: SimApp, public: socket.socket, settings: SimSettings) -> web.ServerRunner:
    loop = asyncio.get_running_loop()
    large = partial(web.BaseRequest, loop=loop, client_max_size=LARGEST_BODY)
    server = web.Server(app.answer, request_factory=large, access_log=None)
    runner = web.ServerRunner(server, shutdown_timeout=_FAREWELL_S)
    await runner.setup()
    await web.SockSite(runner, public, backlog=4096).start()
    if settings.hub is not None:
        await web.UnixSite(runner, str(socket_of(settings.hub, settings.process))).start()
    return runner


def _listen(settings: SimSettings) -> socket.socket:
    public = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    public.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if settings.processes > 1:
        public.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        public.bind((settings.host, settings.port))
    except OSError:
        public.close()
        raise
    return public


def _ready_line(app: SimApp, settings: SimSettings) -> str:
    ready = Ready(
        address=f"http://{settings.host}:{settings.port}",
        admin_token=app.admin.token,
        bill=str(settings.bill),
        processes=settings.processes,
    )
    return msgspec.json.encode(ready).decode()


async def _beat(batches: BatchDesk) -> None:
    """Work on batches even when nobody looks."""
    while True:
        await asyncio.sleep(_BATCH_BEAT_S)
        await batches.catch_up_all()


def stop_signal() -> asyncio.Event:
    """Set when this process is asked to end."""
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop
