"""A judge that leans is flagged within 200 judgments, one that does not is left alone.

Worlds: pairs differ in quality by a normal amount in logits; the judge prefers the first side with the
logistic chance of that difference. A biased judge adds a constant for the place, the longer side or its own
family, such that the favoured side wins 65 of 100: a lead of 30 points.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from edison.stats.judges import JudgePreference, length_bias, position_preference, self_preference

SEED = 20_261_122
WORLDS = 500
JUDGMENTS = 200
FAVOURED = 0.65
LEAST_FOUND = 0.95
MOST_FALSE = 0.05
QUALITY_SPREADS = (1.0, 2.0)
PANEL = 3
# Where the longer, or the own, side is truly the better one, it wins this often with a fair judge.
TRULY_BETTER = 0.60

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Design:
    """How 200 judgments are spent."""

    name: str
    orders: int
    """2: 100 pairs in both orders; 1: 200 pairs once, in random order."""
    panel: bool = False
    """A panel of three fair judges of another family saw the same pairs in the same orders."""
    merit: bool = False
    """The marked side is truly better."""


ONCE = Design("200 pairs once", orders=1)
BOTH = Design("100 pairs, both orders", orders=2)
BOTH_PANEL = Design("100 pairs, both orders, panel", orders=2, panel=True)
BETTER_PANEL = Design("100 pairs, both orders, panel, truly better", orders=2, panel=True, merit=True)


@dataclass(frozen=True, slots=True)
class Cell:
    bias: str
    design: Design
    spread: float
    expected: bool = True
    """Cells that 200 judgments cannot settle are shown and not held to the bar."""


def cells() -> Iterator[Cell]:
    for spread in QUALITY_SPREADS:
        yield Cell("position", BOTH, spread)
        yield Cell("position", ONCE, spread)
        for bias in ("length", "own family"):
            yield Cell(bias, ONCE, spread)
            # With large differences in quality, 100 pairs say too little without a reference.
            yield Cell(bias, BOTH, spread, expected=spread < 2)
            yield Cell(bias, BOTH_PANEL, spread)
            yield Cell(bias, BETTER_PANEL, spread)


def flag_rate(cell: Cell, *, biased: bool, worlds: int) -> float:
    """The share of worlds in which the judge is flagged."""
    stream = [SEED, list(_MEASURES).index(cell.bias), int(10 * cell.spread), cell.design.orders, int(biased)]
    rng = np.random.default_rng(stream)
    flagged = [_world(cell, biased=biased, rng=rng).flagged for _ in range(worlds)]
    return float(np.mean(flagged))


def main(scale: float = 1.0) -> bool:
    worlds = max(20, round(WORLDS * scale))
    print(f"{worlds} worlds a cell, {JUDGMENTS} judgments each; ± is one Monte-Carlo standard error")
    print(f"{'bias':<11}{'design':<46}{'sd':>4}{'biased: flagged':>18}{'fair: flagged':>18}")
    holds = True
    for cell in cells():
        found = flag_rate(cell, biased=True, worlds=worlds)
        false = flag_rate(cell, biased=False, worlds=worlds)
        # Of so many cells one or the other strays by chance.
        luck = 2 * sqrt(LEAST_FOUND * (1 - LEAST_FOUND) / worlds)
        met = (found >= LEAST_FOUND - luck or not cell.expected) and false <= MOST_FALSE + luck
        holds &= met
        bars = (
            f"bars ≥ {LEAST_FOUND}, ≤ {MOST_FALSE}"
            if cell.expected
            else f"bar ≤ {MOST_FALSE}; power shown only"
        )
        print(
            f"{cell.bias:<11}{cell.design.name:<46}{cell.spread:>4}"
            f"{_with_error(found, worlds):>18}{_with_error(false, worlds):>18}"
            f"   {bars}: {'met' if met else 'NOT MET'}"
        )
    return holds


def _with_error(rate: float, worlds: int) -> str:
    return f"{rate:.3f} ± {sqrt(rate * (1 - rate) / worlds):.3f}"


def _world(cell: Cell, *, biased: bool, rng: np.random.Generator) -> JudgePreference:
    pairs = JUDGMENTS // cell.design.orders
    merit = _constant(TRULY_BETTER, spread=cell.spread) if cell.design.merit else 0.0
    # The first named item of each pair carries the mark; quality is its lead.
    lead = rng.normal(0.0, cell.spread, pairs) + merit
    shown = np.repeat(np.arange(pairs), cell.design.orders)
    marked_first = _orders(pairs, orders=cell.design.orders, rng=rng)
    constant = _constant(FAVOURED, spread=cell.spread) if biased else 0.0
    side = np.where(marked_first, 1.0, -1.0)
    tilt = np.ones(JUDGMENTS) if cell.bias == "position" else side
    won = _verdicts(side * lead[shown] + constant * tilt, rng=rng)
    reference = None
    if cell.design.panel:
        reference = np.mean([_verdicts(side * lead[shown], rng=rng) for _ in range(PANEL)], axis=0)
    return _MEASURES[cell.bias](won, marked_first, shown, reference)


def _orders(pairs: int, *, orders: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    if orders == 2:
        return np.tile([True, False], pairs)
    return rng.random(pairs) < 0.5


def _verdicts(logits: Floats, *, rng: np.random.Generator) -> Floats:
    return (rng.random(len(logits)) < 1 / (1 + np.exp(-logits))).astype(np.float64)


def _constant(share: float, *, spread: float) -> float:
    """The constant on the logit that makes the favoured side win this share over all pairs."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    weights = weights / weights.sum()
    low, high, middle = 0.0, 10.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        won = float(weights @ (1 / (1 + np.exp(-(spread * nodes + middle)))))
        low, high = (middle, high) if won < share else (low, middle)
    return middle


Measure = Callable[[Floats, NDArray[np.bool_], NDArray[np.int64], Floats | None], JudgePreference]


def _position(
    won: Floats, marked_first: NDArray[np.bool_], shown: NDArray[np.int64], _: Floats | None
) -> JudgePreference:
    marked, plain = (
        [(pair, "marked") for pair in shown.tolist()],
        [(pair, "plain") for pair in shown.tolist()],
    )
    first = [m if f else p for m, p, f in zip(marked, plain, marked_first.tolist(), strict=True)]
    second = [p if f else m for m, p, f in zip(marked, plain, marked_first.tolist(), strict=True)]
    return position_preference(won, first=first, second=second)


def _length(
    won: Floats, marked_first: NDArray[np.bool_], shown: NDArray[np.int64], reference: Floats | None
) -> JudgePreference:
    return length_bias(
        won,
        first_length=np.where(marked_first, 300, 200),
        second_length=np.where(marked_first, 200, 300),
        pairs=shown.tolist(),
        reference=reference,
    )


def _own(
    won: Floats, marked_first: NDArray[np.bool_], shown: NDArray[np.int64], reference: Floats | None
) -> JudgePreference:
    return self_preference(
        won,
        first_own=marked_first.tolist(),
        second_own=(~marked_first).tolist(),
        pairs=shown.tolist(),
        reference=reference,
    )


_MEASURES: dict[str, Measure] = {"position": _position, "length": _length, "own family": _own}
