"""The blocks of batteries: every key is tested, and the first that fails is the reason."""

import pytest
from pydantic import JsonValue

from edison.domain import Case, CaseTask, Check, Finding, Message
from edison.errors import CheckBroken
from edison.stages.check import check_output, prepare_checks
from tests.factories import a_case, an_output

CASE: Case = a_case(task=CaseTask(messages=(Message.user("What is {{ this }}?"),)))

WEATHER: JsonValue = {"tool_name": "get_weather", "params": {"city": "Tokyo"}}
TWO_CITIES: JsonValue = {
    "tool_calls_count": 2,
    "tool_calls": [
        {"tool_name": "get_weather", "params": {"city": "Tokyo"}},
        {"tool_name": "get_weather", "params": {"city": "Paris"}},
    ],
    "match_mode": "parallel",
}
IN_ORDER: JsonValue = {"tool_calls": [{"tool_name": "read"}, {"tool_name": "write"}]}
EVENT: JsonValue = {
    "params_structure": {"title": "string", "time": {"start": "str"}, "with": ["string"], "any": []}
}

Calls = list[tuple[str, dict[str, JsonValue]]]
EXAMPLES: list[tuple[JsonValue, Calls, str, str | None]] = [
    (WEATHER, [("get_weather", {"city": "Tokyo"})], "", None),
    (WEATHER, [("get_weather", {"city": "Kyoto"})], "", "'city' is 'Kyoto', not 'Tokyo'."),
    (WEATHER, [("get_weather", {"city": "Tokyo", "unit": "C"})], "", "There is also 'unit'."),
    (WEATHER, [("get_weather", {})], "", "There is no 'city'."),
    (
        WEATHER,
        [("get_time", {"city": "Tokyo"})],
        "",
        "Expected a call of 'get_weather'; it calls 'get_time'.",
    ),
    (WEATHER, [], "In Tokyo it rains.", "Expected a call of 'get_weather'; it calls no tool."),
    (WEATHER, [("get_weather", {}), ("get_weather", {"city": "Tokyo"})], "", None),
    ({"params": {"a": 1}}, [], "", "Expected a call of a tool; it calls no tool."),
    ({"tool_name_any": ["ask", "tell"], "tool_name_not": "run"}, [("tell", {})], "", None),
    (
        {"tool_name_any": ["ask"], "tool_name_not": "run"},
        [("ask", {}), ("run", {})],
        "",
        "It calls 'run', which it must not.",
    ),
    ({"tool_name_not": ["run"]}, [], "No.", None),
    ({"params": {"path": "a.pdf"}, "match_mode": "contains"}, [("rm", {"path": "/home/a.pdf"})], "", None),
    (
        {"params": {"path": "a.pdf"}, "match_mode": "contains"},
        [("rm", {"path": "/b.pdf"})],
        "",
        "not 'a.pdf'",
    ),
    (
        {"params": {"x": ["a"], "y": {"z": 1}}, "match_mode": "contains"},
        [("f", {"x": ["b", "ab"], "y": {"z": 1, "q": 2}})],
        "",
        None,
    ),
    ({"params": {"x": "a"}, "match_mode": "contains"}, [("f", {"x": ["b"]})], "", "'x' is [\"b\"], not 'a'."),
    ({"params": {"x": {"z": 1}}, "match_mode": "contains"}, [("f", {"x": {}})], "", 'not {"z": 1}'),
    (
        {"params": {"n": 500}, "match_mode": "type_strict"},
        [("pay", {"n": "500", "to": "b"})],
        "",
        "'n' is '500', not 500.",
    ),
    ({"params": {"n": 500}, "match_mode": "type_strict"}, [("pay", {"n": 500, "to": "b"})], "", None),
    (
        {"params": {"d": "r"}, "params_enum_valid": {"p": ["low"]}, "match_mode": "exact_with_enum"},
        [("f", {"d": "r", "p": "high"})],
        "",
        "'p' is 'high', which is none of [\"low\"].",
    ),
    ({"params": {"d": "r"}, "params_enum_valid": {"p": ["low"]}}, [("f", {"d": "r", "p": "low"})], "", None),
    ({"params_enum_valid": {"p": "low"}}, [("f", {})], "", "There is no 'p'."),
    (
        {"params_pattern": {"day": "^2025-"}, "match_mode": "exact_with_pattern"},
        [("f", {"day": "2025-01"})],
        "",
        None,
    ),
    (
        {"params_pattern": {"day": "^2025-"}},
        [("f", {"day": 2024})],
        "",
        "'day' is 2024, which does not fit its pattern.",
    ),
    ({"params_pattern": {"day": "^2025-"}}, [("f", {})], "", "There is no 'day'."),
    (
        {"params_not": {"to": "x"}, "params_any": {"to": ["y", "z"]}, "match_mode": "exclusion"},
        [("f", {"to": "z"})],
        "",
        None,
    ),
    ({"params_not": {"to": ["x"]}}, [("f", {"to": "y"}), ("f", {"to": "x"})], "", "'to' must not be 'x'."),
    ({"params_not": {"to": "x"}}, [("f", {})], "", None),
    (
        {"params_required": ["a", "b"], "match_mode": "required_present"},
        [("f", {"a": 1, "b": " "})],
        "",
        "There is no 'b'.",
    ),
    ({"params_required": "a"}, [("f", {"a": 0})], "", None),
    (
        {"params_types": {"n": "number", "b": "boolean", "i": "integer"}},
        [("f", {"n": 1.5, "b": True, "i": 2.0})],
        "",
        None,
    ),
    ({"params_types": {"n": "number"}}, [("f", {"n": True})], "", "'n' is true, which is no number."),
    (
        {"params_types": {"n": "string"}},
        [("f", {"n": {"a": 1}})],
        "",
        "'n' is {\"a\": 1}, which is no string.",
    ),
    (EVENT, [("f", {"title": "t", "time": {"start": "3pm"}, "with": ["Bob"], "any": [1]})], "", None),
    (EVENT, [("f", {"title": "t", "time": "3pm"})], "", "'time' is '3pm', not an object."),
    (EVENT, [("f", {"title": "t", "time": {}})], "", "There is no 'time.start'."),
    (EVENT, [("f", {"title": "t", "time": {"start": "3"}, "with": "Bob"})], "", "'with' is no list."),
    (
        EVENT,
        [("f", {"title": "t", "time": {"start": "3"}, "with": [1]})],
        "",
        "'with' is 1, which is no string.",
    ),
    (TWO_CITIES, [("get_weather", {"city": "Paris"}), ("get_weather", {"city": "Tokyo"})], "", None),
    (TWO_CITIES, [("get_weather", {"city": "Paris"})], "", "Expected 2 tool calls; there are 1."),
    (
        TWO_CITIES,
        [("get_weather", {"city": "Paris"}), ("get_weather", {"city": "Rome"})],
        "",
        "Call 1 of the expected ones is not made; it calls 'get_weather'.",
    ),
    (
        {"tool_calls": [{"tool_name": "read"}, {"tool_name": "read"}], "match_mode": "parallel"},
        [("read", {}), ("write", {})],
        "",
        "Call 2",
    ),
    (IN_ORDER, [("read", {}), ("write", {})], "", None),
    (IN_ORDER, [("write", {}), ("read", {})], "", "Call 1: Expected a call of 'read'; it calls 'write'."),
    (
        {"tool_name": "read", "match_mode": "first_step"},
        [("write", {}), ("read", {})],
        "",
        "Expected a call of 'read'",
    ),
    ({"no_tool_call": True, "response_contains": "4", "match_mode": "text_only"}, [], "2 + 2 = 4", None),
    ({"no_tool_call": True}, [("add", {})], "", "Expected no tool call; it calls 'add'."),
    ({"no_tool_call": False}, [], "4", "Expected a tool call; it calls no tool."),
    ({"no_tool_call": False}, [("add", {})], "", None),
    ({"response_type": "text"}, [], "4", None),
    ({"response_type": "text"}, [], " ", "Expected a text; it is empty."),
    ({"response_type": "tool_call"}, [], "4", "Expected a tool call; it calls no tool."),
    ({"response_type": "json"}, [], "[4]", None),
    ({"response_type": "json"}, [], "four {{", "It is not read as JSON."),
    ({"response_contains": ["FOUR", 4]}, [], "four is 4", None),
    ({"response_contains": ["{{ five }}"]}, [], "four", "It does not contain '{{ five }}'."),
]


@pytest.mark.parametrize(("block", "calls", "text", "reason"), EXAMPLES)
def test_a_block_is_tested_key_by_key(block: JsonValue, calls: Calls, text: str, reason: str | None) -> None:
    made = [
        {"id": str(number), "name": name, "arguments": given} for number, (name, given) in enumerate(calls)
    ]

    (result,) = check_output(
        an_output(text=text, tool_calls=made), CASE, [Check(kind="expected", value=block)]
    )

    assert result.finding is (Finding.PASSED if reason is None else Finding.FAILED)
    assert (reason or "") in (result.reason or "")


def test_calls_that_contend_for_two_places_are_moved() -> None:
    block: JsonValue = {
        "tool_calls": [{"tool_name_any": ["read", "write"]}, {"tool_name": "read"}],
        "match_mode": "parallel",
    }
    calls = [{"id": "1", "name": "read"}, {"id": "2", "name": "write"}]

    (result,) = check_output(an_output(tool_calls=calls), CASE, [Check(kind="expected", value=block)])

    assert result.finding is Finding.PASSED


def test_arguments_that_cannot_be_read_are_none_and_names_may_have_been_changed() -> None:
    garbled = an_output(tool_calls=[{"id": "1", "name": "math_sqrt", "unparsed": "x="}])
    checks = [
        Check(kind="expected", value={"tool_name": "math.sqrt"}),
        Check(kind="expected", value={"tool_name": "math.sqrt", "params": {"x": 1}}),
        Check(kind="accepted_calls", value=[{"math.sqrt": {"x": [1]}}]),
    ]

    results = check_output(garbled, CASE, checks)

    assert [result.reason for result in results] == [
        None,
        "It calls 'math_sqrt' with what is no JSON object.",
        "It calls 'math_sqrt' with what is no JSON object.",
    ]


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ({"match_mode": "fuzzy"}, "value.match_mode is not known; there are exact, contains"),
        ({"notes": "only for people"}, "must be a mapping of tool_name"),
        ("exact", "must be a mapping of tool_name"),
        ({"tool_name": ["a", 1]}, "value.tool_name must be the name of a tool"),
        ({"params": "Tokyo"}, "value.params must be a mapping"),
        ({"params_required": [1]}, "value.params_required must be a list of names"),
        ({"params_types": {"a": "complex"}}, "must name types"),
        ({"params_structure": {"a": [7]}}, "must name types"),
        ({"params_pattern": {"a": 1}}, "value.params_pattern must hold patterns"),
        ({"tool_calls_count": True}, "value.tool_calls_count must be a whole number"),
        ({"tool_calls": ["add"]}, "value.tool_calls must be a list of blocks"),
        ({"tool_calls": []}, "value.tool_calls must be .* no_tool_call: true"),
        ({"tool_calls": [{"name": "add", "arguments": {}}]}, "with tool_name, params or the like"),
        ({"no_tool_call": "true"}, "value.no_tool_call must be true or false"),
        ({"match_mode": "exact"}, "tests nothing"),
        ({"tool_name": None}, "tests nothing"),
        ({"response_type": "poem"}, "value.response_type must be one of text"),
        ({"response_contains": []}, "value.response_contains must be a text"),
    ],
)
def test_a_block_that_cannot_be_tested_is_refused(block: JsonValue, problem: str) -> None:
    with pytest.raises(CheckBroken, match=problem):
        prepare_checks([Check(kind="expected", value=block)], case=CASE)


ACCEPTED: list[tuple[JsonValue, Calls, str | None]] = [
    ([{"f": {"a": ["New York"], "b": ["", 1]}}], [("f", {"a": "new_york"})], None),
    ([{"f": {"a": [1.0]}}], [("f", {"a": 1})], None),
    ([{"f": {"a": [[1, "x-y"]]}}], [("f", {"a": [1, "X Y"]})], None),
    ([{"f": {"a": [{"k": ["v"], "o": [""]}]}}], [("f", {"a": {"k": "V"}})], None),
    ([{"f": {"a": [{"k": ["v"]}]}}], [("f", {"a": {"k": "V", "more": 1}})], "which is none of"),
    ([{"f": {"a": [{"k": "v"}]}}], [("f", {"a": {}})], "which is none of"),
    ([{"f": {"a": [{"k": ["v"]}]}}], [("f", {"a": {"k": "w"}})], "which is none of"),
    ([{"f": {"a": [1]}}], [("f", {})], "There is no 'a'."),
    ([{"f": {"a": [1]}}], [("f", {"a": 2})], "'a' is 2, which is none of [1]."),
    ([{"f": {}}], [("f", {"a": 2})], "There is also 'a'."),
    ([{"f": {}}], [("g", {})], "Expected a call of 'f'; it calls 'g'."),
    ([{"f": {}}], [], "Expected 1 tool calls; there are 0."),
    ([{"f": {"a": [1]}}, {"f": {"a": [2]}}], [("f", {"a": 2}), ("f", {"a": 1})], None),
    ([{"f": {"a": [1, 2]}}, {"f": {"a": [1]}}], [("f", {"a": 1}), ("f", {"a": 2})], None),
    (
        [{"f": {"a": [1, 2]}}, {"f": {"a": [1]}}],
        [("f", {"a": 2}), ("f", {"a": 2})],
        "is 2, which is none of [1]",
    ),
    (
        [{"f": {"a": [1]}}, {"f": {"a": [1]}}],
        [("f", {"a": 1}), ("f", {"a": 2})],
        "is 2, which is none of [1]",
    ),
]


@pytest.mark.parametrize(("accepted", "calls", "reason"), ACCEPTED)
def test_each_accepted_call_is_made_in_any_order(
    accepted: JsonValue, calls: Calls, reason: str | None
) -> None:
    made = [
        {"id": str(number), "name": name, "arguments": given} for number, (name, given) in enumerate(calls)
    ]

    check = Check(kind="accepted_calls", value=accepted)
    (result,) = check_output(an_output(text="", tool_calls=made), CASE, [check])

    assert result.finding is (Finding.PASSED if reason is None else Finding.FAILED)
    assert (reason or "") in (result.reason or "")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ([], "must be a list of calls"),
        ([{"f": {}, "g": {}}], "must hold one name"),
        ([{"f": {"a": 1}}], "must give a list of accepted values"),
    ],
)
def test_accepted_calls_that_are_none_are_refused(value: JsonValue, problem: str) -> None:
    with pytest.raises(CheckBroken, match=problem):
        prepare_checks([Check(kind="accepted_calls", value=value)])


@pytest.mark.parametrize(
    ("choice", "calls", "reason"),
    [
        ("required", ["add"], None),
        ("required", [], "Expected tool call but got text response"),
        ("none", [], None),
        ("none", ["add"], "Tool call made when tool_choice='none'"),
        ("auto", [], None),
        ("add", ["add"], None),
        ("add", ["sub"], "Expected a call of 'add'; it calls 'sub'."),
    ],
)
def test_a_choice_of_tools_is_kept(choice: str, calls: list[str], reason: str | None) -> None:
    output = an_output(tool_calls=[{"id": name, "name": name} for name in calls])

    (result,) = check_output(output, CASE, [Check(kind="tool_choice", value=choice)])

    assert result.reason == reason


TRACE = {
    "turns": 3,
    "completed": True,
    "steps": [
        {"turn": 1, "call": {"id": "1", "name": "list"}, "observation": "a b", "success": True},
        {
            "turn": 2,
            "call": {"id": "2", "name": "read", "arguments": {"path": "a"}},
            "observation": "x",
            "success": True,
        },
        {
            "turn": 2,
            "call": {"id": "3", "name": "read", "arguments": {"path": "b"}},
            "observation": "Error: none",
            "success": False,
        },
    ],
}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"order": ["list", "read"], "forbidden": "move", "max_steps": 3}, None),
        ({"order": ["read", "list"]}, "'list' is not called in its turn; called are 'list, read, read'."),
        ({"forbidden": ["read"]}, "Turn 2 calls 'read', which it must not."),
        ({"max_steps": 2}, "There are 3 calls, at most 2 are allowed."),
        ({"max_per_turn": 1}, "There are 2 calls in one turn, at most 1 are allowed."),
        ({"max_invalid": 0}, "There are 1 calls that failed, at most 0 are allowed."),
        ({"calls": [{"tool_name": "read", "params": {"path": "b"}}]}, None),
        ({"calls": {"tool_name": "read", "params": {"path": "c"}}}, "'path' is 'a', not 'c'."),
    ],
)
def test_a_trajectory_is_looked_at_call_by_call(value: JsonValue, reason: str | None) -> None:
    output = an_output(text="Done.", trace=TRACE)

    (result,) = check_output(output, CASE, [Check(kind="trajectory", value=value)])

    assert result.reason == reason


def test_the_calls_of_a_loop_count_as_calls_and_a_loop_may_call_nothing() -> None:
    looped = an_output(text="Done.", trace=TRACE)
    idle = an_output(text="Done.", trace={"turns": 1})

    (called,) = check_output(looped, CASE, [Check(kind="tool_called", value="list")])
    (missed,) = check_output(
        idle, CASE, [Check(kind="trajectory", value={"order": ["list"], "max_per_turn": 1})]
    )

    assert called.finding is Finding.PASSED
    assert missed.reason == "'list' is not called in its turn; nothing is called."


@pytest.mark.parametrize(
    "value", [{}, {"order": []}, {"order": [1]}, {"calls": ["read"]}, {"max_steps": -1}, {"most": 1}]
)
def test_a_trajectory_that_says_nothing_is_refused(value: JsonValue) -> None:
    with pytest.raises(CheckBroken):
        prepare_checks([Check(kind="trajectory", value=value)], case=CASE)
