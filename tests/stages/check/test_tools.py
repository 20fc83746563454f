"""Checks of the tools that an answer calls, however the calls came."""

from collections.abc import Mapping, Sequence

import pytest
from pydantic import JsonValue

from edison.domain import Check, CheckResult, Finding
from edison.stages.check.units import check_output
from tests.factories import a_case, an_output

PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED

LOOK_UP = {"id": "1", "name": "look_up", "arguments": {"place": {"country": "Peru", "zoom": 1}, "n": 2}}
DELETE = {"id": "2", "name": "functions.delete", "arguments": {}}
BROKEN = {"id": "3", "name": "look_up", "unparsed": "country: Peru"}


@pytest.mark.parametrize(
    ("name", "value", "finding", "reason"),
    [
        ("tool_called", None, PASSED, None),
        ("tool_called", "look_up", PASSED, None),
        ("tool_called", "delete", PASSED, None),
        ("tool_called", ["look_up", "delete"], PASSED, None),
        (
            "tool_called",
            ["look_up", "send"],
            FAILED,
            "It does not call 'send'; it calls 'look_up, functions.delete'.",
        ),
        ("not_tool_called", "send", PASSED, None),
        ("not_tool_called", "look_up", FAILED, "It calls 'look_up, functions.delete'."),
        ("tool_not_called", "send", PASSED, None),
        ("tool_not_called", ["send", "delete"], FAILED, "It calls 'look_up, functions.delete'."),
        ("tool_not_called", None, FAILED, "It calls 'look_up, functions.delete'."),
        (
            "not_tool_not_called",
            "send",
            FAILED,
            "It does not call 'send'; it calls 'look_up, functions.delete'.",
        ),
    ],
)
def test_a_tool_is_called_or_left_alone(
    name: str, value: JsonValue, finding: Finding, reason: str | None
) -> None:
    result = checked(name, value, calls=[LOOK_UP, DELETE])

    assert (result.finding, result.reason) == (finding, reason)


@pytest.mark.parametrize(
    ("value", "finding", "reason"),
    [
        ({"exact": {"place": {"country": "Peru", "zoom": 1.0}, "n": 2}}, PASSED, ""),
        ({"exact": {"n": 2}}, FAILED, "there is also 'place'"),
        ({"exact": {"place": {"country": "Peru"}, "n": 2}}, FAILED, "there is also 'place.zoom'"),
        ({"subset": {"n": 2}}, PASSED, ""),
        ({"subset": {"place": {"country": "Peru"}}}, PASSED, ""),
        ({"subset": {"place": {"country": "Chile"}}}, FAILED, "'place.country' is 'Peru', not 'Chile'"),
        ({"subset": {"place": "Peru"}}, FAILED, """'place' is {"country": "Peru", "zoom": 1}, not 'Peru'"""),
        ({"subset": {"n": True}}, FAILED, "'n' is 2, not true"),
        ({"subset": {"to": "Peru"}}, FAILED, "'look_up'. Its arguments are not the given ones: there is no 'to'."),
        ({"tool": "look_up", "subset": {}}, PASSED, ""),
        ({"tool": "send", "subset": {}}, FAILED, "It does not call 'send'; it calls 'look_up'."),
        ({"schema": {"required": ["n"], "properties": {"n": {"maximum": 5}}}}, PASSED, ""),
        ({"schema": {"properties": {"n": {"maximum": 1}}}}, FAILED, "It does not fit the schema at $.n"),
        ({"schema": {"$ref": "#"}}, NOT_CHECKED, "too large to be held against the schema"),
        ({"subset": {"place": {"country": "{{ question }}"}}}, FAILED, "not 'Peru, please'"),
    ],
)  # fmt: skip
def test_arguments_are_compared_whole_in_part_or_by_schema(
    value: JsonValue, finding: Finding, reason: str
) -> None:
    result = checked("tool_arguments", value, calls=[LOOK_UP])

    assert result.finding is finding
    assert reason in (result.reason or "")


@pytest.mark.parametrize("calls", [[BROKEN, LOOK_UP], [DELETE, LOOK_UP]])
def test_of_several_calls_one_that_fits_will_do(calls: Sequence[Mapping[str, object]]) -> None:
    assert checked("tool_arguments", {"subset": {"n": 2}}, calls=calls).finding is PASSED


def test_arguments_that_are_no_object_fit_nothing() -> None:
    result = checked("tool_arguments", {"tool": "look_up", "subset": {}}, calls=[BROKEN])

    assert result.finding is FAILED
    assert result.reason == "It calls 'look_up' with what is no JSON object."


def test_without_a_call_there_are_no_arguments() -> None:
    result = checked("tool_arguments", {"subset": {}}, calls=[])

    assert result.reason == "It does not call any tool; it calls no tool."


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ('<tool_call>{"name": "look_up", "arguments": {"n": 2}}</tool_call>', PASSED),
        ("<|tool_call_start|>[look_up(n=2)]<|tool_call_end|>", PASSED),
        ('<tool_call>{"name": "look_up", "arguments": {"n": 3}}</tool_call>', FAILED),
        ("<tool_call>look_up(n=2, </tool_call>", FAILED),
        ("I would call look_up.", FAILED),
    ],
)
def test_calls_that_a_model_wrote_into_its_text_count_too(text: str, finding: Finding) -> None:
    assert checked("tool_arguments", {"exact": {"n": 2}}, calls=[], text=text).finding is finding


def checked(
    name: str, value: JsonValue, *, calls: Sequence[Mapping[str, object]], text: str = "Let me see."
) -> CheckResult:
    check = Check(kind=name.removeprefix("not_"), negated=name.startswith("not_"), value=value)
    case = a_case(variables={"question": "Peru, please"})
    (result,) = check_output(an_output(text=text, tool_calls=tuple(calls)), case, [check])
    return result
