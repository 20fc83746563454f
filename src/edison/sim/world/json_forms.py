"""Reading the JSON form a prompt asks for in words, from the example it shows."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

import orjson

from .json_shapes import as_object, is_array, is_object

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
