"""What a run was given as a configuration of promptfoo's, and back again."""

import json
from typing import Any

from pydantic import JsonValue

from edison.domain import Battery, Case, CaseId, Check, DatasetId, SuiteCase
from edison.formats import read_battery
from edison.formats.exports.promptfoo_assertions import write_assertion
from edison.formats.exports.promptfoo_config import write_promptfoo_config
from tests.factories import a_case, a_prompt_version, a_run, a_snapshot, an_arm

from .promptfoo import ADD, a_config, read

SCHEMA = {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}, "strict": True}}
ASSERTS: list[dict[str, JsonValue]] = [
    {"type": "contains", "value": "{% raw %}{{ braces }}{% endraw %}"},
    {"type": "not-icontains-any", "value": ["a", "b"]},
    {"type": "is-json", "value": {"type": "object"}},
    {"type": "contains-json"},
    {"type": "guardrails"},
    {"type": "not-is-refusal"},
    {"type": "levenshtein", "value": "a", "threshold": 3},
    {"type": "word-count", "value": {"min": 2, "max": 9}},
    {"type": "similar", "value": "a", "threshold": 0.8},
    {"type": "similar:euclidean", "value": ["a", "b"], "threshold": 0.8},
    {"type": "rouge-n", "value": "a", "threshold": 0.8},
    {"type": "meteor", "value": "a", "threshold": 0.8, "gamma": 0.3},
    {"type": "is-sql"},
    {"type": "contains-sql", "value": {"allowedTables": ["select::null::users"]}},
    {"type": "not-contains", "value": "a", "transform": "output.trim()"},
    {"type": "contains", "value": "a", "transform": "file://fair.py:polite"},
    {"type": "latency", "threshold": 500},
    {"type": "tool-call-f1", "value": ["add"], "threshold": 0.5},
    {"type": "is-valid-openai-tools-call"},
    {"type": "trajectory:tool-used", "value": {"pattern": "a*", "min": 1, "max": 2}},
    {"type": "javascript", "value": "output.length > 3", "threshold": 0.5, "config": {"a": 1}},
    {"type": "python", "value": "file://fair.py:polite"},
    {
        "type": "assert-set",
        "threshold": 0.5,
        "assert": [{"type": "not-contains", "value": "x", "weight": 2}, {"type": "equals", "value": "y"}],
    },
    {"type": "llm-rubric", "value": "It is kind."},
    {"type": "not-llm-rubric", "value": "It is rude."},
]
CONFIG = a_config(
    prompts=[
        "Say {{x}}",
        {"raw": '[{"role": "system", "content": "Be {{x}}"}, {"role": "user", "content": "Go"}]'},
    ],
    tests=[
        {
            "description": "First of all",
            "vars": {"x": "hi", "list": ["a"], "expected_verdict": "PASS", "expected_response": "Yes."},
            "assert": ASSERTS,
            "metadata": {"category": "kind"},
            "options": {"tools": [ADD], "tool_choice": "required", "response_format": SCHEMA},
        },
        {"vars": {"x": "you"}, "options": {"response_format": {"type": "json_object"}}},
    ],
)
FILES = {"fair.py": ""}


def _stored(case: SuiteCase) -> Case:
    fields = {name: getattr(case, name) for name in SuiteCase.model_fields}
    return Case(id=CaseId(case.name), dataset_id=DatasetId("set"), **fields)


def _written(battery: Battery) -> dict[str, Any]:
    run = a_run(snapshot=a_snapshot(checks=()))
    cases = [_stored(case) for case in battery.cases]
    return json.loads(b"".join(write_promptfoo_config(run, lambda: cases)))


def test_what_is_written_is_read_as_the_same_again() -> None:
    first = read(CONFIG, files=FILES)

    written = _written(first)
    again = read(written, files=FILES)

    assert [case.task for case in again.cases] == [case.task for case in first.cases]
    assert [case.name for case in again.cases] == [case.name for case in first.cases]
    assert [case.checks for case in again.cases] == [case.checks for case in first.cases]
    assert [case.criteria for case in again.cases] == [case.criteria for case in first.cases]
    assert [case.tags for case in again.cases] == [case.tags for case in first.cases]
    assert written["tests"][0]["vars"]["list"] == "a"
    assert all("not_exported" not in test["metadata"] for test in written["tests"])


def test_conversations_pictures_and_braces_come_back() -> None:
    messages = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "{{ x }}"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,QQ=="}},
            ],
        },
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "add", "arguments": "{}"}}],
        },
        {"role": "tool", "content": "4", "tool_call_id": "1"},
    ]
    first = read(
        a_config(
            prompts=[{"raw": json.dumps(messages)}],
            tests=[
                {
                    "vars": {"x": "{% raw %}{{y}}{% endraw %}"},
                    "options": {
                        "tools": [ADD],
                        "tool_choice": {"type": "function", "function": {"name": "add"}},
                    },
                }
            ],
        )
    )

    again = read(_written(first))

    assert again.cases[0].task == first.cases[0].task


def test_a_call_is_no_refusal_there_either_and_words_that_are_expected_are_looked_for() -> None:
    looked_for = {"response_contains": ["Paris", "{{ x }}"], "notes": "for people"}
    prompts = [
        {"id": "called", "user": "Go.", "tools": [ADD], "expected": {"tool_name": "add"}},
        {"id": "said", "user": "Go.", "expected": looked_for},
        {"id": "one word", "user": "Go.", "expected": {"response_contains": "Paris", "no_tool_call": True}},
    ]
    battery = read_battery(json.dumps({"prompts": prompts}).encode(), name="t.json", read_file=lambda _: None)

    called, said, more = _written(battery)["tests"]

    # To promptfoo an answer that only calls is a refusal.
    assert called["assert"] == []
    assert called["metadata"]["not_exported"] == ["not_empty", "not_refusal", "expected"]
    assert said["assert"] == [
        {"type": "not-is-refusal"},
        {"type": "icontains-all", "value": ["Paris", "{% raw %}{{ x }}{% endraw %}"]},
    ]
    assert more["metadata"]["not_exported"] == ["not_empty", "expected"]


def test_what_promptfoo_cannot_say_is_named() -> None:
    checks = (
        Check(kind="empty", negated=True),
        Check(kind="drift", value={"from": "a", "at_most": 0.3}),
        Check(kind="drift", value={"from": "a"}),
        Check(kind="length", value={"max_chars": 3}),
        Check(kind="weighted", value={"of": [{"numeric": 3}]}),
        Check(kind="weighted", value={"of": [{"weight": 3}]}),
    )
    case = a_case(checks=checks, variables={"x": "y"})
    run = a_run(
        snapshot=a_snapshot(versions=(a_prompt_version(system="Be kind.", user="Say {{ x }}"),), checks=())
    )

    written = json.loads(b"".join(write_promptfoo_config(run, lambda: [case])))

    (test,) = written["tests"]
    assert test["assert"] == [{"type": "similar", "value": "a", "threshold": 0.7}]
    assert test["metadata"]["not_exported"] == ["not_empty", "drift", "length", "weighted", "weighted"]
    assert json.loads(written["prompts"][0]["raw"])[1]["content"] == "Say {{ x }}"
    assert write_assertion(Check(kind="verdict", value="PASS")) is None


def test_several_steps_and_runs_of_several_words_are_not_said() -> None:
    steps = Check(kind="transformed", value={"by": ["output", "output"], "then": {"contains": "a"}})

    assert write_assertion(steps) is None
    assert write_assertion(Check(kind="rouge_n", value={"to": "a", "at_least": 1, "n": 2})) is None


def test_a_prompt_of_several_tests_is_written_once_and_each_line_of_a_rubric_by_itself() -> None:
    rubric = {"type": "llm-rubric", "value": "It is kind.\n\nIt is short."}
    first = read(a_config(prompts=["Say hello"], tests=[{"assert": [rubric]}, {}]))
    run = a_run(snapshot=a_snapshot(arms=(an_arm(sampling={"temperature": 0.5}),)))

    text = b"".join(write_promptfoo_config(run, lambda: [_stored(case) for case in first.cases]))
    written = json.loads(text)

    assert len(written["prompts"]) == 1
    assert written["providers"][0]["config"] == {"temperature": 0.5}
    rubrics = [one["value"] for one in written["tests"][0]["assert"]]
    assert rubrics == ["It is kind.", "It is short."]
