"""card biases: what a judge prefers for the wrong reason, and what of it is beyond doubt.

A place deserves half of the wins. What a length or a voice deserves is known from the right answers: a judge that does
not look at them is right as often where the marked side is the right one as where it is not. What an instruction would
have got anyway is known from pairs and answers without one. Where the suite has only one kind, nothing can be known.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import CardMeasure, PairSide

from .measures import from_measured, from_preference, if_known, share
from .obedience import Led, excess_of, gather_instructed, gather_unled, longer_side
from .rows import PairAnswer, VerdictAnswer

if TYPE_CHECKING:
    from edison.stats.judges import JudgePreference

POSITION, LENGTH, OWN_STYLE, OBEDIENCE = "position", "length", "own_style", "obedience"
EQUAL_LENGTH = "pair_accuracy_at_equal_length"


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
    longer = [row for row in plain if longer_side(row) is not PairSide.TIE]
    styled = [row for row in plain if _own(row, own_styles) is not PairSide.TIE]
    instructed = gather_instructed(pairs, verdicts)
    looks: tuple[tuple[str, bool, Callable[[], Leaning]], ...] = (
        (POSITION, bool(pairs), lambda: _position(pairs)),
        (LENGTH, bool(longer), lambda: _length(longer)),
        (OWN_STYLE, bool(styled), lambda: _own_style(styled, own=own_styles)),
        (
            OBEDIENCE,
            bool(instructed),
            lambda: _obedience(instructed, gather_unled(plain, verdicts), seed=seed),
        ),
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
        families=[row.match.family for row in rows],
        right=[row.match.right.share if row.a_first else 1 - row.match.right.share for row in rows],
    )
    logit = CardMeasure(value=found.logit, n=found.judgments)
    return _leaning(POSITION, "position_preference", found, further=(("position_logit", logit),))


def _length(rows: Sequence[PairAnswer]) -> Leaning:
    from edison.stats.judges import accuracy_at_equal_length, length_bias

    found = length_bias(
        [row.a_won for row in rows],
        first_length=[longer_side(row).share for row in rows],
        second_length=[1 - longer_side(row).share for row in rows],
        pairs=[row.match.family for row in rows],
        right=[row.match.right.share for row in rows],
    )
    level = if_known(
        lambda: accuracy_at_equal_length(
            [row.a_won if longer_side(row) is PairSide.A else 1 - row.a_won for row in rows],
            longer_right=[
                row.match.right.share if longer_side(row) is PairSide.A else 1 - row.match.right.share
                for row in rows
            ],
            pairs=[row.match.family for row in rows],
        )
    )
    further = () if level is None else ((EQUAL_LENGTH, from_measured(level)),)
    return _leaning(LENGTH, "length_bias", found, further=further)


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


def _own(row: PairAnswer, own: Collection[str]) -> PairSide:
    """The side in the judge's own style, where exactly one is."""
    pair = row.match.pair
    if pair is None or (pair.style_a in own) == (pair.style_b in own):
        return PairSide.TIE
    return PairSide.A if pair.style_a in own else PairSide.B


def _obedience(instructed: Sequence[Led], unled: Sequence[Led], *, seed: int) -> Leaning:
    """How often a text got what it told the judge to give it, and whether that is beyond what it was due."""
    excess = excess_of(instructed, unled)
    rate = share(((row.family, row.got) for row in instructed), seed=seed)
    assert rate is not None, "a test of nothing was refused"
    return Leaning(OBEDIENCE, (("obedience", rate),), p_value=excess.p_value, is_large=excess.points > 0)


def _leaning(
    bias: str, name: str, found: "JudgePreference", *, further: tuple[tuple[str, CardMeasure], ...] = ()
) -> Leaning:
    return Leaning(
        bias, ((name, from_preference(found)), *further), p_value=found.p_value, is_large=found.flagged
    )
