"""The rules of strict schemas: every object closed, every property required."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ..shapes import Json
from .errors import invalid


def check_strict_schema(schema: Json, owner: str, param: str) -> None:
    """Refuse a schema that strict mode does not take, in OpenAI's words."""
    if schema.get("type") != "object":
        found = schema.get("type")
        raise _broken(
            owner, param, f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{found}\"'."
        )
    for place, inner in _objects(schema, ()):
        context = f"In context={place!r}"
        if inner.get("additionalProperties") is not False:
            raise _broken(
                owner, param, f"{context}, 'additionalProperties' is required to be supplied and to be false."
            )
        properties = inner.get("properties")
        names = list(cast(Json, properties)) if isinstance(properties, dict) else []
        required = inner.get("required")
        missing = [name for name in names if not isinstance(required, list) or name not in required]
        if missing:
            raise _broken(
                owner,
                param,
                f"{context}, 'required' is required to be supplied and to be an array including every key in "
                f"properties. Missing '{missing[0]}'.",
            )


def _broken(owner: str, param: str, problem: str) -> Exception:
    return invalid(f"Invalid schema for {owner}: {problem}", param=param, code="invalid_json_schema")


def _objects(schema: object, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Json]]:
    """All object schemas inside a schema, with the way to them."""
    if isinstance(schema, list):
        for number, one in enumerate(cast(list[object], schema)):
            yield from _objects(one, (*place, str(number)))
    if not isinstance(schema, dict):
        return
    table = cast(Json, schema)
    if table.get("type") == "object":
        yield place, table
    for name in ("properties", "$defs", "definitions"):
        inner = table.get(name)
        if isinstance(inner, dict):
            for key, one in cast(Json, inner).items():
                yield from _objects(one, (*place, name, key))
    for name in ("items", "anyOf"):
        if name in table:
            yield from _objects(table[name], (*place, name))
