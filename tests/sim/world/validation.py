"""A small validator for the JSON schemas used in these tests, written apart from the code under test."""

from __future__ import annotations

import re
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}


def problems(value: Any, schema: Any, *, root: dict[str, Any] | None = None, path: str = "$") -> list[str]:
    """List what is wrong with a value under a schema."""
    known: dict[str, Any] = schema if root is None else root
    if schema is True or schema == {}:
        return []
    if schema is False:
        return [f"{path}: is not allowed"]
    if "$ref" in schema:
        return problems(value, _referred(schema["$ref"], known), root=known, path=path)
    found = _alternatives(value, schema, root=known, path=path)
    if "const" in schema and value != schema["const"]:
        found.append(f"{path}: is not the constant")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path}: {value!r} is not listed")
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return [*found, f"{path}: {value!r} is not {kinds}"]
    for check in (_number, _string):
        found += check(value, schema, path)
    return (
        found + _array(value, schema, root=known, path=path) + _object(value, schema, root=known, path=path)
    )


def _referred(reference: str, root: dict[str, Any]) -> Any:
    target: Any = root
    for step in reference.removeprefix("#/").split("/"):
        target = target[step]
    return target


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _alternatives(value: Any, schema: dict[str, Any], *, root: dict[str, Any], path: str) -> list[str]:
    found: list[str] = []
    if "anyOf" in schema and all(problems(value, part, root=root) for part in schema["anyOf"]):
        found.append(f"{path}: {value!r} suits no alternative")
    for part in schema.get("allOf", []):
        found += problems(value, part, root=root, path=path)
    return found


def _number(value: Any, schema: dict[str, Any], path: str) -> list[str]:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return []
    wrong = (
        value < schema.get("minimum", value)
        or value > schema.get("maximum", value)
        or value <= schema.get("exclusiveMinimum", value - 1)
        or value >= schema.get("exclusiveMaximum", value + 1)
        or (
            "multipleOf" in schema
            and abs(value / schema["multipleOf"] - round(value / schema["multipleOf"])) > 1e-9
        )
    )
    return [f"{path}: {value} is out of bounds"] if wrong else []


def _string(value: Any, schema: dict[str, Any], path: str) -> list[str]:
    if not isinstance(value, str):
        return []
    fits = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    matches = re.search(schema.get("pattern", ""), value) is not None
    return [] if fits and matches else [f"{path}: {value!r} has the wrong length or pattern"]


def _array(value: Any, schema: dict[str, Any], *, root: dict[str, Any], path: str) -> list[str]:
    if not isinstance(value, list):
        return []
    found: list[str] = []
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        found.append(f"{path}: {len(value)} items")
    if schema.get("uniqueItems") and any(item in value[:place] for place, item in enumerate(value)):
        found.append(f"{path}: repeated items")
    for place, item in enumerate(value):
        found += problems(item, schema.get("items", True), root=root, path=f"{path}[{place}]")
    return found


def _object(value: Any, schema: dict[str, Any], *, root: dict[str, Any], path: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    properties = schema.get("properties", {})
    found = [f"{path}: {name} is missing" for name in schema.get("required", []) if name not in value]
    if len(value) < schema.get("minProperties", 0):
        found.append(f"{path}: too few properties")
    for name, inner in value.items():
        extra = schema.get("additionalProperties", True)
        if name not in properties and extra is False:
            found.append(f"{path}: {name} is not allowed")
        found += problems(inner, properties.get(name, extra), root=root, path=f"{path}.{name}")
    return found
