"""Who judges which cell, and how often, as it was planned: on both databases, against the simulator over real HTTP."""

from collections import Counter

from edison.domain import CellReport, JudgeAssignment, Run, Settlement
from edison.sim.faults import Fail, FaultPlan, Match, Rule
from tests.engine.house import NO_RETRIES, House, a_run_of

FAIR, NOISY = "edison-judge-fair", "edison-judge-noisy"

PLANNED = (
    JudgeAssignment(cells=(0, 3), judges=(0,), times=3),
    JudgeAssignment(cells=(3,), judges=(1,)),
)
ASKED = {0: {FAIR: 3}, 3: {FAIR: 3, NOISY: 1}}


def a_planned_run() -> Run:
    run = a_run_of(6, judges=(FAIR, NOISY), max_tokens=400)
    return run.model_copy(update={"snapshot": run.snapshot.model_copy(update={"assignments": PLANNED})})


def judged(cells: list[CellReport]) -> dict[int, dict[str, int]]:
    """By cell: how many judgments of each judge there are."""
    found = {
        cell.number: dict(Counter(judgment.judge_id.removeprefix("jdg_") for judgment in cell.judgments))
        for cell in cells
    }
    return {cell: judges for cell, judges in found.items() if judges}


async def test_only_what_was_planned_is_asked_and_as_often(house: House) -> None:
    run = house.start(a_planned_run())

    ended = await house.work_on(run)

    evidence = house.check(run)
    assert ended.settlement is Settlement.ALL_CELLS_DONE
    assert judged(evidence.cells) == ASKED
    repeats = [one.repeat for one in evidence.cells[0].judgments]
    assert sorted(repeats) == [0, 1, 2]


async def test_what_failed_of_it_is_asked_again_and_nothing_else(house: House) -> None:
    run = house.start(a_planned_run())
    trouble = Rule(match=Match(model=FAIR), action=Fail(status=500))
    house.sim.admin.set_plan(FaultPlan(rules=(trouble,)))
    await house.work_on(run, retries=NO_RETRIES)
    assert not any(one.scores for one in house.evidence(run).cells[0].judgments)
    house.sim.admin.set_plan(FaultPlan())

    assert house.control.rerun_failed(run.id) == 6
    await house.work_on(run)

    evidence = house.evidence(run)
    assert judged(evidence.cells) == ASKED
    assert all(one.scores for one in evidence.cells[0].judgments)
