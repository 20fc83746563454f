"""The ways in which a judge writes down what it found."""

from collections.abc import Callable
from dataclasses import dataclass

from edison.domain import Answer, Form, Rubric, Tool, ToolChoice
from edison.text import Unreadable

from .findings import Findings

_FREE = Form()


@dataclass(frozen=True, slots=True)
class Request:
    """What a form adds to the question."""

    words: str
    """The last thing the judge is told."""
    form: Form = _FREE
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """One way: how it is asked for, and how it is read."""

    request: Callable[[Rubric], Request]
    read: Callable[[Answer, Rubric], Findings | Unreadable]
