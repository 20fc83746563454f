"""A run against an earlier one: what chance explains is no regression."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from edison.actions.house import House
from edison.actions.results.baselines import Baseline, CellName, compare_runs, read_baseline
from edison.domain import Chance, Finding, FrozenClock, RunId
from edison.store import Store
from tests.factories import a_snapshot, an_arm
from tests.store.filling import RUN, Filler, add_run

CASES = 12


@pytest.fixture
def house(store: Store) -> House:
    return House(
        database=store.url,
        open_archive=lambda _: store,
        keys=cast(Any, object()),
        clock=FrozenClock(),
        chance=Chance(1),
    )


def fill(store: Store, *, temperature: float | None, failed: Sequence[int]) -> RunId:
    arm = an_arm(sampling={"temperature": temperature})
    add_run(store, cases=CASES, snapshot=a_snapshot(cases=CASES, arms=(arm,)))
    with store.work() as work:
        filler = Filler(work)
        for cell in range(CASES):
            filler.output(cell)
            filler.checked(cell, findings=(Finding.FAILED if cell in failed else Finding.PASSED,))
    return RUN


def before(house: House, run_id: RunId, *, failed: Sequence[int]) -> Baseline:
    """The same run with other failures."""
    now = read_baseline(house, run_id)
    cells = {
        name: replace(cell, passed=name.case not in {f"case {number}" for number in failed})
        for name, cell in now.cells.items()
    }
    return replace(now, id="run_0", cells=cells)


@pytest.mark.parametrize(
    ("temperature", "failed", "allow_flips", "regressed"),
    [
        (0.8, [0, 1], None, False),
        (None, [0, 1], None, False),
        (0.8, range(10), None, True),
        (0.0, [0], None, True),
        (0.8, [0, 1], 1, True),
        (0.0, [0, 1], 2, False),
    ],
    ids=["drawn", "drawn by default", "too many", "same words", "more than allowed", "as many as allowed"],
)
def test_flips_of_drawn_answers_are_tested_and_not_counted(
    store: Store,
    house: House,
    temperature: float | None,
    failed: Sequence[int],
    allow_flips: int | None,
    regressed: bool,
) -> None:
    run_id = fill(store, temperature=temperature, failed=failed)

    compared = compare_runs(
        house, run_id, baseline=before(house, run_id, failed=[11]), allow_flips=allow_flips
    )

    assert (compared.broken_count, compared.mended_count) == (len(failed), 1)
    assert compared.broken[0].name == CellName("case 0", "steady", 1, 0)
    assert compared.has_regressed is regressed
