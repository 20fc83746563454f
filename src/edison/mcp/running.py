"""Tools that look at runs and end them; none of them asks a model."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import Field

from edison.actions.failing import show_failing
from edison.actions.house import House
from edison.actions.labels import list_labels
from edison.actions.prompts import PromptRef, list_versions
from edison.actions.results.exports import FORMATS, PICTURES, export_run
from edison.actions.results.reports import RunState, find_run, show_run
from edison.actions.runs.control import cancel_run
from edison.actions.views.failing import FailingView
from edison.actions.views.label import RunLabelsView
from edison.actions.views.prompt import PromptVersionView
from edison.actions.views.run import RunView, view_run
from edison.errors import FormatUnknown

_LOOK_EVERY_S = 1.0
_UNDER_WAY = frozenset({RunState.RUNNING, RunState.WAITING})

RunName = Annotated[str, Field(description="Its id, a part of it, its name, or `latest`.")]


class RunningTools:
    """Runs and prompts that are kept."""

    def __init__(self, house: House) -> None:
        self._house = house

    def all(self) -> tuple[Callable[..., Any], ...]:
        """Every tool, by the name of its method."""
        return (
            self.poll_battery,
            self.cancel_run,
            self.get_results,
            self.get_labels,
            self.get_failing,
            self.list_versions,
        )

    async def poll_battery(
        self,
        *,
        run_id: RunName,
        wait_seconds: Annotated[
            float,
            Field(ge=0, le=3600, description="Wait so long for its end, and tell its progress meanwhile."),
        ] = 0,
        context: Context[None, Any],
    ) -> RunView:
        """Where a run stands: its state, what was counted so far, and what it cost."""
        ends_at = self._house.clock.monotonic() + wait_seconds
        while True:
            seen = await asyncio.to_thread(self._look, run_id)
            left_s = ends_at - self._house.clock.monotonic()
            if left_s <= 0 or seen.state not in _UNDER_WAY:
                return seen
            await context.report_progress(seen.done, seen.planned, f"{seen.name} is {seen.state}.")
            await self._house.clock.sleep(min(left_s, _LOOK_EVERY_S))

    def _look(self, run_id: str) -> RunView:
        return view_run(show_run(self._house, find_run(self._house, run_id).id))

    def cancel_run(self, *, run_id: RunName) -> RunView:
        """End a run for ever; what it has is kept."""
        ended = cancel_run(self._house, find_run(self._house, run_id).id)
        return view_run(show_run(self._house, ended.id))

    def get_results(
        self,
        *,
        run_id: RunName,
        format: Annotated[str | None, Field(description="json, jsonl, csv, md … JSON if not given.")] = None,
    ) -> str:
        """What a run brought, whole, in a format."""
        if format in PICTURES:
            raise FormatUnknown(format, (one for one in FORMATS if one not in PICTURES))
        pieces = export_run(self._house, find_run(self._house, run_id).id, name=format or "json")
        return b"".join(pieces).decode()

    def get_labels(self, *, run_id: RunName) -> RunLabelsView:
        """What people said about the outputs of a run, and how far its judges agree with them."""
        return list_labels(self._house, find_run(self._house, run_id).id)

    def get_failing(self, *, run_id: RunName) -> FailingView:
        """Kinds of cases that fail more often than the others of a run: where new cases are worth most."""
        return show_failing(self._house, find_run(self._house, run_id))

    def list_versions(self, *, prompt: str, project: str | None = None) -> list[PromptVersionView]:
        """All versions of a prompt that is kept, the newest first."""
        return list_versions(self._house, PromptRef(prompt, project))
