"""Weights of a panel without labels: never much worse than a plain majority, better where that is safe.

Worlds: two classes, equally common. Honest judges are right independently with their accuracy. Copies share
one opinion: the second repeats the first in a given share of the items and judges for itself in the rest.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from edison.stats.judges import WeightBasis, combine_votes, ensemble_weights
from edison.stats.judges._latent import fit_hidden_classes

SEED = 20_261_123
WORLDS = 500
MOST_BELOW = 0.01
LEAST_GAIN = 0.02

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Panel:
    name: str
    honest: tuple[float, ...]
    items: int
    copies: float | None = None
    """Accuracy of two copies, when there are any."""
    copied: float = 1.0
    """The share of items the second copy repeats from the first."""
    families: tuple[str, ...] | None = None
    bar: float | None = None
    """The least gain over the majority; none where the cell is only shown."""


_THREE = (0.8, 0.8, 0.8)
_DECLARED = ("a", "b", "c", "copy", "copy")
_UNEQUAL = (0.9, 0.8, 0.7, 0.6, 0.6)
_SPREAD = (0.9, 0.75, 0.65, 0.6, 0.55)
_ONE_GOOD = (0.95, 0.7, 0.7, 0.6, 0.6)
_CLOSE = (0.85, 0.75, 0.7, 0.65, 0.6)
_ALIKE = (0.8, 0.8, 0.8, 0.8, 0.8)

PANELS = (
    *(
        Panel(f"copies repeat {copied:.0%}", _THREE, items, 0.65, copied, bar=-MOST_BELOW)
        for copied in (1.0, 0.9, 0.7, 0.5)
        for items in (50, 100, 200, 500)
    ),
    Panel("copies repeat 90%, family told", _THREE, 200, 0.65, 0.9, families=_DECLARED, bar=-MOST_BELOW),
    Panel("independent, unequal", _UNEQUAL, 200, bar=LEAST_GAIN),
    Panel("independent, widely spread", _SPREAD, 200, bar=LEAST_GAIN),
    Panel("independent, one very good", _ONE_GOOD, 200, bar=LEAST_GAIN),
    # Perfect knowledge of these accuracies gains 0.024: shown, not held to the bar.
    Panel("independent, close together", _CLOSE, 200),
    Panel("independent, alike", _ALIKE, 200, bar=-MOST_BELOW),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    majority: float
    weighted: float
    plain: float
    """Dawid and Skene without guards."""
    gain_error: float
    weighed: float
    """The share of worlds in which weights other than equal were given."""

    @property
    def gain(self) -> float:
        return self.weighted - self.majority


def outcome_of(panel: Panel, *, worlds: int) -> Outcome:
    rng = np.random.default_rng([SEED, PANELS.index(panel)])
    rows = np.array([_world(panel, rng=rng, seed=seed) for seed in range(worlds)])
    majority, weighted, plain, weighed = rows.mean(axis=0)
    error = float((rows[:, 1] - rows[:, 0]).std() / sqrt(worlds))
    return Outcome(float(majority), float(weighted), float(plain), error, float(weighed))


def main(scale: float = 1.0) -> bool:
    worlds = max(20, round(WORLDS * scale))
    print(f"{worlds} worlds a cell; ± is one Monte-Carlo standard error of the gain")
    print(
        f"{'panel':<32}{'items':>6}{'majority':>10}{'guarded':>9}{'plain DS':>10}{'weighed':>9}{'gain':>17}"
    )
    holds = True
    for panel in PANELS:
        found = outcome_of(panel, worlds=worlds)
        met = panel.bar is None or found.gain >= panel.bar
        holds &= met
        bar = "shown only" if panel.bar is None else f"bar ≥ {panel.bar:+.2f}: {'met' if met else 'NOT MET'}"
        print(
            f"{panel.name:<32}{panel.items:>6}{found.majority:>10.3f}{found.weighted:>9.3f}{found.plain:>10.3f}"
            f"{found.weighed:>9.2f}{found.gain:>+9.3f} ± {found.gain_error:.3f}   {bar}"
        )
    return holds


def _world(panel: Panel, *, rng: np.random.Generator, seed: int) -> tuple[float, float, float, float]:
    truth = rng.integers(0, 2, panel.items).astype(np.float64)
    columns = [_judge(truth, accuracy=accuracy, rng=rng) for accuracy in panel.honest]
    if panel.copies is not None:
        original = _judge(truth, accuracy=panel.copies, rng=rng)
        own = _judge(truth, accuracy=panel.copies, rng=rng)
        columns += [original, np.where(rng.random(panel.items) < panel.copied, original, own)]
    votes = np.stack(columns, axis=1)
    found = ensemble_weights(votes, families=panel.families, seed=seed)
    return (
        _accuracy(votes, np.ones(votes.shape[1]), truth=truth),
        _accuracy(votes, np.asarray(found.weights), truth=truth),
        _plain(votes, truth=truth),
        float(found.basis is WeightBasis.LATENT_CLASSES),
    )


def _judge(truth: Floats, *, accuracy: float, rng: np.random.Generator) -> Floats:
    return np.where(rng.random(len(truth)) < accuracy, truth, 1 - truth)


def _accuracy(votes: Floats, weights: Floats, *, truth: Floats) -> float:
    """A tie is right half the time."""
    said = np.asarray(combine_votes(votes, weights).verdicts)
    return float(np.mean(np.where(np.isnan(said), 0.5, said == truth)))


def _plain(votes: Floats, *, truth: Floats) -> float:
    """The likelier class of each item under the fitted hidden classes, with no guard at all."""
    codes = votes.astype(np.int64)
    fitted = fit_hidden_classes(codes[None], classes=2)
    chances = np.log(fitted.votes[0])
    logs = np.log(fitted.prior[0])[:, None] + sum(
        chances[:, judge, codes[:, judge]] for judge in range(codes.shape[1])
    )
    return float(np.mean(np.argmax(logs, axis=0) == truth))
