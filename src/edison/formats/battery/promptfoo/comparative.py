"""select-best and max-score: assertions about all answers to a test at once."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from edison.domain import MAX_SCORE, SELECT_BEST, Check

from ...reading.nodes import tell
from .assertion import Assertion, Unusable

COMPARATIVE = {"select-best": SELECT_BEST, "max-score": MAX_SCORE}


class MadeOf(NamedTuple):
    """Which finding an assertion leads to."""

    type: str
    """As promptfoo calls it."""
    finding: str
    """As the finding is called."""


def compare_answers(one: Assertion, *, test: str, made: Sequence[MadeOf], already: Sequence[Check]) -> Check:
    """The check that only the best answer to a test passes; raises `Unusable`."""
    kind = COMPARATIVE[one.type]
    if one.negated:
        raise Unusable("it has no opposite")
    if any(check.kind == kind for check in already):
        raise Unusable("the test has one already, and promptfoo looks at the first alone")
    if kind == SELECT_BEST:
        if not isinstance(one.value, str) or not one.value.strip():
            raise Unusable(f"its value is {tell(one.value)} and no text")
        return Check(kind=kind, value={"among": test, "by": one.value.strip()})
    return Check(kind=kind, value={"among": test, **_scored(one, made)})


def _scored(one: Assertion, made: Sequence[MadeOf]) -> dict[str, JsonValue]:
    if not made:
        raise Unusable("nothing else is asserted that could be scored")
    options = {} if one.value is None else one.value
    if not isinstance(options, dict):
        raise Unusable(f"its value is {tell(one.value)} and no mapping")
    scored: dict[str, JsonValue] = {}
    if options.get("method") is not None:
        scored["method"] = options["method"]
    if options.get("threshold") is not None:
        scored["at_least"] = options["threshold"]
    weights = options.get("weights")
    if isinstance(weights, dict):
        scored["weights"] = _weights(weights, made)
    return scored


def _weights(written: Mapping[str, JsonValue], made: Sequence[MadeOf]) -> dict[str, JsonValue]:
    """Weights by the names of our findings; several assertions that lead to one finding must weigh the same."""
    weights: dict[str, JsonValue] = {}
    for type_, finding in made:
        weight = written.get(type_, 1)
        if weights.setdefault(finding, weight) != weight:
            raise Unusable(f"assertions that are one check here ({finding}) have different weights")
    return weights
