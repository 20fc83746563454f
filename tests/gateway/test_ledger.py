from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Attempt, AttemptEnd, AttemptId, AttemptState, CallId, Certainty, Cost
from edison.errors import BudgetSpent, PriceUnknown
from edison.gateway import MemoryLedger

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def an_attempt(number: int, worst: int | None) -> Attempt:
    return Attempt(
        id=AttemptId(f"att_{number}"),
        call_id=CallId("call_1"),
        number=1,
        endpoint="stub/stub",
        fingerprint="f",
        opened_at=NOW,
        worst_case_microusd=worst,
    )


def an_end(number: int, state: AttemptState, microusd: int | None) -> AttemptEnd:
    certainty = Certainty.UNKNOWN if microusd is None else Certainty.EXACT
    cost = Cost(microusd=microusd, certainty=certainty)
    return AttemptEnd(attempt_id=AttemptId(f"att_{number}"), ended_at=NOW, state=state, cost=cost)


async def test_a_reservation_that_does_not_fit_is_refused_and_holds_nothing() -> None:
    ledger = MemoryLedger(budget_microusd=100)
    await ledger.open(an_attempt(1, 60))

    with pytest.raises(BudgetSpent, match=r"0\.000040 USD is left"):
        await ledger.open(an_attempt(2, 41))

    assert ledger.held_microusd == 60


async def test_an_unknown_price_is_refused_under_a_budget_and_taken_without_one() -> None:
    with pytest.raises(PriceUnknown):
        await MemoryLedger(budget_microusd=100).open(an_attempt(1, None))

    await MemoryLedger().open(an_attempt(1, None))


async def test_an_end_is_counted_once_and_an_unknown_one_not_at_all() -> None:
    ledger = MemoryLedger(budget_microusd=100)
    await ledger.open(an_attempt(1, 60))

    for _ in range(3):
        ledger.close(an_end(1, AttemptState.SETTLED, 10))
    ledger.close(an_end(99, AttemptState.SETTLED, 10))

    assert (ledger.spent_microusd, ledger.held_microusd) == (10, 0)


async def test_only_the_newest_entries_are_kept_whole() -> None:
    ledger = MemoryLedger(keep=3)
    for number in range(10):
        await ledger.open(an_attempt(number, 1))
        ledger.close(an_end(number, AttemptState.SETTLED, 1))

    assert [entry.attempt.id for entry in ledger.entries] == ["att_7", "att_8", "att_9"]
    assert ledger.counts[AttemptState.SETTLED] == 10
    assert ledger.spent_microusd == 10


@given(
    st.lists(
        st.tuples(
            st.integers(0, 50),
            st.sampled_from([AttemptState.SETTLED, AttemptState.FAILED, AttemptState.OUTCOME_UNKNOWN]),
        )
    ),
    st.integers(0, 300),
)
async def test_spent_and_held_never_exceed_the_budget(
    ends: list[tuple[int, AttemptState]], budget: int
) -> None:
    ledger = MemoryLedger(budget_microusd=budget)
    for number, (worst, state) in enumerate(ends):
        try:
            await ledger.open(an_attempt(number, worst))
        except BudgetSpent:
            continue
        assert ledger.spent_microusd + ledger.held_microusd <= budget
        ledger.close(an_end(number, state, worst // 2))
        assert ledger.spent_microusd + ledger.held_microusd <= budget
