"""What the driver does between shards: plan what is missing, and end the run with its boards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from edison.domain import (
    AnsweredBy,
    Chance,
    DesiredState,
    EndpointKind,
    EntryRanking,
    EventType,
    Halt,
    JudgeMode,
    Mint,
    Ranking,
    RankingId,
    Run,
    RunId,
    Settlement,
    StageName,
    Wave,
)
from edison.stages.plan import Dealt, deal_next
from edison.stages.rank import ContestEntry, ContestJudge, find_card, rank_arms, rank_entries
from edison.store import AnswerOrigin, Store, UnitOfWork

from ..lanes.loading import is_resampling, write_pairs
from .announcing import announce

MOST_JUDGINGS = 3
"""So often a judge is asked about a pair before it counts as failed."""
LEAST_SHARD, FIRST_SHARD, LARGEST_SHARD = 16, 256, 1024
MANY_SHARDS = 20
"""Enough of them for any number of workers to have their share; more would only cost more."""
_TOO_MANY_FAILED = "too many failed"
SHARD_S = 10.0
"""A shard should take about so long: coarse enough to cost little, fine enough to be shared and paused."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The ranges of cells that still have something missing; none when superseded or done."""

    superseded: bool
    shards: list[list[int]]
    concluded: int
    """How many conclusions there are; a sweep that adds none made no progress."""
    deals: bool = False
    """Whether nothing is missing and pairs may have to be dealt."""


def plan(store: Store, run_id: RunId, epoch: int) -> Plan:
    """Cut what is missing into shards."""

    def look(work: UnitOfWork) -> Plan:
        standing = work.runs.standing(run_id)
        if standing.epoch != epoch or standing.desired is not DesiredState.RUNNING:
            return Plan(True, [], 0)
        run = work.runs.get(run_id)
        counts, pairs = work.results.counts(run_id), work.comparisons.counts(run_id)
        concluded = sum(counts.outputs.values()) + counts.judged + counts.not_judged + pairs.asked
        blocks = _missing(work, run)
        deals = run.snapshot.contest is not None and not blocks
        return Plan(False, [list(block) for block in blocks], concluded, deals=deals)

    return store.retry(look, reading=True)


def deal(store: Store, run_id: RunId, epoch: int, *, now: Callable[[], datetime]) -> Settlement:
    """Deal the next pairs, or ask again about those without a finding; *not yet* when there is something to do."""
    settlement, dealt = store.retry(lambda work: _deal(work, run_id), reading=True)
    if settlement.is_end:
        return settlement

    def write(work: UnitOfWork) -> None:
        # A driver that died after this was committed does it again: what is dealt already stays as it is.
        if work.runs.standing(run_id).epoch != epoch or _missing(work, work.runs.get(run_id)):
            return
        if dealt is None:
            work.generations.ask(
                run_id, StageName.JUDGE, work.comparisons.failed(run_id, below_judging=MOST_JUDGINGS)
            )
            return
        number = work.waves.count(run_id) + 1
        wave = Wave(run_id=run_id, stage=StageName.JUDGE, number=number)
        first = work.runs.get(run_id).snapshot.grid.cells + work.waves.planned(run_id, stage=StageName.JUDGE)
        body = write_pairs(dealt.pairs, is_resampling=dealt.is_resampling)
        work.waves.add(run_id, wave, first_unit=first, units=len(dealt.pairs), body=body)
        work.events.append(run_id, EventType.RANKING_MOVED, at=now(), about={"wave": str(number)})

    store.retry(write)
    return Settlement.NOT_YET


def _deal(work: UnitOfWork, run_id: RunId) -> tuple[Settlement, Dealt | None]:
    """What to do next; nothing dealt and not yet ended means that failures are asked about again."""
    run = work.runs.get(run_id)
    if _missing(work, run) or work.comparisons.has_failed(run_id, below_judging=MOST_JUDGINGS):
        return Settlement.NOT_YET, None
    contest = run.snapshot.contest
    assert contest is not None, "only a run with a contest deals pairs"
    waves = work.waves.of_run(run_id, stage=StageName.JUDGE)
    dealt = deal_next(
        contest,
        entries=work.results.answered_cells(run_id),
        lines=work.comparisons.lines(run_id),
        policy=run.experiment.policy,
        judges=len(run.snapshot.pair_judges),
        passes=sum(is_resampling(wave) for wave in waves),
        chance=Chance(run.seed),
    )
    return dealt.settlement, dealt


def _missing(work: UnitOfWork, run: Run) -> list[tuple[int, int]]:
    """Ranges of cells with something missing; of pairs, once no cell lacks anything."""
    snapshot, rate = run.snapshot, work.in_flight.rate(run.id)
    slots = run.experiment.policy.parallel * (len(snapshot.arms) + len(snapshot.judges))
    cells = snapshot.grid.cells
    blocks = work.results.open_blocks(
        run.id,
        cells=cells,
        judges=len(snapshot.cell_judges),
        wanted=snapshot.judgment_plan.wanted,
        size=shard_size(cells, rate=rate, slots=slots),
    )
    if blocks or snapshot.contest is None:
        return blocks
    pairs = work.waves.planned(run.id, stage=StageName.JUDGE)
    return work.comparisons.open_blocks(
        run.id,
        first=cells,
        last=cells + pairs,
        judges=len(snapshot.pair_judges),
        size=shard_size(pairs, rate=rate, slots=slots),
    )


def shard_size(cells: int, *, rate: float | None, slots: int) -> int:
    """By the measured rate of cells per second, or a first guess that leaves something for other workers.

    A process has a few shards at once; together they must fill every slot.
    """
    wished = max(FIRST_SHARD, cells // MANY_SHARDS) if rate is None else ceil(rate * SHARD_S)
    wished = max(wished, slots // 2)
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
    boards, entry_ranking = _boards(store, run, mint), _placing(store, run, settlement)

    def end(work: UnitOfWork) -> bool:
        at = now()
        if not work.runs.settle(run_id, epoch=epoch, settlement=settlement, at=at):
            return False
        for board in boards:
            work.rankings.put(board)
        if entry_ranking is not None:
            work.entry_rankings.put(run_id, entry_ranking)
        announce(work, run, settlement=settlement, at=at, entry_ranking=entry_ranking)
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


def _boards(store: Store, run: Run, mint: Mint) -> tuple[Ranking, ...]:
    if not run.snapshot.arms:
        return ()
    with store.reading() as work:
        return rank_arms(
            work.results.scores(run.id),
            snapshot=run.snapshot,
            run_id=run.id,
            mint=lambda: RankingId(mint.new("rnk")),
            seed=run.seed,
            policy=run.experiment.policy,
            cards=work.cards.all() if run.snapshot.judges else (),
        )


def _placing(store: Store, run: Run, settlement: Settlement) -> EntryRanking | None:
    """Where the entries stand; without an order where too much failed to publish one, None without a contest."""
    contest = run.snapshot.contest
    if contest is None:
        return None
    with store.reading() as work:
        names = work.datasets.names(run.snapshot.dataset.id)
        entries = [
            ContestEntry(cell=cell, name=names[cell][0], anchor_grade=names[cell][1])
            for cell in work.results.answered_cells(run.id)
        ]
        lines = work.comparisons.lines(run.id)
        answered = work.ledger.answered_by(run.id, StageName.JUDGE)
        cards = work.cards.all()
    judges = [
        ContestJudge(
            index=index,
            name=judge.name,
            is_person=judge.endpoint.kind is EndpointKind.PEOPLE,
            answered_by=_answered_by(answered, judge=index),
            card=find_card(judge, cards),
        )
        for index, judge in enumerate(run.snapshot.judges)
        if judge.mode is JudgeMode.PAIRWISE
    ]
    entry_ranking = rank_entries(
        entries, lines, contest=contest, judges=judges, seed=Chance(run.seed).stream("placing").seed
    )
    if settlement is not Settlement.GATE_FAILED:
        return entry_ranking
    # How the judges did is what one needs to know now; an order would be taken for a result.
    return EntryRanking(
        unplaced=tuple(entry.name for entry in entries),
        flags=(_TOO_MANY_FAILED,),
        judges=entry_ranking.judges,
        without_grades="Too many comparisons failed.",
    )


def _answered_by(answered: Mapping[AnswerOrigin, int], *, judge: int) -> tuple[AnsweredBy, ...]:
    """Who answered in the name of a judge, most answers first."""
    own = [(by, answers) for by, answers in answered.items() if by.part == judge]
    own.sort(key=lambda one: (-one[1], one[0].endpoint, one[0].model or ""))
    return tuple(AnsweredBy(endpoint=by.endpoint, model=by.model, answers=answers) for by, answers in own)
