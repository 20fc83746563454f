"""JSON schemas, held against answers that strangers wrote: nothing is fetched, and nothing takes for ever."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, TypeAlias, cast

from edison.text import excerpt_of

from .kind import Misfit, Seen, quote
from .regex import compile_pattern, is_found

MOST_STEPS = 50_000
"""How often a keyword may be applied to a part of one answer; about a second."""

# The library is untyped; nothing of it leaves this file.
_Schema: TypeAlias = dict[str, Any]
_Keyword: TypeAlias = Callable[[Any, Any, Any, _Schema], "Iterator[Any] | None"]

_steps_left: ContextVar[list[int]] = ContextVar("steps_left")


class _TooMuch(Exception):
    """The answer needs more steps, or a larger search, than we give it."""


@lru_cache(maxsize=64)
def compile_schema(written: str) -> Callable[[object], Seen]:
    """A test of JSON values by a schema, itself handed in as JSON; raises `Misfit` for one that cannot be used."""
    from jsonschema import exceptions, validators  # costly to import, and seldom needed

    schema: _Schema = json.loads(written)
    draft = _draft_of(schema)
    try:
        draft.check_schema(schema, format_checker=None)
        # Without its name of a draft, or the library would go back to its own keywords at the first reference.
        plain = {key: value for key, value in schema.items() if key != "$schema"}
        _Walk(draft).enter(plain)
    except exceptions.SchemaError as error:
        raise Misfit(f"is no JSON schema: {excerpt_of(error.message)}") from error
    validator = cast(Any, validators).extend(draft, _keywords(draft))(plain)
    return lambda value: _validate(validator, value)


def _draft_of(schema: _Schema) -> Any:
    from jsonschema import Draft202012Validator, validators

    if "$schema" not in schema:
        return Draft202012Validator
    named, known = schema["$schema"], cast(Any, validators).validator_for
    draft = known({"$schema": named}, default=None) if isinstance(named, str) else None
    if draft is None:
        raise Misfit(f"is of a draft that is not known: {quote(str(named))}", field="value.$schema")
    return draft


def _validate(validator: Any, value: object) -> Seen:
    _steps_left.set([MOST_STEPS])
    try:
        error = next(validator.iter_errors(value), None)
    except (_TooMuch, RecursionError, ArithmeticError):
        return Seen(holds=None, sentence="It is too large to be held against the schema.")
    if error is None:
        return Seen(holds=True, sentence="It fits the schema.")
    return Seen(
        holds=False, sentence=f"It does not fit the schema at {error.json_path}: {excerpt_of(error.message)}"
    )


class _Walk:
    """Looks at every schema inside a schema once, those referred to included."""

    def __init__(self, draft: Any) -> None:
        from referencing import Registry
        from referencing.jsonschema import specification_with

        self._draft = draft
        self._specification: Any = specification_with(draft.META_SCHEMA["$schema"])
        # Empty, so that nothing resolves but what stands in the schema itself.
        self._registry = cast(Any, Registry)()
        self._seen: set[int] = set()
        self._keywords: set[str] = set()

    def enter(self, schema: _Schema) -> None:
        """Raise `Misfit` for whatever could not be kept within bounds later."""
        root = self._specification.create_resource(schema)
        self._look(root, resolver=self._registry.resolver_with_root(root))
        if {"patternProperties", "unevaluatedProperties"} <= self._keywords:
            raise Misfit("combines patternProperties and unevaluatedProperties, which is not offered")

    def _look(self, resource: Any, *, resolver: Any) -> None:
        known = _object(resource.contents)
        if known is None or id(known) in self._seen:
            return
        self._seen.add(id(known))
        if "$schema" in known:
            raise Misfit("names a draft inside; only the whole schema can name one")
        self._keywords.update(known)
        for pattern in (known.get("pattern"), *known.get("patternProperties", ())):
            if isinstance(pattern, str):
                compile_pattern(pattern)
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if isinstance(known.get(keyword), str):
                self._follow(known[keyword], resolver=resolver)
        for inner in self._specification.subresources_of(known):
            below = self._specification.create_resource(inner)
            self._look(below, resolver=resolver.in_subresource(below))

    def _follow(self, reference: str, *, resolver: Any) -> None:
        from referencing.exceptions import Unresolvable

        try:
            found = resolver.lookup(reference)
        except (Unresolvable, ValueError, LookupError, TypeError) as error:
            raise Misfit(
                f"refers to {quote(reference)}, which is not in it; what is elsewhere is never fetched"
            ) from error
        # A reference may lead to a place that nobody took for a schema so far.
        self._draft.check_schema(found.contents, format_checker=None)
        self._look(self._specification.create_resource(found.contents), resolver=found.resolver)


def _keywords(draft: Any) -> dict[str, _Keyword]:
    """The draft's keywords, each step counted, and those replaced that could be made to run for ever."""
    known: Mapping[str, _Keyword] = draft.VALIDATORS
    replaced = {name: fn for name, fn in _BOUNDED.items() if name in known}
    return {name: _counted(fn) for name, fn in {**known, **replaced}.items()}


def _counted(keyword: _Keyword) -> _Keyword:
    def apply(validator: Any, value: Any, instance: Any, schema: _Schema) -> Iterator[Any] | None:
        left = _steps_left.get()
        left[0] -= 1
        if left[0] < 0:
            raise _TooMuch
        return keyword(validator, value, instance, schema)

    return apply


def _object(value: object) -> _Schema | None:
    return cast(_Schema, value) if isinstance(value, dict) else None


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


_BOUNDED: dict[str, _Keyword] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
}


def _finds(pattern: str, text: str) -> bool:
    found = is_found(compile_pattern(pattern), text)
    if found is None:
        raise _TooMuch
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
