"""One assertion of promptfoo's, and what it goes by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from pydantic import JsonValue


class AssertionSort(StrEnum):
    """What an assertion goes by."""

    ANSWER = "answer"
    """The answer and its calls of tools, without asking anyone."""
    MEASURED = "measured"
    """How the answer came: time, cost, end, likelihood."""
    MEANING = "meaning"
    """Vectors of texts."""
    GRADED = "graded"
    """What a judge says."""
    CODE = "code"
    """A program in the configuration."""
    TRACED = "traced"
    """Spans that the provider's own program reports, of which there are none here."""
    ELSEWHERE = "elsewhere"
    """Somebody else's service."""
    UNKNOWN = "unknown"
    """No type of promptfoo's."""


class Unusable(Exception):
    """An assertion that we could not make as promptfoo would, and why."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion with its value filled."""

    type: str
    """Without `not-`."""
    negated: bool
    value: JsonValue
    threshold: float | None
    schemas: Mapping[str, JsonValue]
    """Of the arguments of the tools that are offered, by their names."""
    config: JsonValue = None
    """What code is handed besides."""
    extras: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """All else that was written with it."""


Made: TypeAlias = tuple[str, JsonValue]
"""A kind of check and its value."""
Make: TypeAlias = Callable[[Assertion], Made]
