"""What the driver does between shards: plan what is missing, and end the run with its boards."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from edison.domain import (
    DesiredState,
    EventType,
    Halt,
    Mint,
    RankingId,
    Run,
    RunId,
    Settlement,
)
from edison.stages.rank import rank_arms
from edison.store import Store, UnitOfWork

LEAST_SHARD, FIRST_SHARD, LARGEST_SHARD = 16, 256, 1024
MANY_SHARDS = 20
"""Enough of them for any number of workers to have their share; more would only cost more."""
SHARD_S = 10.0
"""A shard should take about so long: coarse enough to cost little, fine enough to be shared and paused."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The ranges of cells that still have something missing; none when superseded or done."""

    superseded: bool
    shards: list[list[int]]
    concluded: int
    """How many conclusions there are; a sweep that adds none made no progress."""


def plan(store: Store, run_id: RunId, epoch: int) -> Plan:
    """Cut what is missing into shards."""

    def look(work: UnitOfWork) -> Plan:
        standing = work.runs.standing(run_id)
        if standing.epoch != epoch or standing.desired is not DesiredState.RUNNING:
            return Plan(True, [], 0)
        run = work.runs.get(run_id)
        counts = work.results.counts(run_id)
        concluded = sum(counts.outputs.values()) + counts.judged + counts.not_judged
        cells = run.snapshot.grid.cells
        size = shard_size(cells, rate=work.in_flight.rate(run_id))
        blocks = work.results.open_blocks(run_id, cells=cells, judges=len(run.snapshot.judges), size=size)
        return Plan(False, [list(block) for block in blocks], concluded)

    return store.retry(look, reading=True)


def shard_size(cells: int, *, rate: float | None) -> int:
    """By the measured rate of cells per second, or a first guess that leaves something for other workers."""
    wished = max(FIRST_SHARD, cells // MANY_SHARDS) if rate is None else ceil(rate * SHARD_S)
    return max(LEAST_SHARD, min(wished, LARGEST_SHARD, ceil(cells / 4)))


def finish(
    store: Store,
    run_id: RunId,
    epoch: int,
    *,
    settlement: Settlement,
    now: Callable[[], datetime],
    mint: Mint,
) -> bool:
    """Make the boards and end the run, in one transaction; False if somebody else decided otherwise meanwhile."""
    run = store.retry(lambda work: work.runs.get(run_id), reading=True)
    boards = _boards(store, run, mint)

    def end(work: UnitOfWork) -> bool:
        for board in boards:
            work.rankings.put(board)
        at = now()
        if not work.runs.settle(run_id, epoch=epoch, settlement=settlement, at=at):
            return False
        work.events.append(run_id, EventType.RUN_SETTLED, at=at, about={"settlement": settlement.value})
        return True

    return store.retry(end)


def halt(store: Store, run_id: RunId, epoch: int, *, cause: Halt, now: Callable[[], datetime]) -> None:
    """Let a run stand still until a person has seen to the cause."""

    def stop(work: UnitOfWork) -> None:
        if work.runs.standing(run_id).epoch != epoch:
            return
        changed = work.runs.change(
            run_id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,), halted=cause
        )
        if changed is not None:
            work.events.append(run_id, EventType.RUN_PAUSED, at=now(), about={"cause": cause.code})

    store.retry(stop)


def _boards(store: Store, run: Run, mint: Mint):
    with store.reading() as work:
        return rank_arms(
            work.results.scores(run.id),
            snapshot=run.snapshot,
            run_id=run.id,
            mint=lambda: RankingId(mint.new("rnk")),
            seed=run.seed,
        )
