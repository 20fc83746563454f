"""Strengths of items from a file of pairwise comparisons, with everything that says how far to believe them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TypeVar

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.comparing import adjust
from edison.stats.strengths import (
    ComparisonOutcome,
    ComparisonTable,
    DecisionsInLine,
    Method,
    Repeated,
    ScaleSeparation,
    SplitHalf,
    StrengthBootstrap,
    StrengthContrast,
    StrengthFit,
    StrengthMisfit,
    Triads,
    bootstrap,
    contrast,
    count_triads,
    decisions_in_line,
    fit,
    item_misfit,
    judge_misfit,
    scale_separation,
    split_half,
)

from .columns import TableFile, choose
from .comparisons import ComparisonColumns, read_comparisons
from .showing import known

T = TypeVar("T")

_MOST_FOR_TRIADS = 1000
"""Items; beyond these, counting triads takes longer than ranking."""


@dataclass(frozen=True, slots=True)
class RankedFileItem:
    """One item; None where there is no such number."""

    id: str
    score: float | None
    se: float | None
    low: float | None
    high: float | None
    rank: int | None
    component: int
    """Scores and ranks of different components are not compared."""
    comparisons: int
    rank_low: int | None = None
    """The best rank in the bootstrap, where one was asked for."""
    rank_high: int | None = None


@dataclass(frozen=True, slots=True)
class FileReliability:
    """How far the scale can be relied on; None where a number would mislead, and then why."""

    separation: ScaleSeparation | None
    halves: SplitHalf | None
    in_line: DecisionsInLine | None
    triads: Triads | None
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RankedFile:
    """What a file of comparisons says about its items, best first within each component."""

    file: str
    asked_for: Method
    fitted: StrengthFit
    items: tuple[RankedFileItem, ...]
    reliability: FileReliability
    judges: int
    """How many decided; 0 where nobody knows."""
    ties: int
    without_result: int
    """Rows that were left out."""
    misfit_items: tuple[str, ...]
    misfit_judges: tuple[str, ...]
    contrasts: tuple[StrengthContrast, ...]
    """Between the items that were asked for, each with its p-value adjusted over all of them."""
    assumed: str | None
    """How results were read that could be read in another way."""


def rank_file(
    path: Path,
    *,
    columns: ComparisonColumns | None = None,
    method: str | None = None,
    repeated: str = Repeated.WIDENED.value,
    level: float = 0.95,
    seed: int = 0,
    adaptive: bool = False,
    position: bool = False,
    splits: int | None = None,
    resamples: int = 0,
    against: str | None = None,
    contrasts: bool = False,
) -> RankedFile:
    """Rank the items of a file of comparisons.

    Args:
        path: A CSV, TSV or JSONL file with one comparison per row.
        columns: Which columns say what; usual names are looked for when not given.
        method: A word of `Method`; maximum likelihood when not given, hierarchical for adaptive pairs.
        repeated: A word of `Repeated`: what several verdicts on one pair, or by one judge, are worth.
        level: The level of the intervals.
        seed: Of random splits and resamples.
        adaptive: Whether pairs were chosen by earlier results.
        position: Whether to estimate what being shown first is worth.
        splits: At most so many splits of the judges; 0 for none.
        resamples: How often to rank again for intervals of the ranks; 0 for never.
        against: An item that all others are held against.
        contrasts: Whether to hold every two items against each other.
    """
    chosen = _method(method, adaptive=adaptive)
    counting = choose(repeated, among=Repeated, what="way of counting")
    read = read_comparisons(TableFile(path), columns or ComparisonColumns())
    table = read.table
    fitted = fit(
        table,
        method=chosen,
        level=level,
        adaptive=adaptive,
        position=position,
        length=table.longer is not None,
        repeated=counting,
    )
    again = _rank_again(table, seed=seed, resamples=resamples, level=level) if resamples else None
    reasons: dict[str, str] = {}
    return RankedFile(
        file=str(path),
        asked_for=chosen,
        fitted=fitted,
        items=tuple(_items(table, fitted, again)),
        reliability=_measure(table, fitted, seed=seed, adaptive=adaptive, splits=splits),
        judges=len(table.judges),
        ties=_count_ties(table),
        without_result=read.without_result,
        misfit_items=_misfits(_or_why(lambda: item_misfit(table, fitted), "misfit", reasons)),
        misfit_judges=_misfits(_or_why(lambda: judge_misfit(table, fitted), "misfit", reasons)),
        contrasts=tuple(_contrasts(fitted, _pairs(fitted, against=against, every=contrasts))),
        assumed=read.assumed,
    )


def _method(word: str | None, *, adaptive: bool) -> Method:
    usual = Method.HIERARCHICAL if adaptive else Method.BRADLEY_TERRY
    return usual if word is None else choose(word, among=Method, what="method")


def _rank_again(table: ComparisonTable, *, seed: int, resamples: int, level: float) -> StrengthBootstrap:
    if table.longer is not None:
        cause, instead = "lengths are controlled for", "Leave the bootstrap or the lengths out."
        raise StatisticRefused("interval of ranks", cause, instead=instead)
    return bootstrap(table, seed=seed, resamples=resamples, level=level)


def _pairs(fitted: StrengthFit, *, against: str | None, every: bool) -> Iterator[tuple[str, str]]:
    """The better one first; or each item with the one that was named."""
    order = sorted(range(len(fitted.items)), key=lambda at: -float(fitted.scores[at]))
    names = [str(fitted.items[at]) for at in order if fitted.ranks[at]]
    if against is not None:
        fitted.index(against)
        yield from ((name, against) for name in names if name != against)
    elif every:
        yield from combinations(names, 2)


def _contrasts(fitted: StrengthFit, pairs: Iterator[tuple[str, str]]) -> list[StrengthContrast]:
    """Items that nothing connects have none; p-values by Holm over the others."""
    found = [
        known
        for first, second in pairs
        if fitted.components[fitted.index(first)] == fitted.components[fitted.index(second)]
        for known in (contrast(fitted, first, second),)
    ]
    adjusted = adjust([one.p_value for one in found]).tolist()
    return [replace(one, p_value=p_value) for one, p_value in zip(found, adjusted, strict=True)]


def _items(
    table: ComparisonTable, fitted: StrengthFit, again: StrengthBootstrap | None
) -> Iterator[RankedFileItem]:
    seen = Counter[int](table.left.tolist())
    seen.update(table.right.tolist())
    ranks: list[int] = fitted.ranks.tolist()
    components: list[int] = fitted.components.tolist()
    # Items that were never compared stand last in their own components.
    order = sorted(range(len(ranks)), key=lambda at: (ranks[at] == 0, components[at], ranks[at]))
    for at in order:
        yield RankedFileItem(
            id=str(fitted.items[at]),
            score=known(float(fitted.scores[at])),
            se=known(float(fitted.se[at])),
            low=known(float(fitted.low[at])),
            high=known(float(fitted.high[at])),
            rank=ranks[at] or None,
            component=components[at],
            comparisons=seen[at],
            rank_low=None if again is None else int(again.rank_low[at]),
            rank_high=None if again is None else int(again.rank_high[at]),
        )


def _measure(
    table: ComparisonTable, fitted: StrengthFit, *, seed: int, adaptive: bool, splits: int | None
) -> FileReliability:
    reasons: dict[str, str] = {}
    return FileReliability(
        separation=_or_why(lambda: scale_separation(fitted, adaptive=adaptive), "ssr", reasons),
        halves=_or_why(
            lambda: _split(table, seed=seed, adaptive=adaptive, splits=splits), "split_half", reasons
        ),
        in_line=_or_why(lambda: decisions_in_line(table, fitted), "share_in_line", reasons),
        triads=_or_why(lambda: _triads(table), "circular_triads", reasons),
        reasons=reasons,
    )


def _split(table: ComparisonTable, *, seed: int, adaptive: bool, splits: int | None) -> SplitHalf:
    if splits == 0:
        raise StatisticRefused("split-half reliability", "it was not asked for", instead="Allow some splits.")
    if table.judge is None:
        raise StatisticRefused(
            "split-half reliability", "nobody knows who judged", instead="Name the judge column."
        )
    return split_half(table, seed=seed, splits=splits, adaptive=adaptive)


def _triads(table: ComparisonTable) -> Triads:
    if len(table.items) > _MOST_FOR_TRIADS:
        cause = f"there are more than {_MOST_FOR_TRIADS:,} items"
        raise StatisticRefused(
            "count of circular triads", cause, instead="Count them in a part of the items."
        )
    return count_triads(table)


def _or_why(measure: Callable[[], T], name: str, reasons: dict[str, str]) -> T | None:
    """A number, or the reason why there is none."""
    try:
        return measure()
    except (SampleEmpty, StatisticRefused) as refused:
        reasons[name] = refused.sentence
        return None


def _misfits(found: StrengthMisfit | None) -> tuple[str, ...]:
    if found is None:
        return ()
    return tuple(str(label) for label, misfits in zip(found.labels, found.misfits, strict=True) if misfits)


def _count_ties(table: ComparisonTable) -> int:
    return int((table.outcome == ComparisonOutcome.TIE).sum())
