"""Whatever is killed, whenever: nothing lost, nothing twice, nothing committed paid for again."""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from edison.domain import AttemptState, CellOutcome, Settlement
from edison.engine import POINTS
from edison.engine.lanes.lane import POISON_AFTER, SUSPECT_AFTER
from tests.chaos.absences import Kind, open_absence
from tests.chaos.storms import Storm, repeats_of
from tests.engine.house import a_run_of
from tests.invariants import Evidence, same_answer

IN_FLIGHT = 16
MOST_UNDER_WAY = 20
"""With those whose answers are being written: a quarter more may be open than are on the wire."""
JUDGE = "edison-judge-fair"
_IN_RUNS = [point for point in POINTS if not point.startswith("rename")]


def _most_left_by_one(evidence: Evidence) -> int:
    """Of how many calls at once a worker took the outcome with it."""
    unknown = [one for one in evidence.attempts if one.state is AttemptState.OUTCOME_UNKNOWN]
    return max(Counter(one.worker for one in unknown).values(), default=0)


def _deaths_over(evidence: Evidence, cell: int) -> int:
    """How many workers did not survive asking about it."""
    return sum(one.unit == cell and one.state is AttemptState.OUTCOME_UNKNOWN for one in evidence.attempts)


@pytest.mark.timeout(900)
def test_workers_killed_at_random_moments_lose_nothing(storm: Storm, is_full: bool) -> None:
    kills, cells = (200, 20_000) if is_full else (3, 160)
    run = storm.house.start(a_run_of(cells, parallel=IN_FLIGHT))

    storm.kill_at_random(run, kills=kills, shortest_s=0.3 if is_full else 0.1)

    evidence = storm.check(run)
    assert evidence.standing.settlement is Settlement.ALL_CELLS_DONE
    without = (CellOutcome.FAILED, CellOutcome.PENDING)
    given_up = [cell.number for cell in evidence.cells if cell.outcome in without]
    assert all(_deaths_over(evidence, number) >= POISON_AFTER for number in given_up)
    # Nobody else is asked about beside what several workers did not survive: it takes a kill of its own each time.
    assert len(given_up) * (POISON_AFTER - SUSPECT_AFTER) <= storm.kills
    assert storm.kills >= (kills * 3 // 4 if is_full else 1), "it ended before it was disturbed"
    assert _most_left_by_one(evidence) <= IN_FLIGHT


@pytest.mark.timeout(900)
def test_two_workers_one_of_which_is_always_dying_lose_nothing(storm: Storm, is_full: bool) -> None:
    kills, cells = (60, 3000) if is_full else (2, 120)
    run = storm.house.start(a_run_of(cells, judges=(JUDGE,), parallel=IN_FLIGHT, max_tokens=200))

    storm.kill_at_random(run, kills=kills, workers=2, shortest_s=0.5 if is_full else 0.1)

    evidence = storm.check(run)
    assert evidence.standing.settlement is Settlement.ALL_CELLS_DONE
    good = [cell for cell in evidence.cells if cell.outcome is CellOutcome.OK]
    assert all(len(cell.judgments) == 1 for cell in good)


@pytest.fixture(scope="session")
def undisturbed() -> dict[str, bytes]:
    """What an undisturbed run exports; the simulator answers alike on every database."""
    return {}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("point", _IN_RUNS)
def test_a_run_that_dies_at_a_named_point_equals_an_undisturbed_one(
    storm: Storm, point: str, is_full: bool, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    if not undisturbed:
        peaceful = storm.house.start(a_run_of(6, parallel=2))
        storm.wait_for(peaceful, [])
        undisturbed["export"] = same_answer(storm.check(peaceful).cells)

    visit, died = 0, True
    while died and visit < (10_000 if is_full else 1):
        visit += 1
        run = storm.house.start(a_run_of(6, parallel=2))
        died = storm.die_at(run, f"{point}:{visit}", folder=tmp_path)
        export = same_answer(storm.check(run).cells)
        assert export == undisturbed["export"], f"{point}, visit {visit}"

    assert died or visit > 1, "the point was never reached"


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_worker_that_comes_back_asks_nothing_that_others_took_over(
    storm: Storm, kind: Kind, is_full: bool, tmp_path: Path
) -> None:
    times, cells = (20, 400) if is_full else (1, 200)
    for _ in range(times):
        run = storm.house.start(a_run_of(cells, parallel=IN_FLIGHT))

        with open_absence(kind, storm.database, tmp_path) as absence:
            under_way = storm.send_away(run, absence)

        evidence = storm.check(run)
        assert evidence.standing.settlement is Settlement.ALL_CELLS_DONE
        assert not any(cell.outcome in (CellOutcome.FAILED, CellOutcome.PENDING) for cell in evidence.cells)
        # What was under way when it left is asked again, and nothing else.
        assert repeats_of(evidence) <= under_way <= MOST_UNDER_WAY
    assert storm.kills > 0, "it ended before it was disturbed"
