"""What a reader returns when it cannot make sense of a text: a value with a named reason."""

from dataclasses import dataclass
from enum import StrEnum

_HEAD, _TAIL = 120, 77


class WhyUnreadable(StrEnum):
    """The named reasons, stable enough to be stored and counted."""

    EMPTY = "empty"
    ONLY_THINKING = "only_thinking"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    NUMBER_TOO_LONG = "number_too_long"
    NOT_FINITE = "not_finite"
    NO_JSON = "no_json"
    BROKEN_JSON = "broken_json"
    WRONG_SHAPE = "wrong_shape"
    NO_SUFFIX = "no_suffix"
    NOT_A_NUMBER = "not_a_number"
    OUT_OF_RANGE = "out_of_range"
    UNKNOWN_TOKEN = "unknown_token"
    MISSING_KEY = "missing_key"
    DUPLICATE_KEY = "duplicate_key"
    WRONG_COUNT = "wrong_count"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text could not be read; a bad answer is data, so this is a result."""

    reason: WhyUnreadable
    excerpt: str
    """A bounded piece of the text, for people; untrusted like the text itself."""
    detail: str
    """One sentence that could be shown to whoever wrote the text."""


def unreadable(reason: WhyUnreadable, *, text: str, detail: str) -> Unreadable:
    """Name why `text` could not be read, keeping a bounded excerpt of it."""
    return Unreadable(reason=reason, excerpt=excerpt_of(text), detail=detail)


def excerpt_of(text: str) -> str:
    """The beginning and the end of a text, at most 200 characters."""
    stripped = text.strip()
    if len(stripped) <= _HEAD + _TAIL + 3:
        return stripped
    return f"{stripped[:_HEAD]} … {stripped[-_TAIL:]}"
