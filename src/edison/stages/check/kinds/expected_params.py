"""How the arguments of a call are held against what a battery expects of them."""

import json
from collections.abc import Callable, Sequence

from pydantic import JsonValue

from .equals import same_json
from .expected_shapes import (
    Arguments,
    ParamTest,
    has_structure,
    has_types,
    read_mapping,
    tell_absent,
    tell_value,
)
from .kind import CheckMisfit, quote
from .regex import compile_pattern, is_found

MODES = (
    "exact",
    "contains",
    "exclusion",
    "exact_with_enum",
    "exact_with_pattern",
    "structure",
    "required_present",
    "valid_choice",
    "type_strict",
    "text_only",
    "parallel",
    "first_step",
)


def read_params(block: Arguments, *, mode: str) -> list[ParamTest]:
    """The tests that a call has to pass, in the order in which they are told."""
    readers: dict[str, Callable[[JsonValue], ParamTest]] = {
        "params_required": _required,
        "params": lambda value: _equal(value, mode=mode, named=_named(block)),
        "params_any": lambda value: _among(value, field="params_any"),
        "params_enum_valid": lambda value: _among(value, field="params_enum_valid"),
        "params_types": has_types,
        "params_pattern": _patterned,
        "params_structure": has_structure,
    }
    return [reader(block[key]) for key, reader in readers.items() if key in block]


def read_unwanted(value: JsonValue) -> ParamTest:
    """Arguments that no call may have."""
    unwanted = {
        key: wanted if isinstance(wanted, list) else [wanted]
        for key, wanted in read_mapping(value, "params_not").items()
    }

    def look(found: Arguments) -> str | None:
        for key, values in unwanted.items():
            if key in found and any(same_json(found[key], one) for one in values):
                return f"{quote(key)} must not be {tell_value(found[key])}."
        return None

    return look


def _named(block: Arguments) -> set[str]:
    """The parameters of which any key says something."""
    keys: set[str] = set()
    for field, value in block.items():
        if field.startswith("params") and isinstance(value, dict | list):
            keys |= {key for key in value if isinstance(key, str)}
    return keys


def _equal(value: JsonValue, *, mode: str, named: set[str]) -> ParamTest:
    wanted = read_mapping(value, "params")
    agrees = _holds_inside if mode == "contains" else same_json

    def look(found: Arguments) -> str | None:
        for key, one in wanted.items():
            if key not in found:
                return tell_absent(key)
            if not agrees(found[key], one):
                return f"{quote(key)} is {tell_value(found[key])}, not {tell_value(one)}."
        more = next((key for key in found if key not in named), None) if mode == "exact" else None
        return None if more is None else f"There is also {quote(more)}."

    return look


def _holds_inside(found: JsonValue, wanted: JsonValue) -> bool:
    """Texts contain texts, lists every wanted item, mappings every wanted key; all else is equal."""
    if isinstance(found, str) and isinstance(wanted, str):
        return wanted in found
    if isinstance(found, list):
        items = wanted if isinstance(wanted, list) else [wanted]
        return all(any(_holds_inside(one, item) for one in found) for item in items)
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(key in found and _holds_inside(found[key], one) for key, one in wanted.items())
    return same_json(found, wanted)


def _required(value: JsonValue) -> ParamTest:
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) for name in names):
        raise CheckMisfit("must be a list of names", field="value.params_required")

    def look(found: Arguments) -> str | None:
        missing = next((str(name) for name in names if _is_blank(found.get(str(name)))), None)
        return None if missing is None else tell_absent(missing)

    return look


def _is_blank(value: JsonValue) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _among(value: JsonValue, *, field: str) -> ParamTest:
    allowed: dict[str, Sequence[JsonValue]] = {
        key: wanted if isinstance(wanted, list) else [wanted]
        for key, wanted in read_mapping(value, field).items()
    }

    def look(found: Arguments) -> str | None:
        for key, values in allowed.items():
            if key not in found:
                return tell_absent(key)
            if not any(same_json(found[key], one) for one in values):
                return (
                    f"{quote(key)} is {tell_value(found[key])}, which is none of {tell_value(list(values))}."
                )
        return None

    return look


def _patterned(value: JsonValue) -> ParamTest:
    written = read_mapping(value, "params_pattern")
    if not all(isinstance(one, str) for one in written.values()):
        raise CheckMisfit("must hold patterns", field="value.params_pattern")
    patterns = {key: compile_pattern(str(one)) for key, one in written.items()}

    def look(found: Arguments) -> str | None:
        for key, pattern in patterns.items():
            if key not in found:
                return tell_absent(key)
            text = found[key] if isinstance(found[key], str) else json.dumps(found[key])
            if not is_found(pattern, str(text)):
                return f"{quote(key)} is {tell_value(found[key])}, which does not fit its pattern."
        return None

    return look
