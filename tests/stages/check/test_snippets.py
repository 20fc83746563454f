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


def _transformed(reply: CheckReply, then: JsonValue, by: JsonValue = "f(output)") -> tuple[Finding, str]:
    check = Check(kind="transformed_by_code", value={"by": by, "then": then})
    output = an_output(text=' {"a": 1} ')
    (call,) = calls_to_make(output, CASE, [check])
    (result,) = check_output(output, CASE, [check], ran={call: reply})
    return result.finding, result.reason or ""


@pytest.mark.parametrize(
    ("reply", "then", "finding", "reason"),
    [
        (CheckReply(said=b'{"value": {"b": [1.0]}}'), {"equals": {"b": [1]}}, Finding.PASSED, ""),
        (CheckReply(said=b'{"value": "abc"}'), {"not_contains": "b"}, Finding.FAILED, "It contains 'b'."),
        (CheckReply(said=b'{"error": "no"}'), {"not_contains": "b"}, Finding.FAILED, "gave nothing back"),
        (CheckReply(said=b"[]"), {"contains": "b"}, Finding.FAILED, "gave nothing back"),
        (CheckReply(said=b"?"), {"contains": "b"}, Finding.FAILED, "gave nothing back"),
        (CheckReply(trouble="It was too slow."), {"contains": "b"}, Finding.NOT_CHECKED, "too slow"),
    ],
)
def test_what_code_makes_of_the_answer_is_checked(
    reply: CheckReply, then: JsonValue, finding: Finding, reason: str
) -> None:
    found, told = _transformed(reply, then)

    assert found is finding
    assert reason in told


def test_code_is_given_what_expressions_make_of_the_answer() -> None:
    looked: JsonValue = {"snippet": {"language": "python", "source": "output"}}
    check = Check(kind="transformed_by_code", value={"by": "output.trim()", "then": looked})
    (call,) = calls_to_make(an_output(text=' {"a": 1} '), CASE, [check])
    passing = CheckReply(said=b'{"value": true}')

    assert json.loads(call.given)["output"] == '{"a": 1}'
    assert _transformed(passing, looked, "output.trim()") == (Finding.PASSED, "")
    assert _transformed(passing, looked, "JSON.parse(output).b")[0] is Finding.FAILED, (
        "there is nothing to look at"
    )


@pytest.mark.parametrize(
    ("by", "language", "file"),
    [
        ({"file": "fair.py"}, "python", "fair.py:get_transform"),
        ({"file": "fair.py:polite"}, "python", "fair.py:polite"),
        ({"file": "fair.js"}, "javascript", "fair.js"),
        (["f(output)", "const a = 1;\nreturn a"], "javascript", ""),
    ],
)
def test_steps_are_run_in_one_process(by: JsonValue, language: str, file: str) -> None:
    check = Check(kind="transformed_by_code", value={"by": by, "then": {"contains": "b"}})

    (call,) = calls_to_make(an_output(text="a"), CASE, [check])

    assert call.snippet is not None
    assert (call.snippet.language, call.snippet.file) == (language, file)
    assert file or "new Function('output', 'context', 'process', \"return f(output)\")" in call.snippet.source


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("transformed", {"by": "f(output)", "then": {"contains": "b"}}, "without running it"),
        ("transformed", {"by": [], "then": {"contains": "b"}}, "is an empty list"),
        ("transformed", {"by": [4], "then": {"contains": "b"}}, "must be expressions"),
        ("transformed", {"by": "output", "then": "contains"}, "must be one check"),
        ("transformed", {"by": "output", "then": {"sparkles": 1}}, "is not known: sparkles"),
        ("transformed", {"by": "output", "then": {"contains": ""}}, "is blank"),
        ("transformed_by_code", {"by": "output", "then": {"contains": "b"}}, "transformed is enough"),
        ("transformed_by_code", {"by": "f(output)", "then": {"snippet": LINE}}, "must go by words where"),
        (
            "transformed_by_code",
            {"by": "f(output)", "then": {"cost": {"at_most_usd": 1}}},
            "must go by words",
        ),
        (
            "transformed_by_code",
            {"by": [{"file": "a.py"}, "x"], "then": {"contains": "b"}},
            "must be one file",
        ),
        ("is_sql", {"tables": "users"}, "must be a list such as"),
        ("rouge_n", {"to": "a", "at_least": 1, "n": 0}, "must be a number of words from 1 to 9"),
        ("meteor", {"to": [], "at_least": 1}, "is an empty list"),
        ("meteor", {"to": "a", "at_least": 2}, "must be a number from 0 to 1"),
        ("similar", {"to": "a", "by": "far"}, "must be cosine, dot or euclidean"),
        ("similar", {"to": []}, "a text or several"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(kind: str, value: JsonValue, problem: str) -> None:
    with pytest.raises(CheckBroken, match=problem):
        prepare_checks([Check(kind=kind, value=value)])
