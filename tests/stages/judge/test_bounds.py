"""Bounds on what a judge writes: stated beside the schema, for servers that draw by it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from edison.domain import AnswerForm, Ask
from edison.stages.judge import ask_comparison, ask_judgment
from tests.factories import a_criterion, a_rubric

from .units import BOUNDARY, a_pair, a_unit_to_judge, a_unit_to_place

BOUNDS = ("maxLength", "maxItems", "minimum", "maximum")

Asking = Callable[[dict[str, Any]], Ask]


def of_scores(judge: dict[str, Any]) -> Ask:
    return ask_judgment(a_unit_to_judge(AnswerForm.JSON, judge=judge, wants_advice=True), boundary=BOUNDARY)


def of_pairs(judge: dict[str, Any]) -> Ask:
    return ask_comparison(a_pair(AnswerForm.JSON, judge=judge), boundary=BOUNDARY)


def of_stages(judge: dict[str, Any]) -> Ask:
    return ask_judgment(a_unit_to_place(AnswerForm.JSON, **judge), boundary=BOUNDARY)


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all in it that says of what type something is."""
    if "type" in schema:
        yield schema
    for inner in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else ())):
        yield from nodes(inner)


@pytest.mark.parametrize("asking", [of_scores, of_pairs, of_stages])
@pytest.mark.parametrize("thinking", ["direct", "reason_first"])
def test_bounds_stand_beside_the_same_schema_without_them(asking: Asking, thinking: str) -> None:
    form = asking({"thinking": thinking}).form

    plain, bounded = list(nodes(form.json_schema)), list(nodes(form.bounded))

    Draft202012Validator.check_schema(form.bounded or {})
    assert not any(bound in node for node in plain for bound in BOUNDS)
    assert [node.keys() for node in plain] == [node.keys() - set(BOUNDS) for node in bounded]


@pytest.mark.parametrize("asking", [of_scores, of_pairs, of_stages])
def test_where_bounds_are_kept_nobody_can_ramble_on(asking: Asking) -> None:
    bounded = list(nodes(asking({}).form.bounded))

    texts = [node for node in bounded if node["type"] == "string" and "enum" not in node]
    assert texts
    assert all(150 <= node["maxLength"] <= 400 for node in texts)
    assert all(node["maxItems"] for node in bounded if node["type"] == "array")


def test_as_many_suggestions_are_allowed_as_were_asked_for() -> None:
    (listed,) = (node for node in nodes(of_scores({}).form.bounded) if node["type"] == "array")

    assert listed["maxItems"] == 3


def test_every_stage_may_be_named_where_several_may() -> None:
    (listed,) = (
        node
        for node in nodes(of_stages({"may_name_several": True, "may_abstain": True}).form.bounded)
        if node["type"] == "array"
    )

    assert listed["maxItems"] == len(listed["items"]["enum"])


@pytest.mark.parametrize(
    ("scale", "score"),
    [
        ({"min": 1, "max": 5}, {"type": "integer", "minimum": 1, "maximum": 5}),
        ({"min": -10, "max": 10}, {"type": "integer", "minimum": -10, "maximum": 10}),
        ({"min": 0, "max": 1}, {"type": "number"}),
        ({"min": 0.5, "max": 9.5}, {"type": "number"}),
        ({"min": 1, "max": 5, "labels": [{"value": 2.5, "text": "so"}]}, {"type": "number"}),
    ],
)
def test_a_score_stays_on_its_scale_where_whole_numbers_will_do(
    scale: dict[str, Any], score: dict[str, Any]
) -> None:
    rubric = a_rubric(criteria=(a_criterion(name="Clear", weight=1.0, scale=scale),))

    form = ask_judgment(a_unit_to_judge(AnswerForm.JSON, rubric=rubric), boundary=BOUNDARY).form

    (written,) = (node for node in nodes(form.bounded) if "Clear" in node.get("description", ""))
    assert {key: written[key] for key in written if key != "description"} == score
