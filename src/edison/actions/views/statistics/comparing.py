"""Paired comparisons for machines."""

from typing import Self

from edison.stats.comparing import FamilyVerdict, Goal, MissingResults, PairedComparison, VerdictReason
from edison.stats.means import IntervalMethod, MeanEstimate

from ...statistics.comparing import ComparedFamily, ComparedFiles, Outlook
from ...statistics.comparing_shown import REASONS, flags_of_comparison
from ...statistics.showing import spaced
from ..view import BaseView, Ends


class ArmMeanView(BaseView):
    """An arm and the mean of its results, over complete pairs."""

    name: str
    mean: float


class MeanEstimateView(BaseView):
    """A mean with its interval, the method that made it, and what it rests on."""

    mean: float
    interval: Ends
    level: float
    method: IntervalMethod
    n: int
    cases: int
    clusters: int
    missing: int
    flags: tuple[str, ...]

    @classmethod
    def of(cls, estimate: MeanEstimate) -> Self:
        return cls(
            mean=estimate.mean,
            interval=(estimate.low, estimate.high),
            level=estimate.level,
            method=estimate.method,
            n=estimate.n,
            cases=estimate.cases,
            clusters=estimate.clusters,
            missing=estimate.missing,
            flags=tuple(spaced(flag.value) for flag in sorted(estimate.flags)),
        )


class PValuesView(BaseView):
    """Two-sided, but `same`, which is the larger of two one-sided ones; null where there is no such test."""

    difference: float
    same: float | None
    sign_flip: float
    wilcoxon: float
    mcnemar: float | None
    mcnemar_mid: float | None

    @classmethod
    def of(cls, compared: PairedComparison) -> Self:
        shares = compared.shares
        return cls(
            difference=compared.difference_p,
            same=compared.same_p,
            sign_flip=compared.sign_flip.p,
            wilcoxon=compared.signed_ranks.p,
            mcnemar=None if shares is None else shares.exact_p,
            mcnemar_mid=None if shares is None else shares.mid_p,
        )


class PassesView(BaseView):
    """How often both arms passed, only one, or none, and Bonett and Price's interval of the difference."""

    both: int
    gained: int
    lost: int
    neither: int
    interval: Ends

    @classmethod
    def of(cls, compared: PairedComparison) -> Self | None:
        """Nothing where results are not passes and failures, once per case."""
        if (shares := compared.shares) is None:
            return None
        return cls(
            both=shares.both,
            gained=shares.gained,
            lost=shares.lost,
            neither=shares.neither,
            interval=(shares.low, shares.high),
        )


class MissingPairsView(BaseView):
    """How many pairs are complete, and which arm the others lack."""

    complete: int
    baseline_only: int
    candidate_only: int
    both: int
    rates_differ_p: float

    @classmethod
    def of(cls, missing: MissingResults) -> Self:
        return cls(
            complete=missing.complete,
            baseline_only=missing.baseline_only,
            candidate_only=missing.candidate_only,
            both=missing.both,
            rates_differ_p=missing.rates_differ_p,
        )


class WorstEndView(MeanEstimateView):
    """The difference if every missing result lay at one end of the scale."""

    verdict: str


class WorstCaseView(BaseView):
    """At either end of the scale."""

    low: WorstEndView
    high: WorstEndView

    @classmethod
    def of(cls, compared: PairedComparison) -> Self | None:
        """Nothing where nothing is missing or the scale is not known."""
        if (worst := compared.worst_case) is None:
            return None
        low, high = (dict(MeanEstimateView.of(end)) for end in (worst.low, worst.high))
        return cls(
            low=WorstEndView(**low, verdict=spaced(worst.low_verdict.value)),
            high=WorstEndView(**high, verdict=spaced(worst.high_verdict.value)),
        )


class OutlookView(BaseView):
    """How many cases would tell; `needed` is null where a million would not do."""

    goal: Goal
    effect: float
    power: float
    unit: str
    now: int
    needed: int | None
    more: int | None

    @classmethod
    def of(cls, outlook: Outlook, *, unit: str) -> Self:
        return cls(
            goal=outlook.goal,
            effect=outlook.effect,
            power=outlook.power,
            unit=unit,
            now=outlook.now,
            needed=outlook.needed,
            more=outlook.more,
        )


class PairedComparisonView(BaseView):
    """Whether a candidate is better than a baseline, and everything that rests on."""

    baseline: ArmMeanView
    candidate: ArmMeanView
    verdict: str
    reason: str
    reason_code: VerdictReason
    margin: float | None
    case_column: str | None
    difference: MeanEstimateView
    effect_size: float | None
    p: PValuesView
    pass_fail: PassesView | None
    missing: MissingPairsView
    worst_case: WorstCaseView | None
    outlook: tuple[OutlookView, ...]
    flags: tuple[str, ...]
    remarks: dict[str, str]


class FamilyCandidateView(PairedComparisonView):
    """One candidate among several: its verdict holds for all of them together."""

    verdict_alone: str
    p_holm: float


class ComparisonFamilyView(BaseView):
    """Several candidates against one baseline."""

    baseline: str
    correction: str
    candidates: tuple[FamilyCandidateView, ...]


def view_comparison(found: ComparedFiles) -> PairedComparisonView:
    """One candidate and the baseline."""
    compared = found.compared
    flags = flags_of_comparison(found)
    return PairedComparisonView(
        baseline=ArmMeanView(name=found.baseline, mean=compared.baseline_mean),
        candidate=ArmMeanView(name=found.candidate, mean=compared.candidate_mean),
        verdict=spaced(compared.verdict.value),
        reason=REASONS[compared.reason],
        reason_code=compared.reason,
        margin=compared.margin,
        case_column=found.case_column,
        difference=MeanEstimateView.of(compared.difference),
        effect_size=compared.effect_size,
        p=PValuesView.of(compared),
        pass_fail=PassesView.of(compared),
        missing=MissingPairsView.of(compared.missing),
        worst_case=WorstCaseView.of(compared),
        outlook=tuple(OutlookView.of(outlook, unit=found.unit) for outlook in found.outlooks),
        flags=tuple(flags),
        remarks=flags,
    )


def view_family(found: ComparedFamily) -> ComparisonFamilyView:
    """Several candidates and the baseline."""
    pairs = zip(found.comparisons, found.verdicts, strict=True)
    return ComparisonFamilyView(
        baseline=found.comparisons[0].baseline,
        correction="holm",
        candidates=tuple(_among(one, together) for one, together in pairs),
    )


def _among(found: ComparedFiles, together: FamilyVerdict) -> FamilyCandidateView:
    alone = view_comparison(found)
    decided = {
        "verdict": spaced(together.verdict.value),
        "reason": REASONS[together.reason],
        "reason_code": together.reason,
    }
    return FamilyCandidateView(
        **dict(alone.model_copy(update=decided)), verdict_alone=alone.verdict, p_holm=together.adjusted_p
    )
