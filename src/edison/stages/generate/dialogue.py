"""The conversation that gets one answer."""

from collections.abc import Sequence

from edison.domain import (
    Answer,
    CaseTask,
    CellId,
    Dialogue,
    Failure,
    LoopTrace,
    Output,
    OutputId,
    ToolCall,
    ToolLoop,
    TraceStep,
)
from edison.errors import EdisonError

from .loop.cycles import find_cycle
from .loop.mocks import observe
from .loop.talking import DONE, calls_in, said_so_far
from .prompts import ask_for_answer, ask_for_task
from .reply import conclude_loop, failed_output, read_reply, stopped_output, with_own_names
from .talk.turns import hold_talk
from .units import GenerateUnit


def answer_cell(unit: GenerateUnit, *, output_id: OutputId, cell_id: CellId) -> Dialogue[Output]:
    """Ask once and take what comes, or go on until a loop or a conversation is done.

    A question that cannot be put ends as an error without being asked.
    """
    if unit.task is not None and unit.task.loop is not None:
        output = yield from _go_round(unit, unit.task, unit.task.loop)
        return output.model_copy(update={"id": output_id, "cell_id": cell_id})
    if unit.talk is not None:
        try:
            output = yield from hold_talk(unit, unit.talk)
        except EdisonError as error:
            return failed_output(error.code, sentence=error.sentence, output_id=output_id, cell_id=cell_id)
        return output.model_copy(update={"id": output_id, "cell_id": cell_id})
    try:
        ask = ask_for_answer(unit)
    except EdisonError as error:
        return failed_output(error.code, sentence=error.sentence, output_id=output_id, cell_id=cell_id)
    reply = yield ask
    assert isinstance(reply, Answer | Failure)
    output = read_reply(reply, output_id=output_id, cell_id=cell_id)
    return output if unit.task is None else with_own_names(output, unit.task)


def _go_round(unit: GenerateUnit, task: CaseTask, loop: ToolLoop) -> Dialogue[Output]:
    """Ask, answer the calls from the table, and ask again, until there is an answer or no use in going on."""
    steps: list[TraceStep] = []
    for turn in range(1, loop.max_iterations + 1):
        reply = yield ask_for_task(
            unit, task, messages=tuple(said_so_far(task, steps)), has_called=bool(steps)
        )
        assert isinstance(reply, Answer | Failure)
        trace = LoopTrace(steps=tuple(steps), turns=turn)
        if isinstance(reply, Failure):
            return conclude_loop(reply, text="", trace=trace)
        calls, text = calls_in(reply, task, counted=len(steps))
        done = next((call for call in calls if call.name == DONE), None)
        if done is not None or not calls:
            return conclude_loop(reply, text=_final(done, text), trace=trace)
        steps += _observed(calls, loop, turn=turn, thought=text)
        cycle = find_cycle([step.call for step in steps])
        if cycle:
            names = tuple(call.name for call in cycle)
            trace = LoopTrace(steps=tuple(steps), turns=turn, cycle=names)
            return stopped_output("cycle", f"React loop stagnated (cycle period {len(cycle)})", trace=trace)
    trace = LoopTrace(steps=tuple(steps), turns=loop.max_iterations)
    sentence = f"React loop was not done after {loop.max_iterations} iterations"
    return stopped_output("max_iterations", sentence, trace=trace)


def _final(done: ToolCall | None, text: str) -> str:
    """What DONE says is the answer, where it can be read; else the text beside it."""
    response = None if done is None or done.unparsed is not None else done.arguments.get("response")
    return response if isinstance(response, str) else text


def _observed(calls: Sequence[ToolCall], loop: ToolLoop, *, turn: int, thought: str) -> list[TraceStep]:
    steps: list[TraceStep] = []
    for place, call in enumerate(calls):
        seen = observe(call, loop.mocks)
        steps.append(
            TraceStep(
                turn=turn,
                call=call,
                observation=seen.text,
                success=seen.success,
                thought="" if place else thought,
            )
        )
    return steps
