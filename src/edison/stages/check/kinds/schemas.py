"""JSON schemas, held against answers that strangers wrote: nothing is fetched, and nothing takes for ever."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias, cast

from edison.text import excerpt_of

from .keywords import TooMuch, bounded_keywords, count_anew
from .kind import CheckMisfit, SeenOutput, quote
from .regex import compile_pattern

# The library is untyped; nothing of it leaves this file and `keywords`.
_Schema: TypeAlias = dict[str, Any]


@lru_cache(maxsize=64)
def compile_schema(written: str) -> Callable[[object], SeenOutput]:
    """A test of JSON values by a schema, itself handed in as JSON; raises `CheckMisfit` for one that cannot be used."""
    from jsonschema import exceptions, validators  # costly to import, and seldom needed

    schema: _Schema = json.loads(written)
    draft = _draft_of(schema)
    try:
        draft.check_schema(schema, format_checker=None)
        # Without its name of a draft, or the library would go back to its own keywords at the first reference.
        plain = {key: value for key, value in schema.items() if key != "$schema"}
        _Walk(draft).enter(plain)
    except exceptions.SchemaError as error:
        raise CheckMisfit(f"is no JSON schema: {excerpt_of(error.message)}") from error
    validator = cast(Any, validators).extend(draft, bounded_keywords(draft.VALIDATORS))(plain)
    return lambda value: _validate(validator, value)


def _draft_of(schema: _Schema) -> Any:
    from jsonschema import Draft202012Validator, validators

    if "$schema" not in schema:
        return Draft202012Validator
    named, known = schema["$schema"], cast(Any, validators).validator_for
    draft = known({"$schema": named}, default=None) if isinstance(named, str) else None
    if draft is None:
        raise CheckMisfit(f"is of a draft that is not known: {quote(str(named))}", field="value.$schema")
    return draft


def _validate(validator: Any, value: object) -> SeenOutput:
    count_anew()
    try:
        error = next(validator.iter_errors(value), None)
    except (TooMuch, RecursionError, ArithmeticError):
        return SeenOutput(holds=None, sentence="It is too large to be held against the schema.")
    if error is None:
        return SeenOutput(holds=True, sentence="It fits the schema.")
    return SeenOutput(
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
        """Raise `CheckMisfit` for whatever could not be kept within bounds later."""
        root = self._specification.create_resource(schema)
        self._look(root, resolver=self._registry.resolver_with_root(root))
        if {"patternProperties", "unevaluatedProperties"} <= self._keywords:
            raise CheckMisfit("combines patternProperties and unevaluatedProperties, which is not offered")

    def _look(self, resource: Any, *, resolver: Any) -> None:
        known = _object(resource.contents)
        if known is None or id(known) in self._seen:
            return
        self._seen.add(id(known))
        if "$schema" in known:
            raise CheckMisfit("names a draft inside; only the whole schema can name one")
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
            raise CheckMisfit(
                f"refers to {quote(reference)}, which is not in it; what is elsewhere is never fetched"
            ) from error
        # A reference may lead to a place that nobody took for a schema so far.
        self._draft.check_schema(found.contents, format_checker=None)
        self._look(self._specification.create_resource(found.contents), resolver=found.resolver)


def _object(value: object) -> _Schema | None:
    return cast(_Schema, value) if isinstance(value, dict) else None
