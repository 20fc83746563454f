"""One step of an agent's own loop: the model is asked once, and its calls are answered from a table or handed back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from edison.domain import (
    Arm,
    ArmId,
    Case,
    CaseId,
    CaseTask,
    CaseTool,
    DatasetId,
    Form,
    Message,
    PromptId,
    PromptVersion,
    PromptVersionId,
    Right,
    ToolCall,
    TraceStep,
)
from edison.stages.generate import GenerateUnit
from edison.stages.generate.loop.mocks import observe
from edison.stages.generate.loop.talking import DONE, calls_in, response_of, said_so_far
from edison.stages.generate.prompts import ask_for_task
from edison.stages.plan import TASK_PROMPT

from ..access import verb
from ..house import House
from ..views.agents import ReactStepView, TraceEntryView, view_call, view_entry
from .session import AgentSession, Asked, ask_model, find_model


@dataclass(frozen=True, slots=True)
class LoopSoFar:
    """Everything a step goes by: the trace is the only memory there is."""

    system: str
    message: str
    tools: tuple[CaseTool, ...]
    trace: tuple[TraceStep, ...] = ()
    mocks: Mapping[str, Mapping[str, str]] | None = None
    """None: calls are handed back, and nothing is executed."""
    counter: int = 0
    form: Form = field(default_factory=Form)


@verb(Right.SPEND)
async def take_step(house: House, session: AgentSession, loop: LoopSoFar, asked: Asked) -> ReactStepView:
    """Ask the model once more, and say what came of it."""
    endpoint = await find_model(house, session, asked.model_id)
    opening = (Message.system(loop.system),) if loop.system.strip() else ()
    task = CaseTask(messages=(*opening, Message.user(loop.message)), tools=loop.tools, form=loop.form)
    unit = GenerateUnit(
        version=PromptVersion(
            id=PromptVersionId("step"), prompt_id=PromptId("step"), number=1, user=TASK_PROMPT
        ),
        arm=Arm(id=ArmId("step"), name=endpoint.name, endpoint=endpoint, sampling=asked.sampling),
        case=Case(id=CaseId("step"), dataset_id=DatasetId("step"), name="step", task=task),
    )
    ask = ask_for_task(unit, task, messages=tuple(said_so_far(task, loop.trace)), has_called=bool(loop.trace))
    answer = await ask_model(house, session, ask, asked.terms)
    calls, text = calls_in(answer, task, counted=loop.counter)
    latency_ms = answer.timing.latency_s * 1000
    done = next((call for call in calls if call.name == DONE), None)
    if done is not None:
        return _ended(done, text, loop=loop, latency_ms=latency_ms)
    answered = (
        ()
        if loop.mocks is None
        else _answered(calls, text, loop=loop, mocks=loop.mocks, latency_ms=latency_ms)
    )
    return ReactStepView(
        completed=not calls,
        final_response=None if calls else text,
        new_iterations=answered,
        pending_tool_calls=tuple(map(view_call, calls)) if loop.mocks is None else (),
        call_counter=loop.counter + len(calls),
        latency_ms=latency_ms,
        thought=text if calls else None,
        done_args=None,
        done_trace_entry=None,
    )


def _ended(done: ToolCall, text: str, *, loop: LoopSoFar, latency_ms: float) -> ReactStepView:
    said = response_of(done, beside=text)
    step = TraceStep(turn=_turn(loop), call=done, observation=said, success=True, thought=text)
    return ReactStepView(
        completed=True,
        final_response=said,
        new_iterations=(),
        pending_tool_calls=(),
        call_counter=loop.counter + 1,
        latency_ms=latency_ms,
        thought=None,
        done_args=done.arguments,
        done_trace_entry=view_entry(step, number=len(loop.trace) + 1, latency_ms=latency_ms),
    )


def _answered(
    calls: Sequence[ToolCall],
    text: str,
    *,
    loop: LoopSoFar,
    mocks: Mapping[str, Mapping[str, str]],
    latency_ms: float,
) -> tuple[TraceEntryView, ...]:
    entries: list[TraceEntryView] = []
    for place, call in enumerate(calls):
        seen = observe(call, mocks)
        thought = "" if place else text
        step = TraceStep(
            turn=_turn(loop), call=call, observation=seen.text, success=seen.success, thought=thought
        )
        entries.append(view_entry(step, number=len(loop.trace) + place + 1, latency_ms=latency_ms))
    return tuple(entries)


def _turn(loop: LoopSoFar) -> int:
    return loop.trace[-1].turn + 1 if loop.trace else 1
