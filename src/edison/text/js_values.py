"""A few expressions of JavaScript that can be computed exactly without it: parsing JSON, going down, trimming."""

import json
import math
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeAlias, cast

from .extract import JsonValue

_SPACE = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
"""What JavaScript trims."""
_FUNCTIONS = ("JSON.parse", "JSON.stringify", "String")
_METHOD = re.compile(r"\s*\.\s*(trim|trimStart|trimEnd|toLowerCase|toUpperCase)\s*\(\s*\)")
_STEP = re.compile(
    r"\s*(?P<soft>\?)?(?:\.\s*(?P<name>[A-Za-z_$][\w$]*)(?![\w$]|\s*\()"
    r"|\.?\[\s*(?:(?P<place>\d{1,6})|'(?P<one>[^'\\]*)'|\"(?P<two>[^\"\\]*)\")\s*\])"
)
_INTEGER = re.compile(r"0|[1-9]\d{0,9}")
_Turn: TypeAlias = Callable[[JsonValue], JsonValue]


class JsRaised(Exception):
    """What JavaScript would raise, or give back nothing for."""


def read_js(source: str) -> _Turn | None:
    """The function of `output` that an expression is; None where it is more than can be computed here."""
    line = source.strip().removesuffix(";").strip()
    if "\n" in line:
        return None
    turns: list[_Turn] = []
    rest = _read(line, turns)
    if rest is None or rest.strip():
        return None
    return lambda output: _turned(output, turns)


def write_js(value: JsonValue) -> str:
    """As JSON.stringify writes it."""
    if isinstance(value, dict):
        # Names that are whole numbers come first, in their order.
        numbers = sorted((key for key in value if _INTEGER.fullmatch(key)), key=int)
        names = [*numbers, *(key for key in value if not _INTEGER.fullmatch(key))]
        return f"{{{','.join(f'{_quoted(name)}:{write_js(value[name])}' for name in names)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(write_js, value))}]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(float(value))
    return _quoted(value)


def _quoted(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """The shortest digits that mean the same number, as JavaScript puts them."""
    if not math.isfinite(value):
        return "null"
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        return f"{Decimal(repr(value or 0.0)):f}".removesuffix(".0")
    head, _, power = repr(value).partition("e")
    return f"{head.removesuffix('.0')}e{int(power):+d}"


def _turned(output: JsonValue, turns: Sequence[_Turn]) -> JsonValue:
    value = output
    for turn in turns:
        value = turn(value)
    if value is None:
        raise JsRaised("it gives back nothing")
    return value


def _read(line: str, turns: list[_Turn]) -> str | None:
    """Read one expression from the beginning, and give back what stands behind it."""
    function = next((name for name in _FUNCTIONS if re.match(rf"{re.escape(name)}\s*\(", line)), None)
    if function is not None:
        inside = _read(line[line.index("(") + 1 :].lstrip(), turns)
        if inside is None or not inside.lstrip().startswith(")"):
            return None
        turns.append(_parse if function == "JSON.parse" else write_js if function[0] == "J" else _text_of)
        rest = inside.lstrip()[1:]
    elif re.match(r"output(?![\w$])", line):
        rest = line.removeprefix("output")
    else:
        return None
    while True:
        method, step = _METHOD.match(rest), _STEP.match(rest)
        if method is not None:
            turns.append(_method(method[1]))
            rest = rest[method.end() :]
        elif step is not None:
            name = next(
                one for one in (step["name"], step["place"], step["one"], step["two"]) if one is not None
            )
            turns.append(_below(name, is_soft=step["soft"] is not None))
            rest = rest[step.end() :]
        else:
            return rest


def _parse(value: JsonValue) -> JsonValue:
    try:
        read = json.loads(value if isinstance(value, str) else write_js(value), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise JsRaised(f"it is no JSON ({error})") from error
    return cast(JsonValue, read)


def _refuse(name: str) -> JsonValue:
    raise ValueError(f"{name} is none")


def _text_of(value: JsonValue) -> JsonValue:
    if isinstance(value, dict | list):
        raise JsRaised("only texts, numbers and truths are written as texts here")
    return value if isinstance(value, str) else write_js(value)


def _method(name: str) -> _Turn:
    def turn(value: JsonValue) -> JsonValue:
        if not isinstance(value, str):
            raise JsRaised(f"{name} is no function of what is no text")
        match name:
            case "trim":
                return value.strip(_SPACE)
            case "trimStart":
                return value.lstrip(_SPACE)
            case "trimEnd":
                return value.rstrip(_SPACE)
            case "toLowerCase":
                return value.lower()
            case _:
                return value.upper()

    return turn


def _below(name: str, *, is_soft: bool) -> _Turn:
    def turn(value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            return value.get(name)
        if isinstance(value, str):
            # Its letters are halves of UTF-32 where they have to be.
            units = value.encode("utf-16-le", "surrogatepass")
            value = [
                units[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 2)
            ]
        if isinstance(value, list) and name == "length":
            return len(value)
        if isinstance(value, list) and _INTEGER.fullmatch(name):
            return value[int(name)] if int(name) < len(value) else None
        if value is None and not is_soft:
            raise JsRaised(f"there is nothing to take {name} from")
        return None

    return turn
