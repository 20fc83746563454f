"""card rows: what a judge said in an examination, each finding beside what would have been right."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edison.domain import (
    Answered,
    Comparison,
    JudgeSuite,
    Judgment,
    PairSide,
    SuiteMatch,
    SuiteVerdict,
    Winner,
)

_FIRST_WON = {Winner.LEFT: 1.0, Winner.TIE: 0.5, Winner.RIGHT: 0.0}


@dataclass(frozen=True, slots=True)
class SeenPair:
    """A comparison, and the numbers of the cells that were shown first and second."""

    left: int
    right: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class SeenVerdict:
    """A judgment of a cell."""

    cell: int
    judgment: Judgment


@dataclass(frozen=True, slots=True)
class CardEvidence:
    """Everything that one judge said when it was examined; what it did not judge is among it."""

    pairs: Sequence[SeenPair] = ()
    verdicts: Sequence[SeenVerdict] = ()
    answered: Sequence[Answered] = ()
    """What each of these took and cost."""
    may_tie: bool = False
    """Whether it could have called a tie; where it could not, nobody holds it against it."""


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """One comparison that has a finding."""

    match: SuiteMatch
    a_first: bool
    a_won: float
    """1, 0, or 0.5 for a tie."""
    repeat: int

    @property
    def first_won(self) -> float:
        return self.a_won if self.a_first else 1 - self.a_won

    @property
    def is_decided(self) -> bool:
        """Whether one side is the better one."""
        return self.match.right is not PairSide.TIE

    @property
    def credit(self) -> float:
        """What the better side got, a tie as half; of equals, whether a tie was called."""
        if not self.is_decided:
            return float(self.a_won == 0.5)
        return self.a_won if self.match.right is PairSide.A else 1 - self.a_won

    @property
    def instructs(self) -> PairSide:
        return PairSide.TIE if self.match.pair is None else self.match.pair.instructs


@dataclass(frozen=True, slots=True)
class VerdictAnswer:
    """One verdict that has a finding; an abstention is one."""

    cell: int
    case: SuiteVerdict
    stages: tuple[int, ...]
    right: int
    best: int
    repeat: int

    @property
    def family(self) -> str:
        return f"family {self.case.family}" if self.case.family else f"verdict {self.case.id}"

    @property
    def credit(self) -> float:
        """All for the right stage, a part where it is one of several."""
        return 1 / len(self.stages) if self.right in self.stages else 0.0

    @property
    def praised(self) -> float:
        """Whether the best stage was given."""
        return float(self.stages == (self.best,))


def pair_rows(suite: JudgeSuite, seen: Iterable[SeenPair]) -> list[PairAnswer]:
    """Comparisons that have a finding, in the order in which they came; those of other cells are left aside."""
    matches = {(match.a, match.b): match for match in suite.matches}
    rows: list[PairAnswer] = []
    for one in seen:
        if one.comparison.winner is None:
            continue
        a_first = (one.left, one.right) in matches
        match = matches.get((one.left, one.right) if a_first else (one.right, one.left))
        if match is not None:
            won = _FIRST_WON[one.comparison.winner]
            rows.append(PairAnswer(match, a_first, won if a_first else 1 - won, one.comparison.repeat))
    return rows


def verdict_rows(suite: JudgeSuite, seen: Iterable[SeenVerdict]) -> list[VerdictAnswer]:
    """Judgments that have a finding; those of other cells are left aside."""
    stages = suite.stages
    return [
        VerdictAnswer(
            cell=one.cell,
            case=suite.verdicts[one.cell],
            stages=one.judgment.verdict.stages,
            right=1 + stages.index(suite.verdicts[one.cell].right),
            best=len(stages),
            repeat=one.judgment.repeat,
        )
        for one in seen
        if one.judgment.verdict is not None and one.cell < len(suite.verdicts)
    ]


def pair_credits(rows: Iterable[PairAnswer]) -> Iterator[tuple[str, float]]:
    """What the judge earned with each comparison."""
    return ((row.match.family, row.credit) for row in rows)


def verdict_credits(rows: Iterable[VerdictAnswer]) -> Iterator[tuple[str, float]]:
    """What the judge earned with each verdict."""
    return ((row.family, row.credit) for row in rows)
