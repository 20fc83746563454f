"""The server: which tools there are, and how a call of one is taken."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent
from pydantic import ValidationError

from edison import __version__
from edison.actions.agents.session import AgentSession
from edison.actions.house import House
from edison.actions.results.showing import shown_breakage
from edison.errors import EdisonError

from .asking import AskingTools
from .driving import RunDriver
from .measuring import MeasuringTools
from .running import RunningTools
from .starting import StartingTools

log = structlog.get_logger()

_INSTRUCTIONS = """\
Edison compares prompts and models. A model is PROVIDER/MODEL as list_models tells it, or its name alone where only \
one provider has it. start_battery, rank_texts, qualify_judge and propose_refinement start runs; poll_battery and \
get_results look at them."""

_LONG_NAMES = {"timeout": "timeout_seconds", "threshold": "acceleration_threshold"}
"""Under the first of each some clients know the second."""

_TELL_EVERY_S = 1.0
_TELL_THEMSELVES = frozenset({"poll_battery"})

_MOST_SHOWN = 5


class AgentServer(MCPServer[None]):
    """Edison's tools for one agent, which acts for whoever the house acts for."""

    def __init__(self, house: House, session: AgentSession, runs: RunDriver | None = None) -> None:
        super().__init__("edison", version=__version__, instructions=_INSTRUCTIONS, log_level="ERROR")
        self._house = house
        self._session = session
        self._runs = RunDriver() if runs is None else runs
        self._owns_runs = runs is None
        asking, measuring = AskingTools(house, session), MeasuringTools(house, session)
        for tools in (asking, measuring, RunningTools(house), StartingTools(house, session, self._runs)):
            for tool in tools.all():
                self.add_tool(tool)

    async def close(self) -> None:
        """Let go of the runs that this agent started; whatever is under way is finished and kept."""
        if self._owns_runs:
            await self._runs.close()
        await self._session.close()

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Use a tool; whatever goes wrong is a result as well."""
        tool = self._tool_manager.get_tool(name)
        known = () if tool is None else tuple(tool.parameters.get("properties", {}))
        given = {self._spelt(argument, known): value for argument, value in arguments.items()}
        if tool is not None and (strangers := given.keys() - set(known)):
            return not_taken(strangers, known=known)
        try:
            async with self._told_progress(name, context):
                return await super().call_tool(name, given, context)
        except ToolError as error:
            return _told(name, error)

    @asynccontextmanager
    async def _told_progress(self, name: str, context: Context[None, Any] | None) -> AsyncGenerator[None]:
        """While a call is under way, whoever asked for it hears so every second; clients wait longer for it then."""
        if context is None or name in _TELL_THEMSELVES:
            yield
            return
        telling = asyncio.create_task(self._tell(name, context))
        try:
            yield
        finally:
            telling.cancel()

    async def _tell(self, name: str, context: Context[None, Any]) -> None:
        began = self._house.clock.monotonic()
        while True:
            await self._house.clock.sleep(_TELL_EVERY_S)
            elapsed = self._house.clock.monotonic() - began
            with suppress(Exception):
                # Whoever has left need not hear it.
                await context.report_progress(
                    elapsed, None, f"{name} has been under way for {elapsed:.0f} s."
                )

    def _spelt(self, argument: str, known: tuple[str, ...]) -> str:
        return argument if argument in known else _LONG_NAMES.get(argument, argument)


def _told(name: str, error: ToolError) -> CallToolResult:
    cause = error.__cause__
    if isinstance(cause, EdisonError):
        return refused(cause)
    if isinstance(cause, ValidationError):
        return misread(cause)
    if not isinstance(cause, Exception):
        return refuse("tool_unknown", f"{error}.")
    log.error("tool.broken", tool=name, error=shown_breakage(cause))
    return refuse("broken", "Something broke that should not have; what was committed is kept.")


async def serve_stdio(
    house: House, *, budget_microusd: int | None = None, embedder: str | None = None
) -> None:
    """Serve one agent over this process's input and output until it leaves; calls under way are then cancelled.

    Args:
        house: For whom it is served.
        budget_microusd: What the agent may spend while it is there.
        embedder: Who makes vectors of texts, as provider/model; whatever is installed here unless given.
    """
    server = AgentServer(house, AgentSession(house, budget_microusd=budget_microusd, embedder=embedder))
    try:
        await server.run_stdio_async()
    except* BrokenPipeError:
        # Nobody is there any more who could be told anything.
        log.info("agent.gone")
    finally:
        await server.close()


def refused(error: EdisonError) -> CallToolResult:
    """A wish that was not granted, or a failure of ours."""
    return refuse(error.code, error.sentence)


def misread(error: ValidationError) -> CallToolResult:
    """Arguments that do not fit the tool."""
    told = [
        f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:_MOST_SHOWN]
    ]
    return refuse("arguments_broken", f"The arguments cannot be taken: {'; '.join(told)}.")


def not_taken(names: Iterable[str], *, known: Iterable[str]) -> CallToolResult:
    """Arguments that the tool does not have: nothing is dropped in silence."""
    return refuse(
        "argument_unknown",
        f"The tool takes no {', '.join(sorted(names))}; it takes {', '.join(known) or 'nothing'}.",
    )


def refuse(code: str, sentence: str) -> CallToolResult:
    """A result that says no; for programs it says so in `_meta`.

    Some clients hold whatever is structured against the schema of the tool's results, and break where it does not fit.
    """
    return CallToolResult(
        content=[TextContent(type="text", text=f"{sentence} [{code}]")],
        _meta={"edison/error": {"code": code, "sentence": sentence}},
        is_error=True,
    )
