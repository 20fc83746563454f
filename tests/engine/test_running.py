"""Runs from their start to their end, on both databases, against the simulator over real HTTP."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from edison.actions.presets import PRESETS
from edison.domain import CellOutcome, Chance, Check, DesiredState, Run, Settlement
from edison.engine import MachineSettings, durable, working
from edison.errors import EdisonError, EndpointNotAllowed, KeyMissing, RunNotMoved
from edison.gateway import Provider
from edison.gateway.embedding import MiniLm
from edison.sim.faults import Fail, FaultPlan, Match, Rule, Stall
from tests.engine.house import KEY, NO_RETRIES, House, a_run_of


async def test_a_run_answers_every_cell_and_ends_by_its_name(house: House) -> None:
    run = house.start(a_run_of(60, arms=("edison-sim-large", "edison-sim-small"), repeats=2))

    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    evidence = house.check(run)
    assert len(evidence.cells) == 240
    assert {cell.outcome for cell in evidence.cells} <= {CellOutcome.OK, CellOutcome.TRUNCATED}


async def test_our_ledger_and_the_bill_agree_to_the_microdollar(house: House) -> None:
    run = house.start(a_run_of(40))

    await house.work_on(run)

    evidence = house.check(run)
    assert evidence.standing.spent_microusd > 0
    assert sum(cell.answered.microusd or 0 for cell in evidence.cells) == evidence.standing.spent_microusd


async def test_judges_assess_every_good_answer(house: House) -> None:
    run = house.start(a_run_of(20, judges=("edison-judge-fair", "edison-judge-noisy"), max_tokens=400))

    await house.work_on(run)

    evidence = house.check(run)
    good = [cell for cell in evidence.cells if cell.outcome is CellOutcome.OK]
    assert good
    assert all(len(cell.judgments) == 2 for cell in good)
    assert any(judgment.scores for cell in good for judgment in cell.judgments)


async def test_a_budget_is_never_exceeded(house: House) -> None:
    run = house.start(a_run_of(200, budget_microusd=6000))

    ended = await house.work_on(run)

    assert ended.settlement is Settlement.BUDGET_SPENT
    evidence = house.check(run)
    assert 3000 < evidence.standing.spent_microusd <= 6000
    assert any(cell.outcome is CellOutcome.CANCELLED for cell in evidence.cells)


async def test_a_run_that_spent_its_budget_goes_on_with_a_larger_one(house: House) -> None:
    run = house.start(a_run_of(60, budget_microusd=4000))
    await house.work_on(run)

    assert house.control.resume(run.id, budget_microusd=10_000_000)
    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    house.check(run)


async def test_what_failed_and_only_that_is_run_again(house: House) -> None:
    house.sim.admin.set_plan(_failing(500, 0.3))
    run = house.start(a_run_of(60))
    await house.work_on(run, retries=NO_RETRIES)
    failed = [c.number for c in house.check(run).cells if c.outcome is CellOutcome.FAILED]
    assert 3 < len(failed) < 50

    house.sim.admin.set_plan(FaultPlan())
    assert house.control.rerun_failed(run.id) == len(failed)
    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    evidence = house.check(run)
    assert not any(cell.outcome is CellOutcome.FAILED for cell in evidence.cells)
    again = {one.unit for one in evidence.attempts if one.generation == 2}
    assert again == set(failed)


async def test_a_revoked_key_halts_the_run_and_a_restored_one_lets_it_go_on(house: House) -> None:
    house.sim.admin.revoke_keys(KEY)
    run = house.start(a_run_of(30))

    halted = await house.work_on(run)
    assert halted.desired is DesiredState.PAUSED
    assert halted.halted is not None
    assert halted.halted.code == "auth_refused"
    assert len(house.check(run).attempts) <= 16

    house.sim.admin.restore_keys(KEY)
    assert house.control.resume(run.id)
    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    house.check(run)


@pytest.mark.parametrize(
    "trouble",
    [EndpointNotAllowed("local/large", ["127.0.0.1"], ["other/*"]), KeyMissing("local", "LOCAL_KEY")],
    ids=lambda trouble: trouble.code,
)
async def test_a_worker_that_cannot_ask_halts_the_run_and_says_why(
    house: House, trouble: EdisonError
) -> None:
    def refuse(_run: Run) -> Sequence[Provider]:
        raise trouble

    run = house.start(a_run_of(30))

    halted = await house.work_on(run, connect=refuse)
    assert halted.desired is DesiredState.PAUSED
    assert halted.halted is not None
    assert (halted.halted.code, halted.halted.sentence) == (trouble.code, trouble.sentence)
    assert house.check(run).attempts == []

    assert house.control.resume(run.id)
    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    house.check(run)


async def test_a_worker_forgets_the_runs_that_have_ended(house: House) -> None:
    runs = [house.start(a_run_of(10)) for _ in range(3)]

    async with house.worker() as worker:
        for run in runs:
            assert (await worker.wait_for(run.id)).settlement is Settlement.ALL_CELLS_DONE
        while worker.machine.sessions:
            await house.clock.sleep(0.05)

    for run in runs:
        house.check(run)


def test_a_run_is_paused_resumed_and_cancelled_while_no_worker_lives(house: House) -> None:
    run = house.start(a_run_of(10))

    house.control.pause(run.id)
    with pytest.raises(RunNotMoved):
        house.control.pause(run.id)
    assert house.control.resume(run.id)
    assert not house.control.resume(run.id)
    house.control.cancel(run.id)
    with pytest.raises(RunNotMoved):
        house.control.cancel(run.id)
    assert not house.control.resume(run.id)

    evidence = house.check(run)
    assert evidence.standing.settlement is Settlement.CANCELLED
    assert all(cell.outcome is CellOutcome.CANCELLED for cell in evidence.cells)


async def test_a_paused_run_is_taken_up_where_it_stood(house: House) -> None:
    run = house.start(a_run_of(20))
    house.control.pause(run.id)
    assert (await house.work_on(run)).desired is DesiredState.PAUSED

    house.control.resume(run.id)
    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    house.check(run)


async def test_a_run_without_a_driver_gets_one(house: House) -> None:
    """Deleting all that the durable library knows loses nothing."""
    from edison.engine import durable

    run = house.start(a_run_of(20))
    client = durable.open_client(house.store.engine)
    durable.forget(client, run_id=run.id, epochs=[1])
    client.destroy()

    ended = await house.work_on(run)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    assert house.check(run).standing.epoch == 2


async def test_work_that_a_process_takes_up_twice_is_done_once(house: House) -> None:
    house.sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=0.7)),)))
    run = house.start(a_run_of(10))

    async with house.worker(only=run.id) as worker:
        while not any(session.open_calls for session in worker.machine.sessions.values()):
            await house.clock.sleep(0.02)
        # A starved process finds work of its own that it does not seem to do.
        durable.put_back(durable.active_here(), worker=worker.machine.worker)
        ended = await worker.wait_for(run.id)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    evidence = house.check(run)
    assert len(evidence.attempts) == len(evidence.cells) == 10
    assert {cell.outcome for cell in evidence.cells} <= {CellOutcome.OK, CellOutcome.TRUNCATED}


async def test_an_equal_start_key_starts_one_run(house: House) -> None:
    first, second = a_run_of(5), a_run_of(5)

    assert house.control.start(first, start_key="mine").id == first.id
    assert house.control.start(second, start_key="mine").id == first.id


async def test_ten_percent_faults_change_nothing_but_the_number_of_tries(house: House) -> None:
    from tests.invariants import same_answer

    clean = house.start(a_run_of(80))
    await house.work_on(clean)
    house.sim.admin.set_plan(_failing(503, 0.1))
    battered = house.start(a_run_of(80))
    await house.work_on(battered)

    before, after = house.check(clean), house.check(battered)
    assert same_answer(after.cells) == same_answer(before.cells)
    assert len(after.attempts) > len(before.attempts)


def _failing(status: int, share: float) -> FaultPlan:
    return FaultPlan(seed=3, rules=(Rule(action=Fail(status=status), match=Match(share=share)),))


async def test_checks_by_meaning_are_made_with_vectors_and_trouble_fails_nobody(house: House) -> None:
    meant = a_run_of(4, checks=(Check(kind="drift", value={"from": "The capital of France is Paris."}),))
    run = house.start(meant)
    absent = replace(house, settings=replace(house.settings, embedder=MiniLm(weights="no_such_weights")))
    other = absent.start(a_run_of(2, checks=meant.snapshot.checks))

    await house.work_on(run)
    await absent.work_on(other)

    found = [check for cell in house.check(run).cells for check in cell.checks if check.check == "drift"]
    assert all(
        check.embedder == "all-MiniLM-L6-v2-onnx-int8" for check in found if check.measured is not None
    )
    assert any(check.measured is not None for check in found)
    missed = [check for cell in house.check(other).cells for check in cell.checks if check.check == "drift"]
    assert any("no_such_weights is not installed" in (check.reason or "") for check in missed)


async def test_a_worker_that_comes_back_under_its_name_works_at_once(house: House) -> None:
    # Nothing is ever heard of a next beat.
    patient = MachineSettings(stale_s=100_000.0, beat_s=10_000.0)
    runs = [house.start(a_run_of(2)) for _ in range(2)]

    for run in runs:
        async with working(
            house.store,
            connect=house.providers,
            presets=PRESETS,
            clock=house.clock,
            chance=Chance(1),
            settings=patient,
            only=run.id,
        ) as worker:
            assert (await worker.wait_for(run.id)).settlement is Settlement.ALL_CELLS_DONE
