"""The gate: revoked keys, removed models, faults, limits and money, before a request is worked on."""

from __future__ import annotations

from itertools import count

import msgspec

from ..wire.shapes import LimitState, Trouble
from .dice import Arrival, FaultDice
from .limits import Denial, LimitBook
from .plan import FaultPlan

_KEPT_VIOLATIONS = 10_000


class Admission(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a request: it is refused, goes wrong by a rule, or is simply answered."""

    trouble: Trouble | None = None
    sentence: str = ""
    retry_after_s: float | None = None
    rule: int | None = None
    """The place of the rule in the plan."""
    ticket: int | None = None
    """To be settled when the request is over."""
    state: LimitState | None = None


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """A request that came although its sender had been told to wait."""

    at_s: float
    told_at_s: float
    until_s: float
    key: str | None
    model: str | None

    @property
    def since_told_s(self) -> float:
        """How long the sender had known."""
        return self.at_s - self.told_at_s


class WaitNotice(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that told its reader to stay away for a while."""

    key: str | None
    model: str | None
    at_s: float
    window_s: float


class Gate:
    """Where requests are let in."""

    def __init__(self, plan: FaultPlan) -> None:
        self.violations: list[Violation] = []
        # Never begun anew: a ticket of an earlier plan must not be taken for one of a later.
        self._numbers = count(1)
        self.adopt(plan)

    def adopt(self, plan: FaultPlan) -> None:
        """Follow another plan; all counting begins anew."""
        self.plan = plan
        self._dice = FaultDice(plan)
        self._book = LimitBook(plan.limits, numbers=self._numbers)
        self._told: dict[tuple[str | None, str | None], tuple[float, float]] = {}

    def admit(self, arrival: Arrival) -> Admission:
        """Let a request in, or say what becomes of it."""
        plan = self.plan
        if plan.revoked_keys and arrival.key in plan.revoked_keys:
            return Admission(trouble=Trouble.KEY_WRONG)
        if plan.removed_models and arrival.model in plan.removed_models:
            return Admission(trouble=Trouble.MODEL_MISSING, sentence=arrival.model or "")
        if not plan.needs_counting:
            return _PASSED
        self._note_violation(arrival)
        rule = self._dice.draw(arrival)
        if rule is not None:
            return Admission(rule=rule)
        return self._by_limits(arrival)

    def settle(self, ticket: int, *, tokens: int, microusd: int) -> None:
        """Count what a request that was let in has taken."""
        self._book.settle(ticket, tokens=tokens, microusd=microusd)

    def charge(self, arrival: Arrival, microusd: int) -> None:
        """Money a batch has cost."""
        self._book.charge(arrival, microusd)

    def caution(self, caution: WaitNotice) -> None:
        """Remember that a caller was told to wait."""
        self._told[caution.key, caution.model] = (caution.at_s, caution.at_s + caution.window_s)

    def _by_limits(self, arrival: Arrival) -> Admission:
        admitted = self._book.admit(arrival)
        state = self._book.state_of(arrival)
        if not isinstance(admitted, Denial):
            return Admission(ticket=admitted.number, state=state)
        trouble = Trouble.QUOTA_GONE if admitted.retry_after_s is None else Trouble.RATE_LIMITED
        return Admission(
            trouble=trouble, sentence=admitted.sentence, retry_after_s=admitted.retry_after_s, state=state
        )

    def _note_violation(self, arrival: Arrival) -> None:
        told_at_s, until_s = self._told.get((arrival.key, arrival.model), (0.0, 0.0))
        if arrival.at_s < until_s and len(self.violations) < _KEPT_VIOLATIONS:
            self.violations.append(
                Violation(
                    at_s=arrival.at_s,
                    told_at_s=told_at_s,
                    until_s=until_s,
                    key=arrival.key,
                    model=arrival.model,
                )
            )


_PASSED = Admission()
