"""Whatever is killed or frozen in the middle of a ranking: every comparison once, every end told once."""

from pathlib import Path

import pytest

from edison.domain import AttemptState, EventType
from edison.engine import POINTS
from tests.chaos.absences import open_absence
from tests.chaos.storms import Storm
from tests.engine.contests import a_contest_of, start_contest
from tests.engine.essays import some_essays
from tests.invariants import Evidence, same_comparisons

SIX, TEN = some_essays(6), some_essays(10)
IN_FLIGHT = 2
ENDS = (EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED, EventType.CONTEST_FAILED)
_IN_RUNS = [point for point in POINTS if not point.startswith("rename")]
_OF_WAVES = ("shard.before", "shard.after", "settle.before", "settle.after")
"""Where a ranking differs from a grid of cells; a short storm leaves the others to those."""


def _told(evidence: Evidence) -> list[EventType]:
    return [event.type for event in evidence.events if event.type in ENDS]


def _unknown(evidence: Evidence) -> int:
    return sum(one.state is AttemptState.OUTCOME_UNKNOWN for one in evidence.attempts)


def _peaceful(storm: Storm, undisturbed: dict[str, bytes]) -> bytes:
    """What a ranking that was left in peace says; the simulator answers alike on every database."""
    if not undisturbed:
        run = start_contest(storm.house, a_contest_of(SIX, parallel=IN_FLIGHT), SIX)
        storm.wait_for(run, [])
        undisturbed["comparisons"] = same_comparisons(storm.check(run))
    return undisturbed["comparisons"]


@pytest.fixture(scope="session")
def undisturbed() -> dict[str, bytes]:
    return {}


@pytest.mark.timeout(900)
def test_a_ranking_whose_workers_are_killed_asks_nothing_twice(storm: Storm, is_full: bool) -> None:
    comparisons = 120 if is_full else 60
    run = start_contest(storm.house, a_contest_of(TEN, comparisons=comparisons, parallel=IN_FLIGHT), TEN)

    storm.kill_at_random(run, kills=40 if is_full else 2, shortest_s=0.3 if is_full else 0.1)

    evidence = storm.check(run)
    assert storm.kills > 0, "it ended before it was disturbed"
    assert len(evidence.attempts) == len(evidence.comparisons) + _unknown(evidence)
    assert _told(evidence) == [EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("point", _IN_RUNS)
def test_a_ranking_that_dies_at_a_named_point_equals_an_undisturbed_one(
    storm: Storm, point: str, is_full: bool, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    if not is_full and point not in _OF_WAVES:
        pytest.skip("only in the whole storm")
    peaceful = _peaceful(storm, undisturbed)

    visit, died = 0, True
    while died and visit < (10_000 if is_full else 1):
        visit += 1
        run = start_contest(storm.house, a_contest_of(SIX, parallel=IN_FLIGHT), SIX)
        died = storm.die_at(run, f"{point}:{visit}", folder=tmp_path)
        evidence = storm.check(run)
        assert same_comparisons(evidence) == peaceful, f"{point}, visit {visit}"
        assert _told(evidence) == [EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED]

    assert died or visit > 1, "the point was never reached"


@pytest.mark.timeout(900)
def test_what_a_frozen_worker_says_about_pairs_when_it_wakes_changes_nothing(
    storm: Storm, is_full: bool, tmp_path: Path
) -> None:
    times, comparisons = (10, 120) if is_full else (1, 60)
    run = start_contest(storm.house, a_contest_of(TEN, comparisons=comparisons, parallel=IN_FLIGHT), TEN)

    with open_absence("frozen", storm.database, tmp_path) as absence:
        storm.send_away(run, absence, times=times)

    evidence = storm.check(run)
    assert storm.kills > 0, "it ended before it was disturbed"
    assert _told(evidence) == [EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED]
