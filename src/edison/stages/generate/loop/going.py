"""A loop from its first question to its end, through all turns of the user."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from edison.domain import (
    Answer,
    CaseTask,
    Dialogue,
    Failure,
    LoopStop,
    LoopTrace,
    Message,
    Outcome,
    Output,
    OutputStatus,
    Speaker,
    ToolCall,
    ToolLoop,
    TraceStep,
    Utterance,
)

from ..prompts import ask_for_task
from ..reply import conclude_loop, stopped_output
from ..units import GenerateUnit
from .mocks import observe
from .talking import DONE, calls_in, response_of, said_so_far


@dataclass(slots=True)
class _Progress:
    """What was called and answered so far."""

    task: CaseTask
    steps: list[TraceStep] = field(default_factory=list[TraceStep])
    answers: list[str] = field(default_factory=list[str])
    """To each turn of the user that is over."""
    asked: int = 0

    @property
    def spoken(self) -> int:
        """Which turn of the user is being answered."""
        return len(self.answers) + 1

    def trace(self, *, cycle: tuple[str, ...] = (), last: str | None = None) -> LoopTrace:
        answers = self.answers if last is None else [*self.answers, last]
        said = _said(self.task, answers) if self.task.later else ()
        return LoopTrace(steps=tuple(self.steps), turns=self.asked, cycle=cycle, said=said)


def go_round(unit: GenerateUnit, task: CaseTask, loop: ToolLoop) -> Dialogue[Output]:
    """Answer every turn of the user; the answer to the last is the output, and all calls stand in its trace.

    It ends early where a turn comes to no answer; one without a word is an answer to all turns but the last.
    """
    progress = _Progress(task)
    while True:
        output = yield from _answer_turn(unit, loop, progress)
        is_answered = output.status is OutputStatus.OK or output.reason == Outcome.EMPTY.value
        if not is_answered or progress.spoken > len(task.later):
            return output
        progress.answers.append(output.text)


def _answer_turn(unit: GenerateUnit, loop: ToolLoop, progress: _Progress) -> Dialogue[Output]:
    """Ask, answer the calls from the table, and ask again, until there is an answer or no use in going on."""
    task = progress.task.in_turn(progress.spoken)
    for _ in range(loop.max_iterations):
        reply = yield ask_for_task(
            unit,
            task,
            messages=tuple(said_so_far(task, progress.steps, progress.answers)),
            has_called=bool(progress.steps),
        )
        assert isinstance(reply, Answer | Failure)
        progress.asked += 1
        if isinstance(reply, Failure):
            return conclude_loop(reply, text="", trace=progress.trace())
        calls, text = calls_in(reply, task, counted=len(progress.steps))
        done = next((call for call in calls if call.name == DONE), None)
        if done is not None or not calls:
            final = _final(done, text)
            return conclude_loop(reply, text=final, trace=progress.trace(last=final))
        progress.steps += _observed(calls, loop, progress=progress, thought=text)
        cycle = find_cycle([step.call for step in progress.steps if step.spoken == progress.spoken])
        if cycle:
            trace = progress.trace(cycle=tuple(call.name for call in cycle))
            return stopped_output(
                LoopStop.CYCLE, f"React loop stagnated (cycle period {len(cycle)})", trace=trace
            )
    sentence = f"React loop was not done after {loop.max_iterations} iterations"
    return stopped_output(LoopStop.MAX_ITERATIONS, sentence, trace=progress.trace())


def _final(done: ToolCall | None, text: str) -> str:
    """What DONE says is the answer, where it can be read; else the text beside it."""
    return text if done is None else response_of(done, beside=text)


def _observed(
    calls: Sequence[ToolCall], loop: ToolLoop, *, progress: _Progress, thought: str
) -> list[TraceStep]:
    steps: list[TraceStep] = []
    for place, call in enumerate(calls):
        seen = observe(call, loop.mocks)
        steps.append(
            TraceStep(
                turn=progress.asked,
                spoken=progress.spoken,
                call=call,
                observation=seen.text,
                success=seen.success,
                thought="" if place else thought,
            )
        )
    return steps


def _said(task: CaseTask, answers: Sequence[str]) -> tuple[Utterance, ...]:
    """Turn by turn what the user said, and what was answered as far as it was."""
    spoken = [task.messages, *(turn.messages for turn in task.later)]
    said: list[Utterance] = []
    for number, messages in enumerate(spoken[: len(answers) + 1]):
        said.append(Utterance(by=Speaker.USER, text=_text(messages)))
        if number < len(answers):
            said.append(Utterance(by=Speaker.ASSISTANT, text=answers[number]))
    return tuple(said[: 2 * len(spoken)])


def _text(messages: Sequence[Message]) -> str:
    return "\n\n".join(message.text for message in messages if message.text)


LEAST_CALLS = 6
_TIMES = 3


def find_cycle(calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
    """The shortest run of calls that the last ones repeat three times, same tools with same arguments; else none."""
    if len(calls) < LEAST_CALLS:
        return ()
    signs = [_sign(call) for call in calls]
    for period in range(1, len(signs) // _TIMES + 1):
        last = signs[-period:]
        if signs[-_TIMES * period :] == last * _TIMES:
            return tuple(calls[-period:])
    return ()


def _sign(call: ToolCall) -> str:
    arguments = call.unparsed if call.unparsed is not None else json.dumps(call.arguments, sort_keys=True)
    return f"{call.name} {arguments}"
