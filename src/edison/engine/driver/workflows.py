"""The two workflows of the durable library: one drives a run, the other sees to a shard of it.

Rows are the checkpoint, so a shard has no steps of its own: run again, it finds less to do. The driver's steps are
recorded, because the ids of its shards follow from what it planned.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from dbos import DBOS, SetWorkflowID, WorkflowHandleAsync

from edison.domain import Halt, RunId, Settlement

from .. import durable
from ..worker.machine import NotConnected, current_machine, is_leaving
from ..worker.shard import ShardReport, ShardRunner

log = structlog.get_logger()

_ALWAYS = 1_000_000
"""A run is never given up because workers died: rows say how far it is."""

_POLL_S = 0.1

STALLED_SWEEPS = 3
"""So many sweeps in a row without a single conclusion more end a run."""


@DBOS.workflow(name=durable.DRIVE, max_recovery_attempts=_ALWAYS)
async def drive(run_id: str, epoch: int) -> str:
    """Sweep over what is missing until nothing is, or until a named reason ends the run."""
    current_machine().tell_of_the_end()
    log.info("run.taken_up", run=run_id, epoch=epoch, worker=current_machine().worker)
    try:
        return await _drive(run_id, epoch)
    except Exception as error:
        # Whoever leaves in the middle has not failed: the run is taken up again.
        if not is_leaving():
            log.error("driver.failed", run=run_id, epoch=epoch, error=repr(error))
        raise


async def _drive(run_id: str, epoch: int) -> str:
    stalled, concluded, number = 0, -1, 0
    reports: Sequence[Mapping[str, Any]] = ()
    while True:
        number += 1
        planned = await _plan(run_id, epoch)
        if planned["superseded"]:
            return "superseded"
        stalled = stalled + 1 if planned["concluded"] <= concluded else 0
        concluded = planned["concluded"]
        if planned["waits"] and not planned["shards"]:
            if await _wait_for_people(run_id, epoch):
                return "waits"
            continue
        if not planned["shards"]:
            decision = await _go_on(run_id, epoch)
            if not isinstance(decision, str):
                await _halt(run_id, epoch, decision)
                return "halted"
            settlement = Settlement(decision)
            stalled, reports = 0, ()
            if not settlement.is_end:
                continue
        else:
            halts = [halt for report in reports for halt in report["halts"]]
            if halts and stalled:
                await _halt(run_id, epoch, halts[0])
                return "halted"
            settlement = settle(
                budget_spent=any(report["budget_spent"] for report in reports), stalled=stalled
            )
        if settlement.is_end:
            await _finish(run_id, epoch, settlement.value)
            return settlement.value
        reports = await _run_shards(run_id, epoch, sweep_number=number, shards=planned["shards"])


@DBOS.workflow(name=durable.SHARD, max_recovery_attempts=_ALWAYS)
async def run_shard(run_id: str, epoch: int, shard: tuple[str, int, int]) -> dict[str, Any]:
    """See to the unfinished units of a range; how far it came is in the rows."""
    current_machine().tell_of_the_end()
    return await _see_to(run_id, epoch, shard)


async def _see_to(run_id: str, epoch: int, shard: tuple[str, int, int]) -> dict[str, Any]:
    lane, first, last = shard
    machine = current_machine()
    machine.fault("shard.before")
    ownership = durable.ownership()
    try:
        session = await machine.session(RunId(run_id), epoch)
    except NotConnected as refused:
        log.warning("run.refused", run=run_id, code=refused.halt.code)
        return ShardReport(halts=[refused.halt]).as_json()
    if session is None:
        return ShardReport(superseded=True).as_json()
    if not await machine.off(ownership.holds):
        # It waited while this worker was taken for dead: somebody else has it now, and nobody hears of this report.
        log.debug("shard.taken_back", run=run_id, lane=lane, first=first, last=last)
        return ShardReport().as_json()
    log.debug("shard.begun", run=run_id, lane=lane, first=first, last=last)
    runner = ShardRunner(session, machine.store, lane=lane)
    async with session.seeing_to(lane, first, last):
        report = await runner.run(await machine.off(runner.load, first, last))
    await machine.off(runner.ask_again)
    if session.draining:
        # Unfinished, and to be taken up elsewhere: it must not count as done.
        await machine.park()
    machine.fault("shard.after")
    log.debug("shard.finished", run=run_id, lane=lane, first=first, last=last, units=report.units)
    return report.as_json()


async def _run_shards(
    run_id: str, epoch: int, *, sweep_number: int, shards: Sequence[tuple[str, int, int]]
) -> list[Mapping[str, Any]]:
    queue = durable.queue_of(run_id)
    handles: list[WorkflowHandleAsync[dict[str, Any]]] = []
    for shard in shards[1:]:
        # The same plan gives the same ids: run again after a crash, the driver attaches to what is there.
        with SetWorkflowID(f"{durable.driver_id(run_id, epoch)}:w{sweep_number}:{shard[1]}"):
            handles.append(await DBOS.enqueue_workflow_async(queue, run_shard, run_id, epoch, shard))
    # One need not wait in a queue: it keeps this process busy until that is looked at.
    reports: list[Mapping[str, Any]] = [await _see_to_it_here(run_id, epoch, shards[0])]
    if handles:
        # The library looks for the end of a shard only now and then; one of this process may have ended before that.
        await current_machine().doze(_POLL_S)
    for handle in handles:
        try:
            reports.append(await handle.get_result(polling_interval_sec=_POLL_S))
        except Exception as error:
            # The next sweep plans again whatever is missing, or whoever goes on does.
            if not is_leaving():
                log.warning("shard.failed", run=run_id, error=repr(error))
    return reports


@DBOS.step(name="edison.shard")
async def _see_to_it_here(run_id: str, epoch: int, shard: tuple[str, int, int]) -> dict[str, Any]:
    try:
        return await _see_to(run_id, epoch, shard)
    except Exception as error:
        # The next sweep plans again whatever is missing.
        log.warning("shard.failed", run=run_id, error=repr(error))
        return ShardReport().as_json()


@DBOS.step(name="edison.plan")
async def _plan(run_id: str, epoch: int) -> dict[str, Any]:
    machine = current_machine()
    planned = await machine.off(machine.sweeps.plan, RunId(run_id), epoch)
    return {
        "superseded": planned.superseded,
        "shards": [[shard.lane, shard.first, shard.last] for shard in planned.shards],
        "concluded": planned.concluded,
        "waits": planned.waits,
    }


@DBOS.step(name="edison.next")
async def _go_on(run_id: str, epoch: int) -> str | dict[str, Any]:
    machine = current_machine()
    decision = await machine.off(machine.sweeps.go_on, RunId(run_id), epoch)
    return decision.model_dump(mode="json") if isinstance(decision, Halt) else decision.value


@DBOS.step(name="edison.wait")
async def _wait_for_people(run_id: str, epoch: int) -> bool:
    machine = current_machine()
    return await machine.off(machine.sweeps.wait_for_people, RunId(run_id), epoch)


@DBOS.step(name="edison.finish")
async def _finish(run_id: str, epoch: int, settlement: str) -> None:
    machine = current_machine()
    machine.fault("settle.before")
    await machine.off(machine.sweeps.finish, RunId(run_id), epoch, Settlement(settlement))
    machine.fault("settle.after")
    log.info("run.ended", run=run_id, epoch=epoch, settlement=settlement)


@DBOS.step(name="edison.halt")
async def _halt(run_id: str, epoch: int, cause: dict[str, Any]) -> None:
    machine = current_machine()
    await machine.off(machine.sweeps.halt, RunId(run_id), epoch, Halt.model_validate(cause))
    log.warning("run.halted", run=run_id, epoch=epoch, code=cause["code"], endpoint=cause.get("endpoint"))


def settle(*, budget_spent: bool, stalled: int) -> Settlement:
    """Say whether a run in which something is missing ends all the same, and why.

    Args:
        budget_spent: Whether the last sweep could not pay for what it wanted to ask.
        stalled: Sweeps in a row that concluded nothing.
    """
    if budget_spent:
        return Settlement.BUDGET_SPENT
    if stalled >= STALLED_SWEEPS:
        return Settlement.NO_PROGRESS
    return Settlement.NOT_YET
