"""Whatever is killed in the middle of three rounds on autopilot: the same versions and numbers, nothing paid twice."""

import pytest

from edison.domain import AttemptState, Settlement
from tests.chaos.storms import Storm, repeats_of
from tests.engine.refinements import same_refinement, start_refinement


@pytest.fixture(scope="session")
def undisturbed() -> dict[str, str]:
    return {}


def _peaceful(storm: Storm, undisturbed: dict[str, str]) -> str:
    """What a refinement that was left in peace comes to; the simulator answers alike on every database."""
    if not undisturbed:
        run = start_refinement(storm.house)
        storm.wait_for(run, [])
        undisturbed["refinement"] = same_refinement(storm.house, run)
    return undisturbed["refinement"]


@pytest.mark.timeout(1800)
def test_three_rounds_whose_workers_are_killed_come_to_the_same(
    storm: Storm, is_full: bool, undisturbed: dict[str, str]
) -> None:
    peaceful = _peaceful(storm, undisturbed)

    while storm.kills < (50 if is_full else 2):
        run = start_refinement(storm.house)
        storm.kill_at_random(run, kills=storm.kills + (5 if is_full else 2), shortest_s=0.2)

        evidence = storm.check(run)
        assert evidence.standing.settlement is Settlement.ROUNDS_DONE
        assert same_refinement(storm.house, run) == peaceful
        unknown = sum(one.state is AttemptState.OUTCOME_UNKNOWN for one in evidence.attempts)
        assert repeats_of(evidence) <= unknown, "only what nobody knows the outcome of is asked again"
