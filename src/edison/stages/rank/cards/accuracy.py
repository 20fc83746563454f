"""card accuracy: how often a judge is right, whether it stays with what it said, and whether order moves it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from edison.domain import CardMeasure, PairSide

from .measures import from_measured, if_known, share
from .rows import PairAnswer, VerdictAnswer, pair_credits, verdict_credits

ACCURACY, PAIRS, VERDICTS = "accuracy", "pair_accuracy", "verdict_accuracy"
SOURCE = "source"
FLIPS, CONSISTENCY, ABSTAINED = "flip_rate", "self_consistency", "abstained"

_Named = Iterator[tuple[str, CardMeasure | None]]


def measure_accuracy(
    pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer], *, may_tie: bool, seed: int
) -> _Named:
    """Over everything that has a right answer, and over its parts.

    Pairs of equals count where the judge may call a tie; among pairs with a better side a tie is half right, so that
    chance is a half. Anchors are measured apart: how near their grades are is not for the judge to know. So are pairs
    with an instruction, as far as pairs alone are concerned: whoever obeys knows better all the same.
    """
    own = [row for row in pairs if row.match.pair is not None]
    counted = [row for row in own if row.is_decided or may_tie]
    plain = (row for row in own if row.is_decided and row.instructs is PairSide.TIE)
    both = chain(pair_credits(counted), verdict_credits(verdicts))
    yield ACCURACY, share(both, seed=seed)
    yield PAIRS, share(pair_credits(plain), seed=seed)
    yield VERDICTS, share(verdict_credits(verdicts), seed=seed)
    for name, earned in _slices(counted, verdicts).items():
        yield name, share(earned, seed=seed)
    abstentions = ((row.family, float(not row.stages)) for row in verdicts)
    yield ABSTAINED, share(abstentions, seed=seed)


def _slices(
    pairs: Iterable[PairAnswer], verdicts: Iterable[VerdictAnswer]
) -> dict[str, list[tuple[str, float]]]:
    """What was earned in each category and with cases of each source, in the order of their first cases."""
    cases = [(row.match.pair, row.match.family, row.credit) for row in pairs if row.match.pair is not None]
    found: dict[str, list[tuple[str, float]]] = {}
    by_source: dict[str, list[tuple[str, float]]] = {}
    for case, family, credit in (*cases, *((row.case, row.family, row.credit) for row in verdicts)):
        found.setdefault(f"{ACCURACY}.{case.category}", []).append((family, credit))
        if case.source is not None:
            by_source.setdefault(f"{ACCURACY}.{SOURCE}.{case.source}", []).append((family, credit))
    return {**found, **by_source}


def measure_steadiness(pairs: Sequence[PairAnswer], verdicts: Sequence[VerdictAnswer]) -> _Named:
    """What becomes of a finding when the sides are exchanged, and when the same is asked again."""
    yield FLIPS, if_known(lambda: _flips(pairs))
    yield CONSISTENCY, if_known(lambda: _consistency(pairs, verdicts))


def _flips(pairs: Iterable[PairAnswer]) -> CardMeasure:
    """Between equals a flip is no fault, so that only pairs with a better side count, at their first showing."""
    from edison.stats.judges import order_flips

    shown: dict[tuple[int, int], dict[bool, float]] = {}
    families: dict[tuple[int, int], str] = {}
    for row in pairs:
        if row.is_decided and row.repeat == 0:
            shown.setdefault((row.match.a, row.match.b), {})[row.a_first] = row.first_won
            families[row.match.a, row.match.b] = row.match.family
    both = [pair for pair, orders in shown.items() if len(orders) == 2]
    once, exchanged = ([shown[pair][a_first] for pair in both] for a_first in (True, False))
    return from_measured(order_flips(once, exchanged, families=[families[pair] for pair in both]).rate)


def _consistency(pairs: Iterable[PairAnswer], verdicts: Iterable[VerdictAnswer]) -> CardMeasure | None:
    """One line for each question that was asked several times: a pair with a better side in one order, or an answer."""
    from edison.stats.judges import code_labels, self_consistency

    asked: dict[tuple[int, int], list[str]] = {}
    families: dict[tuple[int, int], str] = {}
    for row in pairs:
        if not row.is_decided:
            continue
        order = (row.match.a, row.match.b) if row.a_first else (row.match.b, row.match.a)
        asked.setdefault(order, []).append(f"{row.a_won}")
        families[order] = row.match.family
    for verdict in verdicts:
        asked.setdefault((verdict.cell, -1), []).append(f"stages {verdict.stages}")
        families[verdict.cell, -1] = verdict.family
    most = max(map(len, asked.values()), default=0)
    if most < 2:
        return None
    table = [[*said, *[""] * (most - len(said))] for said in asked.values()]
    said = self_consistency(code_labels(table).values, families=[families[question] for question in asked])
    return from_measured(said.agreement)
