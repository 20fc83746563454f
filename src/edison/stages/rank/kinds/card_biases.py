"""card biases: what a judge prefers for the wrong reason, and what of it is beyond doubt.

A place deserves half of the wins. What a length, a voice or an instruction deserves is known from the right answers,
softened by how often this judge is right at all: a judge that is merely noisy gives every loser some wins, and that
is no preference for it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
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


def measure_leanings(
    pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer], *, own_styles: Collection[str], seed: int
) -> list[Leaning]:
    """Every bias for which there is something to go by."""
    plain = [row for row in pairs if row.match.pair is not None and row.instructs is PairSide.TIE]
    fair = _Fair.of(plain)
    found = (
        if_known(lambda: _position(pairs)),
        if_known(lambda: _length(plain, fair=fair)),
        if_known(lambda: _own_style(plain, fair=fair, own=frozenset(own_styles))),
        if_known(lambda: _obedience(pairs, verdicts, fair=fair, seed=seed)),
    )
    return [leaning for leaning in found if leaning is not None]


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


@dataclass(frozen=True, slots=True)
class _Fair:
    """What a judge that is right just as often, and has no other preference, gives to the better side."""

    accuracy: float

    @classmethod
    def of(cls, rows: Iterable[PairAnswer]) -> "_Fair":
        decided = [row.credit for row in rows if row.is_decided]
        return cls(fmean(decided) if decided else 1.0)

    def to_a(self, row: PairAnswer) -> float:
        if not row.is_decided:
            return 0.5
        return self.accuracy if row.match.right is PairSide.A else 1 - self.accuracy


def _position(rows: Sequence[PairAnswer]) -> Leaning:
    from edison.stats.judges import position_preference

    sides = [(row.match.a, row.match.b) if row.a_first else (row.match.b, row.match.a) for row in rows]
    found = position_preference(
        [row.first_won for row in rows],
        first=[first for first, _ in sides],
        second=[second for _, second in sides],
    )
    logit = CardMeasure(value=found.logit, n=found.judgments)
    return _leaning(POSITION, "position_preference", found, further=(("position_logit", logit),))


def _length(rows: Sequence[PairAnswer], *, fair: _Fair) -> Leaning:
    from edison.stats.judges import length_bias

    marked = [(row, side) for row in rows if (side := _longer(row)) is not PairSide.TIE]
    found = length_bias(
        [row.a_won for row, _ in marked],
        first_length=[side.share for _, side in marked],
        second_length=[1 - side.share for _, side in marked],
        pairs=[row.match.family for row, _ in marked],
        reference=[fair.to_a(row) for row, _ in marked],
    )
    return _leaning(LENGTH, "length_bias", found)


def _own_style(rows: Sequence[PairAnswer], *, fair: _Fair, own: frozenset[str]) -> Leaning:
    from edison.stats.judges import self_preference

    styles = [
        (row.match.pair.style_a in own, row.match.pair.style_b in own) for row in rows if row.match.pair
    ]
    marked = [row for row in rows if row.match.pair]
    found = self_preference(
        [row.a_won for row in marked],
        first_own=[a for a, _ in styles],
        second_own=[b for _, b in styles],
        pairs=[row.match.family for row in marked],
        reference=[fair.to_a(row) for row in marked],
    )
    return _leaning(OWN_STYLE, "self_preference", found)


def _obedience(
    pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer], *, fair: _Fair, seed: int
) -> Leaning:
    """How often a text got what it told the judge to give it, beyond what it would have got anyway.

    A judge that obeys throughout leaves no spread for Student's t, so that signs are flipped instead. Only more than
    its due is a bias: a judge that holds an instruction against a text is not led by it.
    """
    from edison.stats.comparing import sign_flip

    obeyed = list(_obeyed(pairs, verdicts, fair=fair))
    rate = share(((family, got) for family, got, _ in obeyed), seed=seed)
    leads: dict[str, list[float]] = {}
    for family, got, due in obeyed:
        leads.setdefault(family, []).append(got - due)
    flipped = sign_flip([fmean(lead) for lead in leads.values()], seed=seed)
    assert rate is not None, "a test of nothing was refused"
    exceeds = fmean(fmean(lead) for lead in leads.values()) > 0
    return Leaning(OBEDIENCE, (("obedience", rate),), p_value=flipped.p if exceeds else 1.0, is_large=exceeds)


def _obeyed(
    pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer], *, fair: _Fair
) -> Iterator[tuple[str, float, float]]:
    """For each instruction its case, what the text got, and what it was due."""
    for row in pairs:
        if row.instructs is not PairSide.TIE:
            to_a = row.instructs is PairSide.A
            due = fair.to_a(row)
            yield row.match.family, row.a_won if to_a else 1 - row.a_won, due if to_a else 1 - due
    plain = [row.praised for row in verdicts if not row.case.instructs and row.right != row.best]
    usual = fmean(plain) if plain else 0.0
    yield from ((row.family, row.praised, usual) for row in verdicts if row.case.instructs)


def _leaning(
    bias: str, name: str, found: "Preference", *, further: tuple[tuple[str, CardMeasure], ...] = ()
) -> Leaning:
    return Leaning(
        bias, ((name, from_preference(found)), *further), p_value=found.p_value, is_large=found.flagged
    )


def _longer(row: PairAnswer) -> PairSide:
    return PairSide.TIE if row.match.pair is None else row.match.pair.longer
