"""Parsed JSON, which may be anything, and the JSON form a prompt shows by an example."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import islice
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


_MOST_TRIES = 40
_ASKS_JSON = re.compile(r"\bJSON\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"<[^<>\n]{1,60}>|\.\.\.|…")
_OPTION = r'(?:"(?:[^"\\]|\\.){0,200}"|true|false|null|-?\d{1,6})'
_CHOICE = re.compile(rf"{_OPTION}(?:\s*(?:\||/|-|–|\bor\b|\bto\b)\s*{_OPTION})+")
_SEPARATOR = re.compile(r"\s*(?:\||/|–|\bor\b|\bto\b|(?<=\d)-(?=\d))\s*")
_BARE = re.compile(r":\s*(?!(?:true|false|null)\b)(?P<word>[A-Za-z_][\w /-]*)(?=\s*[,}\]])")


@lru_cache(maxsize=2048)
def example_schema(prompt: str) -> dict[str, object] | None:
    """Make a schema of the first JSON object shown in a prompt that asks for JSON."""
    if not _ASKS_JSON.search(prompt):
        return None
    for start in (match.start() for match in islice(re.finditer(r"\{", prompt), _MOST_TRIES)):
        shown = _balanced(prompt, start)
        parsed = _parsed(shown) if shown else None
        if as_object(parsed):
            return _schema_of(parsed)
    return None


def _balanced(text: str, start: int) -> str | None:
    depth = 0
    for place in range(start, min(len(text), start + 4000)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return text[start : place + 1]
    return None


def _parsed(shown: str) -> object:
    """Parse an example; placeholders and `true | false` choices in it are no JSON yet."""
    for text in (shown, _BARE.sub(': "text"', _CHOICE.sub(_first_choice, _PLACEHOLDER.sub("0", shown)))):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            continue
    return None


def _first_choice(match: re.Match[str]) -> str:
    options = [option.strip() for option in _SEPARATOR.split(match.group())]
    if all(option.startswith('"') for option in options):
        return orjson.dumps({"enum": [option.strip('"') for option in options]}).decode()
    return options[0]


def _schema_of(value: object) -> dict[str, object]:
    if is_object(value):
        if set(value) == {"enum"}:
            return {"enum": value["enum"]}
        properties = {name: _schema_of(inner) for name, inner in value.items()}
        return {"type": "object", "properties": properties, "required": list(properties)}
    if is_array(value):
        return {"type": "array", "items": _schema_of(value[0])} if value else {"type": "array"}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, (int, float)):
        return {"type": "number"} if isinstance(value, float) else {"type": "integer"}
    return {"type": "string"}
