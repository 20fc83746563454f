"""Hostile patterns, schemas and answers: a check ends soon, fetches nothing, and says what it could not do."""

import json

import pytest
from pydantic import JsonValue

from edison.domain import Check, CheckResult, Finding
from edison.errors import CheckBroken
from edison.stages.check.units import check_output, prepare_checks
from tests.factories import a_case, an_output

# Patterns that make a backtracking engine run for hours on the text below, which the tests' time limit would stop.
CATASTROPHES = [
    "(a+)+$", "(a|aa)+$", "(a|a?)+$", "(.*a){20}$", "(a*)*b", "(a+)*b", "([a-z]+)*1", "(a|b|ab)*c", "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*?,){25}P", "(?:a?){40}a{40}", "^(a?){30}a{30}$", "(a{1,9}){9}b",
    r"(\w+\s?)+$x", r"(\d+)*x", "(((a*)*)*)*b", "(a*b*)*c", "^(.+)+$x", "(ab|a|b)+x", "(a+a+)+b", "(.+)+b",
    "([^x]*)*x", "(?i)(A+)+$x", r"(\S*\s*)*x", "((a|b)*a(a|b){9})x", "(a.*a.*a.*)*x", "a*a*a*a*a*a*b", "(a+){10}y",
    "(?:(?:a+)+)+z",
]  # fmt: skip


@pytest.mark.parametrize("pattern", CATASTROPHES)
def test_a_pattern_that_kills_other_engines_ends_soon(pattern: str) -> None:
    result = made("regex", pattern, text="a" * 50_000 + "!")

    assert result.finding in (Finding.PASSED, Finding.FAILED)


def test_a_pattern_too_large_for_the_text_is_not_searched() -> None:
    result = made("regex", "(?:[ab]{0,100}a){9}c", text="ab" * 100_000)

    assert result.finding is Finding.NOT_CHECKED
    assert "too long to be searched" in (result.reason or "")


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        (
            {"$ref": "https://example.com/schema.json"},
            "refers to 'https://example.com/schema.json', which is",
        ),
        ({"$ref": "file:///etc/passwd"}, "what is elsewhere is never fetched"),
        ({"items": {"$ref": "other.json#/a"}}, "what is elsewhere is never fetched"),
        ({"$ref": "#/$defs/a"}, "refers to '#/\\$defs/a', which is not in it"),
        ({"x": [1], "$ref": "#/x/y"}, "which is not in it"),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, "what is elsewhere is never fetched"),
        ({"x": {"type": "thing"}, "$ref": "#/x"}, "is no JSON schema: 'thing' is not valid"),
        ({"$schema": "https://example.com/mine"}, "its value.\\$schema is of a draft that is not known"),
        ({"$schema": 7}, "its value.\\$schema is of a draft that is not known"),
        ({"items": {"$schema": "http://json-schema.org/draft-07/schema#"}}, "names a draft inside"),
        ({"pattern": "(?=a)b"}, "is no pattern that can be used"),
        ({"patternProperties": {"(a)\\1": {}}}, "is no pattern that can be used"),
        ({"patternProperties": {"a": {}}, "unevaluatedProperties": False}, "which is not offered"),
        ({"required": "a"}, "is no JSON schema"),
    ],
)
def test_a_schema_that_could_not_be_kept_within_bounds_is_refused(schema: JsonValue, sentence: str) -> None:
    with pytest.raises(CheckBroken, match=sentence):
        prepare_checks([Check(kind="json_schema", value=schema)])


def test_a_schema_nested_too_deeply_is_refused() -> None:
    schema: JsonValue = {"type": "integer"}
    for _ in range(500):
        schema = {"not": schema}

    with pytest.raises(CheckBroken, match="is nested too deeply"):
        prepare_checks([Check.model_construct(kind="json_schema", value=schema, negated=False)])


@pytest.mark.parametrize(
    "draft",
    ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#",
     "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"],
)  # fmt: skip
def test_every_usual_draft_is_understood(draft: str) -> None:
    schema: JsonValue = {"$schema": draft, "definitions": {"n": {"type": "integer", "minimum": 3}}}
    schema["items"] = {"$ref": "#/definitions/n"}

    assert made("json_schema", schema, text="[3, 4]").finding is Finding.PASSED
    assert made("json_schema", schema, text="[3, 2]").finding is Finding.FAILED


def test_references_inside_a_schema_are_followed_and_may_recur() -> None:
    tree: JsonValue = {
        "$id": "https://example.com/tree",
        "$defs": {"leaf": {"$anchor": "leaf", "type": "integer"}},
        "type": ["object", "integer"],
        "properties": {"kids": {"type": "array", "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#leaf"}]}}},
        "additionalProperties": {"$ref": "tree#/$defs/leaf"},
    }

    assert made("json_schema", tree, text='{"kids": [{"kids": [1]}, 2], "n": 1}').finding is Finding.PASSED
    assert made("json_schema", tree, text='{"kids": [{"kids": ["x"]}]}').finding is Finding.FAILED
    assert made("json_schema", tree, text='{"n": "x"}').finding is Finding.FAILED


def test_a_schema_that_doubles_its_work_at_every_step_is_given_up() -> None:
    steps: dict[str, JsonValue] = {
        f"s{n}": {"allOf": [{"$ref": f"#/$defs/s{n + 1}"}, {"$ref": f"#/$defs/s{n + 1}"}]} for n in range(40)
    }
    schema: JsonValue = {"$defs": {**steps, "s40": {"type": "integer"}}, "$ref": "#/$defs/s0"}

    result = made("json_schema", schema, text="1")

    assert result.finding is Finding.NOT_CHECKED
    assert "too large to be held against the schema" in (result.reason or "")


def test_a_schema_that_refers_to_itself_for_ever_is_given_up() -> None:
    assert made("json_schema", {"$ref": "#"}, text="1").finding is Finding.NOT_CHECKED


@pytest.mark.parametrize(
    ("items", "finding"),
    [
        ('{"a": 1}, {"a": 1.0}', Finding.FAILED),
        ('{"a": 1}, {"a": true}', Finding.PASSED),
        ("[1], [1.0]", Finding.FAILED),
        ('1, "1", 1.5, null', Finding.PASSED),
    ],
)
def test_unique_items_are_told_apart_as_json_does(items: str, finding: Finding) -> None:
    assert made("json_schema", {"uniqueItems": True}, text=f"[{items}]").finding is finding


def test_a_long_list_of_objects_is_searched_for_doubles_in_linear_time() -> None:
    text = json.dumps([{"n": n} for n in range(20_000)])

    assert made("json_schema", {"uniqueItems": True}, text=text).finding is Finding.PASSED


@pytest.mark.parametrize(
    "schema",
    [
        {"uniqueItems": False},
        {
            "uniqueItems": True,
            "pattern": "x",
            "patternProperties": {"x": False},
            "additionalProperties": False,
        },
    ],
)
def test_a_keyword_does_not_mind_what_it_is_not_about(schema: JsonValue) -> None:
    assert made("json_schema", schema, text="4").finding is Finding.PASSED


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ('{"x1": 1, "y": 2}', Finding.PASSED),
        ('{"x1": "one"}', Finding.FAILED),
        ('{"z": 1}', Finding.FAILED),
    ],
)
def test_properties_are_matched_by_pattern_with_the_linear_engine(text: str, finding: Finding) -> None:
    schema: JsonValue = {
        "properties": {"y": {}},
        "patternProperties": {"^x": {"type": "integer"}},
        "additionalProperties": False,
    }

    assert made("json_schema", schema, text=text).finding is finding


def test_a_string_too_long_for_its_pattern_is_not_judged_by_it() -> None:
    schema: JsonValue = {"pattern": "(?:[ab]{0,100}a){9}c"}

    assert made("json_schema", schema, text=json.dumps("ab" * 100_000)).finding is Finding.NOT_CHECKED


def made(kind: str, value: JsonValue, *, text: str) -> CheckResult:
    (result,) = check_output(an_output(text=text), a_case(), [Check(kind=kind, value=value)])
    return result
