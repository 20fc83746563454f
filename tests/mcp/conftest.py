"""The real `edison mcp` in a process of its own, with a client that speaks to it, once for each file of tests."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from edison.mcp import AgentServer
from edison.sim import SimProcess
from tests.database import new_file
from tests.doors.suites import a_provider

T = TypeVar("T")


@dataclass(frozen=True)
class Told:
    """What a tool told."""

    text: str
    value: Any
    is_error: bool


class Agent:
    """Uses tools of a process that was started for it."""

    def __init__(self, run: "Callable[[Coroutine[Any, Any, Any]], Any]", client: Client) -> None:
        self.client = client
        self.run = run

    def use(self, tool: str, **arguments: Any) -> Told:
        """The result of a tool, whether it was refused or not."""
        result: CallToolResult = self.run(self.client.call_tool(tool, arguments))
        [content] = result.content
        assert isinstance(content, TextContent)
        if result.is_error:
            # Clients of other vendors hold whatever is structured against the tool's schema, of refusals too.
            assert result.structured_content is None
            return Told(content.text, (result.meta or {})["edison/error"], is_error=True)
        return Told(content.text, result.structured_content, is_error=False)

    def get(self, tool: str, **arguments: Any) -> Any:
        """What a tool tells; it must not be refused."""
        told = self.use(tool, **arguments)
        assert not told.is_error, told.text
        return told.value

    def refused(self, tool: str, **arguments: Any) -> str:
        """The code with which it is refused."""
        told = self.use(tool, **arguments)
        assert told.is_error, told.text
        assert told.text == f"{told.value['sentence']} [{told.value['code']}]"
        return told.value["code"]


def _around() -> dict[str, str]:
    """What this process was started with: the client hands on next to nothing."""
    return dict(os.environ)  # noqa: TID251


def providers_at(simulator: SimProcess) -> dict[str, Any]:
    """Three ways to the same simulator, of which one has no price."""
    return {
        "local": a_provider(simulator),
        "other": a_provider(simulator, key_style="none"),
        "unpriced": a_provider(simulator, price=None),
    }


def parameters_for(folder: Path, simulator: SimProcess, **environment: str) -> StdioServerParameters:
    """How the process is started."""
    (folder / "providers.json").write_text(json.dumps(providers_at(simulator)))
    database = new_file(folder / "edison.db", with_engine=True)
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "edison", "mcp", "--providers", str(folder / "providers.json")],
        env={**_around(), "HOME": str(folder), "EDISON_DATABASE_URL": database, **environment},
    )


@dataclass(frozen=True)
class HttpDoor:
    """A process that serves agents over HTTP, and how this one comes in."""

    address: str
    token: str
    mode: str = "auto"
    """Which age of the protocol the client speaks."""


@contextmanager
def served(parameters: StdioServerParameters, *arguments: str) -> Iterator[str]:
    """The same process with `--http`, on a free port; gives its address."""
    command = [parameters.command, *parameters.args, "--http", "--port", "0", *arguments]
    with subprocess.Popen(command, env=parameters.env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert said.startswith("Agents are served at "), said + process.stderr.read()
        try:
            yield said.split()[4].rstrip(";")
        finally:
            process.terminate()
            process.stderr.read()
            assert process.wait(30) in (0, -15)


@contextmanager
def agent_with(server: StdioServerParameters | AgentServer | HttpDoor) -> Iterator[Agent]:
    """A client on a loop of its own, of a process or of a server in this one; it leaves at the end.

    A server in this process lets go of the runs that it works on before their house is left.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    leave, ready = asyncio.Event(), threading.Event()
    clients: list[Client] = []

    async def stay() -> None:
        try:
            async with _client_of(server) as client:
                clients.append(client)
                ready.set()
                await leave.wait()
        finally:
            ready.set()

    def run(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    staying = asyncio.run_coroutine_threadsafe(stay(), loop)
    assert ready.wait(60)
    try:
        yield Agent(run, clients[0])
    finally:
        try:
            if isinstance(server, AgentServer):
                run(server.close())
        finally:
            loop.call_soon_threadsafe(leave.set)
            staying.result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@asynccontextmanager
async def _client_of(server: StdioServerParameters | AgentServer | HttpDoor) -> AsyncIterator[Client]:
    if isinstance(server, HttpDoor):
        headers = {"Authorization": f"Bearer {server.token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            way = streamable_http_client(server.address, http_client=http)
            async with Client(way, mode=server.mode) as client:
                yield client
        return
    target = stdio_client(server) if isinstance(server, StdioServerParameters) else server
    async with Client(target) as client:
        yield client


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory, simulator: SimProcess) -> Iterator[Agent]:
    parameters = parameters_for(tmp_path_factory.mktemp("agent"), simulator, EDISON_MCP_BUDGET_USD="0.5")
    with agent_with(parameters) as found:
        yield found
