"""A database that crashes, money that several want at once, limits that all must keep, providers that fail."""

from itertools import pairwise

import pytest

from edison.domain import CellOutcome, Settlement
from edison.sim.faults import Disconnect, Fail, FaultPlan, Mangle, Match, Page, Rule, Truncate
from tests.chaos.storms import Storm
from tests.engine.house import a_run_of
from tests.invariants import same_answer

BAD = (CellOutcome.FAILED, CellOutcome.PENDING)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_a_server_that_crashes_again_and_again_loses_nothing(storm: Storm, is_full: bool) -> None:
    times, cells = (20, 4000) if is_full else (2, 250)
    run = storm.house.start(a_run_of(cells, parallel=16))

    storm.crash_the_server(run, times=times)

    evidence = storm.check(run)
    assert evidence.standing.settlement is Settlement.ALL_CELLS_DONE
    assert not any(cell.outcome in BAD for cell in evidence.cells)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_many_workers_together_never_spend_more_than_the_budget(storm: Storm, is_full: bool) -> None:
    trials, workers = (50, 8) if is_full else (1, 3)
    for _ in range(trials):
        run = storm.house.start(a_run_of(2000, parallel=64 * workers, budget_microusd=9_000))

        storm.work_together(run, workers=workers)

        evidence = storm.check(run)
        assert evidence.standing.settlement is Settlement.BUDGET_SPENT
        billed = sum(
            one.microusd for one in evidence.bill or () if (one.idempotency or "").startswith(run.id)
        )
        assert billed <= 9_000
        assert billed > 4_500, "nothing was put to the test"


@pytest.mark.timeout(900)
@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_workers_keep_a_shared_limit_and_use_it(storm: Storm, is_full: bool) -> None:
    per_minute, cells = (600, 800) if is_full else (1200, 100)
    run = storm.house.start(a_run_of(cells, parallel=64))

    storm.work_together(run, workers=4, requests_per_minute=per_minute)

    storm.check(run)
    arrivals = sorted(
        one.wall_at for one in storm.house.sim.bill() if (one.idempotency or "").startswith(run.id)
    )
    # In a minute, nothing more than the limit. A short run is over before; workers that did not share would need a
    # quarter of its time, and one that had the whole limit to itself without using it, four times as long.
    if is_full:
        assert max(_within(arrivals, 60.0)) <= per_minute
    used = (len(arrivals) - 1) / (arrivals[-1] - arrivals[0]) * 60 / per_minute
    assert used <= 2
    # How much of the limit a short run uses tells how busy the machine is.
    assert used >= 0.85 or not is_full
    assert all(after >= before for before, after in pairwise(arrivals))


@pytest.mark.timeout(900)
def test_ten_percent_mixed_faults_change_nothing_but_the_number_of_tries(storm: Storm, is_full: bool) -> None:
    cells = 10_000 if is_full else 120
    clean = storm.house.start(a_run_of(cells, parallel=64))
    storm.wait_for(clean, [])
    storm.house.sim.admin.set_plan(_mixed())
    battered = storm.house.start(a_run_of(cells, parallel=64))
    storm.wait_for(battered, [])

    before, after = storm.check(clean), storm.check(battered)
    # Some may be hit on every try; whom, and how many, depends on who comes when.
    assert sum(cell.outcome in BAD for cell in after.cells) <= max(2, cells // 1000)
    if not any(cell.outcome in BAD for cell in after.cells):
        assert same_answer(after.cells) == same_answer(before.cells)
    assert len(after.attempts) > len(before.attempts) * 1.05


def _mixed() -> FaultPlan:
    actions = (
        Fail(status=500),
        Fail(status=503),
        Fail(status=429, headers={"retry-after": "1"}),
        Disconnect(where="before_headers", billed=False),
        Disconnect(where="mid_body"),
        Truncate(),
        Mangle(how="malformed"),
        Page(),
    )
    # One after the other: a request that one rule spares may be hit by the next.
    return FaultPlan(
        seed=5, rules=tuple(Rule(action=action, match=Match(share=0.0125)) for action in actions)
    )


def _within(arrivals: list[float], window_s: float) -> list[int]:
    """How many came in the window that begins with each."""
    counts, last = list[int](), 0
    for first, at in enumerate(arrivals):
        while last < len(arrivals) and arrivals[last] < at + window_s:
            last += 1
        counts.append(last - first)
    return counts
