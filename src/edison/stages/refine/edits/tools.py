"""The tools of a prompt as a text that can be edited like any other, and what has to stay in them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import JsonValue, ValidationError

from edison.domain import Tool

_SAID = frozenset({"description", "title", "examples", "$comment"})
"""What is for the model to read: it may be said in other words."""
_NARROWS = frozenset(
    {
        "enum", "const", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
        "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems",
    }
)  # fmt: skip
"""What may be added: whoever answers the tool takes such arguments already."""


def write_tools(tools: Sequence[Tool]) -> str:
    """All tools as JSON, one thing a line; empty where there are none."""
    if not tools:
        return ""
    rows = [
        {"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in tools
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False)


def read_tools(text: str) -> tuple[Tool, ...] | None:
    """The tools that such a text means; None where it is none any more."""
    try:
        read = json.loads(text or "[]")
        rows = cast("list[object]", read if isinstance(read, list) else [read])
        return tuple(Tool.model_validate(row) for row in rows)
    except (ValueError, ValidationError):
        return None


def find_broken_tools(before: Sequence[Tool], after: Sequence[Tool]) -> Iterator[str]:
    """What the application behind the tools would no longer understand, a sentence each."""
    old, new = ({tool.name: tool for tool in tools} for tools in (before, after))
    for name in sorted({*old} ^ {*new}):
        yield f"It {'adds' if name in new else 'takes out'} the tool {name}, which only its application can do."
    for name in (name for name in old if name in new):
        if not _takes(old[name].parameters, new[name].parameters):
            yield f"It changes what the tool {name} takes: only descriptions may change, or narrow what is allowed."


def _takes(old: JsonValue, new: JsonValue) -> bool:
    """Whether arguments by the new schema are arguments by the old one too, as far as names tell."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return old == new
    added = {*new} - {*old}
    return added <= _SAID | _NARROWS | {"required"} and all(
        _keeps(key, old[key], new) for key in old if key not in _SAID
    )


def _keeps(key: str, old: JsonValue, schema: Mapping[str, JsonValue]) -> bool:
    new = schema.get(key)
    if key == "properties" and isinstance(old, dict) and isinstance(new, dict):
        return {*old} == {*new} and all(_takes(old[name], new[name]) for name in old)
    if key in ("required", "enum") and isinstance(old, list) and isinstance(new, list):
        more, fewer = (new, old) if key == "required" else (old, new)
        return all(one in more for one in fewer)
    return _takes(old, new)
