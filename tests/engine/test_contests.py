"""Texts that are compared in pairs, wave after wave, on both databases, against the simulator over real HTTP."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from edison.actions.presets import PRESETS
from edison.actions.presets.grid import MOST_JUDGINGS
from edison.domain import (
    BEING_FINISHED,
    PAIRS,
    Chance,
    ContestHalted,
    DesiredState,
    EventType,
    Halt,
    Mint,
    Pair,
    Run,
    RunId,
    Settlement,
    Wave,
    is_published,
)
from edison.engine import Control, durable, working
from edison.engine.driver import control
from edison.engine.lanes import read_pairs
from edison.errors import RunNotMoved
from edison.sim.faults import Fail, FaultPlan, Match, Reply, Rule, Stall
from tests.engine.contests import a_contest_of, placing_of, start_contest
from tests.engine.essays import in_true_order, some_essays
from tests.engine.house import KEY, NO_RETRIES, House
from tests.invariants import Evidence, same_comparisons

pytestmark = pytest.mark.timeout(120)

THREE, FOUR, SIX, TEN = some_essays(3), some_essays(4), some_essays(6), some_essays(10)
GARBAGE = FaultPlan(rules=(Rule(action=Reply(text="Lorem ipsum dolor sit amet.")),))
SLOW = FaultPlan(rules=(Rule(action=Stall(seconds=0.3)),))


async def test_a_contest_ends_by_a_name_with_everybody_placed(house: House) -> None:
    run = start_contest(house, a_contest_of(SIX, judges=("fair", "lenient"), comparisons=50), SIX)

    ended = await house.work_on(run)

    evidence = house.check(run)
    assert ended.settlement in (Settlement.STABLE, Settlement.PAIRS_EXHAUSTED, Settlement.COMPARISONS_SPENT)
    assert len(evidence.comparisons) == 2 * len(evidence.pairs) <= 50
    entry_ranking = placing_of(house, run)
    assert in_true_order(SIX, [item.name for item in entry_ranking.items]) > 0.8
    assert [judge.comparisons for judge in entry_ranking.judges] == [len(evidence.pairs)] * 2


async def test_every_answer_is_billed_once(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR), FOUR)

    await house.work_on(run)

    evidence = house.check(run)
    assert len(evidence.attempts) == len(evidence.comparisons)
    assert evidence.standing.spent_microusd > 0


async def test_the_same_seed_gives_the_same_pairs_orders_and_placing(house: House) -> None:
    first = start_contest(house, a_contest_of(FOUR, comparisons=12), FOUR)
    second = start_contest(house, a_contest_of(FOUR, comparisons=12), FOUR)
    other = start_contest(house, a_contest_of(FOUR, comparisons=12, seed=4), FOUR)
    for run in (first, second, other):
        await house.work_on(run)

    assert same_comparisons(house.check(first)) == same_comparisons(house.check(second))
    assert placing_of(house, first) == placing_of(house, second)
    assert same_comparisons(house.check(first)) != same_comparisons(house.check(other))


@pytest.mark.parametrize(
    ("texts", "judge", "end", "asked"),
    [
        (3, "fair", Settlement.STABLE, 12),
        (4, "fair", Settlement.STABLE, 12),
        (5, "noisy", Settlement.PAIRS_EXHAUSTED, 20),
        (7, "fair", Settlement.COMPARISONS_SPENT, 30),
    ],
)
async def test_few_texts_end_by_a_name_that_is_right(
    house: House, texts: int, judge: str, end: Settlement, asked: int
) -> None:
    essays = some_essays(texts)
    run = start_contest(house, a_contest_of(essays, judges=(judge,), comparisons=30), essays)

    ended = await house.work_on(run)

    comparisons = house.check(run).comparisons
    shown = {(one.line.left, one.line.right) for one in comparisons}
    assert (ended.settlement, len(comparisons)) == (end, asked)
    assert texts > 5 or shown == set(permutations(range(texts), 2)), "each pair is shown both ways round"


async def test_a_contest_that_was_left_in_a_wave_goes_on_without_asking_anything_twice(house: House) -> None:
    peaceful = start_contest(house, a_contest_of(FOUR), FOUR)
    await house.work_on(peaceful)
    house.sim.admin.set_plan(SLOW)
    run = start_contest(house, a_contest_of(FOUR, parallel=2), FOUR)

    async with working(
        house.store,
        connect=house.providers,
        presets=PRESETS,
        clock=house.clock,
        chance=Chance(6),
        settings=house.settings,
        only=run.id,
    ):
        await _some_comparisons(house, run.id)
    left = house.evidence(run)
    house.sim.admin.set_plan(FaultPlan())
    ended = await house.work_on(run)

    evidence = house.check(run)
    assert 0 < len(left.comparisons) < len(evidence.comparisons)
    assert ended.settlement.is_end
    assert len(evidence.attempts) == len(evidence.comparisons)
    assert same_comparisons(evidence) == same_comparisons(house.check(peaceful))


async def test_dealing_again_after_a_death_deals_nothing_new(house: House) -> None:
    run = start_contest(house, a_contest_of(TEN, parallel=1), TEN)
    house.sim.admin.set_plan(SLOW)
    async with working(
        house.store,
        connect=house.providers,
        presets=PRESETS,
        clock=house.clock,
        chance=Chance(7),
        settings=house.settings,
        only=run.id,
    ):
        await _some_comparisons(house, run.id)
    before = _dealt(house, run.id)

    again = house.sweeps.go_on(run.id, run.epoch)

    assert again is Settlement.NOT_YET
    assert _dealt(house, run.id) == before != []


async def test_money_that_is_spent_ends_a_contest_until_there_is_more(house: House) -> None:
    run = start_contest(house, a_contest_of(SIX, budget_microusd=28_000, parallel=2), SIX)
    ended = await house.work_on(run)
    spent = house.check(run)

    assert ended.settlement is Settlement.BUDGET_SPENT
    assert 0 < len(spent.comparisons) < 15

    assert house.control.resume(run.id, budget_microusd=10_000_000)
    ended = await house.work_on(run)

    assert ended.settlement is Settlement.PAIRS_EXHAUSTED
    evidence = house.check(run)
    assert len(evidence.comparisons) == 30
    assert len(evidence.attempts) == len(evidence.comparisons)


async def test_an_order_that_came_far_enough_is_published_although_the_money_is_spent(house: House) -> None:
    run = start_contest(house, a_contest_of(SIX, budget_microusd=32_000, parallel=1, least=4), SIX)

    ended = await house.work_on(run)

    entry_ranking = placing_of(house, run)
    types = [event.type for event in house.check(run).events]
    assert ended.settlement is Settlement.BUDGET_SPENT
    assert entry_ranking.is_enough
    assert is_published(entry_ranking, ended.settlement)
    assert EventType.CONTEST_PUBLISHED in types


async def test_a_person_ends_a_contest_with_what_there_is(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR, parallel=1), FOUR)
    house.sim.admin.set_plan(SLOW)
    async with house.worker(only=run.id):
        await _some_comparisons(house, run.id)
        await asyncio.to_thread(house.control.finish, run.id, by="ada")

    evidence = house.check(run)
    assert evidence.standing.settlement is Settlement.STOPPED_BY_PERSON
    assert placing_of(house, run).items
    assert evidence.events[-1].about == {"settlement": "stopped_by_person", "by": "ada"}
    with pytest.raises(RunNotMoved):
        house.control.finish(run.id)


async def test_an_end_that_somebody_began_and_did_not_live_to_see_is_brought_about_by_the_next(
    house: House,
) -> None:
    run = start_contest(house, a_contest_of(FOUR, parallel=1), FOUR)
    left = Halt(code=BEING_FINISHED, sentence="Somebody ends it.", until=house.clock.now())
    house.store.retry(
        lambda work: work.runs.change(
            run.id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,), halted=left
        )
    )

    house.control.reconcile()

    assert house.evidence(run).standing.settlement is Settlement.STOPPED_BY_PERSON


async def test_a_contest_that_stands_still_ends_at_its_deadline(house: House) -> None:
    house.sim.admin.revoke_keys(KEY)
    run = start_contest(house, a_contest_of(THREE, deadline_s=86_400.0), THREE)
    halted = await house.work_on(run)
    later = Control(
        house.store,
        presets=PRESETS,
        now=lambda: house.clock.now() + timedelta(days=2),
        mint=Mint(house.clock, Chance(5).stream("ids")),
    )

    house.control.reconcile()
    still = house.evidence(run).standing
    later.reconcile()
    later.close()

    evidence = house.check(run)
    assert halted.halted is not None
    assert still.settlement is Settlement.NOT_YET
    assert evidence.standing.settlement is Settlement.DEADLINE_PASSED
    [told] = [event.told for event in evidence.events if event.type is EventType.CONTEST_HALTED]
    assert isinstance(told, ContestHalted)
    assert (told.run_id, told.code) == (run.id, "auth_refused")


async def test_a_deadline_that_has_passed_ends_a_contest_before_it_asks_anything(house: House) -> None:
    run = start_contest(house, a_contest_of(THREE, deadline_s=1e-6), THREE)

    ended = await house.work_on(run)

    assert ended.settlement is Settlement.DEADLINE_PASSED
    assert EventType.CONTEST_FAILED in [event.type for event in house.check(run).events]


async def test_what_would_fail_again_in_the_same_way_is_asked_once(house: House) -> None:
    house.sim.admin.set_plan(FaultPlan(rules=(Rule(action=Fail(status=400, sentence="No.")),)))
    run = start_contest(house, a_contest_of(THREE, comparisons=12), THREE)

    ended = await house.work_on(run)

    evidence = house.check(run)
    assert ended.settlement is Settlement.GATE_FAILED
    assert {one.generation for one in evidence.attempts} == {1}
    assert len(evidence.attempts) == len(evidence.comparisons)


async def test_a_judge_whom_nobody_understands_fails_the_gate(house: House) -> None:
    house.sim.admin.set_plan(GARBAGE)
    run = start_contest(house, a_contest_of(FOUR), FOUR)

    ended = await house.work_on(run)

    evidence = house.check(run)
    entry_ranking = placing_of(house, run)
    assert ended.settlement is Settlement.GATE_FAILED
    assert {one.line.outcome for one in evidence.comparisons} == {None}
    assert (entry_ranking.items, len(entry_ranking.unplaced)) == ((), 4)
    assert [judge.not_judged for judge in entry_ranking.judges] == [len(evidence.comparisons)]
    assert max(one.generation for one in evidence.attempts) == MOST_JUDGINGS


async def test_where_one_judge_of_two_fails_no_order_is_published(house: House) -> None:
    mute = Match(model="edison-judge-harsh")
    house.sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(text="Lorem ipsum."), match=mute),)))
    run = start_contest(house, a_contest_of(FOUR, judges=("fair", "harsh")), FOUR)

    ended = await house.work_on(run)

    fair, harsh = placing_of(house, run).judges
    assert ended.settlement is Settlement.GATE_FAILED
    assert placing_of(house, run).items == ()
    assert (fair.not_judged, harsh.comparisons) == (0, 0)


async def test_what_failed_and_only_that_is_asked_again(house: House) -> None:
    house.sim.admin.set_plan(
        FaultPlan(rules=(Rule(action=Fail(status=400, sentence="No."), match=Match(share=0.8)),), seed=3)
    )
    run = start_contest(house, a_contest_of(FOUR), FOUR)
    await house.work_on(run, retries=NO_RETRIES)
    failed = house.check(run)
    missed = [one for one in failed.comparisons if one.line.outcome is None]
    house.sim.admin.set_plan(FaultPlan())

    asked = house.control.rerun_failed(run.id)
    ended = await house.work_on(run)

    evidence = house.check(run)
    assert 0 < asked == len(missed)
    assert ended.settlement.is_end
    assert not any(one.line.outcome is None for one in evidence.comparisons)
    answered = {one.line.unit for one in failed.comparisons} - {one.line.unit for one in missed}
    assert answered
    assert _tries(evidence, answered) == _tries(failed, answered)


async def test_a_revoked_key_halts_a_contest_and_a_restored_one_lets_it_go_on(house: House) -> None:
    house.sim.admin.revoke_keys(KEY)
    run = start_contest(house, a_contest_of(FOUR), FOUR)
    halted = await house.work_on(run)

    house.sim.admin.restore_keys(KEY)
    assert house.control.resume(run.id)
    ended = await house.work_on(run)

    assert halted.halted is not None
    assert halted.halted.code == "auth_refused"
    assert ended.settlement is Settlement.STABLE
    house.check(run)


def test_a_run_whose_drivers_are_lost_again_and_again_stands_still(house: House) -> None:
    run = start_contest(house, a_contest_of(FOUR), FOUR)

    for _ in range(control._MOST_RENEWALS + 1):  # pyright: ignore[reportPrivateUsage]
        _lose_the_driver(house, run.id)
        house.control.reconcile(only=run.id)

    with house.store.reading() as work:
        stood = work.runs.get(run.id)
    assert stood.desired is DesiredState.PAUSED
    assert stood.halted is not None
    assert stood.halted.code == "driver_failed"
    house.control.reconcile(only=run.id)
    assert house.evidence(run).standing.epoch == stood.epoch


async def test_a_driver_that_always_fails_is_not_renewed_for_ever(house: House) -> None:
    quick = replace(house, settings=replace(house.settings, beat_s=0.05))
    run = start_contest(quick, a_contest_of(FOUR), FOUR)
    _spoil_the_waves(quick, run)

    stood = await asyncio.wait_for(quick.work_on(run), 60)

    assert stood.halted is not None
    assert stood.halted.code == "driver_failed"


def _tries(evidence: Evidence, pairs: Collection[int]) -> int:
    return sum(one.unit in pairs for one in evidence.attempts)


async def _some_comparisons(house: House, run_id: RunId) -> None:
    while len(house.store.retry(lambda work: work.comparisons.lines(run_id), reading=True)) < 2:
        await asyncio.sleep(0.05)


def _dealt(house: House, run_id: RunId) -> list[Pair]:
    with house.store.reading() as work:
        waves = work.waves.of_run(run_id, lane=PAIRS)
    return [pair for wave in waves for pair in read_pairs(wave)]


def _lose_the_driver(house: House, run_id: RunId) -> None:
    """As when the durable library's tables are lost."""
    client = durable.open_client(house.store.engine)
    with house.store.reading() as work:
        epoch = work.runs.standing(run_id).epoch
    durable.forget(client, run_id=run_id, epochs=[epoch])
    client.destroy()


def _spoil_the_waves(house: House, run: Run) -> None:
    """A wave that nobody can read: whoever deals the next pairs fails at it."""
    with house.store.work() as work:
        first = run.snapshot.grid.cells
        work.waves.add(run.id, Wave(number=2, lane=PAIRS, first_unit=first, units=0, body="{"))
