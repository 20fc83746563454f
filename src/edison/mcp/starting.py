"""Tools that start runs, which go on while the agent is there, and one that takes a single step of a loop."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

from pydantic import Field

from edison.actions.agents.session import AgentSession, Asked, CallTerms
from edison.actions.agents.starting import (
    Started,
    start_battery_text,
    start_examination,
    start_ranking,
    start_refinement,
)
from edison.actions.agents.stepping import LoopSoFar, take_step
from edison.actions.house import House
from edison.actions.presets.batteries import BatteryOptions
from edison.actions.presets.qualifications import USUAL_JUDGMENTS, QualifyRequest
from edison.actions.presets.rank_requests import RankRequest
from edison.actions.runs.sent_batteries import SentBattery
from edison.actions.runs.uploads import UploadedSuite
from edison.actions.views.agents import ReactStepView, StartedRunView
from edison.domain import CaseTool, Form, Sampling

from .asking import ModelId, Seconds, Temperature, Tokens
from .driving import RunDriver
from .shapes import ChatTool, ResponseFormat, TraceEntry, read_mocks

T = TypeVar("T")

Dollars = Annotated[
    float | None, Field(ge=0, description="What it may cost at most; never more than is left.")
]
Models = Annotated[list[str], Field(min_length=1, description="PROVIDER/MODEL each.")]


class StartingTools:
    """Runs are stored first, then worked on one after another; whoever leaves stops the work, not the run."""

    def __init__(self, house: House, session: AgentSession, runs: RunDriver) -> None:
        self._house = house
        self._session = session
        self._runs = runs
        # Protects what is left of the budget between looking at it and giving some of it away.
        self._budget = asyncio.Lock()  # noqa: TID251

    def all(self) -> tuple[Callable[..., Awaitable[Any]], ...]:
        """Every tool, by the name of its method."""
        return (
            self.react_step,
            self.start_battery,
            self.rank_texts,
            self.qualify_judge,
            self.propose_refinement,
        )

    async def react_step(
        self,
        *,
        model_id: ModelId,
        system_prompt: str,
        initial_message: str,
        trace: Annotated[list[TraceEntry], Field(default_factory=list[TraceEntry])],
        mock_tools: Annotated[
            dict[str, Any] | None, Field(description="What tools return; null hands calls back unexecuted.")
        ],
        tools: list[ChatTool],
        call_counter: Annotated[int, Field(ge=0)] = 0,
        temperature: Temperature = 0.0,
        max_tokens: Tokens = 2048,
        timeout_seconds: Seconds = 300,
        response_format: ResponseFormat | None = None,
        api_key: Annotated[str | None, Field(description="For this call only; it is not kept.")] = None,
    ) -> ReactStepView:
        """One step of a loop of tool calls; messages are rebuilt from the trace each time."""
        loop = LoopSoFar(
            system=system_prompt,
            message=initial_message,
            tools=tuple(
                CaseTool(name=tool.name, description=tool.description, parameters=tool.parameters)
                for tool in tools
            ),
            trace=tuple(entry.read(number) for number, entry in enumerate(trace, start=1)),
            mocks=None if mock_tools is None else read_mocks(mock_tools),
            counter=call_counter,
            form=Form() if response_format is None else response_format.read(),
        )
        sampling = Sampling(temperature=temperature, max_tokens=max_tokens)
        terms = CallTerms(timeout_s=timeout_seconds, api_key=api_key)
        return await take_step(self._house, self._session, loop, Asked(model_id, sampling, terms))

    async def start_battery(
        self,
        *,
        tests: Annotated[
            str, Field(description="A battery: prompt-prix, BFCL or promptfoo, as its file is.")
        ],
        models: Models,
        file_name: Annotated[str, Field(description="Its ending says how it is read.")] = "battery.json",
        files: Annotated[
            dict[str, str] | None,
            Field(description="Texts of files that it names, by their paths, such as possible_answer/FILE."),
        ] = None,
        runs: Annotated[int, Field(ge=1, le=100)] = 1,
        judge_model: str | None = None,
        drift_threshold: float | None = None,
        embedder: Annotated[
            str | None, Field(description="PROVIDER/MODEL that makes vectors for drift; local if not given.")
        ] = None,
        max_tokens: Tokens = 2048,
        budget_usd: Dollars = None,
    ) -> StartedRunView:
        """Start a battery; gives the id of its run for poll_battery, get_results and cancel_run."""
        sent = SentBattery(
            file_name,
            tests,
            files or {},
            options=BatteryOptions(models, judge_model, drift_threshold, max_tokens),
            runs=runs,
            budget_usd=budget_usd,
            embedder=embedder,
        )
        return await self._start(start_battery_text, sent)

    async def rank_texts(
        self,
        *,
        texts: Annotated[dict[str, str], Field(min_length=2, description="Texts by their ids.")],
        judge_models: Models,
        goal: str = "",
        comparisons: int | None = None,
        budget_usd: Dollars = None,
    ) -> StartedRunView:
        """Start to rank texts by comparing them in pairs."""
        request = RankRequest(
            texts=texts,
            judges=tuple(judge_models),
            goal=goal,
            comparisons=comparisons,
            budget_usd=budget_usd,
        )
        return await self._start(start_ranking, request)

    async def qualify_judge(
        self,
        *,
        judge_models: Models,
        judgments: Annotated[int, Field(ge=1)] = USUAL_JUDGMENTS,
        budget_usd: Dollars = None,
    ) -> StartedRunView:
        """Start to examine judges by questions with known answers."""
        request = QualifyRequest(judges=tuple(judge_models), judgments=judgments, budget_usd=budget_usd)
        return await self._start(start_examination, request)

    async def propose_refinement(
        self,
        *,
        suite: Annotated[str, Field(description="A suite with a prompt, cases and judges, as its file is.")],
        file_name: str = "suite.yaml",
        budget_usd: Dollars = None,
    ) -> StartedRunView:
        """Start to refine the prompt of a suite; what is adopted, and what waits for a person, the suite says."""
        upload = UploadedSuite(file_name, suite, {}, budget_usd)
        return await self._start(start_refinement, upload)

    async def _start(self, start: Callable[[House, AgentSession, T], Started], request: T) -> StartedRunView:
        async with self._budget:
            run, notes = await asyncio.to_thread(start, self._house, self._session, request)
        self._runs.add(self._house, run)
        return StartedRunView(run_id=run.id, name=run.experiment.name, notes=tuple(notes))
