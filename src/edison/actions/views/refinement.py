"""A refinement as it goes out: round by round, with every diff."""

from edison.domain import CandidateReport, Gain, Refinement, RoundReport, Run

from .view import BaseView, Ends, ends_of


class CandidateView(BaseView):
    """One candidate: what it changes, and what became of it."""

    version: int | None
    note: str
    diff: str
    refused: str | None
    verdict: str | None
    reason: str
    parent_quality: float | None
    quality: float | None
    difference: float | None
    interval: Ends | None
    level: float | None
    regressions: tuple[str, ...]
    warnings: int


class WeakView(BaseView):
    """A criterion with its mean, from 0 to 1."""

    criterion: str
    mean: float
    interval: Ends


class RoundView(BaseView):
    """One round."""

    round: int
    parent: int
    quality: float
    weak: tuple[WeakView, ...]
    suggestions: tuple[str, ...]
    candidates: tuple[CandidateView, ...]
    adopted: int | None


class GainView(BaseView):
    """What the last version gains over the first."""

    difference: float
    interval: Ends
    first_quality: float
    last_quality: float
    cases: int
    is_sealed: bool


class RefinementView(BaseView):
    """What a run that refines came to."""

    run: str
    settlement: str
    champion: int
    system: str
    user: str
    rounds: tuple[RoundView, ...]
    gain: GainView | None
    spent_usd: float
    summary: tuple[str, ...]


def view_refinement(refinement: Refinement, *, run: Run) -> RefinementView:
    """A refinement for whoever asks."""
    best = refinement.version(refinement.champion)
    return RefinementView(
        run=run.id,
        settlement=run.settlement.value,
        champion=refinement.champion,
        system=best.system,
        user=best.user,
        rounds=tuple(map(_round, refinement.rounds)),
        gain=None if refinement.gain is None else _gain(refinement.gain),
        spent_usd=refinement.spent_microusd / 1_000_000,
        summary=refinement.summary,
    )


def _round(report: RoundReport) -> RoundView:
    findings = report.findings
    return RoundView(
        round=report.round,
        parent=report.parent,
        quality=findings.quality,
        weak=tuple(
            WeakView(criterion=one.name, mean=one.mean, interval=(one.interval.low, one.interval.high))
            for one in findings.weak
        ),
        suggestions=tuple(one.text for one in report.suggestions),
        candidates=tuple(map(_candidate, report.candidates)),
        adopted=report.adopted,
    )


def _candidate(report: CandidateReport) -> CandidateView:
    return CandidateView(
        version=report.number,
        note=report.note,
        diff=report.diff,
        refused=report.refused,
        verdict=report.verdict,
        reason=report.reason,
        parent_quality=report.parent_quality,
        quality=report.quality,
        difference=report.difference,
        interval=ends_of(report.interval),
        level=None if report.interval is None else report.interval.level,
        regressions=report.regressions,
        warnings=report.warnings,
    )


def _gain(gain: Gain) -> GainView:
    return GainView(
        difference=gain.difference,
        interval=(gain.interval.low, gain.interval.high),
        first_quality=gain.first_quality,
        last_quality=gain.last_quality,
        cases=gain.cases,
        is_sealed=gain.is_sealed,
    )
