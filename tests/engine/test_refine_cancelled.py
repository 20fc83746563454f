"""A refinement that is cancelled keeps what was proven and paid for; by half a wave nothing is decided."""

import pytest

from edison.domain import (
    AUTONOMY,
    PEOPLE,
    REFINEMENT,
    Autonomy,
    ChosenAutonomy,
    PersonAnswer,
    Refinement,
    Run,
)
from edison.sim.faults import FaultPlan, Match, Rule, Stall
from tests.engine.house import House
from tests.engine.refinements import DEVELOPMENT, HELD_OUT, start_refinement

pytestmark = pytest.mark.timeout(240)


def _came_to(house: House, run: Run) -> Refinement:
    with house.store.reading() as work:
        found = work.documents.get(run.id, REFINEMENT, Refinement)
    assert found is not None, "it came to something"
    return found


async def test_what_was_adopted_before_stays_adopted_with_a_summary(house: House) -> None:
    run = start_refinement(house, rounds=2)
    with house.store.work() as work:
        chosen = ChosenAutonomy(autonomy=Autonomy.MANUAL, by="ada", at=house.clock.now())
        work.documents.put(run.id, AUTONOMY, chosen)
    await house.work_on(run)
    with house.store.reading() as work:
        [asked] = work.waves.of_run(run.id, lane=PEOPLE)
    said = PersonAnswer(unit=asked.first_unit, by="ada", choice="approve", at=house.clock.now())
    house.control.answer(run.id, [said])
    waiting = await house.work_on(run)

    house.control.cancel(run.id, by="ada")

    found = _came_to(house, run)
    assert waiting.halted is not None, "the second round waits for people"
    [adopted] = found.adopted
    assert found.summary[0] == "It ended in round 2 of 2 because somebody cancelled it."
    with house.store.reading() as work:
        prompt = work.prompts.find(run.experiment.project_id, run.id)
        assert prompt is not None
        kept = work.prompts.versions(prompt.id)
    assert [(one.version.number, one.author) for one in kept] == [(1, "autopilot"), (2, "ada")]
    assert kept[-1].version.system == found.version(adopted).system
    house.check(run)


async def test_nothing_is_decided_by_half_of_the_held_out_answers(house: House) -> None:
    asked = DEVELOPMENT + HELD_OUT
    late = Match(model="edison-sim-medium", nth=tuple(range(asked + 1, 200)))
    house.sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=0.7), match=late),)))
    run = start_refinement(house, rounds=1, parallel=1)

    async with house.worker(only=run.id):
        while len(_answered(house, run)) < asked:
            await house.clock.sleep(0.02)
        house.control.cancel(run.id)

    [broken_off] = _came_to(house, run).rounds
    assert broken_off.is_broken_off
    assert {one.reason for one in broken_off.candidates if one.number} == {"the_run_ended_before"}


def _answered(house: House, run: Run) -> list[int]:
    with house.store.reading() as work:
        return work.results.answered_cells(run.id)
