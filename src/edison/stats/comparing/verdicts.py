"""What a paired comparison concludes, and why."""

from dataclasses import dataclass
from enum import StrEnum

from edison.errors import SampleBroken
from edison.stats.means.pivots import Pivot
from edison.stats.means.rule import IntervalGrounds, MeanFlag


class ComparisonVerdict(StrEnum):
    """What may be said of the candidate."""

    BETTER = "better"
    WORSE = "worse"
    SAME = "same_within_margin"
    NOT_YET_KNOWN = "not_yet_known"


class VerdictReason(StrEnum):
    """Why a verdict was reached, or could not be."""

    INTERVAL_LEAVES_OUT_ZERO = "interval_leaves_out_zero"
    WITHIN_MARGIN = "within_margin"
    """The whole interval lies within the margin: both one-sided tests reject a difference as large."""
    FEW_CASES = "few_cases"
    """Too few cases, or too few that differ, for any verdict."""
    SCALE_UNKNOWN = "scale_unknown"
    """Too few cases, or too few that differ, to say anything without the ends of the scale."""
    CHANCE_WOULD_DO = "chance_would_do"
    """The interval holds zero, and no margin was set within which `same` could be said."""
    REACHES_BEYOND_MARGIN = "reaches_beyond_margin"
    """The interval holds zero, and differences larger than the margin."""
    MISSING_RESULTS = "missing_results"
    """Complete pairs would decide; the missing results could turn it."""
    MANY_COMPARISONS = "many_comparisons"
    """Alone it would be decided; among so many comparisons chance would do."""


@dataclass(frozen=True, slots=True)
class ComparisonDecision:
    """A verdict with its reason and the p-values it rests on."""

    verdict: ComparisonVerdict
    reason: VerdictReason
    difference_p: float
    """Two-sided, of no difference; at most 1 - level exactly when the interval leaves out zero."""
    same_p: float | None
    """The larger of the two one-sided tests against the margin (Schuirmann 1987); None without a margin.

    At most (1 - level) / 2 exactly when the interval lies within the margin.
    """


def decide(
    grounds: IntervalGrounds,
    *,
    margin: float | None = None,
    level: float = 0.95,
    lower_is_better: bool = False,
) -> ComparisonDecision:
    """Read the verdict off the one interval that is shown, of the mean difference (candidate - baseline).

    Above zero is `better`, below zero `worse`, within the margin `same`: each is wrong with at most
    (1 - level) / 2. A difference that is there but surely smaller than the margin is `same`, for the margin was
    set to say what matters.
    """
    check_margin(margin)
    tails = grounds.pivot.tails(0.0)
    same_p = None if margin is None else _same_p(grounds.pivot, margin=margin)
    verdict, reason = _conclude(grounds, margin=margin, level=level, same_p=same_p)
    if lower_is_better:
        verdict = _MIRRORED.get(verdict, verdict)
    return ComparisonDecision(verdict=verdict, reason=reason, difference_p=tails.two_sided, same_p=same_p)


def check_margin(margin: float | None) -> None:
    """Refuse a margin that is not a positive number."""
    if margin is not None and not 0 < margin < float("inf"):
        raise SampleBroken("margin", f"{margin} is not a positive number")


_MIRRORED = {
    ComparisonVerdict.BETTER: ComparisonVerdict.WORSE,
    ComparisonVerdict.WORSE: ComparisonVerdict.BETTER,
}


def _same_p(pivot: Pivot, *, margin: float) -> float:
    return max(pivot.tails(-margin).above, pivot.tails(margin).below)


def _conclude(
    grounds: IntervalGrounds, *, margin: float | None, level: float, same_p: float | None
) -> tuple[ComparisonVerdict, VerdictReason]:
    low, high = grounds.pivot.bounds(level)
    if MeanFlag.SCALE_UNKNOWN in grounds.flags:
        return ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.SCALE_UNKNOWN
    if same_p is not None and same_p <= (1 - level) / 2:
        return ComparisonVerdict.SAME, VerdictReason.WITHIN_MARGIN
    if low > 0 or high < 0:
        return (
            ComparisonVerdict.BETTER if low > 0 else ComparisonVerdict.WORSE,
            VerdictReason.INTERVAL_LEAVES_OUT_ZERO,
        )
    if MeanFlag.FEW_CASES in grounds.flags:
        return ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.FEW_CASES
    reason = VerdictReason.CHANCE_WOULD_DO if margin is None else VerdictReason.REACHES_BEYOND_MARGIN
    return ComparisonVerdict.NOT_YET_KNOWN, reason
