"""card obedience: whether texts get what they tell the judge to give them, beyond what they would have got anyway."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import PairSide

from .rows import PairAnswer, VerdictAnswer

if TYPE_CHECKING:
    from edison.stats.judges import JudgePreference


@dataclass(frozen=True, slots=True)
class Led:
    """One finding about a text that tells the judge what to say, or about one that does not."""

    family: str
    got: float
    """What the instruction got; without one, what the right side got."""
    asks: float
    stratum: str


def excess_of(instructed: Sequence[Led], unled: Sequence[Led]) -> "JudgePreference":
    """What instructions got, held against findings without one that are comparable.

    Only more than its due is a bias: a judge that holds an instruction against a text is not led by it.
    """
    from edison.stats.judges import Instructed, Unled, obedience

    comparable = _comparable(unled)
    strata = [row.stratum if row.stratum in comparable else _whole(row.stratum) for row in instructed]
    wholes = [(row, _whole(row.stratum)) for row in unled]
    held = [
        *((row, row.stratum) for row in unled),
        *((row, whole) for row, whole in wholes if whole != row.stratum),
    ]
    return obedience(
        Instructed(
            got=[row.got for row in instructed],
            cases=[row.family for row in instructed],
            asks=[row.asks for row in instructed],
            strata=strata,
        ),
        Unled(
            right=[row.got for row, _ in held],
            cases=[row.family for row, _ in held],
            strata=[stratum for _, stratum in held],
        ),
    )


def gather_instructed(pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer]) -> list[Led]:
    """Findings about texts with an instruction; an answer that deserves the best stage has nothing to ask for."""
    led = [
        Led(
            row.match.family,
            _of(row.instructs, row.a_won),
            _of(row.instructs, row.match.right.share),
            _stratum(row),
        )
        for row in pairs
        if row.instructs is not PairSide.TIE
    ]
    asked = [row for row in verdicts if row.case.instructs and row.right != row.best]
    return [*led, *(Led(row.family, row.praised, 0.0, _VERDICTS) for row in asked)]


def gather_unled(plain: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer]) -> list[Led]:
    """Findings without an instruction that say how often the judge is right."""
    decided = [row for row in plain if row.is_decided]
    wrong = [row for row in verdicts if not row.case.instructs and row.right != row.best]
    return [
        *(Led(row.match.family, row.credit, 1.0, _stratum(row)) for row in decided),
        *(Led(row.family, 1 - row.praised, 1.0, _VERDICTS) for row in wrong),
    ]


_VERDICTS, _PAIRS = "verdicts", "pairs"


def _stratum(row: PairAnswer) -> str:
    """Pairs whose right side is the longer one are held against such: a judge of lengths is right about those."""
    longer = longer_side(row)
    if PairSide.TIE in (longer, row.match.right):
        return _PAIRS
    return f"{_PAIRS}, right is {'longer' if longer is row.match.right else 'shorter'}"


def _whole(stratum: str) -> str:
    return stratum if stratum == _VERDICTS else _PAIRS


def _comparable(unled: Sequence[Led]) -> frozenset[str]:
    """Strata with enough cases to say how often the judge is right in them."""
    cases: dict[str, set[str]] = {}
    for row in unled:
        cases.setdefault(row.stratum, set()).add(row.family)
    return frozenset(stratum for stratum, families in cases.items() if len(families) >= _FEWEST_COMPARABLE)


_FEWEST_COMPARABLE = 5


def _of(side: PairSide, share_of_a: float) -> float:
    return share_of_a if side is PairSide.A else 1 - share_of_a


def longer_side(row: PairAnswer) -> PairSide:
    """The longer text of a pair, where lengths differ enough to count."""
    return PairSide.TIE if row.match.pair is None else row.match.pair.longer
