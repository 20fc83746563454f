"""A strict, logic-less template.

The whole language:

- `{{ name }}` is replaced by a value; `{{ user.name }}` and `{{ items.0 }}` reach into mappings and lists.
- `{% raw %}…{% endraw %}` is left as it stands; this is the one escape.
- Everything else is text. Single braces and a lone `}}` need no escape, so JSON can be written as it is.

Values are inserted verbatim in a single pass and never looked at again. A string stands for itself, anything
else is written as compact JSON. Null is refused like an absent value: an empty cell is too often a mistake,
and whoever means nothing can say so with an empty string. There are no filters, conditions, loops, attributes
or calls.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from edison.errors import RenderedTooLarge, TemplateBroken, ValueNotRenderable, VariablesMissing

MAX_RENDERED_CHARS = 10_000_000

_TAG = re.compile(r"\{\{|\{%|\{#")
_SEGMENT = r"(?:[^\W\d][\w-]*|\d{1,9})"
_VARIABLE = re.compile(rf"\{{\{{\s*(?P<path>[^\W\d][\w-]*(?:\.{_SEGMENT})*)\s*\}}\}}")
_RAW = re.compile(r"\{%\s*raw\s*%\}")
_END_RAW = re.compile(r"\{%\s*endraw\s*%\}")
_COMMENT = re.compile(r"\{#[^\n#]*#\}")
_ADVICE = "Write {{ name }} for a value, or put literal text between {% raw %} and {% endraw %}."


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered text and the given names the template did not use."""

    text: str
    unused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """One place in a template where a value goes."""

    path: str

    @property
    def steps(self) -> list[str]:
        return self.path.split(".")


@dataclass(frozen=True)
class Template:
    """A parsed template; parsing is a step of its own, so that a broken one is refused when it is saved."""

    source: str
    parts: tuple[str | Variable, ...]

    @classmethod
    def parse(cls, source: str) -> "Template":
        """Parse a template, or raise `TemplateBroken` with the place and what to do."""
        return cls(source=source, parts=tuple(_parts_of(source)))

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The paths the template uses, each once, in order of first use."""
        return tuple(dict.fromkeys(part.path for part in self.parts if isinstance(part, Variable)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The top-level names that must be given, each once, in order of first use."""
        return tuple(dict.fromkeys(path.partition(".")[0] for path in self.variables))

    def render(self, values: Mapping[str, object], *, max_chars: int = MAX_RENDERED_CHARS) -> Rendered:
        """Insert the values; one error names every missing variable, and nothing grows past `max_chars`."""
        found = _found_values(self._steps, values=values)
        written = {path: _write(value, path=path, max_chars=max_chars) for path, value in found.items()}
        pieces: list[str] = []
        length = 0
        for part in self.parts:
            piece = written[part.path] if isinstance(part, Variable) else part
            length += len(piece)
            if length > max_chars:
                raise RenderedTooLarge(max_chars=max_chars)
            pieces.append(piece)
        used = self.names
        return Rendered(text="".join(pieces), unused=tuple(name for name in values if name not in used))

    def measure(self, values: Mapping[str, object], *, max_chars: int = MAX_RENDERED_CHARS) -> int:
        """How many characters `render` would give, without making them; it raises whatever `render` would raise."""
        length = self._literal_chars
        if self._steps:
            found = _found_values(self._steps, values=values)
            for path, times in self._uses.items():
                length += times * _measured(found[path], path=path, max_chars=max_chars)
        if length > max_chars:
            raise RenderedTooLarge(max_chars=max_chars)
        return length

    @cached_property
    def _uses(self) -> dict[str, int]:
        """How often each path is used, in order of first use."""
        return dict(Counter(part.path for part in self.parts if isinstance(part, Variable)))

    @cached_property
    def _literal_chars(self) -> int:
        return sum(len(part) for part in self.parts if isinstance(part, str))

    @cached_property
    def _steps(self) -> dict[str, list[str]]:
        return {path: Variable(path).steps for path in self.variables}


def _parts_of(source: str) -> Iterator[str | Variable]:
    position = 0
    while tag := _TAG.search(source, position):
        if tag.start() > position:
            yield source[position : tag.start()]
        if tag[0] == "{{":
            variable = _variable_at(source, position=tag.start())
            yield Variable(variable["path"])
            position = variable.end()
        elif tag[0] == "{%":
            text, position = _raw_at(source, position=tag.start())
            yield text
        else:
            yield _hash_at(source, position=tag.start())
            position = tag.end()
    if position < len(source):
        yield source[position:]


def _variable_at(source: str, *, position: int) -> re.Match[str]:
    if variable := _VARIABLE.match(source, position):
        return variable
    end = source.find("}}", position)
    if end < 0:
        raise _broken(source, position=position, problem="'{{' is never closed by '}}'")
    problem = f"{_shorten(source[position : end + 2])} is not a plain name, with dots for what is inside it"
    raise _broken(source, position=position, problem=problem)


def _raw_at(source: str, *, position: int) -> tuple[str, int]:
    opening = _RAW.match(source, position)
    if not opening:
        end = source.find("%}", position)
        tag = source[position : end + 2] if end >= 0 else source[position:]
        problem = f"{_shorten(tag)} is not known; the only tags are {{% raw %}} and {{% endraw %}}"
        raise _broken(source, position=position, problem=problem)
    closing = _END_RAW.search(source, opening.end())
    if not closing:
        raise _broken(source, position=position, problem="{% raw %} is never closed by {% endraw %}")
    return source[opening.end() : closing.start()], closing.end()


def _hash_at(source: str, *, position: int) -> str:
    """The two characters `{#` as text, unless they open a comment of another template language."""
    if comment := _COMMENT.match(source, position):
        problem = f"{_shorten(comment[0])} looks like a comment, which would be sent as text"
        raise _broken(source, position=position, problem=problem)
    return "{#"


def _broken(source: str, *, position: int, problem: str) -> TemplateBroken:
    line = source.count("\n", 0, position) + 1
    column = position - source.rfind("\n", 0, position)
    return TemplateBroken(problem, line=line, column=column, advice=_ADVICE)


def _shorten(tag: str) -> str:
    return repr(tag if len(tag) <= 60 else f"{tag[:57]}…")


def _found_values(paths: Mapping[str, Sequence[str]], *, values: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    absent: list[str] = []
    null: list[str] = []
    for path, steps in paths.items():
        try:
            found[path] = _look_up(values, steps=steps)
        except LookupError:
            absent.append(path)
        else:
            if found[path] is None:
                null.append(path)
    if absent or null:
        raise VariablesMissing(absent=absent, null=null)
    return found


def _look_up(values: object, *, steps: Sequence[str]) -> object:
    """Follow the steps through mappings and lists only; attributes are out of reach by construction."""
    value = values
    for step in steps:
        # Nearly always a dict, and whether something is one is known much sooner.
        if isinstance(value, (dict, Mapping)) and step in value:
            value = cast(Mapping[str, object], value)[step]
        elif isinstance(value, list | tuple) and step.isdecimal():
            value = cast(Sequence[object], value)[int(step)]
        else:
            raise LookupError(step)
    return value


def _measured(value: object, *, path: str, max_chars: int) -> int:
    if isinstance(value, str):
        return len(value)
    return len(_write(value, path=path, max_chars=max_chars))


def _write(value: object, *, path: str, max_chars: int) -> str:
    if isinstance(value, str):
        return value
    if type(value) is int and value.bit_length() < _SMALL_BITS:
        # What tables are full of; the encoder below is slow to begin.
        return str(value)
    pieces: list[str] = []
    length = 0
    # Piece by piece: a few shared lists inside one another can stand for gigabytes of JSON.
    try:
        for piece in _ENCODER.iterencode(value):
            length += len(piece)
            if length > max_chars:
                raise RenderedTooLarge(max_chars=max_chars)
            pieces.append(piece)
    except (TypeError, ValueError) as error:
        raise ValueNotRenderable(path, type_name=type(value).__name__, problem=str(error)) from error
    except RecursionError as error:
        raise ValueNotRenderable(path, type_name=type(value).__name__, problem="nested too deeply") from error
    return "".join(pieces)


def _plain(value: object) -> dict[object, object]:
    if isinstance(value, Mapping):
        return dict(cast(Mapping[object, object], value))
    raise TypeError(f"{type(value).__name__} is not plain JSON")


_SMALL_BITS = 64
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)
