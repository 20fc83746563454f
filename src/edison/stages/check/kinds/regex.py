"""regex: a pattern is found in the answer, by an engine whose time grows with the text and no faster."""

from functools import lru_cache
from typing import Any, Protocol, cast

from pydantic import JsonValue

from edison.domain import Output

from .kind import CheckMisfit, SeenOutput, Test, quote

MOST_STEPS = 40_000_000
"""The size of a compiled pattern times that of a text; at most about a second of searching."""


class Pattern(Protocol):
    """What we need of a compiled pattern."""

    @property
    def programsize(self) -> int: ...

    def search(self, text: bytes) -> object: ...


def matches(value: JsonValue) -> Test:
    """The pattern is found anywhere in the answer; `^`, `$` and `(?i)` say otherwise."""
    if not isinstance(value, str) or not value:
        raise CheckMisfit("must be a pattern")
    pattern = compile_pattern(value)

    def look(output: Output) -> SeenOutput:
        return _look(pattern, written=value, text=output.text)

    return look


@lru_cache(maxsize=256)
def compile_pattern(written: str) -> Pattern:
    """Compile for RE2, which takes neither look-around nor back-references; raises `CheckMisfit`."""
    # Loaded only for those who have a pattern; it comes without types.
    import re2  # pyright: ignore[reportMissingTypeStubs]

    engine = cast(Any, re2)
    options = engine.Options()
    options.log_errors = False
    try:
        return cast(Pattern, engine.compile(_bytes_of(written), options))
    except engine.error as error:
        said = cast(bytes, error.args[0]).decode("utf-8", "replace")
        raise CheckMisfit(
            f"{quote(written)} is no pattern that can be used ({said}); "
            "patterns are those of RE2, without look-around and back-references"
        ) from error


def is_found(pattern: Pattern, text: str) -> bool | None:
    """Whether the pattern is found; None where pattern and text together are too large to try."""
    searched = _bytes_of(text)
    if pattern.programsize * len(searched) > MOST_STEPS:
        return None
    return pattern.search(searched) is not None


def _look(pattern: Pattern, *, written: str, text: str) -> SeenOutput:
    found = is_found(pattern, text)
    if found is None:
        return SeenOutput(holds=None, sentence=f"It is too long to be searched for {quote(written)}.")
    return SeenOutput(
        holds=found, sentence=f"It {'matches' if found else 'does not match'} {quote(written)}."
    )


def _bytes_of(text: str) -> bytes:
    # A lone surrogate is no UTF-8; any character that is none of the others may stand for it.
    return text.encode("utf-8", "replace")
