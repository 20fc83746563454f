"""What all processes must agree on, and how those that do not keep it ask the one that does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import msgspec
from yarl import URL

from .clock import Warp
from .faults.dice import Arrival
from .faults.gate import Caution, Gate, LocalGate, Verdict
from .faults.plan import FaultPlan
from .world.persona import Persona

INTERNAL = "/_sim/internal"
_PATIENCE = aiohttp.ClientTimeout(total=600)


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """What an admin has set; the same in all processes before the admin's request is answered."""

    plan: FaultPlan
    warp: Warp
    personas: tuple[Persona, ...] = ()


class Settlement(msgspec.Struct, frozen=True):
    """The end of a request that was let in."""

    ticket: int
    tokens: int
    microusd: int


def socket_of(folder: Path, process: int) -> Path:
    """Where a process listens to the others."""
    return folder / f"process-{process}.sock"


@dataclass(frozen=True, slots=True)
class Forwarded:
    """What the first process answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line:
    """A connection to another process of this simulator."""

    def __init__(self, folder: Path, process: int) -> None:
        connector = aiohttp.UnixConnector(path=str(socket_of(folder, process)), limit=0)
        self._session = aiohttp.ClientSession(connector=connector, timeout=_PATIENCE, auto_decompress=False)

    async def post(self, name: str, message: object) -> bytes:
        """Say something to the other process."""
        url = f"http://sim{INTERNAL}/{name}"
        async with self._session.post(url, data=msgspec.json.encode(message)) as response:
            response.raise_for_status()
            return await response.read()

    async def forward(
        self, method: str, target: str, *, headers: Mapping[str, str], body: bytes
    ) -> Forwarded:
        """Hand a client's request on as it is, and bring the answer back."""
        url = URL(f"http://sim{target}", encoded=True)
        async with self._session.request(method, url, headers=headers, data=body) as response:
            return Forwarded(response.status, dict(response.headers), await response.read())

    async def close(self) -> None:
        await self._session.close()


class RemoteGate:
    """The gate of a process that does not keep the state: asks the first one whenever counting matters."""

    def __init__(self, local: LocalGate, line: Line) -> None:
        self._local = local
        self._line = line

    async def admit(self, arrival: Arrival) -> Verdict:
        if not self._local.plan.needs_counting:
            return await self._local.admit(arrival)
        return msgspec.json.decode(await self._line.post("admit", arrival), type=Verdict)

    async def settle(self, ticket: int, *, tokens: int, microusd: int) -> None:
        await self._line.post("settle", Settlement(ticket, tokens, microusd))

    async def caution(self, caution: Caution) -> None:
        await self._line.post("caution", caution)


def gate_for(local: LocalGate, line: Line | None) -> Gate:
    """The gate a process uses."""
    return local if line is None else RemoteGate(local, line)
