"""Narrowing of parsed JSON, which may be anything."""

from __future__ import annotations

import json
from typing import TypeGuard

import orjson


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Say whether a value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[object]]:
    """Say whether a value is a JSON array."""
    return isinstance(value, list)


def as_object(value: object) -> dict[str, object]:
    """Take a value as a JSON object; anything else counts as an empty one."""
    return value if is_object(value) else {}


def as_array(value: object) -> list[object]:
    """Take a value as a JSON array; anything else counts as an empty one."""
    return value if is_array(value) else []


def written_json(value: object, *, indent: bool = False) -> str:
    """Write JSON; numbers and characters the fast writer refuses are left to the patient one."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else None).decode()
    except TypeError:
        return json.dumps(value, indent=2 if indent else None)


def as_number(value: object) -> float | None:
    """Take a value as a number; a truth value is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value


def as_count(value: object, *, default: int) -> int:
    """Take a value as a whole number that counts something."""
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def property_names(schema: dict[str, object], *, depth: int = 6) -> frozenset[str]:
    """Collect the property names of a schema on all levels."""
    names: set[str] = set()
    _collect(schema, names=names, depth=depth)
    return frozenset(names)


def _collect(value: object, *, names: set[str], depth: int) -> None:
    if depth < 0:
        return
    if is_array(value):
        for item in value:
            _collect(item, names=names, depth=depth - 1)
    if not is_object(value):
        return
    properties = as_object(value.get("properties"))
    names.update(name.lower() for name in properties)
    parts = list(properties.values())
    parts += [value[key] for key in _PARTS if key in value]
    parts += [inner for key in ("$defs", "definitions") for inner in as_object(value.get(key)).values()]
    for part in parts:
        _collect(part, names=names, depth=depth - 1)


_PARTS = ("items", "anyOf", "oneOf", "allOf", "prefixItems", "additionalProperties")
