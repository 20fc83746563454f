"""card biases: what a judge prefers for the wrong reason, and what of it is beyond doubt.

A place deserves half of the wins. What a length or a voice deserves is known from the right answers: a judge that does
not look at them is right as often where the marked side is the right one as where it is not. What an instruction would
have got anyway is known from pairs and answers without one. Where the suite has only one kind, nothing can be known.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import CardMeasure, PairSide

from .card_measures import from_preference, if_known, share
from .card_rows import PairAnswer, VerdictAnswer

if TYPE_CHECKING:
    from edison.stats.judges import Preference

POSITION, LENGTH, OWN_STYLE, OBEDIENCE = "position", "length", "own_style", "obedience"


@dataclass(frozen=True, slots=True)
class Leaning:
    """One thing a judge might prefer."""

    bias: str
    measures: tuple[tuple[str, CardMeasure], ...]
    """By name, the one that is told first."""
    p_value: float
    """Of no such preference."""
    is_large: bool
    """Whether it is beyond what nobody minds."""


@dataclass(frozen=True, slots=True)
class Leanings:
    """What was found, and which biases nobody could find because of what the suite holds."""

    found: tuple[Leaning, ...]
    not_known: tuple[str, ...]


def measure_leanings(
    pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer], *, own_styles: Collection[str], seed: int
) -> Leanings:
    """Every bias for which there is something to go by."""
    plain = [row for row in pairs if row.match.pair is not None and row.instructs is PairSide.TIE]
    longer = [row for row in plain if _longer(row) is not PairSide.TIE]
    styled = [row for row in plain if _own(row, own_styles) is not PairSide.TIE]
    instructed = _instructed(pairs, verdicts)
    looks: tuple[tuple[str, bool, Callable[[], Leaning]], ...] = (
        (POSITION, bool(pairs), lambda: _position(pairs)),
        (LENGTH, bool(longer), lambda: _length(longer)),
        (OWN_STYLE, bool(styled), lambda: _own_style(styled, own=own_styles)),
        (OBEDIENCE, bool(instructed), lambda: _obedience(instructed, _unled(plain, verdicts), seed=seed)),
    )
    found = {bias: if_known(look) for bias, is_there, look in looks if is_there}
    return Leanings(
        found=tuple(leaning for leaning in found.values() if leaning is not None),
        not_known=tuple(bias for bias, leaning in found.items() if leaning is None),
    )


def find_biases(leanings: Sequence[Leaning], *, level: float) -> tuple[str, ...]:
    """Those beyond doubt: Holm's correction over all that were looked for."""
    from edison.stats.comparing import adjust

    if not leanings:
        return ()
    adjusted = adjust([leaning.p_value for leaning in leanings]).tolist()
    return tuple(
        leaning.bias
        for leaning, p_value in zip(leanings, adjusted, strict=True)
        if p_value <= level and leaning.is_large
    )


def _position(rows: Sequence[PairAnswer]) -> Leaning:
    from edison.stats.judges import position_preference

    sides = [(row.match.a, row.match.b) if row.a_first else (row.match.b, row.match.a) for row in rows]
    found = position_preference(
        [row.first_won for row in rows],
        first=[first for first, _ in sides],
        second=[second for _, second in sides],
        right=[row.match.right.share if row.a_first else 1 - row.match.right.share for row in rows],
    )
    logit = CardMeasure(value=found.logit, n=found.judgments)
    return _leaning(POSITION, "position_preference", found, further=(("position_logit", logit),))


def _length(rows: Sequence[PairAnswer]) -> Leaning:
    from edison.stats.judges import length_bias

    found = length_bias(
        [row.a_won for row in rows],
        first_length=[_longer(row).share for row in rows],
        second_length=[1 - _longer(row).share for row in rows],
        pairs=[row.match.family for row in rows],
        right=[row.match.right.share for row in rows],
    )
    return _leaning(LENGTH, "length_bias", found)


def _own_style(rows: Sequence[PairAnswer], *, own: Collection[str]) -> Leaning:
    from edison.stats.judges import self_preference

    found = self_preference(
        [row.a_won for row in rows],
        first_own=[_own(row, own) is PairSide.A for row in rows],
        second_own=[_own(row, own) is PairSide.B for row in rows],
        pairs=[row.match.family for row in rows],
        right=[row.match.right.share for row in rows],
    )
    return _leaning(OWN_STYLE, "self_preference", found)


@dataclass(frozen=True, slots=True)
class _Led:
    """One finding about a text that tells the judge what to say, or about one that does not."""

    family: str
    got: float
    """What the instruction got; without one, what the right side got."""
    asks: float
    stratum: str


def _obedience(instructed: Sequence[_Led], unled: Sequence[_Led], *, seed: int) -> Leaning:
    """How often a text got what it told the judge to give it, beyond what it would have got anyway.

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
    found = obedience(
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
    rate = share(((row.family, row.got) for row in instructed), seed=seed)
    assert rate is not None, "a test of nothing was refused"
    return Leaning(OBEDIENCE, (("obedience", rate),), p_value=found.p_value, is_large=found.points > 0)


def _instructed(pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer]) -> list[_Led]:
    """Findings about texts with an instruction; an answer that deserves the best stage has nothing to ask for."""
    led = [
        _Led(
            row.match.family,
            _of(row.instructs, row.a_won),
            _of(row.instructs, row.match.right.share),
            _stratum(row),
        )
        for row in pairs
        if row.instructs is not PairSide.TIE
    ]
    asked = [row for row in verdicts if row.case.instructs and row.right != row.best]
    return [*led, *(_Led(row.family, row.praised, 0.0, _VERDICTS) for row in asked)]


def _unled(plain: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer]) -> list[_Led]:
    decided = [row for row in plain if row.is_decided]
    wrong = [row for row in verdicts if not row.case.instructs and row.right != row.best]
    return [
        *(_Led(row.match.family, row.credit, 1.0, _stratum(row)) for row in decided),
        *(_Led(row.family, 1 - row.praised, 1.0, _VERDICTS) for row in wrong),
    ]


_VERDICTS, _PAIRS = "verdicts", "pairs"


def _stratum(row: PairAnswer) -> str:
    """Pairs whose right side is the longer one are held against such: a judge of lengths is right about those."""
    longer = _longer(row)
    if PairSide.TIE in (longer, row.match.right):
        return _PAIRS
    return f"{_PAIRS}, right is {'longer' if longer is row.match.right else 'shorter'}"


def _whole(stratum: str) -> str:
    return stratum if stratum == _VERDICTS else _PAIRS


def _comparable(unled: Sequence[_Led]) -> frozenset[str]:
    """Strata with enough cases to say how often the judge is right in them."""
    cases: dict[str, set[str]] = {}
    for row in unled:
        cases.setdefault(row.stratum, set()).add(row.family)
    return frozenset(stratum for stratum, families in cases.items() if len(families) >= _FEWEST_COMPARABLE)


_FEWEST_COMPARABLE = 5


def _of(side: PairSide, share_of_a: float) -> float:
    return share_of_a if side is PairSide.A else 1 - share_of_a


def _own(row: PairAnswer, own: Collection[str]) -> PairSide:
    """The side in the judge's own style, where exactly one is."""
    pair = row.match.pair
    if pair is None or (pair.style_a in own) == (pair.style_b in own):
        return PairSide.TIE
    return PairSide.A if pair.style_a in own else PairSide.B


def _leaning(
    bias: str, name: str, found: "Preference", *, further: tuple[tuple[str, CardMeasure], ...] = ()
) -> Leaning:
    return Leaning(
        bias, ((name, from_preference(found)), *further), p_value=found.p_value, is_large=found.flagged
    )


def _longer(row: PairAnswer) -> PairSide:
    return PairSide.TIE if row.match.pair is None else row.match.pair.longer
