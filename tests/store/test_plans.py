"""Waves and generations: which units are planned, and which are to be done once more."""

import pytest

from edison.domain import CELLS, PAIRS, RunId, StageName
from edison.errors import RunMissing
from edison.store import Store
from tests.factories import a_run, a_wave
from tests.store.filling import RUN

GENERATE, JUDGE = StageName.GENERATE, StageName.JUDGE


@pytest.fixture(autouse=True)
def _run(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)


def test_waves_come_back_in_their_order_and_are_added_up(store: Store) -> None:
    with store.work() as work:
        assert work.waves.planned(RUN, lane=CELLS) == 0
        second = a_wave(number=2, first_unit=100, units=20, body="\x00second")
        assert work.waves.add(RUN, second)
        assert work.waves.add(RUN, a_wave())

        assert work.waves.planned(RUN, lane=CELLS) == 120
        assert work.waves.of_run(RUN) == [a_wave(), second]
        assert work.waves.of_run(RUN, lane=PAIRS) == []


@pytest.mark.parametrize(
    ("units", "numbers"),
    [
        (range(10), [1]),
        (range(10, 11), [2]),
        (range(9, 11), [1, 2]),
        (range(20, 30), []),
        (range(99), [1, 2]),
    ],
)
def test_waves_are_found_by_the_units_they_hold(store: Store, units: range, numbers: list[int]) -> None:
    with store.work() as work:
        work.waves.add(RUN, a_wave(units=10))
        work.waves.add(RUN, a_wave(number=2, first_unit=10, units=10))

        assert [wave.number for wave in work.waves.of_run(RUN, units=units)] == numbers


def test_planning_twice_plans_nothing_twice(store: Store) -> None:
    with store.work() as work:
        work.waves.add(RUN, a_wave())

        assert not work.waves.add(RUN, a_wave(units=50))
        assert work.waves.planned(RUN, lane=CELLS) == 100


def test_nothing_is_planned_for_a_run_that_is_not_there(store: Store) -> None:
    with store.work() as work:
        with pytest.raises(RunMissing):
            work.waves.add(RunId("run_0"), a_wave())
        with pytest.raises(RunMissing):
            work.generations.ask(RunId("run_0"), GENERATE, [(1, 0)])


def test_a_unit_is_in_its_first_generation_until_it_is_asked_for_again(store: Store) -> None:
    with store.work() as work:
        assert work.generations.generations(RUN, GENERATE, first=0, last=100) == {}
        assert work.generations.ask(RUN, GENERATE, [(5, 0), (7, 0), (5, 0)]) == 2
        assert work.generations.ask(RUN, GENERATE, [(5, 0)]) == 1
        assert work.generations.ask(RUN, JUDGE, [(5, 1)]) == 1

        assert work.generations.generations(RUN, GENERATE, first=0, last=100) == {(5, 0): 3, (7, 0): 2}
        assert work.generations.generations(RUN, GENERATE, first=6, last=7) == {}
        assert work.generations.generations(RUN, GENERATE, first=7, last=8) == {(7, 0): 2}
        assert work.generations.generations(RUN, JUDGE, first=0, last=100) == {(5, 1): 2}


def test_very_many_units_are_asked_for_at_once(store: Store) -> None:
    with store.work() as work:
        assert work.generations.ask(RUN, GENERATE, ((unit, 0) for unit in range(2500))) == 2500

        assert len(work.generations.generations(RUN, GENERATE, first=0, last=2500)) == 2500
