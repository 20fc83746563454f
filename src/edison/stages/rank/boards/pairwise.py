"""pairwise: who wins where outputs of one case are compared, by the model of Bradley and Terry.

Verdicts about one case hang together, so intervals and claims rest on cases, not on comparisons.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import (
    Board,
    CellOutcome,
    CellPosition,
    Flag,
    Interval,
    PairLine,
    RankedItem,
    RankSpan,
)
from edison.errors import StatisticRefused

from ..contests.meetings import ContestEntry, Meetings
from .contenders import BoardContender, contender_at
from .seating import seat_comparing
from .separating import Apart, PairFound
from .standing import BoardGrounds, BoardStanding, distrust, spanned

if TYPE_CHECKING:
    from edison.stats.strengths import ComparisonTable, ItemPair, ItemsApart, StrengthFit

FEWEST = 15
"""Fewer cases than this tell little about others."""


def stand_compared(
    contenders: Sequence[BoardContender], lines: Sequence[PairLine], *, grounds: BoardGrounds
) -> BoardStanding | None:
    """The board of comparisons; None where none has a finding."""
    from edison.stats.strengths import fit, tell_apart

    seen = _Seen.of(contenders, lines, grounds=grounds)
    meetings = seen.meetings
    if not len(meetings):
        return None
    table = meetings.table(case=seen.clusters)
    fitted = fit(table, adaptive=meetings.is_adaptive)
    items = [_item(place, contender, seen=seen, found=fitted) for place, contender in enumerate(contenders)]
    order = sorted(range(len(items)), key=lambda place: (not items[place].is_placed, -items[place].strength))
    placed = [place for place in order if items[place].is_placed]
    apart = _apart(tell_apart(table, fitted), fitted, placed=placed, seen=seen)
    panel = seat_comparing(lines, snapshot=grounds.snapshot, cards=grounds.cards)
    return BoardStanding(
        board=Board.PAIRWISE,
        items=tuple(spanned([items[place] for place in order], apart)),
        apart=apart,
        panel=panel,
        flags=(*distrust(panel, policy=grounds.policy), *apart.flags, *_lean(meetings.table())),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """Comparisons between contenders, by their places."""

    meetings: Meetings
    clusters: list[int]
    """The case of each meeting, or its family."""
    asked: Counter[int]
    """How many comparisons each contender was in, with a finding or without."""

    @classmethod
    def of(
        cls, contenders: Sequence[BoardContender], lines: Sequence[PairLine], *, grounds: BoardGrounds
    ) -> "_Seen":
        snapshot = grounds.snapshot
        places = [(_place(line.left, grounds), _place(line.right, grounds)) for line in lines]
        between = [
            PairLine(
                unit=line.unit,
                wave=line.wave,
                left=contender_at(left, snapshot),
                right=contender_at(right, snapshot),
                adaptive=line.adaptive,
                judge=line.judge,
                outcome=line.outcome,
            )
            for line, (left, right) in zip(lines, places, strict=True)
        ]
        entries = [ContestEntry(cell=place, name=one.name) for place, one in enumerate(contenders)]
        cases = [left.case for line, (left, _) in zip(lines, places, strict=True) if line.outcome is not None]
        families = grounds.families.of(cases)
        return cls(
            meetings=Meetings.of(entries, between),
            clusters=cases if families is None else list(families),
            asked=Counter(place for line in between for place in (line.left, line.right)),
        )

    def cases_of(self, place: int) -> int:
        """In how many cases, families taken together, a contender was compared."""
        met = zip(self.meetings.left, self.meetings.right, self.clusters, strict=True)
        return len({cluster for left, right, cluster in met if place in (left, right)})


def _place(cell: int, grounds: BoardGrounds) -> CellPosition:
    """Where a cell stands; one that was compared and has no score stands in the grid."""
    found = grounds.places.get(cell)
    return grounds.snapshot.grid.place(cell) if found is None else found


def _item(place: int, contender: BoardContender, *, seen: _Seen, found: "StrengthFit") -> RankedItem:
    outcomes = [
        outcome if left == place else 1 - outcome
        for left, right, outcome in zip(
            seen.meetings.left, seen.meetings.right, seen.meetings.outcome, strict=True
        )
        if place in (left, right)
    ]
    score, low, high = (float(column[place]) for column in (found.scores, found.low, found.high))
    is_known = bool(outcomes)
    return RankedItem(
        item_id=contender.id,
        name=contender.name,
        strength=score if is_known else 0.0,
        interval=Interval(low=low, high=high, level=found.level) if is_known else None,
        observations=len(outcomes),
        outcomes=dict(contender.results.outcomes),
        measures={"won": sum(outcomes) / len(outcomes), "tied": outcomes.count(0.5) / len(outcomes)}
        if is_known
        else {},
        method=f"{found.method.value} by case" if is_known else "",
        flags=tuple(_doubts(place, contender, seen=seen, observations=len(outcomes))),
    )


def _doubts(place: int, contender: BoardContender, *, seen: _Seen, observations: int) -> Iterator[Flag]:
    if not observations:
        yield Flag.ISOLATED
    elif seen.cases_of(place) < FEWEST:
        yield Flag.FEW_CASES
    answered = contender.results.outcomes[CellOutcome.OK.value]
    if observations < seen.asked[place] or answered < contender.results.planned:
        yield Flag.MISSING_RESULTS


def _apart(found: "ItemsApart", fitted: "StrengthFit", *, placed: Sequence[int], seen: _Seen) -> Apart:
    from edison.stats.boards import rank_ranges, tie_groups

    is_ahead = found.is_ahead[placed][:, placed]
    strengths = [float(fitted.scores[place]) for place in placed]
    spans = rank_ranges(strengths, is_ahead=is_ahead)
    at = {place: number for number, place in enumerate(placed)}
    met = Counter(frozenset(pair) for pair in zip(seen.meetings.left, seen.meetings.right, strict=True))
    pairs = [_pair(pair, at=at, met=met[frozenset((pair.left, pair.right))]) for pair in found.pairs]
    is_joined = all(pair.value is not None for pair in pairs)
    return Apart(
        spans=tuple(RankSpan(rank=one.rank, low=one.low, high=one.high) for one in spans),
        groups=tuple(group for group in tie_groups(is_ahead | is_ahead.T) if len(group) > 1),
        pairs=tuple(sorted(pairs, key=lambda pair: (pair.left, pair.right))),
        is_ahead=is_ahead,
        flags=() if is_joined else (Flag.NOT_COMPARED,),
    )


def _pair(pair: "ItemPair", *, at: dict[int, int], met: int) -> PairFound:
    """Seen from the one that stands higher."""
    turned = at[pair.left] > at[pair.right]
    left, right = (pair.right, pair.left) if turned else (pair.left, pair.right)
    found = pair.difference
    low, high = (
        (0.0, 0.0) if found is None else ((-found.high, -found.low) if turned else (found.low, found.high))
    )
    return PairFound(
        left=at[left],
        right=at[right],
        value=None if found is None else (-found.value if turned else found.value),
        interval=None if found is None else Interval(low=low, high=high),
        adjusted_p=pair.adjusted_p,
        ahead=None if pair.ahead is None else at[pair.ahead],
        lacking=(met, 0, 0, 0),
        flags=(Flag.NOT_COMPARED,) if found is None else (),
    )


def _lean(table: "ComparisonTable") -> Iterator[Flag]:
    """Whether being shown first is worth something beside strength."""
    from edison.stats.strengths import Method, fit
    from edison.stats.strengths import StrengthFlag as Doubt

    try:
        found = fit(table, method=Method.HIERARCHICAL, position=True)
    except StatisticRefused:
        return
    if Doubt.POSITION in found.flags:
        yield Flag.POSITION_BIAS
