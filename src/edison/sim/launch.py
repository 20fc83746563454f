"""Starting a simulator as a process of its own, and talking to it: for tests, benchmarks and demonstrations."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlencode
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from edison.errors import SimulatorNotStarted

from .admin import PREFIX, TOKEN_HEADER
from .billing import BillRecord, BillTotals, read_bill, total_of
from .faults.gate import Violation
from .faults.plan import FaultPlan, KeyLimit
from .server import Ready
from .settings import SimSettings, write_settings
from .wire.routes import BASES
from .world import Persona, PromptTruth, SimCase, SimEntry, Truth

T = TypeVar("T")

_PATIENCE_S = 120.0
_FAREWELL_S = 10.0


class AdminClient:
    """The admin surface of a running simulator."""

    def __init__(self, address: str, *, token: str) -> None:
        self._address = address + PREFIX
        self._token = token
        self._opener: OpenerDirector = build_opener(ProxyHandler({}))

    def plan(self) -> FaultPlan:
        return self._get("/plan", FaultPlan)

    def set_plan(self, plan: FaultPlan) -> None:
        """Let things go wrong this way from now on; counting begins anew."""
        self._send("PUT", "/plan", plan)

    def set_limits(self, limits: Iterable[KeyLimit]) -> None:
        self._send("PUT", "/limits", tuple(limits))

    def revoke_keys(self, *keys: str) -> None:
        self._send("POST", "/keys", {"revoke": keys})

    def restore_keys(self, *keys: str) -> None:
        self._send("POST", "/keys", {"restore": keys})

    def remove_models(self, *models: str) -> None:
        self._send("POST", "/models", {"remove": models})

    def restore_models(self, *models: str) -> None:
        self._send("POST", "/models", {"restore": models})

    def advance(self, seconds: float) -> None:
        """Let simulated time jump."""
        self._send("POST", "/clock", {"advance_s": seconds})

    def set_speed(self, speed: float) -> None:
        """Let simulated time run faster, slower, or (0) not at all."""
        self._send("POST", "/clock", {"speed": speed})

    def elapsed_s(self) -> float:
        """Simulated seconds since the start."""
        return msgspec.convert(self._get("/clock", dict[str, object])["elapsed_s"], float)

    def violations(self, *, grace_s: float = 0.0) -> list[Violation]:
        """Requests that came in spite of a Retry-After, known to their sender for `grace_s` or longer."""
        return self._get(f"/violations?{urlencode({'grace_s': grace_s})}", list[Violation])

    def arrivals(self) -> list[BillRecord]:
        """Every request so far, as the simulator wrote it down."""
        return self._get("/arrivals", list[BillRecord])

    def tick(self, batch: str | None = None, *, fraction: float = 1.0) -> None:
        """Work one batch (or all) off, up to this fraction of its time."""
        self._send("POST", "/batches/tick", {"id": batch, "fraction": fraction})

    def batches(self) -> list[dict[str, object]]:
        return self._get("/batches", list[dict[str, object]])

    def set_persona(self, persona: Persona) -> None:
        """Add or replace a pretend model."""
        self._send("PUT", "/personas", persona)

    def truth_of_answer(self, case: str, answer: str) -> Truth:
        reply = self._send("POST", "/truth/answer", {"case": case, "answer": answer})
        return msgspec.json.decode(reply, type=Truth)

    def truth_of_prompt(self, prompt: str) -> PromptTruth:
        return msgspec.json.decode(self._send("POST", "/truth/prompt", {"prompt": prompt}), type=PromptTruth)

    def cases(self, count: int, *, seed: int) -> list[SimCase]:
        return self._get(f"/cases?count={count}&seed={seed}", list[SimCase])

    def entries(self, count: int, *, seed: int) -> list[SimEntry]:
        return self._get(f"/entries?count={count}&seed={seed}", list[SimEntry])

    def reset(self) -> None:
        """As if just started: empty bill, no files, no batches, the plan of the start."""
        self._send("POST", "/reset", {})

    def _get(self, path: str, shape: type[T]) -> T:
        return msgspec.json.decode(self._open(Request(self._address + path)), type=shape)

    def _send(self, method: str, path: str, value: object) -> bytes:
        return self._open(Request(self._address + path, data=msgspec.json.encode(value), method=method))

    def _open(self, request: Request) -> bytes:
        request.add_header(TOKEN_HEADER, self._token)
        with self._opener.open(request, timeout=_PATIENCE_S) as response:
            return response.read()


class Simulator:
    """A simulator that is ready: where it answers, what it was asked, and its admin surface."""

    def __init__(self, ready: Ready) -> None:
        self.ready = ready
        self.address = ready.address
        self.admin = AdminClient(ready.address, token=ready.admin_token)
        self.bill_path = Path(ready.bill)

    def base_url(self, kind: str) -> str:
        """The base address for a kind of provider, as it would stand in its settings."""
        return self.address + BASES[kind]

    def bill(self) -> list[BillRecord]:
        """What was asked so far."""
        return read_bill(self.bill_path)

    def totals(self) -> BillTotals:
        return total_of(self.bill())


class SimProcess(Simulator):
    """A simulator that runs beside this process and ends with it. Use as a context manager, or `stop` it."""

    def __init__(self, settings: SimSettings) -> None:
        command = [sys.executable, "-m", "edison.sim"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        self._process.stdin.write(write_settings(settings) + b"\n")
        self._process.stdin.flush()
        super().__init__(self._await_ready(settings))

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        """End it; closing its input is enough for the simulator to clean up after itself."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _await_ready(self, settings: SimSettings) -> Ready:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.stop()
            raise SimulatorNotStarted(f"{settings.host}:{settings.port}", "its error output says more")
        return msgspec.json.decode(line, type=Ready)
