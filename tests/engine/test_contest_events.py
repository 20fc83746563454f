"""What is told of the end of a contest: once, with the change it tells of, and with everything the readers need."""

import asyncio
from datetime import timedelta
from itertools import pairwise

import pytest

from edison.domain import (
    ContestCompleted,
    ContestFailed,
    ContestResult,
    Event,
    EventType,
    GradeSteps,
    Run,
    Settlement,
)
from edison.sim.faults import FaultPlan, Reply, Rule
from tests.engine.contests import a_contest_of, placing_of, start_contest
from tests.engine.essays import some_essays
from tests.engine.house import House, a_run_of

pytestmark = pytest.mark.timeout(120)

FOUR, SIX = some_essays(4), some_essays(6)
GARBAGE = FaultPlan(rules=(Rule(action=Reply(text="Lorem ipsum dolor sit amet.")),))
ENDS = (EventType.CONTEST_COMPLETED, EventType.CONTEST_FAILED, EventType.CONTEST_PUBLISHED)
SCALE = GradeSteps(name="three", grades=("F", "C", "A"), below="U")


def _ends(house: House, run: Run) -> list[Event]:
    return [event for event in house.check(run).events if event.type in ENDS]


def _finish(house: House, run: Run, *, epoch: int, settlement: Settlement) -> bool:
    return house.sweeps.finish(run.id, epoch, settlement)


async def test_a_ranking_that_ends_is_told_in_short_and_whole(house: House) -> None:
    run = start_contest(house, a_contest_of(SIX, judges=("fair", "lenient"), comparisons=60), SIX)
    ended = await house.work_on(run)

    rich, thin = _ends(house, run)
    entry_ranking = placing_of(house, run)
    evidence = house.check(run)

    assert (rich.type, thin.type) == (EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED)
    assert evidence.events[-1].type is EventType.RUN_SETTLED
    assert isinstance(thin.told, ContestCompleted)
    assert (thin.told.run_id, thin.told.experiment_id) == (run.id, run.experiment.id)
    assert thin.told.status is ended.settlement
    summary = thin.told.summary
    assert (summary.total, summary.successful, summary.failed) == (6, 6, 0)
    assert summary.successful_ids == tuple(item.name for item in entry_ranking.items)
    assert summary.seconds == (thin.at - run.began_at).total_seconds() > 0

    assert isinstance(rich.told, ContestResult)
    assert (rich.told.run_id, rich.told.assignment) == (run.id, run.experiment.name)
    assert rich.told.method == entry_ranking.method
    assert rich.told.comparisons == len(evidence.comparisons)
    assert rich.told.spent_microusd == evidence.standing.spent_microusd > 0
    assert rich.told.assessed_at == rich.at == ended.ended_at
    assert [(one.id, one.rank, one.score, one.se) for one in rich.told.items] == [
        (item.name, item.rank, item.score, item.se) for item in entry_ranking.items
    ]
    assert {one.letter_grade for one in rich.told.items} == {"U"}
    assert rich.told.grades.reason == entry_ranking.without_grades
    assert not rich.told.grades.available


async def test_who_judged_is_told_by_the_stored_answers(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR, judges=("fair", "harsh")), FOUR)
    await house.work_on(run)

    [rich, _] = _ends(house, run)
    answered = len(house.check(run).comparisons) // 2

    assert isinstance(rich.told, ContestResult)
    assert (rich.told.provider, rich.told.model) == ("edison-judge-fair", "edison-judge-fair")
    assert rich.told.model_version == "edison-judge-fair"
    assert rich.told.temperature == 0.0
    for judge, name in zip(rich.told.judges, ("fair", "harsh"), strict=True):
        [by] = judge.answered_by
        assert (by.endpoint, by.model) == (f"edison-judge-{name}/edison-judge-{name}", f"edison-judge-{name}")
        assert by.answers == answered
        assert (judge.temperature, judge.not_judged, judge.is_person) == (0.0, 0, False)


async def test_grades_and_what_they_rest_on_are_told(house: House) -> None:
    best_first = sorted(SIX, key=lambda one: -one.quality)
    anchors = {best_first[0].id: "A", best_first[-1].id: "F"}
    run = start_contest(
        house, a_contest_of(SIX, judges=("fair",), comparisons=60, scale=SCALE), SIX, anchors=anchors
    )
    await house.work_on(run)

    rich, _ = _ends(house, run)
    entry_ranking = placing_of(house, run)

    assert isinstance(rich.told, ContestResult)
    grades = rich.told.grades
    assert (grades.available, grades.anchors_used, grades.calibration) == (True, 2, "anchors")
    assert (grades.centres, grades.boundaries) == (entry_ranking.grade_means, entry_ranking.boundaries)
    by_id = {one.id: one for one in rich.told.items}
    for name, grade in anchors.items():
        assert (by_id[name].is_anchor, by_id[name].letter_grade) == (True, grade)
        assert by_id[name].normalised_score == SCALE.height(grade)
    for item in entry_ranking.items:
        told, projected = by_id[item.name], item.projected
        assert projected is not None
        assert (told.probabilities, told.confidence) == (projected.probabilities, projected.confidence)
        assert told.certainty is projected.certainty


async def test_a_ranking_that_fails_is_told_with_the_numbers_and_without_an_order(house: House) -> None:
    house.sim.admin.set_plan(GARBAGE)
    run = start_contest(house, a_contest_of(FOUR), FOUR)
    await house.work_on(run)

    [thin] = _ends(house, run)

    assert isinstance(thin.told, ContestFailed)
    assert thin.told.status is Settlement.GATE_FAILED
    assert (thin.told.summary.successful, thin.told.summary.failed) == (0, 4)
    assert thin.told.error.code == "low_success_rate"
    assert (thin.told.error.compared, thin.told.error.success_rate) == (0, 0.0)
    assert thin.told.error.not_judged == len(house.check(run).comparisons) > 0


async def test_every_end_is_told_once(house: House) -> None:
    run = start_contest(house, a_contest_of(SIX, budget_microusd=27_000, parallel=2), SIX)
    await house.work_on(run)
    assert house.control.resume(run.id, budget_microusd=10_000_000)
    await house.work_on(run)

    failed, rich, thin = _ends(house, run)

    assert isinstance(failed.told, ContestFailed)
    assert failed.told.error.code == "budget_spent"
    assert (rich.type, thin.type) == (EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED)


def test_a_ranking_that_is_cancelled_has_failed(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR), FOUR)

    house.control.cancel(run.id)

    [thin] = [event for event in house.evidence(run).events if event.type in ENDS]
    assert isinstance(thin.told, ContestFailed)
    assert (thin.told.error.code, thin.told.error.success_rate) == ("cancelled", None)
    assert thin.told.summary.failed_ids == tuple(one.id for one in FOUR)


async def test_other_runs_tell_nothing_of_the_kind(house: House) -> None:
    run = house.start(a_run_of(2))
    await house.work_on(run)

    assert _ends(house, run) == []


async def test_a_clock_that_was_set_back_does_not_keep_a_ranking_from_ending(house: House) -> None:
    late = a_contest_of(FOUR)
    run = start_contest(house, late.model_copy(update={"began_at": late.began_at + timedelta(days=1)}), FOUR)
    await house.work_on(run)

    _, thin = _ends(house, run)
    assert isinstance(thin.told, ContestCompleted)
    assert thin.told.summary.seconds == 0


async def test_whoever_ends_a_ranking_again_or_too_late_changes_and_tells_nothing(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR), FOUR)
    ended = await house.work_on(run)
    before, entry_ranking = house.check(run).events, placing_of(house, run)
    epochs = (ended.epoch - 1, ended.epoch, ended.epoch + 1)

    for settlement in dict.fromkeys((ended.settlement, Settlement.GATE_FAILED, Settlement.STABLE)):
        for epoch in epochs:
            assert not _finish(house, run, epoch=epoch, settlement=settlement)

    assert house.check(run).events == before
    assert placing_of(house, run) == entry_ranking


async def test_several_who_end_a_ranking_at_once_tell_of_it_once(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR), FOUR)

    def finish() -> bool:
        return _finish(house, run, epoch=run.epoch, settlement=Settlement.TOO_FEW_ENTRIES)

    async with asyncio.TaskGroup() as group:
        ends = [group.create_task(asyncio.to_thread(finish)) for _ in range(4)]

    assert sorted(task.result() for task in ends) == [False, False, False, True]
    events = house.evidence(run).events
    assert [event.type for event in events[-2:]] == [EventType.CONTEST_FAILED, EventType.RUN_SETTLED]
    assert all(later.number == one.number + 1 for one, later in pairwise(events))
