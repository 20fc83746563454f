"""Reading bodies that strangers wrote: bounded, typed, and never a crash."""

import json
from typing import TypeVar

import msgspec

from edison.errors import Unreadable

T = TypeVar("T")

_EXCERPT_BYTES = 200


def read_json(body: bytes, shape: type[T]) -> T:
    """Decode a body into a shape; unknown fields are ignored, anything else that does not fit is Unreadable."""
    try:
        return msgspec.json.decode(body, type=shape)
    except RecursionError as cause:
        raise Unreadable(
            "The provider's answer is nested too deeply to be read.", may_be_billed=True
        ) from cause
    except (msgspec.MsgspecError, ValueError) as cause:
        return _read_leniently(body, shape, cause)


def _read_leniently(body: bytes, shape: type[T], first_cause: Exception) -> T:
    """The second chance: Python's own parser takes lone surrogates and NaN, which real answers contain."""
    try:
        return msgspec.convert(json.loads(body.decode("utf-8", "surrogateescape")), type=shape)
    except (RecursionError, msgspec.MsgspecError, ValueError):
        raise unreadable(body, first_cause) from first_cause


def unreadable(body: bytes, cause: Exception | str) -> Unreadable:
    """The trouble for a body that is not an answer, with its beginning as evidence."""
    excerpt = body[:_EXCERPT_BYTES].decode("utf-8", "replace")
    what = "an empty body" if not body.strip() else f"{excerpt!r}"
    return Unreadable(
        f"The provider's answer could not be read ({cause}); it begins with {what}.",
        may_be_billed=True,
        excerpt=excerpt,
    )
