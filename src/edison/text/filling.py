"""JSON with placeholders in its texts."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from .extract import JsonValue
from .template import Template

_BRACES = ("{{", "{%", "{#")


def has_braces(text: str) -> bool:
    """Whether there may be something to fill."""
    return any(opening in text for opening in _BRACES)


def fill(value: JsonValue, values: Mapping[str, JsonValue]) -> JsonValue:
    """Fill every text in a value; a text that is one placeholder and nothing else becomes the value itself.

    Raises:
        TemplateBroken, VariablesMissing, ValueNotRenderable, RenderedTooLarge: a text cannot be filled.
    """
    if isinstance(value, str):
        return _fill_text(value, values)
    if isinstance(value, list):
        return [fill(item, values) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, values) for key, item in value.items()}
    return value


def texts_to_fill(value: JsonValue) -> Iterator[str]:
    """Every text in a value in which there may be something to fill."""
    if isinstance(value, str):
        yield from (value,) if has_braces(value) else ()
    elif isinstance(value, list):
        for item in value:
            yield from texts_to_fill(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_to_fill(item)


def _fill_text(text: str, values: Mapping[str, JsonValue]) -> JsonValue:
    if not has_braces(text):
        return text
    template = _parsed(text)
    rendered = template.render(values).text
    if len(template.parts) != 1 or not template.variables:
        return rendered
    found = cast(JsonValue, values)
    for step in template.variables[0].split("."):
        found = found[int(step)] if isinstance(found, list) else cast(dict[str, JsonValue], found)[step]
    return found


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Template:
    return Template.parse(text)
