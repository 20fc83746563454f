"""A refinement that ends in the middle of a round tells what it saw there, and decides nothing by it."""

import pytest

from edison.actions.presets.refine_loop import RefineLoop
from edison.domain import CELLS, REFINEMENT, Chance, Mint, Refinement, Run, Settlement
from edison.engine import Story
from edison.wiring import SystemClock
from tests.engine.house import House
from tests.engine.refinements import start_refinement

_MINT = Mint(SystemClock(), Chance(1).stream("ids"))

pytestmark = pytest.mark.timeout(240)


def _ended_after(house: House, run: Run, waves: int, settlement: Settlement) -> Refinement:
    """What the run would have come to, if it had ended after so many of its waves."""
    with house.store.reading() as work:
        story = Story(work, run, at=house.clock.now(), mint=_MINT)
        story.waves = story.waves[:waves]
        loop = RefineLoop(story, asks=False)
        loop.go_on()
        return loop.sum_up(settlement)


async def test_whatever_was_seen_of_a_round_is_told_wherever_it_is_broken_off(house: House) -> None:
    run = await house.work_on(start_refinement(house, rounds=1, looks=2))

    with house.store.reading() as work:
        lanes = [wave.lane for wave in Story(work, run, at=house.clock.now(), mint=_MINT).waves]
    ends = [
        _ended_after(house, run, waves, Settlement.BUDGET_SPENT)
        for waves in range(1, lanes.index(CELLS, 1) + 2)
    ]

    seen = [(one.rounds[0].is_broken_off, len(one.rounds[0].suggestions) > 0) for one in ends]
    assert seen[0] == (True, False), "only what is weak is known"
    *_, written, looked = ends
    assert written.rounds[0].is_broken_off
    assert {one.reason for one in written.rounds[0].candidates if one.number} == {"the_run_ended_before"}
    assert all(one.adopted == () for one in ends if one.rounds[0].is_broken_off)
    assert [one.difference is not None for one in looked.rounds[0].candidates if one.number][:1] == [True]
    assert written.summary[0] == "It ended in round 1 of 1 because the budget is spent."
    assert "not decided" in written.summary[1]
    assert "raise the budget" in written.summary[-1]


async def test_what_goes_on_has_no_round_that_was_broken_off(house: House) -> None:
    run = await house.work_on(start_refinement(house, rounds=1, looks=2))

    assert _ended_after(house, run, 3, Settlement.NOT_YET).rounds == ()


async def test_without_tokens_no_further_step_of_a_round_is_begun(house: House) -> None:
    run = await house.work_on(start_refinement(house, tokens=1))

    with house.store.reading() as work:
        lanes = [wave.lane for wave in work.waves.of_run(run.id)]
        found = work.documents.get(run.id, REFINEMENT, Refinement)
    assert (run.settlement, lanes) == (Settlement.TOKENS_SPENT, [CELLS])
    assert found is not None
    assert found.summary[0] == "It ended in round 1 of 3 because the agreed number of tokens is spent."
    assert "allow more tokens" in found.summary[-1]
