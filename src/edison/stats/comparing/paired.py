"""Two versions or arms on the same cases: the difference, whether it is real, and what missing results could do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleEmpty
from edison.stats.arrays import BoolArray, FloatArray, IntArray
from edison.stats.means.clusters import ROUNDING, Scale
from edison.stats.means.intervals import Located, MeanEstimate, state
from edison.stats.means.rule import are_among, choose_grounds
from edison.stats.means.samples import (
    Labels,
    Sample,
    SampleKind,
    check_level,
    check_scale,
    check_within,
    code_labels,
    read_sample,
    read_values,
)

from .flips import SignFlip, sign_flip
from .missing import MissingResults, count_missing, fill_in
from .ranks import SignedRanks, signed_ranks
from .shares import PairedShares, compare_shares
from .verdicts import ComparisonDecision, ComparisonVerdict, VerdictReason, check_margin, decide

UNEQUAL_RATES = 0.05


class PairFlag(StrEnum):
    """What a reader of a comparison must know, beside what the interval itself is flagged with."""

    MISSING_RESULTS = "missing_results"
    """Some pairs are incomplete and were left out."""
    MISSING_UNEQUALLY = "missing_unequally"
    """One arm misses more results than the other: what is left may not be comparable."""
    NO_BOUNDS = "no_bounds"
    """Results are missing and the scale is not known: what they could change has no bound."""


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The mean difference if every missing result lay at an end of the scale."""

    low: MeanEstimate
    """All at the end that is worst for the candidate."""
    low_verdict: ComparisonVerdict
    high: MeanEstimate
    high_verdict: ComparisonVerdict


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """What two columns of results on the same cases say."""

    difference: MeanEstimate
    """Candidate minus baseline, over complete pairs."""
    baseline_mean: float
    candidate_mean: float
    verdict: ComparisonVerdict
    reason: VerdictReason
    margin: float | None
    """The difference below which the arms count as the same, as it was set before the run."""
    difference_p: float
    """Two-sided, and in agreement with the interval."""
    same_p: float | None
    effect_size: float | None
    """d_z: the mean difference in standard deviations of the differences; None where nothing varies."""
    sign_flip: SignFlip
    signed_ranks: SignedRanks
    shares: PairedShares | None
    """McNemar and Bonett-Price, when both arms only pass or fail, once per case."""
    missing: MissingResults
    worst_case: WorstCase | None
    """None when nothing is missing, or the scale is not known."""
    flags: frozenset[PairFlag]


def compare_pairs(
    baseline: ArrayLike,
    candidate: ArrayLike,
    *,
    scale: Scale | None = None,
    cases: Labels | None = None,
    families: Labels | None = None,
    margin: float | None = None,
    lower_is_better: bool = False,
    level: float = 0.95,
    seed: int = 0,
    outcomes: Mapping[str, int] | None = None,
) -> PairedComparison:
    """Compare a candidate with a baseline, row by row on the same cases.

    Args:
        baseline: One result per row, NaN where missing.
        candidate: The other arm's results for the same rows.
        scale: The ends a single result can reach.
        cases: The case of each row, when judges or repeats make several rows of one; every row is its own
            case when not given.
        families: The family each row's case was made from.
        margin: The smallest difference that matters, set before the run; without it there is no `same`.
        lower_is_better: For costs and times; the difference stays candidate - baseline.
        level: Of the interval; `better`, `worse` and `same` each err with at most (1 - level) / 2.
        seed: Of resampling and sign flips.
        outcomes: Counts by kind of outcome, passed on to the difference.
    """
    check_level(level)
    check_margin(margin)
    pairs = _read_pairs(baseline, candidate, scale=scale, cases=cases, families=families)
    rule = _Rule(margin=margin, level=level, lower_is_better=lower_is_better, seed=seed)
    complete = _weigh(pairs, pairs.candidate - pairs.baseline, rule=rule, outcomes=outcomes)
    missing = count_missing(pairs.baseline, pairs.candidate, cases=pairs.codes)
    worst_case = _worst_case(pairs, rule=rule, scale=pairs.scale) if missing.any and pairs.scale else None
    decision = _reconsider(complete.decision, missing=missing, worst_case=worst_case)
    kept = ~np.isnan(pairs.baseline) & ~np.isnan(pairs.candidate)
    return PairedComparison(
        difference=complete.estimate,
        baseline_mean=read_sample(pairs.baseline[kept], cases=pairs.codes[kept]).clusters.mean,
        candidate_mean=read_sample(pairs.candidate[kept], cases=pairs.codes[kept]).clusters.mean,
        verdict=decision.verdict,
        reason=decision.reason,
        margin=margin,
        difference_p=decision.difference_p,
        same_p=decision.same_p,
        effect_size=effect_size(complete.sample.case_means),
        sign_flip=sign_flip(complete.sample.clusters.totals, seed=seed),
        signed_ranks=signed_ranks(complete.sample.clusters.means),
        shares=_shares(pairs, sample=complete.sample, kept=kept, level=level),
        missing=missing,
        worst_case=worst_case,
        flags=flags_of_missing(missing, scale=pairs.scale),
    )


def effect_size(differences: FloatArray) -> float | None:
    """Cohen's d_z: the mean difference over the standard deviation of the differences; None without any."""
    if len(differences) < 2:
        return None
    spread = float(differences.std(ddof=1))
    size = float(np.abs(differences).max())
    return float(differences.mean()) / spread if spread > ROUNDING * size else None


def flags_of_missing(missing: MissingResults, *, scale: Scale | None) -> frozenset[PairFlag]:
    """What must be said about a comparison that lacks these results."""
    flags: set[PairFlag] = set()
    if missing.any:
        flags.add(PairFlag.MISSING_RESULTS)
    if missing.any and scale is None:
        flags.add(PairFlag.NO_BOUNDS)
    if missing.rates_differ_p <= UNEQUAL_RATES:
        flags.add(PairFlag.MISSING_UNEQUALLY)
    return frozenset(flags)


@dataclass(frozen=True, slots=True)
class _Pairs:
    baseline: FloatArray
    candidate: FloatArray
    scale: Scale | None
    codes: IntArray
    families: Labels | None

    @property
    def reach(self) -> Scale | None:
        """The ends of a difference."""
        if self.scale is None:
            return None
        length = self.scale[1] - self.scale[0]
        return -length, length


@dataclass(frozen=True, slots=True)
class _Rule:
    margin: float | None
    level: float
    lower_is_better: bool
    seed: int


@dataclass(frozen=True, slots=True)
class _Weighed:
    sample: Sample
    estimate: MeanEstimate
    decision: ComparisonDecision


def _read_pairs(
    baseline: ArrayLike,
    candidate: ArrayLike,
    *,
    scale: Scale | None,
    cases: Labels | None,
    families: Labels | None,
) -> _Pairs:
    before, after = read_values(baseline, name="baseline"), read_values(candidate, name="candidate")
    if len(before) != len(after):
        raise LengthsDiffer({"baseline": len(before), "candidate": len(after)})
    are_passes = all(np.asarray(column).dtype == np.bool_ for column in (baseline, candidate))
    scale = (0.0, 1.0) if scale is None and are_passes else scale
    check_scale(scale)
    check_within(before, scale=scale, name="baseline")
    check_within(after, scale=scale, name="candidate")
    if np.isnan(after - before).all():
        raise SampleEmpty("complete pairs")
    return _Pairs(before, after, scale, code_labels(cases, name="cases", like=before), families)


def _weigh(
    pairs: _Pairs, differences: FloatArray, *, rule: _Rule, outcomes: Mapping[str, int] | None = None
) -> _Weighed:
    sample = read_sample(differences, cases=pairs.codes, families=pairs.families)
    kind = SampleKind.PAIRED_DIFFERENCES
    grounds = choose_grounds(sample, kind=kind, scale=pairs.reach, seed=rule.seed)
    located = Located(grounds.method, grounds.pivot.bounds(rule.level), grounds.flags)
    return _Weighed(
        sample=sample,
        estimate=state(sample, located=located, scale=pairs.reach, level=rule.level, outcomes=outcomes),
        decision=decide(grounds, margin=rule.margin, level=rule.level, lower_is_better=rule.lower_is_better),
    )


def _worst_case(pairs: _Pairs, *, rule: _Rule, scale: Scale) -> WorstCase:
    worst, best = fill_in(pairs.baseline, pairs.candidate, scale=scale)
    low, high = _weigh(pairs, worst, rule=rule), _weigh(pairs, best, rule=rule)
    return WorstCase(
        low=low.estimate,
        low_verdict=low.decision.verdict,
        high=high.estimate,
        high_verdict=high.decision.verdict,
    )


def _reconsider(
    decision: ComparisonDecision, *, missing: MissingResults, worst_case: WorstCase | None
) -> ComparisonDecision:
    """Take back a verdict that the missing results could change."""
    if not missing.any or decision.verdict is ComparisonVerdict.NOT_YET_KNOWN:
        return decision
    if worst_case is not None and {worst_case.low_verdict, worst_case.high_verdict} == {decision.verdict}:
        return decision
    return replace(decision, verdict=ComparisonVerdict.NOT_YET_KNOWN, reason=VerdictReason.MISSING_RESULTS)


def _shares(pairs: _Pairs, *, sample: Sample, kept: BoolArray, level: float) -> PairedShares | None:
    before, after = pairs.baseline[kept], pairs.candidate[kept]
    are_passes = are_among(np.append(before, after), allowed=(0, 1))
    if pairs.scale != (0, 1) or sample.is_nested or not are_passes:
        return None
    return compare_shares(before, after, level=level)
