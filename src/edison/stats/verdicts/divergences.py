"""How far apart distributions over stages lie, and what that says about judges."""

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import LARGEST, FloatArray, as_numbers

from ._tables import as_distributions


def jensen_shannon(one: ArrayLike, other: ArrayLike) -> float:
    """Jensen and Shannon's divergence in bits (Lin, IEEE Trans. Inf. Theory 37, 1991): 0 equal, 1 disjoint."""
    p, q = _two(one, other)
    middle = (p + q) / 2
    return min(1.0, max(0.0, _entropy(middle) - (_entropy(p) + _entropy(q)) / 2))


def total_variation(one: ArrayLike, other: ArrayLike) -> float:
    """The mass that has to move to make one into the other."""
    p, q = _two(one, other)
    return float(np.abs(p - q).sum() / 2)


def polarisation(one: ArrayLike, other: ArrayLike) -> float:
    """How far two cells contradict each other: the Jensen–Shannon divergence of their distributions."""
    return jensen_shannon(one, other)


def entrenchment(polarised: float, agreement: ArrayLike) -> float:
    """Polarisation times the mean chance that experts agree: sides that differ and are sure of themselves."""
    if not 0 <= polarised <= 1:
        raise SampleBroken("polarisation", f"{polarised} does not lie between 0 and 1")
    given = as_numbers(agreement, what="agreement", largest=LARGEST).ravel()
    known = given[~np.isnan(given)]
    if not len(known):
        raise SampleEmpty("chances of agreement")
    return polarised * float(np.clip(known, 0.0, 1.0).mean())


def jitter(expected_stages: ArrayLike) -> float:
    """How much the expected stage moves from sample to sample: its standard deviation."""
    given = as_numbers(expected_stages, what="expected stages", largest=LARGEST).ravel()
    known = given[~np.isnan(given)]
    if len(known) < 2:
        raise SampleEmpty("samples with an expected stage", needed=2, got=len(known))
    return float(known.std(ddof=1))


def certainty_of_outliers(certainty: ArrayLike, stages: ArrayLike) -> float:
    """Spearman's correlation of certainty with the distance from the mean stage.

    Above zero, a judge is the surer the further it stands from the others.
    """
    sure, said = (
        as_numbers(certainty, what="certainties", largest=LARGEST).ravel(),
        as_numbers(stages, what="stages", largest=LARGEST).ravel(),
    )
    if len(sure) != len(said):
        raise LengthsDiffer({"certainty": len(sure), "stages": len(said)})
    known = ~np.isnan(sure) & ~np.isnan(said)
    if known.sum() < 3:
        raise SampleEmpty("verdicts with a certainty", needed=3, got=int(known.sum()))
    # Equal distances must not differ by rounding, or ties would be broken by it.
    apart = np.abs(said[known] - said[known].mean()).round(12)
    one, other = _centred_ranks(sure[known]), _centred_ranks(apart)
    scale = float(np.linalg.norm(one) * np.linalg.norm(other))
    if scale <= 0:
        raise StatisticRefused("correlation", "one side does not vary", instead="Show both means instead.")
    return float(one @ other) / scale


def _two(one: ArrayLike, other: ArrayLike) -> tuple[FloatArray, FloatArray]:
    p, q = as_distributions(one), as_distributions(other)
    if p.shape != (1, p.shape[1]) or p.shape != q.shape:
        raise LengthsDiffer({"one": p.size, "other": q.size})
    return p[0], q[0]


def _entropy(chances: FloatArray) -> float:
    positive = chances[chances > 0]
    return float(-np.sum(positive * np.log2(positive)))


def _centred_ranks(values: FloatArray) -> FloatArray:
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle: FloatArray = np.cumsum(counts) - (counts - 1) / 2
    return middle[codes] - (len(values) + 1) / 2
