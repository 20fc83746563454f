import pytest

from edison.domain import Chance
from edison.errors import (
    AuthRefused,
    BadRequest,
    BrokenStream,
    ModelMissing,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    TooLong,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)
from edison.gateway import NO_RETRIES, RetryPolicy, RetryRule

JITTER = Chance(1).stream("jitter")

TRIES = {
    RateLimited: 8,
    Unavailable: 5,
    TimedOut: 3,
    UnknownOutcome: 3,
    BrokenStream: 3,
    Unreadable: 3,
    QuotaGone: 1,
    AuthRefused: 1,
    BadRequest: 1,
    ModelMissing: 1,
    TooLong: 1,
    ProviderTrouble: 1,
}


@pytest.mark.parametrize("trouble", TRIES)
def test_each_class_is_tried_as_often_as_its_rule_says(trouble: type[ProviderTrouble]) -> None:
    policy = RetryPolicy()

    tried = 1
    while policy.wait_before_next(trouble("no"), tried=tried, jitter=JITTER) is not None:
        tried += 1

    assert tried == TRIES[trouble]


def test_waits_double_up_to_a_cap_and_are_jittered_downwards() -> None:
    policy = RetryPolicy(rules={Unavailable: RetryRule(tries=10, base_s=1.0, cap_s=8.0)})

    waits = [policy.wait_before_next(Unavailable("no"), tried=tried, jitter=JITTER) for tried in range(1, 8)]

    for wait, full in zip(waits, (1, 2, 4, 8, 8, 8, 8), strict=True):
        assert wait is not None
        assert full / 2 <= wait <= full


def test_a_stated_wait_is_never_shortened() -> None:
    wait = RetryPolicy().wait_before_next(RateLimited("no", retry_after_s=123.0), tried=1, jitter=JITTER)

    assert wait == 123.0


def test_what_may_be_billed_is_repeated_only_where_the_policy_allows() -> None:
    trouble = TimedOut("late", may_be_billed=True)

    assert RetryPolicy(repeat_unknown=True).wait_before_next(trouble, tried=1, jitter=JITTER) is not None
    assert RetryPolicy(repeat_unknown=False).wait_before_next(trouble, tried=1, jitter=JITTER) is None


def test_without_rules_nothing_is_repeated() -> None:
    assert NO_RETRIES.wait_before_next(RateLimited("no"), tried=1, jitter=JITTER) is None
