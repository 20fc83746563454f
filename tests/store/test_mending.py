"""Numbers that are none any more: found, and put right."""

import pytest
from sqlalchemy import text, update

from edison.domain import RunId
from edison.store import Health, Store, examine, mend
from edison.store.tables import ATTEMPT_END, RUN
from tests.factories import SOME_TIME
from tests.store.filling import Filler, add_run

RUN_1 = RunId("run_1")


def health_of(store: Store, subject: str) -> Health:
    return next(found.health for found in examine(store) if found.subject == subject)


@pytest.fixture
def spent(store: Store) -> Store:
    """A run with two attempts that were paid, seven each."""
    add_run(store)
    with store.work() as work:
        work.workers.register("w1", host="h", pid=1, started_at=SOME_TIME)
        fill = Filler(work)
        fill.attempt(0)
        fill.attempt(1)
        work.connection.execute(update(RUN).values(spent_microusd=14))
    return store


def test_nothing_is_changed_where_nothing_is_wrong(spent: Store) -> None:
    mended = mend(spent)

    assert (mended.numbers, mended.runs) == (0, ())
    assert health_of(spent, "numbers") is Health.GOOD


def test_costs_and_counts_that_are_too_large_are_the_worst_case_and_unknown(spent: Store) -> None:
    with spent.work() as work:
        work.connection.execute(update(ATTEMPT_END).values(microusd=6 * 10**18, input_tokens=6 * 10**18))
    assert health_of(spent, "numbers") is Health.BAD

    mended = mend(spent)

    assert (mended.numbers, mended.runs) == (4, (RUN_1,))
    with spent.reading() as work:
        assert work.runs.standing(RUN_1).spent_microusd == 200
    assert health_of(spent, "numbers") is Health.GOOD
    assert health_of(spent, "money") is Health.GOOD


def test_a_sum_that_became_a_number_with_a_point_is_counted_anew(spent: Store) -> None:
    if not spent.is_sqlite:
        pytest.skip("a column of this database holds nothing else")
    with spent.work() as work:
        work.connection.execute(text("UPDATE run SET spent_microusd = 9e18 + 9e18"))
    assert health_of(spent, "numbers") is Health.BAD

    mend(spent)

    with spent.reading() as work:
        found = work.connection.execute(text("SELECT typeof(spent_microusd), spent_microusd FROM run")).one()
    assert tuple(found) == ("integer", 14)
    assert health_of(spent, "money") is Health.GOOD
