"""accepted_turns: the calls of each turn of the user, made by then, in any order and among others."""

import pytest
from pydantic import JsonValue

from edison.domain import LoopTrace, ToolCall, TraceStep
from edison.stages.check.kinds import CheckMisfit
from edison.stages.check.kinds.accepted_turns import makes_accepted_turns
from tests.factories import an_output

TURNS: JsonValue = [[{"cd": {"folder": ["a"]}}, {"ls": {}}], [], [{"mv": {"source": ["x"], "to": ["y", ""]}}]]


def made(*calls: tuple[int, str, dict[str, JsonValue]]) -> LoopTrace:
    return LoopTrace(
        steps=tuple(
            TraceStep(
                turn=number,
                spoken=spoken,
                call=ToolCall(id=f"call_{number}", name=name, arguments=arguments),
                observation="done",
                success=True,
            )
            for number, (spoken, name, arguments) in enumerate(calls, 1)
        )
    )


@pytest.mark.parametrize(
    ("trace", "holds", "sentence"),
    [
        (
            made((1, "ls", {}), (1, "cd", {"folder": "a"}), (2, "pwd", {}), (3, "mv", {"source": "x"})),
            True,
            "The calls of every turn are made.",
        ),
        # A call that was made too early need not be made again; one that comes too late is missing in its turn.
        (made((1, "mv", {"source": "x", "to": "y"}), (1, "ls", {}), (1, "cd", {"folder": "a"})), True, ""),
        (made((1, "cd", {"folder": "a"}), (3, "ls", {})), False, "Turn 1: Expected a call of 'ls'"),
        (made((1, "cd", {"folder": "b"}), (1, "ls", {})), False, "Turn 1: 'folder' is 'b'"),
        (None, False, "Turn 1: Expected a call of 'cd'; it calls no tool."),
    ],
)
def test_each_turn_needs_its_calls(trace: LoopTrace | None, holds: bool, sentence: str) -> None:
    look = makes_accepted_turns(TURNS)
    assert callable(look)

    seen = look(an_output(trace=trace))

    assert (seen.holds, sentence in seen.sentence) == (holds, True), seen.sentence


@pytest.mark.parametrize("value", [None, [], ["cd()"], [[{"cd": 1}]]])
def test_what_is_no_list_of_turns_is_refused(value: JsonValue) -> None:
    with pytest.raises(CheckMisfit):
        makes_accepted_turns(value)
