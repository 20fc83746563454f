"""Agreement of judges for machines."""

from typing import Self

from edison.stats.judges import AlphaMetric, Measured

from ...statistics.agreement import AgreementFound, PairAgreement
from ...statistics.agreement_shown import flags_of_agreement
from ...statistics.showing import known
from ..view import BaseView, Ends


class AgreementMeasureView(BaseView):
    """One number, with its interval and what it rests on."""

    value: float | None
    interval: Ends
    level: float
    items: int
    labels: int
    method: str
    flags: tuple[str, ...]

    @classmethod
    def of(cls, measured: Measured) -> Self:
        return cls(
            value=known(measured.value),
            interval=(measured.low, measured.high),
            level=measured.level,
            items=measured.cases,
            labels=measured.judgments,
            method=measured.method,
            flags=tuple(flag.value for flag in measured.flags),
        )

    @classmethod
    def maybe(cls, measured: Measured | None) -> Self | None:
        """Nothing where a number would mislead."""
        return None if measured is None else cls.of(measured)


class JudgePairView(BaseView):
    """How far two judges agree; null where a number would mislead."""

    judges: tuple[str, str]
    agreement: AgreementMeasureView | None
    kappa: AgreementMeasureView | None

    @classmethod
    def of(cls, pair: PairAgreement) -> Self:
        return cls(
            judges=(pair.first, pair.second),
            agreement=AgreementMeasureView.maybe(pair.agreement),
            kappa=AgreementMeasureView.maybe(pair.kappa),
        )


class AgreementView(BaseView):
    """What a file of labels says about its judges; `reasons` says why a measure is null."""

    file: str
    metric: AlphaMetric
    weights: str
    judges: tuple[str, ...]
    items: int
    labels: int
    missing: int
    left_out: dict[str, str]
    categories: tuple[str, ...]
    percent_agreement: AgreementMeasureView | None
    krippendorff_alpha: AgreementMeasureView | None
    fleiss_kappa: AgreementMeasureView | None
    cohen_kappa: AgreementMeasureView | None
    gwet_ac1: AgreementMeasureView | None
    icc_2_1: AgreementMeasureView | None
    icc_2_k: AgreementMeasureView | None
    reasons: dict[str, str]
    pairs: tuple[JudgePairView, ...]
    flags: tuple[str, ...]
    remarks: dict[str, str]


def view_agreement(found: AgreementFound) -> AgreementView:
    """All that was measured."""
    flags = flags_of_agreement(found)

    def measure(name: str) -> AgreementMeasureView | None:
        return AgreementMeasureView.maybe(found.measures.get(name))

    return AgreementView(
        file=found.file,
        metric=found.metric,
        weights=found.weights,
        judges=found.judges,
        items=found.items,
        labels=found.labels,
        missing=found.missing,
        left_out=dict(found.left_out),
        categories=found.categories,
        percent_agreement=measure("percent_agreement"),
        krippendorff_alpha=measure("krippendorff_alpha"),
        fleiss_kappa=measure("fleiss_kappa"),
        cohen_kappa=measure("cohen_kappa"),
        gwet_ac1=measure("gwet_ac1"),
        icc_2_1=measure("icc_2_1"),
        icc_2_k=measure("icc_2_k"),
        reasons=dict(found.reasons),
        pairs=tuple(map(JudgePairView.of, found.pairs)),
        flags=tuple(flags),
        remarks=flags,
    )
