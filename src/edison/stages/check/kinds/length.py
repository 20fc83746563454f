"""length: the answer has so many characters or words."""

from collections.abc import Callable

from pydantic import JsonValue

from edison.domain import Output

from .kind import CheckMisfit, SeenOutput, Test

_Count = Callable[[str], int]

_UNITS: dict[str, tuple[str, _Count]] = {
    "chars": ("characters", len),
    "words": ("words", lambda text: len(text.split())),
}
_LIMITS = ("min_chars", "max_chars", "min_words", "max_words")


def has_length(value: JsonValue) -> Test:
    """The answer keeps all given limits: `min_chars`, `max_chars`, `min_words`, `max_words`."""
    limits = _read_limits(value)

    def look(output: Output) -> SeenOutput:
        seen = [_measure(output.text, limit=limit, bound=bound) for limit, bound in limits.items()]
        return next((one for one in seen if not one.holds), seen[0])

    return look


def _read_limits(value: JsonValue) -> dict[str, int]:
    if not isinstance(value, dict) or not value:
        raise CheckMisfit(f"must give at least one limit of {', '.join(_LIMITS)}")
    limits = {limit: _read_bound(limit, bound) for limit, bound in value.items()}
    for unit in _UNITS:
        low, high = limits.get(f"min_{unit}", 0), limits.get(f"max_{unit}")
        if high is not None and low > high:
            raise CheckMisfit(f"is above max_{unit}, so no answer can keep both", field=f"value.min_{unit}")
    return limits


def _read_bound(limit: str, bound: JsonValue) -> int:
    if limit not in _LIMITS:
        raise CheckMisfit(f"is no limit; there are {', '.join(_LIMITS)}", field=f"value.{limit}")
    if isinstance(bound, bool) or not isinstance(bound, int) or bound < 0:
        raise CheckMisfit("must be a whole number from 0 on", field=f"value.{limit}")
    return bound


def _measure(text: str, *, limit: str, bound: int) -> SeenOutput:
    end, _, unit = limit.partition("_")
    name, count = _UNITS[unit]
    measured = count(text)
    holds = measured >= bound if end == "min" else measured <= bound
    side = "at least" if end == "min" else "at most"
    return SeenOutput(
        holds=holds,
        sentence=f"It has {measured:,} {name}; the limit is {side} {bound:,}.",
        measured=float(measured),
    )
