"""The keywords of JSON schema, each step counted, and those replaced that could be made to run for ever."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, TypeAlias, cast

from .kind import quote
from .regex import compile_pattern, is_found

MOST_STEPS = 50_000
"""How often a keyword may be applied to a part of one answer; about a second."""

# The library behind it is untyped.
_Schema: TypeAlias = dict[str, Any]
Keyword: TypeAlias = Callable[[Any, Any, Any, _Schema], "Iterator[Any] | None"]

_steps_left: ContextVar[list[int]] = ContextVar("steps_left")


class TooMuch(Exception):
    """The answer needs more steps, or a larger search, than we give it."""


def count_anew() -> None:
    """Give the next answer all its steps."""
    _steps_left.set([MOST_STEPS])


def bounded_keywords(known: Mapping[str, Keyword]) -> dict[str, Keyword]:
    """The keywords of a draft, made harmless."""
    replaced = {name: keyword for name, keyword in _BOUNDED.items() if name in known}
    return {name: _counted(keyword) for name, keyword in {**known, **replaced}.items()}


def _counted(keyword: Keyword) -> Keyword:
    def apply(validator: Any, value: Any, instance: Any, schema: _Schema) -> Iterator[Any] | None:
        left = _steps_left.get()
        left[0] -= 1
        if left[0] < 0:
            raise TooMuch
        return keyword(validator, value, instance, schema)

    return apply


def _pattern(validator: Any, pattern: str, instance: Any, schema: _Schema) -> Iterator[Any]:
    if isinstance(instance, str) and not _finds(pattern, instance):
        yield _error(f"{quote(instance)} does not match {quote(pattern)}")


def _pattern_properties(
    validator: Any, patterns: dict[str, Any], instance: Any, schema: _Schema
) -> Iterator[Any]:
    if not isinstance(instance, dict):
        return
    for pattern, inner in patterns.items():
        for name, value in cast(_Schema, instance).items():
            if _finds(pattern, name):
                yield from validator.descend(value, inner, path=name, schema_path=pattern)


def _additional_properties(validator: Any, inner: Any, instance: Any, schema: _Schema) -> Iterator[Any]:
    if not isinstance(instance, dict):
        return
    named, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, value in cast(_Schema, instance).items():
        if name in named or any(_finds(pattern, name) for pattern in patterns):
            continue
        if inner is False:
            yield _error(f"the property {quote(name)} is not allowed")
        else:
            yield from validator.descend(value, inner, path=name)


def _unique_items(validator: Any, wanted: bool, instance: Any, schema: _Schema) -> Iterator[Any]:
    if not wanted or not isinstance(instance, list):
        return
    items = cast(list[object], instance)
    if len({json.dumps(_levelled(item), sort_keys=True) for item in items}) < len(items):
        yield _error("an item stands twice in a list of unique items")


_BOUNDED: dict[str, Keyword] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
}


def _finds(pattern: str, text: str) -> bool:
    found = is_found(compile_pattern(pattern), text)
    if found is None:
        raise TooMuch
    return found


def _levelled(value: object) -> object:
    """The value with whole numbers written as such: 1.0 equals 1."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _levelled(inner) for key, inner in cast(_Schema, value).items()}
    if isinstance(value, list):
        return [_levelled(inner) for inner in cast(list[object], value)]
    return value


def _error(message: str) -> Any:
    from jsonschema import ValidationError

    return ValidationError(message)
