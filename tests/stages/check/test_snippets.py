"""Snippets: what code in a configuration is given, and what is made of what it gives back."""

import json

import pytest
from pydantic import JsonValue

from edison.domain import CaseTask, Check, CheckReply, Finding, Form, FormKind, Message
from edison.errors import CheckBroken
from edison.stages.check import calls_to_make, check_output, prepare_checks
from tests.factories import a_case, an_output

LINE: dict[str, JsonValue] = {"language": "python", "source": "len(output)"}
TASK = CaseTask(messages=(Message.user("Where?"),))
CASE = a_case(variables={"city": "Paris", "task": "Where?", "prompt_label": "p"}, task=TASK)


def _found(said: object, *, negated: bool = False, **changes: JsonValue) -> tuple[Finding, str, float | None]:
    check = Check(kind="snippet", value={**LINE, **changes}, negated=negated)
    output = an_output(text="It is Paris.")
    (call,) = calls_to_make(output, CASE, [check])
    reply = said if isinstance(said, CheckReply) else CheckReply(said=json.dumps(said).encode())
    (result,) = check_output(output, CASE, [check], ran={call: reply})
    return result.finding, result.reason or "", result.measured


def test_code_is_given_the_answer_and_the_test() -> None:
    schema = Form(kind=FormKind.SCHEMA, json_schema={"type": "object"})
    structured = a_case(task=TASK.model_copy(update={"form": schema}))
    check = Check(kind="snippet", value={**LINE, "config": {"a": 1}})
    called = an_output(text="", tool_calls=({"id": "1", "name": "look_up", "arguments": {"a": 1}},))

    given = [
        json.loads(calls_to_make(output, case, [check])[0].given)
        for output, case in (
            (an_output(text="It is Paris."), CASE),
            (called, CASE),
            (an_output(text='{"a": 1}'), structured),
            (an_output(text="no"), structured),
        )
    ]

    assert [one["output"] for one in given[::2]] == ["It is Paris.", {"a": 1}]
    assert given[3]["output"] == "no"
    assert given[1]["output"][0]["function"] == {"name": "look_up", "arguments": '{"a": 1}'}
    context = given[0]["context"]
    assert (context["prompt"], context["vars"], context["config"]) == ("Where?", {"city": "Paris"}, {"a": 1})


@pytest.mark.parametrize(
    ("value", "finding", "reason"),
    [
        (True, Finding.PASSED, ""),
        (False, Finding.FAILED, "python 'len(output)' says no."),
        (0, Finding.FAILED, "gives it 0; it has to be above 0."),
        (0.1, Finding.PASSED, ""),
        ("true", Finding.PASSED, ""),
        ("0", Finding.FAILED, "above 0"),
        ('{"pass": false, "score": 0, "reason": "Bad."}', Finding.FAILED, ": Bad."),
        ("perhaps", Finding.FAILED, "gave back 'perhaps', which is neither"),
        ("{", Finding.FAILED, "gave back '{'"),
        (None, Finding.FAILED, "gave back 'null'"),
        ({"pass": True, "score": 1}, Finding.FAILED, "which is neither"),
        ({"pass": True, "score": True, "reason": "Good."}, Finding.FAILED, "which is neither"),
        ({"pass_": False, "score": 1, "reason": ""}, Finding.FAILED, "no"),
    ],
)
def test_what_it_gives_back_is_read_as_promptfoo_does(value: object, finding: Finding, reason: str) -> None:
    found = _found({"value": value})

    assert found[0] is finding
    assert reason in found[1]


def test_a_number_is_held_against_a_limit_and_an_object_in_python_too() -> None:
    graded = {"value": {"pass": True, "score": 0.4, "reason": "So so."}}

    assert _found({"value": 0.4}, at_least=0.5)[0] is Finding.FAILED
    assert _found(graded, at_least=0.5)[0] is Finding.FAILED
    assert _found(graded, at_least=0.5, language="javascript") == (Finding.PASSED, "", 0.4)


@pytest.mark.parametrize("negated", [False, True])
def test_code_that_raises_fails_and_so_does_its_opposite(negated: bool) -> None:
    found = _found({"error": "KeyError: 'a'"}, negated=negated)

    assert found[:2] == (Finding.FAILED, "python 'len(output)' raised KeyError: 'a'")


@pytest.mark.parametrize(
    "reply",
    [
        CheckReply(trouble="It took too long."),
        CheckReply(exit_code=127, said=b"node cannot be started"),
        CheckReply(said=b"nonsense"),
    ],
)
def test_what_comes_to_no_end_is_not_checked(reply: CheckReply) -> None:
    assert _found(reply)[0] is Finding.NOT_CHECKED


@pytest.mark.parametrize(
    "value",
    [
        {"language": "python"},
        {"language": "ruby", "source": "1"},
        {"language": "python", "source": 3},
        {"language": "python", "source": "1", "file": "a.py"},
        {"language": "python", "source": "1", "at_least": "high"},
    ],
)
def test_a_value_that_holds_no_code_is_refused(value: JsonValue) -> None:
    with pytest.raises(CheckBroken):
        prepare_checks([Check(kind="snippet", value=value)])
