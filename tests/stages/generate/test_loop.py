"""A loop of tool calls, held by hand: what is sent, what tools return, and how it ends."""

import json

import pytest

from edison.domain import (
    Answer,
    CellId,
    Failure,
    Message,
    Outcome,
    Output,
    OutputId,
    OutputStatus,
    Reply,
    Role,
    ToolCall,
    ToolMode,
)
from edison.stages.generate import GenerateUnit, answer_cell
from edison.stages.generate.loop.going import find_cycle
from edison.stages.generate.loop.mocks import observe
from tests.factories import a_case, a_prompt_version, an_answer, an_arm
from tests.stages.dialogues import Held, hold

MOCKS = {
    "file.read": {
        '{"path": "a", "whole": true}': "by all",
        "b": "by one",
        "7": "by a number",
        "_default": "by default",
    },
    "fail": {"_default": "Error: disk on fire"},
    # prompt-prix's files name values as Python writes them.
    "flag": {"true": "as JSON has it", "True": "too late", "False": "as Python has it", "None": "nothing"},
}


def loop_unit(**loop: object) -> GenerateUnit:
    task = {
        "messages": [Message.system("Literal {{ braces }}."), Message.user("Sort {% this %}.")],
        "tools": [{"name": name} for name in ("file.read", "fail", "DONE")],
        "tool_choice": {"mode": "required"},
        "loop": {"mocks": MOCKS, **loop},
    }
    return GenerateUnit(version=a_prompt_version(), arm=an_arm(), case=a_case(task=task))


def go_round(*replies: Reply, **loop: object) -> Held[Output]:
    dialogue = answer_cell(loop_unit(**loop), output_id=OutputId("out_7"), cell_id=CellId("cell_7"))
    return hold(dialogue, *replies)


def calling(*calls: tuple[str, dict[str, object]], text: str = "") -> Answer:
    made = tuple(
        ToolCall.model_validate({"id": f"x{number}", "name": name, "arguments": given})
        for number, (name, given) in enumerate(calls)
    )
    return an_answer(outcome=Outcome.TOOL_CALLS, text=text, tool_calls=made)


def test_a_loop_goes_on_until_the_model_answers_and_is_rebuilt_from_its_trace() -> None:
    done = go_round(
        calling(("file_read", {"whole": True, "path": "a"}), ("file_read", {"path": "b"}), text="I look."),
        calling(("fail", {})),
        an_answer(text="Sorted."),
    )

    output = done.conclusion
    assert (output.id, output.cell_id, output.status, output.text) == (
        "out_7",
        "cell_7",
        OutputStatus.OK,
        "Sorted.",
    )
    assert output.trace is not None
    assert (output.trace.turns, output.trace.completed) == (3, True)
    assert (output.trace.valid, output.trace.invalid) == (2, 1)
    assert [step.observation for step in output.trace.steps] == ["by all", "by one", "Error: disk on fire"]
    assert {step.call.name for step in output.trace.steps} == {"file.read", "fail"}
    sent = done.asks[2].messages
    assert [message.role for message in sent[:2]] == [Role.SYSTEM, Role.USER]
    assert (sent[0].text, sent[1].text) == ("Literal {{ braces }}.", "Sort {% this %}.")
    assert (sent[2].text, [call.name for call in sent[2].tool_calls]) == (
        "I look.",
        ["file_read", "file_read"],
    )
    assert [message.tool_call_id for message in sent[3:5]] == ["call_1", "call_2"]
    choices = [ask.tool_choice for ask in done.asks]
    assert choices[0] is not None
    assert (choices[0].mode, *choices[1:]) == (ToolMode.REQUIRED, None, None)


@pytest.mark.parametrize(
    "text",
    [
        'Hm.\n<tool_call>{"name": "file_read", "arguments": {"path": "b"}}</tool_call>',
        "Hm.\n<|tool_call_start|>[file.read(path='b')]<|tool_call_end|>",
    ],
)
def test_calls_that_are_written_into_the_text_count(text: str) -> None:
    output = go_round(an_answer(text=text), an_answer(text="Sorted.")).conclusion

    assert output.trace is not None
    (step,) = output.trace.steps
    assert (step.call.name, step.observation, step.thought) == ("file.read", "by one", "Hm.")


def test_arguments_that_cannot_be_read_fail_and_the_model_is_told() -> None:
    garbled = an_answer(
        outcome=Outcome.TOOL_CALLS,
        text="",
        tool_calls=(ToolCall(id="1", name="file_read", unparsed="{path"),),
    )
    in_text = an_answer(text="<tool_call>file_read(path=</tool_call>")

    done = go_round(garbled, in_text, an_answer(text="I give up."))

    assert done.conclusion.trace is not None
    assert done.conclusion.trace.invalid == 2
    told = done.asks[1].messages[-1]
    assert told.text == "Error: The arguments of file.read are no JSON object: {path"
    assert done.asks[1].messages[-2].tool_calls[0].unparsed is None


@pytest.mark.parametrize(
    ("arguments", "unparsed", "text"),
    [
        ({"response": "All sorted."}, None, "All sorted."),
        ({"response": 7}, None, "7"),
        ({"response": {"é": [1.5, None]}}, None, '{"é": [1.5, null]}'),
        ({"response": None}, None, "Said."),
        ({}, "{resp", "Said."),
        ({"response": ""}, "{resp", "Said."),
    ],
)
def test_done_ends_a_loop_before_its_siblings(
    arguments: dict[str, object], unparsed: str | None, text: str
) -> None:
    done = ToolCall.model_validate({"id": "2", "name": "DONE", "arguments": arguments, "unparsed": unparsed})
    answer = an_answer(
        outcome=Outcome.TOOL_CALLS, text="Said.", tool_calls=(ToolCall(id="1", name="file_read"), done)
    )

    output = go_round(answer).conclusion

    assert (output.status, output.text) == (OutputStatus.OK, text)
    assert output.trace is not None
    assert (output.trace.steps, output.trace.completed) == ((), True)


def test_a_loop_that_is_not_done_in_time_has_failed_and_keeps_its_trace() -> None:
    output = go_round(
        *(calling(("file_read", {"path": str(n)})) for n in range(3)), max_iterations=3
    ).conclusion

    assert (output.status, output.reason) == (OutputStatus.SEMANTIC_FAILURE, "max_iterations")
    assert output.sentence == "React loop was not done after 3 iterations"
    assert output.trace is not None
    assert len(output.trace.steps) == 3


def test_a_loop_that_goes_round_in_circles_is_stopped() -> None:
    turns = [calling(("file_read", {"path": "ab"[n % 2]})) for n in range(6)]

    output = go_round(*turns).conclusion

    assert (output.reason, output.sentence) == ("cycle", "React loop stagnated (cycle period 2)")
    assert output.trace is not None
    assert (output.trace.cycle, output.trace.completed) == (("file.read", "file.read"), False)


def test_trouble_is_an_error_and_a_cut_off_end_is_no_answer() -> None:
    lost = go_round(calling(("fail", {})), Failure(code="timed_out", sentence="Too long.")).conclusion
    cut = go_round(an_answer(text="Sor", outcome=Outcome.LENGTH)).conclusion
    silent = go_round(an_answer(text=" ")).conclusion

    assert (lost.status, lost.reason) == (OutputStatus.ERROR, "timed_out")
    assert lost.trace is not None
    assert len(lost.trace.steps) == 1
    assert (cut.status, cut.reason) == (OutputStatus.SEMANTIC_FAILURE, "length")
    assert silent.reason == "empty"


@pytest.mark.parametrize(
    ("called", "period"),
    [
        ("aaaaa", 0),
        ("aaaaaa", 1),
        ("ababab", 2),
        ("abcabc", 0),
        ("xabababab", 2),
        ("abcd" * 3, 4),
        ("abcd" * 2, 0),
    ],
)
def test_the_shortest_period_repeated_three_times_is_a_cycle(called: str, period: int) -> None:
    calls = [ToolCall(id="", name="read", arguments={"path": letter}) for letter in called]

    assert len(find_cycle(calls)) == period


def test_what_cannot_be_read_goes_round_as_well() -> None:
    assert len(find_cycle([ToolCall(id="", name="read", unparsed="{")] * 6)) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "text", "success"),
    [
        ("file.read", {"whole": True, "path": "a"}, "by all", True),
        ("file.read", {"path": "zzz", "other": "b"}, "by one", True),
        ("file.read", {"n": 7}, "by a number", True),
        ("flag", {"on": True}, "as JSON has it", True),
        ("flag", {"on": False}, "as Python has it", True),
        ("flag", {"first": None, "then": True}, "nothing", True),
        ("file.read", {"path": "zzz"}, "by default", True),
        ("fail", {}, "Error: disk on fire", False),
        ("move", {"b": 1, "a": "x"}, 'Error: No mock response for move({"a": "x", "b": 1})', False),
    ],
)
def test_a_pretended_tool_answers_by_its_table(
    name: str, arguments: dict[str, object], text: str, success: bool
) -> None:
    call = ToolCall.model_validate({"id": "1", "name": name, "arguments": arguments})

    assert observe(call, MOCKS) == (text, success)
    assert json.dumps(call.arguments, sort_keys=True)


def test_a_case_that_brings_what_is_sent_is_sent_as_it_is() -> None:
    earlier = Message.assistant("", ToolCall(id="c1", name="math.sqrt", arguments={"x": 4}))
    task = {
        "messages": [
            Message.user("{{ x }}"),
            earlier,
            Message.tool("2", call_id="c1"),
            Message.user("And 9?"),
        ],
        "tools": [{"name": "math.sqrt"}],
        "tool_choice": {"mode": "named", "name": "math.sqrt"},
        "form": {"kind": "json"},
    }
    unit = GenerateUnit(version=a_prompt_version(), arm=an_arm(), case=a_case(task=task))
    answers = [calling(("math_sqrt", {"x": 9})), an_answer(text="3")]

    called, said = (
        hold(answer_cell(unit, output_id=OutputId("o"), cell_id=CellId("c")), answer) for answer in answers
    )

    (ask,) = called.asks
    assert [message.text for message in ask.messages] == ["{{ x }}", "", "2", "And 9?"]
    assert ask.messages[1].tool_calls[0].name == "math_sqrt"
    assert ask.tool_choice is not None
    assert (ask.tools[0].name, ask.tool_choice.name) == ("math_sqrt", "math_sqrt")
    assert [call.name for call in called.conclusion.tool_calls] == ["math.sqrt"]
    assert said.conclusion.text == "3"


def test_a_loop_goes_through_all_turns_of_the_user() -> None:
    later = [
        {"messages": [Message.user("And now?")], "tools": [{"name": "late"}]},
        {"messages": [Message.user("Well?")]},
    ]
    task = {
        "messages": [Message.user("Begin.")],
        "tools": [{"name": "file.read"}],
        "loop": {"mocks": MOCKS, "max_iterations": 2},
        "later": later,
    }
    unit = GenerateUnit(version=a_prompt_version(), arm=an_arm(), case=a_case(task=task))
    dialogue = answer_cell(unit, output_id=OutputId("out_7"), cell_id=CellId("cell_7"))

    held = hold(
        dialogue,
        calling(("file.read", {"path": "b"})),
        an_answer(text="Read."),
        # Nothing said is an answer to a turn, and to the last one none.
        an_answer(text=" "),
        calling(("late", {})),
        an_answer(text="Done."),
    )

    first, _, third, *_, last = held.asks
    assert [tool.name for tool in first.tools] == ["file_read"]
    assert [tool.name for tool in third.tools] == ["file_read", "late"]
    assert [(message.role.value, message.text) for message in last.messages] == [
        ("user", "Begin."),
        ("assistant", ""),
        ("tool", "by one"),
        ("assistant", "Read."),
        ("user", "And now?"),
        ("user", "Well?"),
        ("assistant", ""),
        ("tool", "Error: No mock response for late({})"),
    ]
    output = held.conclusion
    assert (output.text, output.status) == ("Done.", OutputStatus.OK)
    assert output.trace is not None
    assert [(step.turn, step.spoken) for step in output.trace.steps] == [(1, 1), (4, 3)]
    assert [one.text for one in output.trace.said] == ["Begin.", "Read.", "And now?", " ", "Well?", "Done."]


def test_a_loop_that_fails_in_a_turn_tells_what_was_said_until_then() -> None:
    task = {
        "messages": [Message.user("Begin.")],
        "tools": [{"name": "file.read"}],
        "loop": {"mocks": MOCKS},
        "later": [{"messages": [Message.user("And now?")]}],
    }
    unit = GenerateUnit(version=a_prompt_version(), arm=an_arm(), case=a_case(task=task))
    dialogue = answer_cell(unit, output_id=OutputId("out_7"), cell_id=CellId("cell_7"))

    held = hold(dialogue, an_answer(text="Yes."), Failure(code="timed_out", sentence="Too late."))

    trace = held.conclusion.trace
    assert held.conclusion.status is OutputStatus.ERROR
    assert trace is not None
    assert [one.text for one in trace.said] == ["Begin.", "Yes.", "And now?"]
