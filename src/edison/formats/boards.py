"""Boards for readers: values with their units, places that admit ties, flags in words."""

from collections.abc import Callable
from dataclasses import dataclass

from edison.domain import Board, Flag, Interval, RankedItem, Ranking

from .names import Names

TITLES: dict[Board, str] = {
    Board.QUALITY: "Quality",
    Board.CHECKS: "Checks passed",
    Board.EVALUATOR: "Judges",
    Board.SPEED: "Speed",
    Board.COST: "Cost",
    Board.RELIABILITY: "Reliability",
}

MEANINGS: dict[Board, str] = {
    Board.QUALITY: "Scores of the judges on the rubric, from 0 to 1.",
    Board.CHECKS: "Share of the answers that passed every check.",
    Board.EVALUATOR: "How well the judges judge.",
    Board.SPEED: "Seconds until the answer was there, for the middle one of all answers; fewer are better.",
    Board.COST: "Dollars for an answer; fewer are better.",
    Board.RELIABILITY: "Share of the questions that were answered; refusals and cut-off answers do not count.",
}

FLAG_WORDS: dict[Flag, str] = {
    Flag.ISOLATED: "never compared with anything",
    Flag.SPARSE: "few comparisons",
    Flag.WIDE_INTERVAL: "very uncertain",
    Flag.POSITION_BIAS: "judges lean to one side",
    Flag.FEW_CASES: "few cases",
    Flag.NO_VARIATION: "no variation",
    Flag.MISSING_RESULTS: "results are missing",
}

NO_RESULTS = "no results"

_MEASURE_NAMES = {"p95": "95 % within", "total": "in all"}
_SHARES = (Board.CHECKS, Board.RELIABILITY)
_WHOLE = (Board.QUALITY, Board.CHECKS, Board.RELIABILITY)


@dataclass(frozen=True, slots=True)
class Contender:
    """One line of a board."""

    place: str
    """A range where it is not told apart from others: 1–3. Empty where there are no results."""
    name: str
    value: str
    interval: str
    observations: int
    remarks: str
    further: tuple[tuple[str, str], ...]
    """Other numbers of the same kind, with their names."""
    item: RankedItem

    @property
    def is_tied(self) -> bool:
        return "–" in self.place


def contenders(ranking: Ranking, *, names: Names) -> list[Contender]:
    """The lines of a board, strongest first."""
    tell = teller(ranking.board)
    return [
        Contender(
            place=_place(item, ranking),
            name=names.contender(item),
            value=tell(item.strength) if item.observations else NO_RESULTS,
            interval=f"{tell(item.interval.low)} to {tell(item.interval.high)}" if item.interval else "",
            observations=item.observations,
            remarks=", ".join(FLAG_WORDS[flag] for flag in item.flags),
            further=tuple(
                (_MEASURE_NAMES.get(name, name), tell(value)) for name, value in item.measures.items()
            ),
            item=item,
        )
        for item in ranking.items
    ]


def teller(board: Board) -> Callable[[float], str]:
    """How values of a board are written."""
    if board in _SHARES:
        return lambda value: f"{100 * value:.1f} %"
    if board is Board.SPEED:
        return lambda value: f"{value:.2f} s"
    if board is Board.COST:
        return lambda value: f"${value:.6f}"
    return lambda value: f"{value:.3f}"


def axis(ranking: Ranking) -> tuple[float, float]:
    """From where to where a board's values are drawn: shares from 0 to 1, all else from 0 or as far as needed."""
    measured = [item for item in ranking.items if item.observations]
    ends = [end for item in measured for end in (item.strength, *_ends(item.interval))]
    low, high = min((0.0, *ends)), max(ends, default=1.0)
    if ranking.board in _WHOLE:
        return min(low, 0.0), max(high, 1.0)
    return (low, high) if high > low else (low, low + 1)


def _ends(interval: Interval | None) -> tuple[float, ...]:
    return (interval.low, interval.high) if interval else ()


def _place(item: RankedItem, ranking: Ranking) -> str:
    """Its place among those that have results; without any, its strength is only where it is listed."""
    if not item.observations:
        return ""
    rivals = [other for other in ranking.items if other.observations]
    better = sum(_is_ahead(other, item, ranking) for other in rivals)
    worse = sum(_is_ahead(item, other, ranking) for other in rivals)
    best, worst = better + 1, len(rivals) - worse
    return str(best) if best == worst else f"{best}–{worst}"


def _is_ahead(left: RankedItem, right: RankedItem, ranking: Ranking) -> bool:
    """Whether the intervals leave no doubt; without an interval there is always some."""
    if left.interval is None or right.interval is None:
        return False
    if ranking.lower_is_better:
        return left.interval.high < right.interval.low
    return left.interval.low > right.interval.high
