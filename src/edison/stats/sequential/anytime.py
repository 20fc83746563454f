"""Two arms compared after every case, for as long as one likes: the verdict's error does not grow by looking."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.comparing import ComparisonVerdict, MissingResults, VerdictReason
from edison.stats.comparing.missing import count_missing, fill_in
from edison.stats.comparing.verdicts import check_margin
from edison.stats.means.clusters import FloatArray, IntArray, Scale
from edison.stats.means.rule import are_among
from edison.stats.means.samples import (
    Labels,
    check_level,
    check_scale,
    check_within,
    code_labels,
    read_sample,
    read_values,
)

from .betting import BettingEvidence, MeanSequence, bet_against, find_bound, read_bounded, state_sequence
from .discordant import weigh_discordant


class AnytimeMethod(StrEnum):
    """What the evidence against no difference is made of."""

    BETTING = "betting"
    DISCORDANT = "beta_binomial_on_discordant_pairs"


class AnytimeFlag(StrEnum):
    """What a reader of the verdict must know."""

    MISSING_RESULTS = "missing_results"
    """Some pairs are incomplete and were left out."""
    CONTRADICTED = "contradicted"
    """Earlier and later cases exclude each other: were they looked at in random order?"""


@dataclass(frozen=True, slots=True)
class AnytimeComparison:
    """What the cases looked at so far say, valid whenever one looks or stops."""

    difference: MeanSequence
    """Candidate minus baseline, over complete pairs; over families where cases come from some."""
    reach: Scale
    method: AnytimeMethod
    verdict: ComparisonVerdict
    reason: VerdictReason
    margin: float | None
    decided_at: int | None
    """The number of cases (or families) after which the verdict stood; None while it is not yet known."""
    difference_p: float
    """Two-sided and always valid: the reciprocal of the largest capital so far, twice."""
    same_p: float | None
    missing: MissingResults
    flags: frozenset[AnytimeFlag]


def compare_anytime(
    baseline: ArrayLike,
    candidate: ArrayLike,
    *,
    scale: Scale,
    reach: Scale | None = None,
    cases: Labels | None = None,
    families: Labels | None = None,
    margin: float | None = None,
    lower_is_better: bool = False,
    level: float = 0.95,
) -> AnytimeComparison:
    """Compare a candidate with a baseline on the cases looked at so far, in the order of `order_cases`.

    Args:
        baseline: One result per row, NaN where missing.
        candidate: The other arm's results for the same rows.
        scale: The ends a single result can reach, declared before the run.
        reach: The ends a difference can reach, where they are known to be narrower than the scale's. The
            narrower, the sooner the verdict.
        cases: The case of each row, when judges or repeats make several rows of one; a case is added whole.
        families: The family each row's case was made from; a family is added whole and counts once.
        margin: The smallest difference that matters, set before the run; without it there is no `same`.
        lower_is_better: For costs and times; the difference stays candidate - baseline.
        level: `better` and `worse` err with at most (1 - level) / 2 each over all looks, `same` with 1 - level.
    """
    check_level(level)
    check_margin(margin)
    pairs = _read_pairs(baseline, candidate, scale=scale, reach=reach, cases=cases, families=families)
    rule = _Rule(margin=margin, level=level, reach=pairs.reach, scale=scale)
    found = _weigh(pairs.units(pairs.candidate - pairs.baseline), rule=rule)
    missing = count_missing(pairs.baseline, pairs.candidate, cases=pairs.codes)
    if missing.any:
        found = _reconsider(found, pairs=pairs, rule=rule)
    verdict = _MIRRORED.get(found.verdict, found.verdict) if lower_is_better else found.verdict
    return AnytimeComparison(
        difference=found.difference,
        reach=pairs.reach,
        method=found.method,
        verdict=verdict,
        reason=found.reason,
        margin=margin,
        decided_at=found.decided_at,
        difference_p=found.difference_p,
        same_p=found.same_p,
        missing=missing,
        flags=_flags(found, missing=missing),
    )


_MIRRORED = {
    ComparisonVerdict.BETTER: ComparisonVerdict.WORSE,
    ComparisonVerdict.WORSE: ComparisonVerdict.BETTER,
}


@dataclass(frozen=True, slots=True)
class _Pairs:
    baseline: FloatArray
    candidate: FloatArray
    scale: Scale
    reach: Scale
    codes: IntArray
    families: Labels | None

    def units(self, differences: FloatArray) -> FloatArray:
        """One difference per case or family, in order of appearance."""
        means = read_sample(differences, cases=self.codes, families=self.families).clusters.means
        return read_bounded(means, reach=self.reach)


@dataclass(frozen=True, slots=True)
class _Rule:
    margin: float | None
    level: float
    reach: Scale
    scale: Scale

    @property
    def hurdle(self) -> float:
        """Log capital for a difference, on either side."""
        return math.log(2 / (1 - self.level))

    @property
    def same_hurdle(self) -> float:
        return math.log(1 / (1 - self.level))


@dataclass(frozen=True, slots=True)
class _Found:
    difference: MeanSequence
    method: AnytimeMethod
    verdict: ComparisonVerdict
    reason: VerdictReason
    decided_at: int | None
    difference_p: float
    same_p: float | None


def _read_pairs(
    baseline: ArrayLike,
    candidate: ArrayLike,
    *,
    scale: Scale,
    reach: Scale | None,
    cases: Labels | None,
    families: Labels | None,
) -> _Pairs:
    before, after = read_values(baseline, name="baseline"), read_values(candidate, name="candidate")
    if len(before) != len(after):
        raise LengthsDiffer({"baseline": len(before), "candidate": len(after)})
    check_scale(scale)
    check_within(before, scale=scale, name="baseline")
    check_within(after, scale=scale, name="candidate")
    differences = after - before
    if np.isnan(differences).all():
        raise SampleEmpty("complete pairs")
    span = scale[1] - scale[0]
    reach = reach or (-span, span)
    _check_reach(reach)
    check_within(differences, scale=reach, name="differences")
    return _Pairs(before, after, scale, reach, code_labels(cases, name="cases", like=before), families)


def _check_reach(reach: Scale) -> None:
    check_scale(reach)
    if not reach[0] < 0 < reach[1]:
        raise SampleBroken("reach of a difference", "zero does not lie within its ends")


def _weigh(units: FloatArray, *, rule: _Rule) -> _Found:
    method = _choose_method(units, rule=rule)
    zero = _evidence_at_zero(units, method=method, rule=rule)
    same = None if rule.margin is None else _evidence_of_same(units, margin=rule.margin, reach=rule.reach)
    verdict, reason, decided_at = _conclude(zero, same=same, rule=rule)
    strongest = max(float(zero.above.max()), float(zero.below.max()))
    return _Found(
        difference=_sequence(units, zero=zero, rule=rule),
        method=method,
        verdict=verdict,
        reason=reason,
        decided_at=decided_at,
        difference_p=min(1.0, 2 * math.exp(-strongest)),
        same_p=None if same is None else min(1.0, math.exp(-float(same.max()))),
    )


def _choose_method(units: FloatArray, *, rule: _Rule) -> AnytimeMethod:
    is_pass_fail = rule.scale == (0, 1) and rule.reach == (-1, 1) and are_among(units, allowed=(-1, 0, 1))
    return AnytimeMethod.DISCORDANT if is_pass_fail else AnytimeMethod.BETTING


def _evidence_at_zero(units: FloatArray, *, method: AnytimeMethod, rule: _Rule) -> BettingEvidence:
    if method is AnytimeMethod.DISCORDANT:
        return weigh_discordant(np.cumsum(units > 0), np.cumsum(units < 0))
    return bet_against(0.0, values=units, reach=rule.reach)


def _evidence_of_same(units: FloatArray, *, margin: float, reach: Scale) -> FloatArray:
    """The weaker of the best evidence so far against a difference at either margin (two one-sided tests).

    A margin beyond an end of the reach is kept on that side by declaration.
    """
    certain = np.full(len(units), np.inf)
    low, high = reach
    above = bet_against(-margin, values=units, reach=reach).above if low < -margin else certain
    below = bet_against(margin, values=units, reach=reach).below if margin < high else certain
    return np.minimum(np.maximum.accumulate(above), np.maximum.accumulate(below))


def _conclude(
    zero: BettingEvidence, *, same: FloatArray | None, rule: _Rule
) -> tuple[ComparisonVerdict, VerdictReason, int | None]:
    """A difference that is there but surely smaller than the margin is `same`, as at a fixed number of cases."""
    same_at = None if same is None else _first_over(same, hurdle=rule.same_hurdle)
    if same_at is not None:
        return ComparisonVerdict.SAME, VerdictReason.WITHIN_MARGIN, same_at
    better_at = _first_over(zero.above, hurdle=rule.hurdle)
    worse_at = _first_over(zero.below, hurdle=rule.hurdle)
    if better_at is not None and (worse_at is None or better_at < worse_at):
        return ComparisonVerdict.BETTER, VerdictReason.INTERVAL_LEAVES_OUT_ZERO, better_at
    if worse_at is not None:
        return ComparisonVerdict.WORSE, VerdictReason.INTERVAL_LEAVES_OUT_ZERO, worse_at
    reason = VerdictReason.CHANCE_WOULD_DO if rule.margin is None else VerdictReason.REACHES_BEYOND_MARGIN
    return ComparisonVerdict.NOT_YET_KNOWN, reason, None


def _first_over(path: FloatArray, *, hurdle: float) -> int | None:
    over = np.flatnonzero(path >= hurdle)
    return int(over[0]) + 1 if len(over) else None


def _sequence(units: FloatArray, *, zero: BettingEvidence, rule: _Rule) -> MeanSequence:
    """The confidence sequence, in agreement with the evidence against zero."""
    low, high = rule.reach
    span, hurdle = high - low, rule.hurdle
    above, below = bool(zero.above.max() >= hurdle), bool(zero.below.max() >= hurdle)
    from_below = find_bound(units - low, span=span, hurdle=hurdle, known=(-low, above))
    from_above = find_bound(high - units, span=span, hurdle=hurdle, known=(high, below))
    return state_sequence(units, bounds=(low + from_below, high - from_above), level=rule.level)


def _reconsider(found: _Found, *, pairs: _Pairs, rule: _Rule) -> _Found:
    """Take back a verdict that the missing results could change."""
    if found.verdict is ComparisonVerdict.NOT_YET_KNOWN:
        return found
    filled = fill_in(pairs.baseline, pairs.candidate, scale=pairs.scale)
    verdicts = {_weigh(pairs.units(np.clip(one, *pairs.reach)), rule=rule).verdict for one in filled}
    if verdicts == {found.verdict}:
        return found
    return replace(
        found, verdict=ComparisonVerdict.NOT_YET_KNOWN, reason=VerdictReason.MISSING_RESULTS, decided_at=None
    )


def _flags(found: _Found, *, missing: MissingResults) -> frozenset[AnytimeFlag]:
    flags: set[AnytimeFlag] = set()
    if missing.any:
        flags.add(AnytimeFlag.MISSING_RESULTS)
    if found.difference.is_contradicted:
        flags.add(AnytimeFlag.CONTRADICTED)
    return frozenset(flags)
