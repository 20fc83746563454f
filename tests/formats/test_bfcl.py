"""Questions and conversations of the function-calling board: functions, turns and truths."""

import json

import pytest

from edison.errors import SuiteBroken

from .test_battery import read

BFCL = {
    "id": "simple_0",
    "question": [[{"role": "user", "content": "5!"}]],
    "function": {
        "name": "math.factorial",
        "parameters": {
            "type": "dict",
            "properties": {
                "number": {"type": "float"},
                "type": {"type": "any"},
                "xs": {"type": "tuple", "items": [1]},
            },
        },
    },
}


def test_questions_of_the_function_calling_board_are_read_with_their_truths() -> None:
    lines = "\n".join(map(json.dumps, (BFCL, {**BFCL, "id": "simple_1", "ground_truth": [{"f": {}}]})))
    truths = json.dumps({"id": "simple_0", "ground_truth": [{"math.factorial": {"number": [5]}}]}) + "\n7"

    battery = read(lines, name="b.json", files={"possible_answer/b.json": truths})

    first, second = battery.cases
    assert (battery.evaluated, battery.assertions, battery.unhonoured) == (2, 2, ())
    assert first.task is not None
    assert first.task.tools[0].name == "math.factorial"
    assert first.task.tools[0].parameters == {
        "type": "object",
        "properties": {"number": {"type": "number"}, "type": {}, "xs": {"type": "array", "items": [1]}},
    }
    assert (first.checks[-1].kind, first.checks[-1].value) == (
        "accepted_calls",
        [{"math.factorial": {"number": [5]}}],
    )
    assert second.checks[-1].value == [{"f": {}}]


def test_what_of_such_a_question_is_not_asked_is_named() -> None:
    written = [
        {**BFCL, "id": "b", "question": "How?"},
        {**BFCL, "id": "c", "question": {"role": "user", "content": "x"}},
        {**BFCL, "id": "d", "question": [{"role": "user", "content": "x"}], "ground_truth": "none"},
    ]

    battery = read(written)

    assert battery.unhonoured[0] == "b: it has no accepted answers that can be evaluated."
    assert len(battery.unhonoured) == 3
    assert battery.evaluated == 0
    assert all("unknown_truth" in [check.kind for check in case.checks] for case in battery.cases)
    assert len(read(BFCL).cases) == 1


def test_truths_that_cannot_be_read_are_told_and_a_question_must_be_one() -> None:
    with pytest.raises(SuiteBroken, match="possible_answer"):
        read([BFCL], files={"possible_answer/tests.json": "{"})
    with pytest.raises(SuiteBroken, match="user is missing"):
        read([{**BFCL, "question": 7}])


def says(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


TALK = {
    "id": "multi_turn_miss_func_0",
    "question": [[says("Go to a and look.")], [], [says("Now sort it.")]],
    "initial_config": {"GorillaFileSystem": {"root": {}}},
    "involved_classes": ["GorillaFileSystem", "Unheard"],
    "missed_function": {"1": ["sort", 7], "x": []},
    "excluded_function": ["rm"],
}
DOCS = "\n".join(
    json.dumps({"name": name, "parameters": {"type": "dict", "properties": properties}})
    for name, properties in {
        "cd": {"folder": {"type": "string"}},
        "ls": {"a": {"type": "boolean", "default": False}, "deep": {"type": "boolean"}},
        "sort": {"file_name": {"type": "string"}},
        "rm": {},
    }.items()
)


def test_conversations_of_the_board_are_asked_turn_by_turn() -> None:
    truth = [["cd(folder='a')", "ls()"], [], ["sort('x.txt')", {"ls": {"a": [True]}}]]
    files = {
        "multi_turn_func_doc/gorilla_file_system.json": DOCS,
        "possible_answer/t.json": json.dumps({"id": TALK["id"], "ground_truth": truth}),
    }

    battery = read(json.dumps(TALK), name="t.json", files=files)

    [case] = battery.cases
    task = case.task
    assert task is not None
    assert task.loop is not None
    assert ([tool.name for tool in task.tools], task.loop.max_iterations) == (["cd", "ls"], 20)
    assert [[message.text for message in turn.messages] for turn in task.later] == [
        ["Further functions can be called from now on. Try once more to do what was asked."],
        ["Now sort it."],
    ]
    assert [[tool.name for tool in turn.tools] for turn in task.later] == [["sort"], []]
    assert [tool.name for tool in task.in_turn(2).tools] == ["cd", "ls", "sort"]
    assert (case.checks[-1].kind, case.checks[-1].value) == (
        "accepted_turns",
        [
            [{"cd": {"folder": ["a"]}}, {"ls": {"a": ["", False]}}],
            [],
            [{"sort": {"file_name": ["x.txt"]}}, {"ls": {"a": [True]}}],
        ],
    )
    assert battery.evaluated == 1
    [note] = battery.unhonoured
    assert note.startswith("The programs behind the functions of conversations are not run")


@pytest.mark.parametrize(
    "truth", [None, ["cd"], [["cd("]], [["cd('a', 'b')"]], [["unheard('a')"]], [[7]], [["cd(), ls()"]]]
)
def test_calls_of_a_conversation_that_cannot_be_read_are_told(truth: object) -> None:
    talk = {
        **TALK,
        "function": [{"name": "cd"}],
        "ground_truth": truth,
        "mock_tools": {},
        "missed_function": 1,
    }
    battery = read([talk], files={})

    assert battery.evaluated == 0
    assert battery.unhonoured == (
        "multi_turn_miss_func_0: it has no accepted answers that can be evaluated.",
    )


def test_further_turns_need_a_loop_and_something_said() -> None:
    later = [{"messages": []}]
    with pytest.raises(SuiteBroken, match="is no conversation"):
        read({"prompts": [{"id": "a", "user": "b", "later_turns": later}]})
    with pytest.raises(SuiteBroken, match="further turns stand in no loop"):
        read({"prompts": [{"id": "a", "user": "b", "later_turns": [{"messages": [says("c")]}]}]})
