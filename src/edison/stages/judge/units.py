"""One output to assess, or two to compare, by one judge; and what of them a judge may be shown."""

import json
import unicodedata
from dataclasses import dataclass

from edison.domain import (
    SELECT_BEST,
    Case,
    Criterion,
    Expectation,
    Judge,
    Output,
    OutputStatus,
    PromptVersion,
    Rubric,
    Snapshot,
    ToolCall,
    TraceStep,
    staged_criterion,
)
from edison.text import excerpt_of

from .kinds import ShownStages, draw_view, scrub

_TELLING = "LNS"
"""Letters, numbers and symbols of any script; white space and punctuation alone say nothing."""


@dataclass(frozen=True, slots=True)
class JudgeUnit:
    """What a judgment is made from. There is no arm in it: a judge cannot be told who answered (decision 0010)."""

    judge: Judge
    rubric: Rubric
    goal: str
    """What the prompt is for, in words."""
    version: PromptVersion | None
    """Its text is shown, filled from the case, as the task that was set; None for what was handed in without one."""
    case: Case
    output: Output
    repeat: int = 0
    """Which of several independent judgments by the same judge this is."""
    wants_advice: bool = False
    """Whether somebody will read how the prompt could be improved; elsewhere it would be paid for in vain."""


@dataclass(frozen=True, slots=True)
class PairUnit:
    """What a comparison is made from: two outputs in the order shown, and nothing about who wrote them."""

    judge: Judge
    rubric: Rubric
    goal: str
    task: str | None
    """What both were written for, as it is to be shown; None where nothing is known of that."""
    left: Output
    """Is shown first."""
    right: Output
    expectation: Expectation | None = None
    """What a good answer looks like, where that is known."""
    repeat: int = 0
    """Which of several independent comparisons of the same pair in the same order this is."""


@dataclass(frozen=True, slots=True)
class PassUnit:
    """What a decision by criteria in words is made from."""

    judge: Judge
    criteria: str
    answer: str


def rubric_for(snapshot: Snapshot, case: Case, *, judge: Judge) -> Rubric:
    """What a judge goes by on a case: its own criteria, where it has some, else the rubric of the run.

    A judge that names stages always goes by the latter, whose labels are its stages.
    """
    rubric = snapshot.rubric
    assert rubric is not None, "a snapshot with judges has a rubric"
    return rubric if judge.names_stages else rubric.of_case(case.criteria)


def rubric_to_compare(snapshot: Snapshot, case: Case, *, judge: Judge) -> Rubric:
    """What a judge goes by who compares answers: what the best one of a test is to be, else as for one answer."""
    rubric = rubric_for(snapshot, case, judge=judge)
    wanted = next((check.value for check in case.checks if check.kind == SELECT_BEST), None)
    if not snapshot.picks_best or not isinstance(wanted, dict):
        return rubric
    return rubric.of_case(Criterion.of_case([str(wanted["by"])]))


def view_for(unit: JudgeUnit, *, boundary: str) -> ShownStages | None:
    """The stages as they are shown for this unit; None where the rubric has none. A replay shows the same."""
    criterion = staged_criterion(unit.rubric.criteria)
    if criterion is None:
        return None
    return draw_view(criterion, display=unit.judge.display, key=boundary)


def shown_text(output: Output, *, judge: Judge) -> str:
    """All that a judge ever sees of an output: what it says, the tools it calls, and the steps of a loop before it."""
    steps = () if output.trace is None else output.trace.steps
    parts = (*map(_written_step, steps), output.shown, *map(_written_call, output.tool_calls))
    text = "\n\n".join(filter(None, parts))
    return scrub(text) if judge.scrub else text


def why_not_shown(output: Output) -> str | None:
    """Why there is nothing to show; None where there is.

    What says nothing is not shown to a judge: a lone colon has talked many of them into a good score.
    """
    if output.status is not OutputStatus.OK:
        return f"There is no answer to judge ({output.reason})."
    if output.tool_calls or any(unicodedata.category(letter)[0] in _TELLING for letter in output.text):
        return None
    return "The answer says nothing."


def _written_step(step: TraceStep) -> str:
    """Tools may return a lot; their beginnings and ends tell what the model went by."""
    returned = f"{_written_call(step.call)}\nIt returned: {excerpt_of(step.observation)}"
    return f"{step.thought.strip()}\n\n{returned}".strip()


def _written_call(call: ToolCall) -> str:
    arguments = call.unparsed if call.unparsed is not None else json.dumps(call.arguments, ensure_ascii=False)
    return f"Tool call: {call.name}\n{arguments}"
