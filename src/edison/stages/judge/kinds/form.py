"""What a judge fills in, the forms in which it may write that down, and what comes of reading it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from pydantic import JsonValue

from edison.domain import Form, Reading, Tool, ToolChoice
from edison.text import JsonValue as TextJson
from edison.text import Unreadable

F = TypeVar("F")

Schema: TypeAlias = dict[str, JsonValue]
Written: TypeAlias = Mapping[str, TextJson]
"""An object as a judge wrote it."""

_FREE = Form()


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Why there is no finding, for good."""

    reason: str
    is_final: bool = False
    """Whether the same question would fail in the same way."""


@dataclass(frozen=True, slots=True)
class Read(Generic[F]):
    """A finding, and what it took to read it."""

    finding: F
    reading: Reading


@dataclass(frozen=True, slots=True, eq=False)
class Sheet(Generic[F]):
    """What a judge of one mode fills in, and what is made of it; the same in every form. Made once, used often."""

    name: str
    """Of the schema; a tool that takes it is called `submit_` and this."""
    task: str
    """What the judge is to do, in one sentence without its full stop."""
    schema: Schema
    bounded: Schema
    """The same with bounds on lengths: where a server draws by a schema, no model can ramble on in it."""
    keys: tuple[str, ...]
    """Keys by which its object is told from others in the same text."""
    lines: str
    """The lines it becomes where there is no object, as they are asked for."""
    read_object: Callable[[Written], F | Unreadable]
    read_lines: Callable[[str], Read[F] | Unreadable]
    write: Callable[[F], str]
    """A finding in words, to be shown to a critic."""
    combine: Callable[[Sequence[F]], F | NotJudged]
    """One finding of several samples."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a form adds to the question."""

    words: str
    """The last thing the judge is told."""
    form: Form = _FREE
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None


def some_text(description: str, *, most_chars: int | None) -> Schema:
    """The schema of a text of at most so many characters; None sets no bound."""
    text: Schema = {"type": "string", "description": description}
    return text if most_chars is None else {**text, "maxLength": most_chars}


def some_items(item: Schema, *, most: int | None) -> Schema:
    """The schema of a list of at most so many; None sets no bound."""
    items: Schema = {"type": "array", "items": item}
    return items if most is None else {**items, "maxItems": most}


def an_object(properties: Schema) -> Schema:
    """The schema of an object that has these properties and no others; their order is that of writing."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
