"""Batteries in the forms that people have them: what is read, what is named, and what is refused."""

import json
from collections.abc import Mapping

import pytest

from edison.domain import Battery, Criterion, FormKind, Image, Role, SuiteCase, ToolMode
from edison.errors import SuiteBroken
from edison.formats import BatteryFormat, name_battery_format, read_battery

ADD = {"name": "add", "parameters": {"type": "object", "properties": {"a": {"type": "number"}}}}
PLAIN = {"id": "one", "user": "How much is {{ this }}?"}


def read(
    written: object, *, name: str = "tests.json", files: Mapping[str, str] | None = None, **options: str
) -> Battery:
    data = written if isinstance(written, str) else json.dumps(written)
    kept = files or {}
    return read_battery(
        data.encode(),
        name=name,
        read_file=lambda asked: kept[asked].encode() if asked in kept else None,
        **options,  # pyright: ignore[reportArgumentType]
    )


def one(**changes: object) -> SuiteCase:
    (case,) = read({"prompts": [{**PLAIN, **changes}]}).cases
    return case


def names_of(case: SuiteCase) -> list[str]:
    return [check.name for check in case.checks]


@pytest.mark.parametrize(
    ("text", "name", "form"),
    [
        ('{"arms": [], "cases": []}', "a.json", "suite"),
        ('{"prompts": [{"id": 1, "user": "x"}]}', "a.json", "battery"),
        ('[{"id": 1, "user": "x"}]', "a.json", "battery"),
        ('[{"question": "x", "function": []}]', "a.json", "bfcl"),
        ('{"question": "x", "function": []}', "a.json", "bfcl"),
        ('{"id": 1, "user": "x"}', "a.jsonl", "battery"),
        ('{"question": "x", "function": []}\n{"question": "y", "function": []}', "a.json", "bfcl"),
        ("tests:\n- test_id: a\n  prompt: {user: x}\n", "a.yaml", "battery"),
        ("prompts: [hello]\nproviders: [openai:gpt-4]\ntests: []\n", "a.yaml", "promptfoo"),
        ("prompts: [hello]\ntests: []\n", "a.yaml", "promptfoo"),
        ("targets: [x]\n", "a.yaml", "promptfoo"),
        ("providers: [x]\ntests: []\n", "a.yaml", "promptfoo"),
        ("prompt: hello\n", "a.yaml", "suite"),
        ("[1, 2]", "a.json", "suite"),
        ('[{"a": 1}]', "a.json", "suite"),
        ("7", "a.json", "suite"),
        ("", "a.json", "suite"),
    ],
)
def test_a_file_is_known_by_what_is_in_it(text: str, name: str, form: str) -> None:
    assert name_battery_format(text.encode(), name=name) is BatteryFormat(form)


def test_a_case_keeps_all_that_is_written_and_its_texts_are_literal() -> None:
    battery = read(
        {
            "test_suite": "sums",
            "prompts": [
                {
                    **PLAIN,
                    "name": "Sum",
                    "category": "maths",
                    "severity": "critical",
                    "owner": "Ann",
                    "_note": "x",
                },
                {"id": 2, "user": "Hello", "system": "Be brief."},
            ],
        }
    )

    first, second = battery.cases
    assert (battery.name, battery.form, battery.categories) == ("sums", "battery", 1)
    assert (first.name, second.name, first.tags) == ("one", "2", ("maths",))
    assert first.variables == {
        **{"name": "Sum", "severity": "critical", "owner": "Ann"},
        "task": "You are a helpful assistant.\n\nHow much is {{ this }}?",
    }
    assert names_of(first) == ["not_empty", "not_refusal"]
    assert second.task is not None
    assert [(message.role, message.text) for message in second.task.messages] == [
        (Role.SYSTEM, "Be brief."),
        (Role.USER, "Hello"),
    ]


def test_a_system_text_is_the_case_s_own_or_the_one_that_is_given() -> None:
    written = {"system_prompt": "From the file.", "tests": [{"test_id": "a", "prompt": {"user": "x"}}]}
    silent = {"prompts": [{**PLAIN, "system": ""}]}

    texts = [
        [message.text for message in battery.cases[0].task.messages]
        for battery in (read(written), read(written, system="Given."), read(silent))
        if battery.cases[0].task
    ]

    assert texts == [["From the file.", "x"], ["Given.", "x"], [PLAIN["user"]]]


def test_what_is_expected_becomes_checks_in_one_order() -> None:
    case = one(
        tools=[ADD],
        tool_choice="required",
        expected={"tool_name": "add", "notes": "for people", "_hidden": 1},
        pass_criteria="The verdict must be 'PASS'",
        fail_criteria=["It guesses.", 7],
        expected_response="Four.",
        trajectory={"max_steps": 2},
    )

    assert names_of(case) == [
        *("not_empty", "not_refusal", "tool_choice", "verdict", "expected", "trajectory", "drift")
    ]
    assert [check.value for check in case.checks if check.kind in ("tool_choice", "verdict", "drift")] == [
        "required",
        "PASS",
        {"from": "Four."},
    ]
    assert case.criteria == Criterion.decided(
        must=["The verdict must be 'PASS'"], must_not=["It guesses.", "7"]
    )
    assert case.expectation is not None
    assert (case.expectation.answer, case.expectation.must_not) == ("Four.", "It guesses.\n7")


def test_a_refusal_may_be_expected() -> None:
    assert names_of(one(expect_refusal=True)) == ["not_empty", "expect_refusal"]


def test_what_will_not_be_done_is_named() -> None:
    battery = read(
        {
            "prompts": [
                {
                    **PLAIN,
                    "tool_choice": "required",
                    "response_format": {"type": "xml"},
                    "mock_tools": {"add": {}},
                    "expected": {"mood": "happy"},
                    "embedding_validation": [{"type": "vibes"}, "cluster"],
                }
            ],
            "tests": [],
        }
    )

    assert battery.unhonoured == (
        "The file holds prompts and tests; only prompts are run.",
        "one: tool_choice is given without tools and is not sent.",
        "one: response_format a mapping is not known and is not sent.",
        "one: mock_tools are not used without mode: react.",
        "one: expected.mood is not known and is not evaluated.",
        "one: embedding_validation 'vibes' is not known and is not evaluated.",
        "one: embedding_validation 'cluster' is not known and is not evaluated.",
    )
    assert (battery.assertions, battery.evaluated) == (3, 0)


def test_what_is_written_beside_what_is_sent_and_judged_is_named() -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "detail": "low"}}
    said: list[dict[str, object]] = [
        {"role": "user", "name": "Ann", "content": [picture], "_why": "a remark"},
        {"role": "assistant", "content": "A cat.", "refusal": None, "annotations": [1]},
    ]
    battery = read(
        {
            "prompts": [
                {
                    **PLAIN,
                    "messages": said,
                    "tools": [{"type": "function", "function": {**ADD, "strict": True}}],
                    "max_iterations": 3,
                    "expected": {"notes": "for people"},
                    "pass_criteria": {"polite": True},
                    "fail_criteria": ["It guesses.", ["no text"]],
                }
            ]
        }
    )

    assert battery.unhonoured == (
        "one: messages: annotations, detail, name are not sent.",
        "one: tools: strict is not sent.",
        "one: max_iterations is not used without mode: react.",
        "one: pass_criteria a mapping is no text and is not judged.",
        "one: fail_criteria a list is no text and is not judged.",
        "one: expected tests nothing.",
    )
    assert battery.cases[0].criteria == Criterion.decided(must=[], must_not=["It guesses."])


@pytest.mark.parametrize(("wanted", "text"), [({"sum": 4}, '{"sum": 4}'), (0, "0"), (False, "false")])
def test_drift_is_measured_from_what_is_no_text_as_well(wanted: object, text: str) -> None:
    case = one(expected_response=wanted)

    assert [check.value for check in case.checks if check.kind == "drift"] == [{"from": text}]
    assert case.expectation is not None
    assert case.expectation.answer == wanted


def test_what_a_call_is_not_held_to_is_named() -> None:
    calls = [{"tool_name": "add", "colour": "red", "_why": "a remark"}]
    battery = read({"prompts": [{**PLAIN, "expected": {"tool_calls": calls}}]})

    assert battery.unhonoured == ("one: expected.tool_calls: colour is not known and is not evaluated.",)
    assert (battery.assertions, battery.evaluated) == (1, 1)


def test_what_is_asked_of_the_meaning_becomes_checks_with_their_usual_limits() -> None:
    clusters = {"pass": ["yes"], "fail": ["no"]}
    named: dict[str, object] = {"clusters": clusters, "expected_cluster": "pass"}
    blocks = [
        {"type": "drift_threshold", "expected": "Paris"},
        {"type": "drift_threshold", "expected": "Paris", "threshold": 0.35},
        {"type": "refusal_cluster"},
        {"type": "refusal_cluster", "threshold": 0.2},
        {"type": "cluster_classification", **named},
        {"type": "trajectory"},
        {"type": "trajectory", "max_heller_score": 0.5},
    ]

    case = one(embedding_validation=blocks)
    (alone,) = one(embedding_validation=blocks[2]).checks[2:]

    assert [(check.name, check.value) for check in case.checks[2:]] == [
        ("drift", {"from": "Paris", "at_most": 0.3}),
        ("drift", {"from": "Paris", "at_most": 0.35}),
        ("not_refusal_cluster", {"within": 0.25}),
        ("not_refusal_cluster", {"within": 0.2}),
        ("cluster_classification", named),
        ("heller", {"at_most": 0.6}),
        ("heller", {"at_most": 0.5}),
    ]
    assert alone == case.checks[4]


def test_messages_take_the_place_of_system_and_user() -> None:
    case = one(
        messages=[
            {"role": "developer", "content": "Look."},
            {
                "role": "user",
                "content": [
                    "What is",
                    {"type": "text", "text": " this?"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}},
                    {"type": "image", "image": "https://example.org/a.png"},
                ],
            },
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "function": {"name": "add", "arguments": '{"a": 1}'}},
                    {"name": "add", "arguments": {"a": 2}},
                    {"function": {"name": "add", "arguments": "{a"}},
                    {"function": "add", "arguments": [1]},
                    "add",
                    {"function": {"name": "add", "arguments": "[1]"}},
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "3"},
            {"role": "function", "content": ""},
        ],
        tools=[{"type": "function", "function": ADD}],
        tool_choice={"type": "function", "function": {"name": "add"}},
    )

    assert case.task is not None
    look, asked, called, returned, silent = case.task.messages
    assert (look.role, asked.text, returned.tool_call_id, silent.tool_call_id) == (
        *(Role.SYSTEM, "What is this?"),
        *("c1", "call_1"),
    )
    pictures = [part for part in asked.parts if isinstance(part, Image)]
    assert [(picture.base64, picture.url) for picture in pictures] == [
        ("QUJD", None),
        (None, "https://example.org/a.png"),
    ]
    assert [(call.name, call.arguments, call.unparsed) for call in called.tool_calls] == [
        ("add", {"a": 1}, None),
        ("add", {"a": 2}, None),
        ("add", {}, "{a"),
        *(("", {}, None), ("", {}, None)),
        ("add", {}, None),
    ]
    assert case.task.tool_choice is not None
    assert (case.task.tool_choice.mode, case.task.tool_choice.name) == (ToolMode.NAMED, "add")
    task = str(case.variables["task"])
    assert "[user]\nWhat is this?\n(a picture)\n(a picture)" in task
    assert 'calls add with {"a": 1}' in task


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ({"type": "text"}, FormKind.TEXT),
        ({"type": "json_object"}, FormKind.JSON),
        (
            {"type": "json_schema", "json_schema": {"name": "a b", "schema": {"type": "object"}}},
            FormKind.SCHEMA,
        ),
        ({"type": "json_schema", "json_schema": {"name": "a"}}, FormKind.TEXT),
        ("json", FormKind.TEXT),
    ],
)
def test_the_form_of_an_answer_is_asked_for(written: object, kind: FormKind) -> None:
    case = one(response_format=written)

    assert case.task is not None
    assert case.task.form.kind is kind
    assert kind is not FormKind.SCHEMA or not case.task.form.strict, "nobody asked for it"


def test_a_loop_has_its_table() -> None:
    case = one(
        mode="react",
        tools=[ADD, {"name": "now"}],
        mock_tools={"add": {"1": 2, "_default": "?"}, "now": "noon"},
        max_iterations=4,
    )

    assert case.task is not None
    assert case.task.loop is not None
    assert case.task.loop.mocks == {"add": {"1": "2", "_default": "?"}, "now": {"_default": "noon"}}
    assert case.task.loop.max_iterations == 4


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"user": " "}, "the text is blank"),
        ({"user": None}, "user is missing"),
        ({"id": ""}, "the text is blank"),
        ({"messages": []}, "a list is no conversation"),
        ({"messages": ["hello"]}, "'hello' is no message"),
        ({"messages": [{"role": "king", "content": "x"}]}, "is no message"),
        ({"messages": [{"role": "user", "content": 7}]}, "nothing cannot be sent"),
        ({"messages": [{"role": "user", "content": [{"type": "audio"}]}]}, "a mapping cannot be sent"),
        ({"tools": "add"}, "'add' is no list of tools"),
        ({"tools": ["add"]}, "'add' is no tool"),
        ({"tools": [{"name": " "}]}, "a mapping is no tool"),
        ({"tools": [ADD, ADD]}, "two tools are called 'add'"),
        ({"tools": [ADD], "tool_choice": "sub"}, "'sub' is no choice of a tool"),
        ({"tools": [ADD], "tool_choice": 7}, "7 is no choice of a tool"),
        ({"mode": "react"}, "a loop has no tools to call"),
        ({"mode": "dance"}, "'dance' is not known here"),
    ],
)
def test_a_case_that_cannot_be_used_is_refused_with_its_place(
    changes: dict[str, object], problem: str
) -> None:
    with pytest.raises(SuiteBroken, match=problem):
        one(**changes)


@pytest.mark.parametrize(
    ("text", "name", "problem"),
    [
        ("", "a.json", "the file is empty"),
        ("prompt: hello", "a.yaml", "no file of tests that is known"),
        ('{"prompts": [{"id": 1, "user": "x"}, 7]}', "a.json", "7 is no test"),
        (
            '{"tests": [{"test_id": 1, "prompt": {"user": "x"}}], "prompts": "p"}',
            "a.json",
            "is no list of tests",
        ),
        ('{"id": 1, "user": "x"}\n{"id": 1, "user": "y"}', "a.jsonl", "stands there twice"),
        ('{"id": 1, "user": "x"}\n[1]\n{', "a.jsonl", "is no test"),
        ("\n", "a.jsonl", "the file holds no tests"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(text: str, name: str, problem: str) -> None:
    with pytest.raises(SuiteBroken, match=problem):
        read(text, name=name)
