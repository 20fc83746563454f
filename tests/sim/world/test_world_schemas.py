"""Structured replies: whatever the schema, the instance satisfies it."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.sim.world import Persona
from edison.sim.world.draw import Draws
from edison.sim.world.filling.schema import SchemaFiller
from tests.sim.world.asks import a_world, ask
from tests.sim.world.validation import problems

NAMES = (
    "answer",
    "score",
    "city",
    "items",
    "reason",
    "winner",
    "tags",
    "date",
    "x1",
    "confidence",
    "criteria",
    "weight",
)
PATTERNS = (
    r"^[A-Z]{3}-\d{4}$",
    r"^\d+$",
    r"^(red|green)$",
    r"^[a-z_]{2,8}$",
    r"^\+?\d{3,5}$",
    r"^v\d+\.\d+(-rc\d)?$",
)


def numbers(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    low = st.integers(-50, 50)
    bounded = st.tuples(low, st.integers(0, 60)).map(
        lambda pair: {"type": kind, "minimum": pair[0], "maximum": pair[0] + pair[1]}
    )
    open_above = low.map(lambda value: {"type": kind, "exclusiveMinimum": value})
    stepped = st.integers(1, 7).map(
        lambda step: {"type": kind, "multipleOf": step, "minimum": 0, "maximum": 70}
    )
    return st.one_of(st.just({"type": kind}), bounded, open_above, stepped)


def texts() -> st.SearchStrategy[dict[str, Any]]:
    sized = st.tuples(st.integers(0, 30), st.integers(0, 40)).map(
        lambda pair: {"type": "string", "minLength": pair[0], "maxLength": pair[0] + pair[1]}
    )
    return st.one_of(
        st.just({"type": "string"}),
        sized,
        st.sampled_from(PATTERNS).map(lambda p: {"type": "string", "pattern": p}),
    )


def leaves() -> st.SearchStrategy[dict[str, Any]]:
    listed = st.lists(
        st.one_of(st.text(max_size=5), st.integers(), st.none(), st.booleans()), min_size=1, max_size=4
    )
    return st.one_of(
        numbers("integer"),
        numbers("number"),
        texts(),
        st.just({"type": "boolean"}),
        st.just({"type": "null"}),
        listed.map(lambda options: {"enum": options}),
        st.integers().map(lambda value: {"const": value}),
        st.sampled_from([["string", "null"], ["integer", "string"]]).map(lambda kinds: {"type": kinds}),
    )


def nested(children: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    arrays = st.tuples(children, st.integers(0, 3), st.integers(0, 3)).map(
        lambda parts: {
            "type": "array",
            "items": parts[0],
            "minItems": parts[1],
            "maxItems": parts[1] + parts[2],
        }
    )
    objects = st.tuples(st.dictionaries(st.sampled_from(NAMES), children, max_size=4), st.booleans()).map(
        lambda parts: {
            "type": "object",
            "properties": parts[0],
            "required": sorted(parts[0])[: len(parts[0]) // 2 + 1] if parts[0] else [],
            "additionalProperties": parts[1],
        }
    )
    return st.one_of(
        arrays, objects, st.lists(children, min_size=1, max_size=3).map(lambda parts: {"anyOf": parts})
    )


SCHEMAS = st.recursive(leaves(), nested, max_leaves=8)


@given(schema=SCHEMAS, seed=st.integers(0, 99))
def test_every_schema_gets_an_instance_that_satisfies_it(schema: dict[str, Any], seed: int) -> None:
    value = SchemaFiller(schema, Draws(seed, "schema")).fill()

    assert problems(json.loads(json.dumps(value)), schema) == []


@given(inner=SCHEMAS)
def test_every_schema_is_satisfied_by_a_reply(inner: dict[str, Any]) -> None:
    schema = {
        "type": "object",
        "properties": {"payload": {"$ref": "#/$defs/inner"}},
        "required": ["payload"],
        "additionalProperties": False,
        "$defs": {"inner": inner},
    }

    reply = ask("How do I return a desk lamp that I got for 30 euros in Lisbon?", schema=schema)

    assert problems(json.loads(reply.text), schema) == []


@pytest.mark.parametrize(
    "schema",
    [
        *({"type": "string", "pattern": pattern} for pattern in PATTERNS),
        {"type": "string", "pattern": r"^[^a-z\s]\w{2}\s?.{1,3}$"},
        {"type": "string", "minLength": 40},
        {"type": "string", "format": "date-time"},
        {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5},
        {"type": "number", "minimum": 0.1, "maximum": 0.2, "multipleOf": 0.05},
        {"type": ["null", "integer"], "maximum": -7},
        {"enum": [None, 2.5, "x"]},
        {"const": "y"},
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2},
        {"minItems": 2},
        {"properties": {"a": {"type": "boolean"}}, "required": ["a"]},
    ],
    ids=json.dumps,
)
def test_a_value_keeps_to_its_schema(schema: dict[str, Any]) -> None:
    assert problems(SchemaFiller(schema, Draws(1, "value")).fill(), schema) == []


def test_a_schema_that_contains_itself_comes_to_an_end() -> None:
    node = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
            "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
        },
        "required": ["name", "children", "next"],
        "additionalProperties": False,
    }
    schema = {"$ref": "#/$defs/node", "$defs": {"node": node}}

    assert problems(orjson.loads(ask("Draw me a tree.", schema=schema).text), schema) == []


def test_parts_of_all_of_are_kept_together() -> None:
    schema = {
        "allOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"properties": {"b": {"enum": ["x"]}}, "required": ["b"]},
        ]
    }

    assert problems(orjson.loads(ask("Anything.", schema=schema).text), schema) == []


@pytest.mark.parametrize("count", [3, 6])
def test_unique_items_are_unique(count: int) -> None:
    schema = {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 8},
        "minItems": count,
        "uniqueItems": True,
    }

    assert problems(orjson.loads(ask("Draw lots.", schema=schema).text), schema) == []


def test_known_names_are_filled_with_what_there_is_to_say() -> None:
    schema = {
        "type": "object",
        "properties": {
            "capital": {"type": "string"},
            "country": {"type": "string"},
            "answer": {"type": "string"},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        },
        "required": ["capital", "country", "answer", "confidence"],
    }

    reply = orjson.loads(ask("What is the capital of France?", model="edison-sim-large", schema=schema).text)

    assert (reply["capital"], reply["country"]) == ("Paris", "France")
    assert "Paris" in reply["answer"]
    assert reply["confidence"] > 0.5


def test_an_extraction_fills_the_fields_of_the_schema() -> None:
    case = next(case for case in a_world().cases(700, seed=1) if case.domain == "extraction")
    names = [fact.name for fact in case.facts]
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "required": names,
        "additionalProperties": False,
    }
    world = a_world().with_persona(Persona(id="sure", skills={"correct": 9.0, "complete": 9.0}))

    reply = ask(case.text, world=world, model="sure", schema=schema).text

    assert orjson.loads(reply) == {fact.name: fact.right for fact in case.facts}
    assert a_world().truth_of_answer(case.text, reply).overall == 1.0


def test_a_number_is_given_where_a_number_is_wanted() -> None:
    case = next(case for case in a_world().cases(700, seed=1) if case.domain == "arithmetic")
    world = a_world().with_persona(Persona(id="sure", skills={"correct": 9.0}))
    schema = {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}

    reply = ask(case.text, world=world, model="sure", schema=schema)

    assert orjson.loads(reply.text)["answer"] == int(case.facts[0].bare)


def test_json_mode_without_a_schema_gives_an_object() -> None:
    assert "Paris" in orjson.loads(ask("What is the capital of France?", json_mode=True).text)["answer"]


def test_an_option_named_in_the_question_is_chosen() -> None:
    schema = {
        "type": "object",
        "properties": {"colour": {"enum": ["red", "green", "blue"]}},
        "required": ["colour"],
    }

    assert orjson.loads(ask("Paint the fence green, please.", schema=schema).text) == {"colour": "green"}


def test_a_persona_breaks_the_schema_at_its_rate() -> None:
    world = a_world().with_persona(Persona(id="breaks", schema_break=0.4))
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": False,
    }

    broken = [
        not _valid(ask(case.text, world=world, model="breaks", schema=schema).text, schema)
        for case in a_world().cases(200, seed=5)
    ]

    assert sum(broken) / len(broken) == pytest.approx(0.4, abs=0.1)


def _valid(text: str, schema: dict[str, Any]) -> bool:
    try:
        return not problems(orjson.loads(text), schema)
    except orjson.JSONDecodeError:
        return False
