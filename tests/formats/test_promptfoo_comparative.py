"""Assertions of promptfoo's about all answers to a test at once, and about answers that call tools."""

import pytest

from edison.domain import Check

from .promptfoo import ADD, a_config, asserting, read


def test_what_is_about_all_answers_to_a_test_names_the_test() -> None:
    weights = {"contains": 2, "llm-rubric": 3}
    best = {"type": "select-best", "value": "is kindest to {{x}}"}
    highest = {"type": "max-score", "value": {"method": "sum", "threshold": 1, "weights": weights}}
    config = a_config(
        prompts=["Say {{x}}", "Whisper {{x}}"],
        tests=[
            {
                "vars": {"x": ["hi", "ho"]},
                "assert": [
                    *(best, highest, {"type": "contains", "value": "h"}),
                    *({"type": "llm-rubric", "value": "Kind"}, {"type": "is-json"}),
                ],
            }
        ],
    )

    battery = read(config)

    assert [
        [check.value for check in case.checks if check.kind == "select_best"] for case in battery.cases
    ] == [
        [{"among": test, "by": f"is kindest to {x}"}]
        for test, x in (("test-1", "hi"), ("test-1", "hi"), ("test-2", "ho"), ("test-2", "ho"))
    ]
    assert battery.cases[0].checks[-1] == Check(
        kind="max_score",
        value={
            "among": "test-1",
            "method": "sum",
            "at_least": 1,
            "weights": {"contains": 2, "judge": 3, "json_valid": 1},
        },
    )
    assert (battery.unhonoured, battery.evaluated, battery.assertions) == ((), 5, 5)


@pytest.mark.parametrize(
    ("asserts", "why"),
    [
        ([{"type": "not-select-best", "value": "x"}], "it has no opposite"),
        ([{"type": "select-best"}], "and no text"),
        ([{"type": "max-score"}], "nothing else is asserted that could be scored"),
        ([{"type": "contains", "value": "a"}, {"type": "max-score", "value": "x"}], "and no mapping"),
        ([{"type": "select-best", "value": "a"}] * 2, "looks at the first alone"),
        ([{"type": "select-best", "value": "a", "transform": "output.trim()"}], "compared as they are"),
        ([{"type": "select-best", "value": "(?=a)"}], "looks around"),
        (
            [
                *({"type": "contains", "value": "a"}, {"type": "not-contains", "value": "b"}),
                *({"type": "similar", "value": "a"}, {"type": "similar:cosine", "value": "a"}),
                {"type": "max-score", "value": {"weights": {"similar": 2}}},
            ],
            "are one check here (similar)",
        ),
    ],
)
def test_a_comparison_that_cannot_be_made_is_named(asserts: list[dict[str, object]], why: str) -> None:
    battery, _ = asserting(*asserts)

    (note,) = battery.unhonoured
    assert why in note


def test_where_tools_are_offered_calls_count_as_words() -> None:
    test = {
        "vars": {"x": "hi"},
        "options": {"tools": [ADD]},
        "assert": [
            {"type": "not-contains", "value": "add"},
            {"type": "is-valid-openai-tools-call"},
            {"type": "contains", "value": "b", "transform": "output[0].id"},
            {"type": "is-refusal"},
        ],
    }

    (case,) = read(a_config(tests=[test])).cases

    assert [(check.kind, check.value) for check in case.checks] == [
        ("transformed", {"by": ["output"], "then": {"not_contains": "add"}}),
        ("tool_schema", {"add": {"type": "object"}}),
        ("transformed", {"by": ["output[0].id"], "then": {"contains": "b"}}),
        ("refusal", None),
    ]
