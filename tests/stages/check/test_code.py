"""Checks in code: what they ask to be run, and what is made of what comes back."""

import json

import pytest
from pydantic import JsonValue

from edison.domain import (
    Check,
    CheckCall,
    CheckReply,
    Finding,
    LoopTrace,
    OutputStatus,
    Speaker,
    Utterance,
)
from edison.errors import CheckBroken
from edison.stages.check import calls_to_make, check_output, code_of_checks, prepare_checks, runs_code
from tests.factories import a_case, an_output

POLITE = Check(kind="python", value="checks:polite")
CASE = a_case(variables={"tone": "kind"}, expectation={"answer": "Paris", "must": "Be kind."})


def _found(reply: CheckReply, check: Check = POLITE) -> tuple[Finding, str, float | None]:
    output = an_output(text="It is Paris.")
    (call,) = calls_to_make(output, CASE, [check])
    (result,) = check_output(output, CASE, [check], ran={call: reply})
    return result.finding, result.reason or "", result.measured


def test_code_is_given_the_answer_and_the_case() -> None:
    trace = LoopTrace(said=(Utterance(by=Speaker.USER, text="Where?"),))
    output = an_output(text="It is Paris.", tool_calls=({"id": "1", "name": "look_up"},), trace=trace)
    case = a_case(
        variables={"tone": "kind", "city": "Paris"}, expectation={"answer": "Paris"}, checks=(POLITE,)
    )
    script = Check(kind="command", value={"run": ["./check.sh", "{{ city }}"], "timeout_s": 5})

    first, second = calls_to_make(output, case, [script, Check(kind="contains", value="x")])

    assert (first.command, first.timeout_s) == (("./check.sh", "Paris"), 5)
    assert (first.name, second.name) == ("./check.sh Paris", "checks:polite")
    given = json.loads(second.given)
    assert (given["answer"], given["expect"], given["must"]) == ("It is Paris.", "Paris", None)
    assert given["case"] == {"tone": "kind", "city": "Paris"}
    assert given["tools"] == [{"name": "look_up", "arguments": {}}]
    assert given["trace"]["steps"] == []
    assert given["messages"] == [{"role": "user", "content": "Where?"}]


def test_nothing_is_run_for_what_is_no_answer_or_cannot_be_filled() -> None:
    refused = an_output(status=OutputStatus.SEMANTIC_FAILURE, reason="refusal", text="No.")

    assert calls_to_make(refused, CASE, [POLITE]) == ()
    assert calls_to_make(an_output(), a_case(), [Check(kind="command", value="./{{ gone }}")]) == ()
    assert check_output(refused, CASE, [POLITE])[0].finding is Finding.FAILED


def test_what_runs_code_is_known_beforehand() -> None:
    checks = [Check(kind="contains", value="x"), POLITE, Check(kind="nonsense")]

    assert (runs_code(checks), runs_code(checks[:1])) == (True, False)
    assert code_of_checks(checks) == (CheckCall(function="checks:polite", given=b""),)


@pytest.mark.parametrize(
    ("said", "finding", "reason", "measured"),
    [
        (b"true", Finding.PASSED, "", None),
        (b"false", Finding.FAILED, "checks:polite says no.", None),
        (b"0.5", Finding.PASSED, "", 0.5),
        (b"0.4", Finding.FAILED, "gives it 0.4; the limit is 0.5.", 0.4),
        (b"NaN", Finding.NOT_CHECKED, "no score", None),
        (b'{"passed": true, "score": 0.1}', Finding.PASSED, "", 0.1),
        (b'{"passed": false, "reason": " It begs. "}', Finding.FAILED, "checks:polite: It begs.", None),
        (b'{"score": 0.2, "reason": "Rude."}', Finding.FAILED, "checks:polite: Rude.", 0.2),
        (
            b'{"score": "high", "reason": "Good."}',
            Finding.NOT_CHECKED,
            "does not say whether it passed",
            None,
        ),
        (b'"perhaps"', Finding.NOT_CHECKED, "gave back 'perhaps', which is neither", None),
        (b"perhaps", Finding.NOT_CHECKED, "gave back 'perhaps', which is neither", None),
        (b"[1]", Finding.NOT_CHECKED, "gave back '[1]'", None),
        (b"null", Finding.NOT_CHECKED, "gave back 'null'", None),
    ],
)
def test_what_it_gives_back_is_a_finding_or_none(
    said: bytes, finding: Finding, reason: str, measured: float | None
) -> None:
    found = _found(CheckReply(said=said))

    assert (found[0], found[2]) == (finding, measured)
    assert reason in found[1]


def test_trouble_fails_nobody_and_passes_nobody() -> None:
    assert _found(CheckReply(trouble="It took too long."))[:2] == (Finding.NOT_CHECKED, "It took too long.")


@pytest.mark.parametrize(
    ("reply", "negated", "finding"),
    [
        (CheckReply(), False, Finding.PASSED),
        (CheckReply(), True, Finding.FAILED),
        (CheckReply(exit_code=1, said=b"No city."), False, Finding.FAILED),
        (CheckReply(exit_code=1, said=b"No city."), True, Finding.PASSED),
        (CheckReply(exit_code=2, said=b"usage"), True, Finding.NOT_CHECKED),
    ],
)
def test_a_script_says_it_by_how_it_ends(reply: CheckReply, negated: bool, finding: Finding) -> None:
    found = _found(reply, Check(kind="command", value=["./check.sh"], negated=negated))

    assert found[0] is finding


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("python", "polite"),
        ("python", 3),
        ("python", {"function": "a:b", "at_least": "high"}),
        ("python", {"function": "a:b", "at_least": True}),
        ("python", {"function": "a:b", "timeout_s": 0}),
        ("python", {"at_least": 1}),
        ("python", {"function": "a"}),
        ("command", []),
        ("command", [1]),
        ("command", 3),
        ("command", {"run": {}}),
    ],
)
def test_a_value_that_names_no_code_is_refused(kind: str, value: JsonValue) -> None:
    with pytest.raises(CheckBroken):
        prepare_checks([Check(kind=kind, value=value)])


def test_a_limit_and_a_bare_command_are_taken() -> None:
    strict = Check(kind="python", value={"function": "checks:polite", "at_least": 0.9})

    assert _found(CheckReply(said=b"0.8"), strict)[0] is Finding.FAILED
    assert code_of_checks([Check(kind="command", value={"run": "./check.sh"})])[0].command == ("./check.sh",)
