"""Boards with everything a page says about them: names, places, letters of ties, and sentences."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from math import log, log10
from typing import Self

from edison.domain import (
    Board,
    Comparing,
    Facet,
    FrontierStanding,
    RankedPair,
    Ranking,
    RunReport,
    SafetyCount,
)
from edison.formats.words.boards import (
    FLAG_WORDS,
    MEANINGS,
    TITLES,
    Contender,
    Names,
    contenders,
    teller,
)
from edison.formats.words.notes import TIES, tell_panel, tell_point
from edison.formats.words.safety import tell_looked_for
from edison.text import decimals_for, write_number

from .view import BaseView

_Z, _Z_POWER = 1.96, 2.8
"""Of an interval of 95 %, and of a test at that level that finds four of five such differences (1.96 + 0.84)."""
_MOST_TIMES = 1000


class BoardUnit(StrEnum):
    """What the numbers of a board are."""

    NUMBER = "number"
    SHARE = "share"
    SECONDS = "seconds"
    DOLLARS = "dollars"
    LOGITS = "logits"


_UNITS = {
    Board.CHECKS: BoardUnit.SHARE,
    Board.RELIABILITY: BoardUnit.SHARE,
    Board.SAFETY: BoardUnit.SHARE,
    Board.SPEED: BoardUnit.SECONDS,
    Board.COST: BoardUnit.DOLLARS,
    Board.PAIRWISE: BoardUnit.LOGITS,
}


class FurtherView(BaseView):
    """Another number of the same kind, such as a 95th percentile."""

    name: str
    value: float
    shown: str


class ContenderView(BaseView):
    """One line of a board."""

    id: str
    name: str
    place: str
    """A range where several places remain possible: 1–3; empty where it has none."""
    ties: str
    value: float | None
    """Null where it has no results."""
    low: float | None
    high: float | None
    level: float | None
    observations: int
    outcomes: dict[str, int]
    remarks: str
    further: tuple[FurtherView, ...]

    @classmethod
    def of(cls, line: Contender) -> Self:
        item = line.item
        measured = zip(line.further, item.measures.values(), strict=True)
        return cls(
            id=item.item_id,
            name=line.name,
            place=line.place,
            ties=line.ties,
            value=item.strength if item.observations else None,
            low=None if item.interval is None else item.interval.low,
            high=None if item.interval is None else item.interval.high,
            level=None if item.interval is None else item.interval.level,
            observations=item.observations,
            outcomes=item.outcomes,
            remarks=line.remarks,
            further=tuple(
                FurtherView(name=name, value=value, shown=shown) for (name, shown), value in measured
            ),
        )


class PairView(BaseView):
    """Two contenders on the cases both have."""

    left: str
    right: str
    ahead: str | None
    """Null when the two are not told apart."""
    value: float | None
    low: float | None
    high: float | None
    adjusted_p: float
    complete: int


class FrontierView(BaseView):
    """Whether somebody else is at least as good and at least as cheap."""

    name: str
    quality: float
    cost_usd: float
    standing: FrontierStanding
    sentence: str


class ShownBoardView(BaseView):
    """Who is ahead by one measure, how sure that is, and what to know before believing it."""

    board: Board
    title: str
    meaning: str
    headline: str
    """Who leads, or who is not told apart."""
    sentence: str
    """By how much, on how many results, and how many more cases would tell."""
    caution: str
    unit: BoardUnit
    lower_is_better: bool
    compared: Comparing
    items: tuple[ContenderView, ...]
    pairs: tuple[PairView, ...]
    frontier: tuple[FrontierView, ...]
    notes: tuple[str, ...]


class ResultsView(BaseView):
    """The boards of a run."""

    run: str
    boards: tuple[ShownBoardView, ...]


class BreakdownView(BaseView):
    """How results vary with the cases, what was found in the outputs, and where judges contradict each other."""

    run: str
    facets: tuple[Facet, ...] | None
    """Null where there are too many cases for it, or no contenders."""
    safety: tuple[SafetyCount, ...]
    """What was looked for, nothing found included; of judges' flags, those that occur."""
    looked_for: tuple[str, ...]
    """What outputs were looked through for and what does not count, in sentences; empty where they were not."""
    disagreements: int | None
    """Answers on which judges disagree; null where no two judged."""


def view_results(report: RunReport) -> ResultsView:
    """All boards of a run."""
    names = Names.of(report.run.snapshot)
    cases = report.run.snapshot.cases
    return ResultsView(
        run=report.run.id,
        boards=tuple(_board(ranking, names, cases=cases) for ranking in report.boards),
    )


def view_breakdown(report: RunReport) -> BreakdownView:
    """What is found by going through every answer of a run."""
    return BreakdownView(
        run=report.run.id,
        facets=report.facets,
        safety=tuple(one for one in report.safety or () if one.flagged or one.judge is None),
        looked_for=tuple(tell_looked_for(report)),
        disagreements=None if report.disagreements is None else report.disagreements.count,
    )


def _board(ranking: Ranking, names: Names, *, cases: int) -> ShownBoardView:
    lines = contenders(ranking, names=names)
    called = {str(line.item.item_id): line.name for line in lines}
    headline, sentence = _lead(ranking, lines, called=called, cases=cases)
    return ShownBoardView(
        board=ranking.board,
        title=TITLES[ranking.board],
        meaning=MEANINGS[ranking.board],
        headline=headline,
        sentence=sentence,
        caution="; ".join(FLAG_WORDS[flag] for flag in ranking.flags),
        unit=_UNITS.get(ranking.board, BoardUnit.NUMBER),
        lower_is_better=ranking.lower_is_better,
        compared=ranking.compared,
        items=tuple(map(ContenderView.of, lines)),
        pairs=tuple(_pair(pair, called) for pair in ranking.pairs),
        frontier=tuple(
            FrontierView(
                name=point.name,
                quality=point.quality,
                cost_usd=point.cost_usd,
                standing=point.standing,
                sentence=tell_point(point, quote=str),
            )
            for point in ranking.frontier
        ),
        notes=tuple(_notes(ranking)),
    )


def _notes(ranking: Ranking) -> Iterator[str]:
    if ranking.groups:
        yield TIES
    if ranking.panel is not None:
        yield from tell_panel(ranking.panel, quote=str)


def _pair(pair: RankedPair, called: Mapping[str, str]) -> PairView:
    return PairView(
        left=called.get(pair.left, pair.left),
        right=called.get(pair.right, pair.right),
        ahead=None if pair.ahead is None else called.get(pair.ahead, pair.ahead),
        value=pair.value,
        low=None if pair.interval is None else pair.interval.low,
        high=None if pair.interval is None else pair.interval.high,
        adjusted_p=pair.adjusted_p,
        complete=pair.complete,
    )


def _lead(
    ranking: Ranking, lines: list[Contender], *, called: Mapping[str, str], cases: int
) -> tuple[str, str]:
    """What a reader should take from a board, and what it rests on."""
    placed = [line for line in lines if line.item.is_placed]
    if len(placed) < 2:
        return (f"{placed[0].name} is alone here", "") if placed else ("There are no results here yet", "")
    first, second = placed[0].item.item_id, placed[1].item.item_id
    pair = next((one for one in ranking.pairs if {one.left, one.right} == {first, second}), None)
    tied = [line.name for line in placed if set(line.item.groups) & set(placed[0].item.groups)]
    headline = f"{placed[0].name} leads"
    if pair is not None and pair.ahead is None:
        headline = f"{_listed(tied if len(tied) > 1 else [called[first], called[second]])} are not told apart"
    return headline, "" if pair is None else _difference(ranking, pair, called=called, cases=cases)


def _listed(names: list[str]) -> str:
    shown = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def _difference(ranking: Ranking, pair: RankedPair, *, called: Mapping[str, str], cases: int) -> str:
    left, right = called[pair.left], called[pair.right]
    if pair.value is None or pair.interval is None:
        return f"{left} and {right} share too little to be compared."
    low, high = pair.interval.low, pair.interval.high
    if ranking.compared is Comparing.RATIO:
        times, least, most = (
            write_number(end, decimals=decimals_for(low, high)) for end in (pair.value, low, high)
        )
        told = f"{left} has {times} times the value of {right}, between {least} and {most}"
    else:
        tell = teller(ranking.board, intervals=[pair.interval])
        between = f"between {_signed(tell, low)} and {_signed(tell, high)}"
        told = f"{left} differs from {right} by {_signed(tell, pair.value)}, {between}"
    basis = f"{told}, on the {pair.complete:,} results both have."
    if pair.ahead is not None:
        return basis
    same = 1.0 if ranking.compared is Comparing.RATIO else 0.0
    alone = (
        ""
        if low <= same <= high
        else " Alone that would tell them apart; with all pairs compared it does not."
    )
    return f"{basis}{alone}{_more_cases(ranking, pair, cases=cases)}"


def _signed(tell: Callable[[float], str], value: float) -> str:
    """With its sign; what is told as nothing has none."""
    told = tell(abs(value))
    return f"−{told}" if value < 0 and any(digit in told for digit in "123456789") else told


def _more_cases(ranking: Ranking, pair: RankedPair, *, cases: int) -> str:
    """How many more would probably tell, were the difference as large as it looks now."""
    assert pair.value is not None
    assert pair.interval is not None
    is_ratio = ranking.compared is Comparing.RATIO
    if is_ratio and min(pair.value, pair.interval.low) <= 0:
        return ""
    ends = [log(end) if is_ratio else end for end in (pair.interval.low, pair.value, pair.interval.high)]
    half = (ends[2] - ends[0]) / 2
    times = (_Z_POWER / _Z * half / abs(ends[1])) ** 2 if ends[1] else _MOST_TIMES + 1.0
    if times > _MOST_TIMES:
        return " If there is a difference, it is too small for any reasonable number of cases to tell."
    if times <= 1:
        return ""
    return f" About {_rounded((times - 1) * cases):,} more cases would probably tell."


def _rounded(number: float) -> int:
    """To two digits: more would pretend to know."""
    digits = max(0, int(log10(max(number, 1))) - 1)
    return max(1, round(number / 10**digits) * 10**digits)
