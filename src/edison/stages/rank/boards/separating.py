"""Who is told apart from whom on a board, so that ties are shown as ties."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

from edison.domain import Comparing, Flag, Interval, RankSpan

from .board_kind import BoardKind
from .contenders import ContenderResults, Frame

if TYPE_CHECKING:
    from edison.stats.boards import ArmPair, BoolArray, Separation, Table

_LEAST_S = 1e-6
"""Times are known to a millionth of a second; nothing takes none at all."""


@dataclass(frozen=True, slots=True)
class PairFound:
    """Two contenders, by their position among those that are placed."""

    left: int
    right: int
    value: float | None
    interval: Interval | None
    adjusted_p: float
    ahead: int | None
    lacking: tuple[int, int, int, int]
    """Results that both have, that the left one lacks, that the right one lacks, that both lack."""
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class Apart:
    """The contenders that have a place, in the order they were given."""

    spans: tuple[RankSpan, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    """Of two and more."""
    pairs: tuple[PairFound, ...] = ()
    is_ahead: "BoolArray | None" = None
    """Row is ahead of column; None where nobody has a rival."""
    flags: tuple[Flag, ...] = ()


def tabulate(results: Sequence[ContenderResults], *, kind: BoardKind, frame: Frame) -> "Table":
    """Cases × contenders × judges of the panel; without judges the last is one."""
    from edison.stats.boards import lay_out

    judges = tuple(frame.weights) or (0,)
    columns = [[kind.columns(one).get(judge) for judge in judges] for one in results]
    least = _LEAST_S if kind.compared is Comparing.RATIO else None
    return lay_out(columns, cases=frame.cases, least=least)


def tell_apart(table: "Table", *, strengths: Sequence[float], kind: BoardKind, frame: Frame) -> Apart:
    """Compare every two contenders case by case, Holm's correction over all pairs (`stats.boards`)."""
    from edison.stats.boards import rank_ranges, separate_arms

    if len(strengths) < 2:
        return Apart(tuple(RankSpan(rank=1, low=1, high=1) for _ in strengths))
    found = separate_arms(
        table,
        scale=kind.scale,
        families=frame.families.of(),
        weights=list(frame.weights.values()) or None,
        lower_is_better=kind.lower_is_better,
    )
    ranges = rank_ranges(strengths, is_ahead=found.is_ahead, lower_is_better=kind.lower_is_better)
    pairs = tuple(_pair(pair, kind=kind) for pair in found.pairs)
    return Apart(
        spans=tuple(RankSpan(rank=one.rank, low=one.low, high=one.high) for one in ranges),
        groups=tuple(group for group in found.groups if len(group) > 1),
        pairs=pairs,
        is_ahead=found.is_ahead,
        flags=tuple(_flags(found, pairs)),
    )


def _pair(pair: "ArmPair", *, kind: BoardKind) -> PairFound:
    found, missing = pair.difference, pair.missing
    tell = exp if kind.compared is Comparing.RATIO else float
    flags = tuple(Flag(flag.value) for flag in sorted(pair.flags))
    return PairFound(
        left=pair.left,
        right=pair.right,
        value=None if found is None else tell(found.mean),
        interval=None
        if found is None
        else Interval(low=tell(found.low), high=tell(found.high), level=found.level),
        adjusted_p=pair.adjusted_p,
        ahead=pair.ahead,
        lacking=(missing.complete, missing.baseline_only, missing.candidate_only, missing.both),
        flags=(*flags, Flag.NOT_COMPARED) if found is None else flags,
    )


def _flags(found: "Separation", pairs: Sequence[PairFound]) -> Iterator[Flag]:
    from edison.stats.boards import BoardFlag

    if any(Flag.MISSING_UNEQUALLY in pair.flags for pair in pairs):
        yield Flag.MISSING_UNEQUALLY
    if BoardFlag.NOT_COMPARED in found.flags:
        yield Flag.NOT_COMPARED
