"""Arguments of a call by their types, and how they are told."""

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias

from pydantic import JsonValue

from edison.text import excerpt_of

from .kind import CheckMisfit, quote

Arguments: TypeAlias = Mapping[str, JsonValue]
ParamTest: TypeAlias = Callable[[Arguments], str | None]
"""Says what is wrong with the arguments of a call, if anything is."""

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}
_ALSO = {
    "str": "string",
    "float": "number",
    "int": "integer",
    "bool": "boolean",
    "dict": "object",
    "list": "array",
}


def has_types(value: JsonValue) -> ParamTest:
    """Arguments have the types that are named."""
    return has_structure(read_mapping(value, "params_types"))


def has_structure(value: JsonValue) -> ParamTest:
    """The same, however deep they are nested."""
    wanted = read_mapping(value, "params_structure")
    _refuse_types(wanted)
    return lambda found: _shape_problem(found, wanted, path="")


def _refuse_types(wanted: JsonValue) -> None:
    if isinstance(wanted, dict):
        for inner in wanted.values():
            _refuse_types(inner)
    elif isinstance(wanted, list):
        for inner in wanted[:1]:
            _refuse_types(inner)
    elif not isinstance(wanted, str) or _ALSO.get(wanted, wanted) not in _TYPES:
        raise CheckMisfit(f"must name types ({', '.join(_TYPES)})", field="value.params_structure")


def _shape_problem(found: JsonValue | Arguments, wanted: JsonValue, *, path: str) -> str | None:
    if isinstance(wanted, dict):
        if not isinstance(found, Mapping):
            return f"{quote(path)} is {tell_value(found)}, not an object."
        for key, inner in wanted.items():
            at = f"{path}.{key}" if path else key
            if key not in found:
                return tell_absent(at)
            problem = _shape_problem(found[key], inner, path=at)
            if problem is not None:
                return problem
        return None
    if isinstance(wanted, list):
        if not isinstance(found, list):
            return f"{quote(path)} is no list."
        problems = (_shape_problem(one, wanted[0], path=path) for one in found if wanted)
        return next((problem for problem in problems if problem is not None), None)
    kind = _ALSO.get(str(wanted), str(wanted))
    fits = isinstance(found, _TYPES[kind]) and (kind == "boolean" or not isinstance(found, bool))
    # A schema takes 5.0 for a whole number as well.
    is_whole = kind == "integer" and isinstance(found, float) and found.is_integer()
    value = found if not isinstance(found, Mapping) else dict(found)
    return None if fits or is_whole else f"{quote(path)} is {tell_value(value)}, which is no {kind}."


def read_mapping(value: JsonValue, field: str) -> dict[str, JsonValue]:
    """A value that must be a mapping."""
    if not isinstance(value, dict):
        raise CheckMisfit("must be a mapping", field=f"value.{field}")
    return value


def tell_value(value: JsonValue) -> str:
    """A value for a sentence, bounded."""
    return quote(value) if isinstance(value, str) else excerpt_of(json.dumps(value))


def tell_absent(key: str) -> str:
    """That an argument is not there."""
    return f"There is no {quote(key)}."
