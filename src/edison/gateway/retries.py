"""Whether and when to try again: one rule per class of trouble."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from edison.domain import Stream
from edison.errors import (
    AuthRefused,
    BadRequest,
    BrokenStream,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)


@dataclass(frozen=True, slots=True)
class RetryRule:
    """How often to try in all, and how long to wait in between: doubling from base to cap, with jitter."""

    tries: int = 1
    base_s: float = 1.0
    cap_s: float = 30.0


ONCE = RetryRule()

DEFAULT_RULES: Mapping[type[ProviderTrouble], RetryRule] = {
    RateLimited: RetryRule(tries=8, base_s=1.0, cap_s=60.0),
    Unavailable: RetryRule(tries=5, base_s=0.5, cap_s=30.0),
    TimedOut: RetryRule(tries=3, base_s=1.0, cap_s=30.0),
    UnknownOutcome: RetryRule(tries=3, base_s=0.5, cap_s=30.0),
    BrokenStream: RetryRule(tries=3, base_s=0.5, cap_s=30.0),
    Unreadable: RetryRule(tries=3, base_s=0.5, cap_s=30.0),
    QuotaGone: ONCE,
    AuthRefused: ONCE,
    BadRequest: ONCE,
}


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """The rules in force. `repeat_unknown` allows repeating what may have been billed already."""

    rules: Mapping[type[ProviderTrouble], RetryRule] = field(default_factory=lambda: DEFAULT_RULES)
    repeat_unknown: bool = True

    def wait_before_next(self, trouble: ProviderTrouble, *, tried: int, jitter: Stream) -> float | None:
        """Seconds to wait before the next try, or None when there must not be one."""
        rule = self._rule_for(trouble)
        if tried >= rule.tries or (trouble.may_be_billed and not self.repeat_unknown):
            return None
        backoff = min(rule.base_s * 2 ** (tried - 1), rule.cap_s) * jitter.uniform(0.5, 1.0)
        return max(backoff, trouble.retry_after_s or 0.0)

    def _rule_for(self, trouble: ProviderTrouble) -> RetryRule:
        for ancestor in type(trouble).__mro__:
            rule = self.rules.get(ancestor)  # pyright: ignore[reportArgumentType] (an ancestor that is no trouble is in no table)
            if rule is not None:
                return rule
        return ONCE


NO_RETRIES = RetryPolicy(rules={})
