"""Many tests at once: p-values adjusted so that a family of them keeps its promise."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken
from edison.stats.arrays import FloatArray
from edison.stats.means.samples import read_values

from .paired import PairedComparison
from .verdicts import ComparisonVerdict, VerdictReason


class Correction(StrEnum):
    """What a family of tests promises."""

    HOLM = "holm"
    """At most this chance of any false finding (Holm 1979)."""
    BENJAMINI_HOCHBERG = "benjamini_hochberg"
    """At most this share of false findings among all, on average (Benjamini and Hochberg 1995)."""


def adjust(p_values: ArrayLike, *, correction: Correction = Correction.HOLM) -> FloatArray:
    """Adjusted p-values in the order given; each is compared with the level of the whole family."""
    column = read_values(p_values, name="p-values")
    if np.isnan(column).any() or np.any(column < 0) or np.any(column > 1):
        raise SampleBroken("p-values", "some do not lie between 0 and 1")
    count = len(column)
    order = np.argsort(column, kind="stable")
    if correction is Correction.HOLM:
        raised = np.maximum.accumulate(column[order] * (count - np.arange(count)))
    else:
        ratios = column[order] * count / np.arange(1, count + 1)
        raised = np.minimum.accumulate(ratios[::-1])[::-1]
    adjusted = np.empty(count)
    adjusted[order] = np.minimum(raised, 1.0)
    return adjusted


@dataclass(frozen=True, slots=True)
class FamilyVerdict:
    """One comparison's verdict after it was counted as one of many."""

    verdict: ComparisonVerdict
    reason: VerdictReason
    adjusted_p: float
    """Of no difference, adjusted over the family."""


def decide_family(
    comparisons: Sequence[PairedComparison], *, correction: Correction = Correction.HOLM
) -> tuple[FamilyVerdict, ...]:
    """Verdicts of comparisons that were made together; one that chance would do among so many is taken back.

    Findings of a difference are one family, findings of `same` another: each is wrong with at most the chance
    that a single one would be allowed.
    """
    differences = adjust([one.difference_p for one in comparisons], correction=correction)
    sames = adjust([1.0 if one.same_p is None else one.same_p for one in comparisons], correction=correction)
    return tuple(
        _among_many(one, difference_p=float(difference_p), same_p=float(same_p))
        for one, difference_p, same_p in zip(comparisons, differences, sames, strict=True)
    )


def _among_many(one: PairedComparison, *, difference_p: float, same_p: float) -> FamilyVerdict:
    claimed = 2 * same_p if one.verdict is ComparisonVerdict.SAME else difference_p
    is_open = one.verdict is ComparisonVerdict.NOT_YET_KNOWN
    if is_open or claimed <= 1 - one.difference.level:
        return FamilyVerdict(one.verdict, one.reason, difference_p)
    return FamilyVerdict(ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.MANY_COMPARISONS, difference_p)
