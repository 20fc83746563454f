"""pairs: what to ask next about texts that are compared, or why nothing more is asked.

Statistics come from the stats room; here nouns become its arrays, and its answer becomes pairs of cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain import Chance, Contest, Pair, PairingKind, PairLine, Policy, Settlement

from .dealing import deal_pairs
from .pair_book import PairBook


@dataclass(frozen=True, slots=True)
class Dealt:
    """The next pairs, or the named reason why there are none."""

    settlement: Settlement
    pairs: tuple[Pair, ...] = ()
    is_resampling: bool = False
    """Whether these pairs met before."""
    obstacles: tuple[str, ...] = ()
    """What keeps the ranking from being called stable."""
    success_rate: float | None = None


def deal_next(
    contest: Contest,
    *,
    entries: Sequence[int],
    lines: Sequence[PairLine],
    policy: Policy,
    judges: int,
    passes: int,
    chance: Chance,
) -> Dealt:
    """Say which pairs to ask next.

    Args:
        contest: How texts meet.
        entries: The cells whose outputs can be compared, ascending.
        lines: Every comparison so far, those of people among them; none is pending.
        policy: How far it may go.
        judges: How many judges are asked about each pair; 0 where people said all there is to say.
        passes: How many waves of pairs that had met before there were.
        chance: Where seeds come from.
    """
    book = PairBook(entries, lines, contest=contest)
    if len(entries) < 2:
        return Dealt(Settlement.TOO_FEW_ENTRIES, success_rate=book.success_rate)
    if judges == 0:
        return Dealt(Settlement.TARGET_REACHED)
    if contest.pairs:
        return _deal_listed(contest, book, policy=policy, judges=judges)
    asks = judges * (2 if contest.both_orders else 1)
    settled = _settle(book, policy=policy, asks=asks, passes=passes)
    if settled.settlement.is_end:
        return settled
    resampling = not book.unseen_pairs
    most = (policy.stop.comparisons - len(book.asked)) // asks
    if most == 0:
        return Dealt(Settlement.COMPARISONS_SPENT, success_rate=settled.success_rate)
    # A round robin is one circle from its first wave to its last, and so keeps its seed.
    place = 0 if contest.pairing is PairingKind.ROUND_ROBIN else book.waves
    seed = chance.stream("pairs", place).seed
    if policy.stop.wave is not None and not resampling:
        most = min(most, policy.stop.wave)
    pairs = tuple(
        deal_pairs(
            book,
            contest=contest,
            resampling=resampling,
            most=most,
            seed=seed,
            fills=policy.stop.wave is not None,
        )
    )
    return Dealt(
        Settlement.NOT_YET,
        pairs=pairs,
        is_resampling=resampling,
        obstacles=settled.obstacles,
        success_rate=settled.success_rate,
    )


def _deal_listed(contest: Contest, book: PairBook, *, policy: Policy, judges: int) -> Dealt:
    """All at once, as far as the budget lasts; a pair with a text that cannot be compared is left out."""
    listed = [pair for pair in contest.pairs if book.knows(pair)]
    most = policy.stop.comparisons // judges
    rate = book.success_rate
    if rate is None and listed and most:
        return Dealt(Settlement.NOT_YET, pairs=tuple(listed[:most]))
    if rate is not None and rate < policy.success_rate:
        return Dealt(Settlement.GATE_FAILED, success_rate=rate)
    end = Settlement.COMPARISONS_SPENT if len(listed) > most else Settlement.TARGET_REACHED
    return Dealt(end, success_rate=rate)


def _settle(book: PairBook, *, policy: Policy, asks: int, passes: int) -> Dealt:
    from edison.stats.stability import RankingProgress, SettlingLimits, settle

    stop = policy.stop
    movement, precision = book.look()
    # What is left of the budget after the last whole wave asks for no pair: it is spent.
    budget = max(asks, stop.comparisons - stop.comparisons % asks)
    found = settle(
        RankingProgress(
            items=len(book.entries),
            asked=len(book.asked),
            succeeded=book.succeeded,
            failed=len(book.asked) - book.succeeded,
            unseen_pairs=book.unseen_pairs,
            passes=passes,
            movement=movement,
            precision=precision,
        ),
        SettlingLimits(
            budget=budget,
            minimum=stop.least_comparisons,
            shift=stop.shift,
            success_rate=policy.success_rate or None,
        ),
    )
    return Dealt(
        _SETTLEMENTS[found.reason.value],
        obstacles=tuple(obstacle.value for obstacle in found.obstacles),
        success_rate=found.success_rate,
    )


_SETTLEMENTS = {
    "not_yet": Settlement.NOT_YET,
    "stable": Settlement.STABLE,
    "pairs_exhausted": Settlement.PAIRS_EXHAUSTED,
    "budget_spent": Settlement.COMPARISONS_SPENT,
    "gate_failed": Settlement.GATE_FAILED,
    "too_few_entries": Settlement.TOO_FEW_ENTRIES,
}
