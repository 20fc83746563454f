"""output pairs: which outputs of one case are compared next, or why nothing more is asked.

Of few contenders all outputs of a case meet at once. Of many, waves are dealt in which everybody meets at most one
rival on a case, those first about whose order there is most to learn.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from edison.domain import (
    Chance,
    Contest,
    Pair,
    PairingKind,
    PairLine,
    Policy,
    Settlement,
    Snapshot,
    Stream,
)

from ..contests.pair_book import PairBook
from ..contests.waves import Dealt
from .output_table import FEW_CONTENDERS, Meeting, OutputTable, find_rivals, most_meetings

if TYPE_CHECKING:
    from edison.stats.pairing import ItemEstimates

_WAVES_PER_ROUND = 4
"""In so many waves everybody meets somebody on every case: there is something to learn from in between."""
_IN_ONE_STREAM = Contest(pairing=PairingKind.RANDOM)


def output_pair_count(snapshot: Snapshot) -> int:
    """How many comparisons each judge of pairs is asked for at most: so many, if every cell is answered."""
    grid = snapshot.grid
    return grid.cases * grid.repeats * most_meetings(grid) * _orders(snapshot)


def deal_output_pairs(
    snapshot: Snapshot,
    *,
    answered: Collection[int],
    lines: Sequence[PairLine],
    policy: Policy,
    chance: Chance,
    wave: int,
) -> Dealt:
    """Say which outputs to compare next.

    It ends when all pairs have met, when as many comparisons were asked as may be, or, of many contenders, when
    their order has come to rest. What judges left open ends nothing: it is told by the board.

    Args:
        snapshot: What the run consists of.
        answered: The cells whose output is ok.
        lines: Every comparison so far; none is pending.
        policy: How far it may go.
        chance: Where seeds come from.
        wave: The number of the wave that is dealt.
    """
    judges = len(snapshot.pair_judges)
    if not judges:
        return Dealt(Settlement.TARGET_REACHED)
    if not find_rivals(snapshot.grid):
        return Dealt(Settlement.TOO_FEW_ENTRIES)
    table = OutputTable(snapshot.grid, answered=answered, lines=lines)
    book = PairBook(range(table.contenders), list(table.between(lines)), contest=_IN_ONE_STREAM)
    most = (policy.stop.comparisons - len(book.asked)) // (judges * _orders(snapshot))
    settlement, obstacles = _settle(table, book, policy=policy, most=most)
    if settlement.is_end:
        return Dealt(settlement, success_rate=book.success_rate)
    standing = book.standing() if table.contenders > FEW_CONTENDERS else None
    meetings = _meetings(table, standing, stream=chance.stream("output pairs", wave))[:most]
    coin = chance.stream("output sides", wave)
    pairs = table.place(meetings, adaptive=standing is not None, coin=coin)
    if _orders(snapshot) == 2:
        pairs = _both_ways(pairs)
    return Dealt(Settlement.NOT_YET, pairs=tuple(pairs), obstacles=obstacles, success_rate=book.success_rate)


def _orders(snapshot: Snapshot) -> int:
    return 2 if snapshot.contest is not None and snapshot.contest.both_orders else 1


def _both_ways(pairs: Iterator[Pair]) -> Iterator[Pair]:
    for pair in pairs:
        yield pair
        yield pair.model_copy(update={"left": pair.right, "right": pair.left})


def _settle(
    table: OutputTable, book: PairBook, *, policy: Policy, most: int
) -> tuple[Settlement, tuple[str, ...]]:
    """Whether it may end, and what keeps it from being called stable."""
    if not table.tasks:
        return Settlement.PAIRS_EXHAUSTED, ()
    if most <= 0 or not table.open_tasks:
        return Settlement.COMPARISONS_SPENT, ()
    if table.contenders <= FEW_CONTENDERS:
        return Settlement.NOT_YET, ()
    obstacles = _obstacles(table, book, policy=policy)
    return (Settlement.NOT_YET if obstacles else Settlement.STABLE), obstacles


def _obstacles(table: OutputTable, book: PairBook, *, policy: Policy) -> tuple[str, ...]:
    from edison.stats.stability import RankingProgress, SettlingLimits, settle

    movement, precision = book.look()
    failed = len(book.asked) - book.succeeded
    progress = RankingProgress(
        items=table.contenders,
        asked=len(book.asked),
        succeeded=book.succeeded,
        failed=failed,
        unseen_pairs=len(table.tasks),
        movement=movement,
        precision=precision,
    )
    stop = policy.stop
    limits = SettlingLimits(
        budget=stop.comparisons, minimum=stop.least_comparisons, shift=stop.shift, success_rate=None
    )
    return tuple(obstacle.value for obstacle in settle(progress, limits).obstacles)


def _meetings(table: OutputTable, standing: "ItemEstimates | None", *, stream: Stream) -> list[Meeting]:
    tasks = list(table.open_tasks)
    stream.shuffle(tasks)
    if table.contenders <= FEW_CONTENDERS:
        return [Meeting(task, rivals) for task in tasks for rivals in table.unmet(task)]
    tasks.sort(key=table.left_for, reverse=True)
    some = tasks[: -(-len(table.tasks) // _WAVES_PER_ROUND)]
    return list(_choose(table, some, standing, stream=stream))


def _choose(
    table: OutputTable, tasks: Sequence[int], standing: "ItemEstimates | None", *, stream: Stream
) -> Iterator[Meeting]:
    """On each task pairs that share nobody, those that tell most first; of equals, those that met least."""
    from edison.stats.pairing import History, choose_listed, estimate_standing

    now = standing or estimate_standing(History.of(table.contenders), ())
    for task in tasks:
        unmet = table.unmet(task)
        stream.shuffle(unmet)
        met = [table.met[rivals] for rivals in unmet]
        chosen = choose_listed(now, unmet, met=met, size=table.left_for(task))
        table.met.update(chosen.pairs)
        now = chosen.standing
        yield from (Meeting(task, rivals) for rivals in chosen.pairs)
