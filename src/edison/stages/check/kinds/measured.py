"""latency, cost, perplexity, perplexity_score, finish_reason: how the answer came, where that is known."""

import math
from collections.abc import Callable

from pydantic import JsonValue

from edison.domain import AnswerFacts, Output
from edison.text import write_apart

from .kind import CheckMisfit, SeenOutput, TestByFacts, beside_limit, quote, read_fields, words_of

_UNKNOWN = "It is not known {what}, so this was not looked at."


def is_quick(value: JsonValue) -> TestByFacts:
    """The provider took at most `at_most_ms`, waiting for a slot aside."""
    most = _limit(value, "at_most_ms")
    return _at_most(lambda facts: facts.latency_ms, most, "how long it took", "It took {} ms", decimals=0)


def is_cheap(value: JsonValue) -> TestByFacts:
    """It cost at most `at_most_usd`."""
    most = _limit(value, "at_most_usd")
    return _at_most(lambda facts: facts.cost_usd, most, "what it cost", "It cost {} USD", decimals=6)


def is_expected_of_the_model(value: JsonValue) -> TestByFacts:
    """Its perplexity is at most `at_most`; the model has to tell log-probabilities."""
    most = _limit(value, "at_most")

    def read(facts: AnswerFacts) -> float | None:
        return None if facts.mean_logprob is None else math.exp(-facts.mean_logprob)

    return _at_most(read, most, "how likely its tokens were", "Its perplexity is {}", decimals=3)


def is_likely(value: JsonValue) -> TestByFacts:
    """Its perplexity p, told as 1 / (1 + p), is at least `at_least`."""
    least = _limit(value, "at_least")

    def look(_: Output, facts: AnswerFacts) -> SeenOutput:
        if facts.mean_logprob is None:
            return SeenOutput(None, _UNKNOWN.format(what="how likely its tokens were"))
        score = 1 / (1 + math.exp(-facts.mean_logprob))
        return SeenOutput(
            score >= least,
            f"Its score by perplexity is {beside_limit(score, least)}.",
            score,
        )

    return TestByFacts(look)


def ended_so(value: JsonValue) -> TestByFacts:
    """The provider gave this reason for the end: `stop`, `length`, `tool_calls`, `content_filter`."""
    wanted = words_of(value).strip()

    def look(_: Output, facts: AnswerFacts) -> SeenOutput:
        if facts.outcome is None:
            return SeenOutput(None, _UNKNOWN.format(what="how it ended"))
        same = facts.outcome.casefold() == wanted.casefold()
        return SeenOutput(same, f"It ended with {quote(facts.outcome)}; the given end is {quote(wanted)}.")

    return TestByFacts(look)


def _at_most(
    read: Callable[[AnswerFacts], float | None], most: float, what: str, sentence: str, *, decimals: int
) -> TestByFacts:
    def look(_: Output, facts: AnswerFacts) -> SeenOutput:
        measured = read(facts)
        if measured is None:
            return SeenOutput(None, _UNKNOWN.format(what=what))
        told = write_apart(measured, most, least=decimals)[0]
        return SeenOutput(measured <= most, f"{sentence.format(told)}; the limit is {most:g}.", measured)

    return TestByFacts(look)


def _limit(value: JsonValue, key: str) -> float:
    limit = read_fields(value, known=(key,), needed=(key,))[key]
    if isinstance(limit, bool) or not isinstance(limit, int | float) or limit < 0:
        raise CheckMisfit("must be a number from 0 on", field=f"value.{key}")
    return float(limit)
