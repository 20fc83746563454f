"""Results that are missing: how many, whether one arm misses more, and how bad it could be."""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import FloatArray, IntArray
from edison.stats.means.clusters import Scale

from .shares import mcnemar_p


@dataclass(frozen=True, slots=True)
class MissingResults:
    """Which results of a paired comparison are not there."""

    complete: int
    """Pairs with both results."""
    baseline_only: int
    """Pairs that lack the baseline's result alone."""
    candidate_only: int
    both: int
    rates_differ_p: float
    """McNemar's exact test, by case, of both arms missing results equally often."""

    @property
    def any(self) -> bool:
        return self.baseline_only + self.candidate_only + self.both > 0


def count_missing(baseline: FloatArray, candidate: FloatArray, *, cases: IntArray) -> MissingResults:
    """Count pairs by what they lack; a case lacks an arm's result when any of its rows does."""
    before, after = np.isnan(baseline), np.isnan(candidate)
    lacks_before = np.bincount(cases, weights=before) > 0
    lacks_after = np.bincount(cases, weights=after) > 0
    return MissingResults(
        complete=int((~before & ~after).sum()),
        baseline_only=int((before & ~after).sum()),
        candidate_only=int((~before & after).sum()),
        both=int((before & after).sum()),
        rates_differ_p=mcnemar_p(
            int((lacks_after & ~lacks_before).sum()), int((lacks_before & ~lacks_after).sum())
        ),
    )


def fill_in(baseline: FloatArray, candidate: FloatArray, *, scale: Scale) -> tuple[FloatArray, FloatArray]:
    """Differences with every missing result at the end of the scale that is worst, and best, for the candidate."""
    low, high = scale
    worst = _filled(candidate, end=low) - _filled(baseline, end=high)
    best = _filled(candidate, end=high) - _filled(baseline, end=low)
    return worst, best


def _filled(values: FloatArray, *, end: float) -> FloatArray:
    return np.where(np.isnan(values), end, values)
