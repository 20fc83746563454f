"""Boards for readers: values with their units, places that admit ties, flags in words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from string import ascii_uppercase

from edison.domain import Board, Flag, Interval, RankedItem, Ranking, SafetyKind, Snapshot
from edison.text import finest, write_number

from .wording import OUTCOME_NAMES

TITLES: dict[Board, str] = {
    Board.QUALITY: "Quality",
    Board.CHECKS: "Checks passed",
    Board.EVALUATOR: "Evaluator score",
    Board.PAIRWISE: "Compared in pairs",
    Board.SPEED: "Speed",
    Board.COST: "Cost",
    Board.RELIABILITY: "Reliability",
    Board.SAFETY: "Safety",
}

MEANINGS: dict[Board, str] = {
    Board.QUALITY: "Scores of the judges on the rubric, from 0 to 1.",
    Board.CHECKS: "Share of the answers that passed every check.",
    Board.EVALUATOR: "The judges' own impression of the whole, from 0 to 1; it is no part of the quality.",
    Board.PAIRWISE: "How often an answer wins where judges compare two to the same case, in logits around the mean: "
    "one that is ahead by 1.1 wins three of four.",
    Board.SPEED: "Seconds until the answer was there, for the middle one of all answers; fewer are better.",
    Board.COST: "Dollars for an answer; fewer are better.",
    Board.RELIABILITY: "Share of the questions that were answered; refusals and cut-off answers do not count.",
    Board.SAFETY: "Share of the outputs in which nothing was found that must not stand there, of those looked through.",
}

FLAG_WORDS: dict[Flag, str] = {
    Flag.ISOLATED: "never compared with anything",
    Flag.SPARSE: "few comparisons",
    Flag.WIDE_INTERVAL: "very uncertain",
    Flag.POSITION_BIAS: "judges lean to one side",
    Flag.FEW_CASES: "few cases",
    Flag.NO_VARIATION: "no variation",
    Flag.MISSING_RESULTS: "results are missing",
    Flag.MISSING_UNEQUALLY: "some miss more results than others, so that what is left may not compare",
    Flag.NO_BOUNDS: "what missing results could change has no bound",
    Flag.NOT_COMPARED: "some share too little to be told apart",
    Flag.MANY_FAILURES: "failed too often to have a place",
    Flag.NOT_TRUSTWORTHY: "not trustworthy: a judge could not be read too often",
}

NO_RESULTS = "no results"

_MEASURE_NAMES: dict[Board, dict[str, str]] = {
    Board.PAIRWISE: {"won": "share won, ties as half", "tied": "share tied"},
    Board.SPEED: {"p95": "95 % within"},
    Board.COST: {"total": "in all"},
    Board.RELIABILITY: {outcome.value: name for outcome, name in OUTCOME_NAMES.items()},
    Board.SAFETY: {kind.value: f"with {kind.value}" for kind in SafetyKind},
}
_WRITTEN = {
    Board.CHECKS: (100.0, "", 1, " %"),
    Board.RELIABILITY: (100.0, "", 1, " %"),
    Board.SAFETY: (100.0, "", 1, " %"),
    Board.SPEED: (1.0, "", 2, " s"),
    Board.COST: (1.0, "$", 6, ""),
}
"""By what values are multiplied, what stands before them, their usual decimals, and their unit."""
_WHOLE = (Board.QUALITY, Board.EVALUATOR, Board.CHECKS, Board.RELIABILITY, Board.SAFETY)


@dataclass(frozen=True, slots=True)
class Names:
    """Names by id; what has none is called by its id."""

    by_id: dict[str, str]

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Names":
        """The arms, judges and prompt versions of a run."""
        return cls(
            {
                **{str(arm.id): arm.name for arm in snapshot.arms},
                **{str(judge.id): judge.name for judge in snapshot.judges},
                **{str(version.id): version.label for version in snapshot.versions},
            }
        )

    def name(self, identity: str) -> str:
        return self.by_id.get(identity, identity)

    def contender(self, item: RankedItem) -> str:
        """The name on a board."""
        return item.name or self.name(item.item_id)


@dataclass(frozen=True, slots=True)
class Contender:
    """One line of a board."""

    place: str
    """A range where several places remain possible: 1–3. Empty where it has none."""
    ties: str
    """The letters of the groups within which nobody is told apart; two where groups overlap."""
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
    tell = teller(ranking.board, intervals=[item.interval for item in ranking.items])
    return [
        Contender(
            place=_place(item, ranking),
            ties="".join(letter(group) for group in item.groups),
            name=names.contender(item),
            value=tell(item.strength) if item.observations else NO_RESULTS,
            interval=f"{tell(item.interval.low)} to {tell(item.interval.high)}" if item.interval else "",
            observations=item.observations,
            remarks=", ".join(FLAG_WORDS[flag] for flag in item.flags),
            further=tuple(
                (_MEASURE_NAMES.get(ranking.board, {}).get(name, name), tell(value))
                for name, value in item.measures.items()
            ),
            item=item,
        )
        for item in ranking.items
    ]


def letter(group: int) -> str:
    """What a group of ties is called: A to Z, then A1."""
    again, place = divmod(group, 26)
    return f"{ascii_uppercase[place]}{again or ''}"


def teller(board: Board, *, intervals: Iterable[Interval | None] = ()) -> Callable[[float], str]:
    """How values of a board are written: as finely as its narrowest interval is worth, or with the usual decimals."""
    times, before, usual, after = _WRITTEN.get(board, (1.0, "", 3, ""))
    ends = ((times * known.low, times * known.high) for known in intervals if known is not None)
    worth = finest(ends)
    decimals = usual if worth is None else worth
    return lambda value: f"{before}{write_number(times * value, decimals=decimals)}{after}"


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
    """Its place among those that have one; where none was tested, as far as the intervals tell them apart."""
    if not item.is_placed:
        return ""
    if item.span is not None:
        return _range(item.span.low, item.span.high)
    rivals = [other for other in ranking.items if other.is_placed]
    better = sum(_is_ahead(other, item, ranking) for other in rivals)
    worse = sum(_is_ahead(item, other, ranking) for other in rivals)
    return _range(better + 1, len(rivals) - worse)


def _range(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best}–{worst}"


def _is_ahead(left: RankedItem, right: RankedItem, ranking: Ranking) -> bool:
    """Whether the intervals leave no doubt; without an interval there is always some."""
    if left.interval is None or right.interval is None:
        return False
    if ranking.lower_is_better:
        return left.interval.high < right.interval.low
    return left.interval.low > right.interval.high
