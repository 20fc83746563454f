"""Placeholders as promptfoo writes them (nunjucks), as far as they can be filled exactly; the rest is named."""

import json
import re
from collections.abc import Mapping
from decimal import Decimal

from pydantic import JsonValue

_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_RAW = re.compile(r"\{%\s*raw\s*%\}(.*?)\{%\s*endraw\s*%\}", re.DOTALL)
_NAME = r"[A-Za-z_$][\w$]*"
_STEP = rf"(?:\.{_NAME}|\.\d{{1,6}}|\[\d{{1,6}}\]|\['[^'\]]*'\]|\[\"[^\"\]]*\"\])"
_PATH = re.compile(rf"\s*({_NAME})((?:{_STEP})*)\s*")
_STEPS = re.compile(_STEP)
_FILTER = re.compile(rf"\|\s*({_NAME})\s*(?:\(\s*([^()]*?)\s*\))?\s*")
_ROUNDS = 5
"""How often a variable may stand for a text with variables in it."""
_MISSING = object()
_LEAST_PLAIN, _LEAST_WITH_EXPONENT = 1e-6, 1e21
_PADDED_EXPONENT = re.compile(r"e([+-])0?")


class NotHonoured(Exception):
    """A text that we could not fill as promptfoo would."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = " ".join(tag.split())[:100]


def has_tags(text: str) -> bool:
    """Whether there is anything to fill."""
    return _TAG.search(text) is not None


def fill(text: str, values: Mapping[str, JsonValue]) -> str:
    """The text with its placeholders filled; a name without a value leaves nothing, as in promptfoo."""
    raw: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        raw.append(found[1])
        return f"{{% raw {len(raw) - 1} %}}"

    def put(found: re.Match[str]) -> str:
        tag = found[0]
        if tag.startswith("{#"):
            return ""
        kept = re.fullmatch(r"\{% raw (\d+) %\}", tag)
        if kept is not None and int(kept[1]) < len(raw):
            return raw[int(kept[1])]
        if not tag.startswith("{{"):
            raise NotHonoured(tag)
        return _written(_value_of(tag[2:-2], values, tag=tag), tag=tag)

    return _TAG.sub(put, _RAW.sub(put_aside, text))


def fill_all(value: JsonValue, values: Mapping[str, JsonValue]) -> JsonValue:
    """A value with every text in it filled."""
    if isinstance(value, str):
        return fill(value, values)
    if isinstance(value, list):
        return [fill_all(one, values) for one in value]
    if isinstance(value, dict):
        return {key: fill_all(one, values) for key, one in value.items()}
    return value


def settle_values(values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Variables of which some stand in others, each filled; a line's end at the end of one does not count."""
    settled: dict[str, JsonValue] = {
        name: value.removesuffix("\n") if isinstance(value, str) else value for name, value in values.items()
    }
    for _ in range(_ROUNDS):
        open_ = [name for name, value in settled.items() if isinstance(value, str) and has_tags(value)]
        if not open_:
            break
        for name in open_:
            settled[name] = fill(str(settled[name]), settled)
    return settled


def _value_of(inside: str, values: Mapping[str, JsonValue], *, tag: str) -> object:
    path = _PATH.match(inside)
    if path is None or path[1] == "env":
        raise NotHonoured(tag)
    value: object = values.get(path[1], _MISSING)
    for step in _STEPS.findall(path[2]):
        value = _below(value, step.strip(".[]").strip("'\""))
    place = path.end()
    while place < len(inside):
        found = _FILTER.match(inside, place)
        if found is None:
            raise NotHonoured(tag)
        value = _filtered(value, found[1], found[2], tag=tag)
        place = found.end()
    return value


def _below(value: object, step: str) -> object:
    if isinstance(value, dict):
        return value.get(step, _MISSING)  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):  # pyright: ignore[reportUnknownArgumentType]
        return value[int(step)]  # pyright: ignore[reportUnknownVariableType]
    return _MISSING


def _filtered(value: object, name: str, argument: str | None, *, tag: str) -> object:
    if name == "safe" and not argument:
        return value
    if name in ("dump", "tojson") and not argument:
        return _dumped(None if value is _MISSING else value)
    if name in ("default", "d") and argument:
        try:
            fallback = json.loads(argument if argument[0] != "'" else json.dumps(argument.strip("'")))
        except ValueError:
            raise NotHonoured(tag) from None
        return fallback if value is _MISSING else value
    raise NotHonoured(tag)


def _written(value: object, *, tag: str) -> str:
    if value is _MISSING or value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value)
    # Without a filter, nunjucks writes lists with commas and mappings as [object Object].
    raise NotHonoured(tag)


def _dumped(value: object) -> str:
    """JSON as JavaScript writes it, down to its numbers."""
    if isinstance(value, list):
        return f"[{','.join(map(_dumped, value))}]"  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, dict):
        fields = (f"{json.dumps(key, ensure_ascii=False)}:{_dumped(one)}" for key, one in value.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return f"{{{','.join(fields)}}}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value)
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """A number as JavaScript writes it: all are floats, and exponents begin at 1e21 and below 1e-6."""
    shortest = repr(float(value))
    if value == 0 or _LEAST_PLAIN <= abs(value) < _LEAST_WITH_EXPONENT:
        return "0" if value == 0 else format(Decimal(shortest), "f").removesuffix(".0")
    return _PADDED_EXPONENT.sub(r"e\1", shortest)
