"""Agents that die in the middle of a call: the one slot is free again, and only what was sent is billed."""

import json
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp import StdioServerParameters

from edison.actions.agents.tokens import list_tokens, make_token
from edison.actions.results.calls import list_spending
from edison.settings import Settings
from edison.sim import SimProcess
from edison.sim.faults import FaultPlan, Rule, Stall
from edison.wiring import open_house
from tests.doors.suites import a_provider
from tests.doors.watching import until
from tests.mcp.conftest import parameters_for, served

MODERN = "2026-07-28"
LEGACY = "2025-06-18"
CALL = {
    "name": "complete",
    "arguments": {
        "model_id": "local/edison-sim-large",
        "messages": [{"role": "user", "content": "Hello?"}],
        "max_tokens": 10,
    },
}


class Doomed:
    """A client that can be killed at any moment, as the kernel would end its connections."""

    def __init__(self, address: str, token: str, *, version: str) -> None:
        parts = urlsplit(address)
        self._to = (parts.hostname or "", parts.port or 0)
        self._version = version
        self._headers = {
            "Host": parts.netloc,
            "Authorization": f"Bearer {token}",
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
            "MCP-Protocol-Version": version,
        }
        self._wire: socket.socket | None = None

    def call(self) -> None:
        """Use a tool, and do not wait for what it says."""
        params: dict[str, Any] = dict(CALL)
        if self._version == MODERN:
            self._headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "complete"}
            params["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": {"name": "doomed", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            }
        else:
            self._begin_session()
        self._wire = self._send({"id": 7, "method": "tools/call", "params": params})

    def die(self, *, abruptly: bool) -> None:
        """End the connection, with or without a word."""
        assert self._wire is not None
        if abruptly:
            self._wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._wire.close()

    def _begin_session(self) -> None:
        about = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "d", "version": "1"}}
        with self._send({"id": 0, "method": "initialize", "params": about}) as wire:
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += wire.recv(65536)
        lines = answer.decode("latin-1").split("\r\n")
        [session] = [line.partition(": ")[2] for line in lines if line.lower().startswith("mcp-session-id")]
        self._headers["Mcp-Session-Id"] = session
        with self._send({"method": "notifications/initialized"}) as wire:
            wire.recv(65536)

    def _send(self, message: dict[str, Any]) -> socket.socket:
        body = json.dumps({"jsonrpc": "2.0", **message})
        headers = "".join(f"{name}: {value}\r\n" for name, value in self._headers.items())
        wire = socket.create_connection(self._to, timeout=30)
        wire.sendall(f"POST /mcp HTTP/1.1\r\n{headers}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        return wire


@contextmanager
def _speaking(parameters: StdioServerParameters) -> Iterator[subprocess.Popen[bytes]]:
    """The real process, to which a client has said that it wants something."""
    about = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "d", "version": "1"}}
    begin = [
        {"id": 0, "method": "initialize", "params": about},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/call", "params": CALL},
    ]
    with subprocess.Popen(
        [parameters.command, *parameters.args],
        env=parameters.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        for one in begin:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n")
        process.stdin.flush()
        yield process


def _told(door: str, took: list[float]) -> str:
    ordered = sorted(took)
    return (
        f"{door}: {len(took)} kills, free after {ordered[len(took) // 2]:.3f} s, at most {ordered[-1]:.3f} s"
    )


@pytest.mark.timeout(600)
def test_an_agent_killed_in_mid_call_leaves_its_slot_to_the_next(
    tmp_path: Path, sim: SimProcess, is_full: bool, tell: Callable[[str], None]
) -> None:
    kills = 100 if is_full else 6
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=600)),)))
    parameters = parameters_for(tmp_path, sim)
    one_slot = {"local": a_provider(sim, concurrency=1)}
    (tmp_path / "providers.json").write_text(json.dumps(one_slot))
    settings = Settings(database_url=(parameters.env or {})["EDISON_DATABASE_URL"])
    with open_house(settings) as house, served(parameters) as address:
        token = make_token(house, "doomed", spend_usd=5).token
        took: list[float] = []
        for number in range(kills):
            client = Doomed(address, token, version=LEGACY if number % 2 else MODERN)
            began = time.monotonic()
            client.call()
            # The call before would hold the only slot for ten minutes.
            until(lambda number=number: len(sim.admin.arrivals()) > number)
            took.append(time.monotonic() - began)
            client.die(abruptly=number % 3 == 0)
        arrived = len(sim.admin.arrivals())
        [spent] = list_tokens(house)
    sim.admin.reset()

    tell(_told("HTTP, with the next call on its way", took[1:]))
    assert arrived == kills
    # Nobody knows whether they were billed: the worst of each stays taken, and of nothing else.
    assert 0 < spent.taken_usd <= kills * 0.01


@pytest.mark.timeout(1800)
def test_an_agent_killed_in_mid_call_takes_the_process_that_served_it_along(
    tmp_path: Path, sim: SimProcess, is_full: bool, tell: Callable[[str], None]
) -> None:
    kills = 100 if is_full else 1
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=600)),)))
    parameters = parameters_for(tmp_path, sim)
    one_slot = {"local": a_provider(sim, concurrency=1)}
    (tmp_path / "providers.json").write_text(json.dumps(one_slot))
    settings = Settings(database_url=(parameters.env or {})["EDISON_DATABASE_URL"])
    took: list[float] = []
    for number in range(kills):
        with _speaking(parameters) as process:
            # The call of the one before would hold the only slot for ten minutes.
            until(
                lambda number=number, here=process: (
                    len(sim.admin.arrivals()) > number or here.poll() is not None
                )
            )
            assert process.poll() is None
            began = time.monotonic()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()
            # The call would take ten minutes; the process leaves without it.
            code = process.wait(60)
            took.append(time.monotonic() - began)
            assert code == 0
    with open_house(settings) as house:
        asked = sum(one.attempts for one in list_spending(house))
    arrived = len(sim.admin.arrivals())
    sim.admin.reset()

    tell(_told("stdio, the process gone", took))
    assert (arrived, asked <= kills) == (kills, True)
