"""A refinement as it goes out: round by round, with every diff."""

from collections.abc import Sequence

from edison.domain import (
    Autonomy,
    CandidateReport,
    ChosenAutonomy,
    Gain,
    Refinement,
    RefineTarget,
    RoundReport,
    Run,
    StopRule,
    known_microusd,
    to_usd,
)

from ..results.reports import RunState, state_of
from .view import BaseView, Ends, Moment, ends_of


class CheckedBesideView(BaseView):
    """How many answers of a candidate and of its parent fail a check, of those to the same questions."""

    answers: int
    parent_failed: int
    failed: int


class CandidateView(BaseView):
    """One candidate: what it changes, and what became of it."""

    version: int | None
    note: str
    diff: str
    refused: str | None
    verdict: str | None
    reason: str
    parent_quality: float | None
    parent_quality_interval: Ends | None
    quality: float | None
    quality_interval: Ends | None
    """Of its score by itself, at 95 %; `interval` is that of the difference."""
    difference: float | None
    interval: Ends | None
    level: float | None
    cases: int
    parent_cost_usd: float | None
    cost_usd: float | None
    parent_latency_s: float | None
    latency_s: float | None
    regressions: tuple[str, ...]
    warnings: int
    unsafe: int | None
    """More answers than the parent's in which something was found that must not stand there; null: nobody looked."""
    checked: CheckedBesideView | None
    """How many of its answers, and of its parent's, fail a check; null: nothing was checked."""
    conflicts: tuple[str, ...]


class RoundSuggestionView(BaseView):
    """What a judge would change, and what that counts for."""

    text: str
    judge: str
    criteria: tuple[str, ...]
    weight: float | None


class JudgeTrustView(BaseView):
    """How much a judge's word counts, and what that rests on."""

    judge: str
    weight: float
    basis: str


class WeakView(BaseView):
    """A criterion with its mean, from 0 to 1."""

    criterion: str
    mean: float
    interval: Ends


class RoundView(BaseView):
    """One round."""

    round: int
    parent: int
    quality: float | None
    """Of the version that it began with, on development cases; None where nothing could be measured."""
    weak: tuple[WeakView, ...]
    suggestions: tuple[RoundSuggestionView, ...]
    conflicts: tuple[str, ...]
    candidates: tuple[CandidateView, ...]
    adopted: int | None
    is_broken_off: bool
    """Whether the run ended in the middle of it: nothing was decided by what was seen."""


class GainView(BaseView):
    """What the last version gains over the first."""

    difference: float
    interval: Ends
    first_quality: float
    last_quality: float
    cases: int
    is_sealed: bool
    used_before: int
    """How many of the cases earlier runs used for the same prompt, so that elsewhere the gain will be less."""
    used_by: tuple[str, ...]
    """These runs."""


class RefinementView(BaseView):
    """What a run that refines came to."""

    run: str
    settlement: str
    strategy: str
    judges: tuple[JudgeTrustView, ...]
    champion: int
    system: str
    user: str
    rounds: tuple[RoundView, ...]
    gain: GainView | None
    spent_usd: float | None
    unpriced_calls: int
    summary: tuple[str, ...]


class StopView(BaseView):
    """The limits of a refinement, and how near it is to each of them."""

    rounds: int
    rounds_done: int
    gain: float
    """An adopted version that gains less than this ends it."""
    window: int
    in_vain: int
    """How many rounds in a row adopted nothing; it ends when they fill the window."""
    tokens: int | None
    tokens_spent: int


class RefinementPageView(RefinementView):
    """A refinement that goes on or has ended: what it came to so far, when it ends, and who decides."""

    state: RunState
    prompt: str
    """Whose history goes on."""
    refiner: str
    autonomy: Autonomy
    """From now on."""
    chosen_by: str | None
    """Who changed it after the run began; null where nobody did."""
    chosen_at: Moment | None
    stop: StopView
    development: int
    held_out: int
    sealed: int
    level: float | None
    """Of the intervals of candidates; null before any was tried."""
    waiting: tuple[str, ...]
    """The reviews that it waits for."""


def view_refinement_page(
    refinement: Refinement,
    *,
    run: Run,
    target: RefineTarget | None,
    waiting: Sequence[str],
    tokens: int,
    chosen: ChosenAutonomy | None,
) -> RefinementPageView:
    """A refinement as its page shows it."""
    refining = run.snapshot.refining
    assert refining is not None, "a run of this preset refines"
    policy = run.experiment.policy
    levels = [
        one.interval.level
        for report in refinement.rounds
        for one in report.candidates
        if one.interval is not None
    ]
    return RefinementPageView(
        **dict(view_refinement(refinement, run=run)),
        state=state_of(run),
        prompt=run.experiment.name if target is None else target.prompt,
        refiner=refining.refiner.endpoint.name,
        autonomy=policy.autonomy if chosen is None else chosen.autonomy,
        chosen_by=chosen and chosen.by,
        chosen_at=chosen and chosen.at,
        stop=_stop(policy.stop, refinement.rounds[:-1] if waiting else refinement.rounds, tokens=tokens),
        development=refining.development,
        held_out=refining.held_out,
        sealed=refining.sealed,
        level=levels[0] if levels else None,
        waiting=tuple(waiting),
    )


def _stop(rule: StopRule, decided: Sequence[RoundReport], *, tokens: int) -> StopView:
    decided = [one for one in decided if not one.is_broken_off]
    adopted = [place for place, one in enumerate(decided, 1) if one.adopted is not None]
    return StopView(
        rounds=rule.rounds,
        rounds_done=len(decided),
        gain=rule.gain,
        window=rule.window,
        in_vain=len(decided) - (adopted[-1] if adopted else 0),
        tokens=rule.tokens,
        tokens_spent=tokens,
    )


def view_refinement(refinement: Refinement, *, run: Run) -> RefinementView:
    """A refinement for whoever asks."""
    best, refining = refinement.version(refinement.champion), run.snapshot.refining
    return RefinementView(
        run=run.id,
        settlement=run.settlement.value,
        strategy="" if refining is None else refining.strategy.value,
        judges=tuple(
            JudgeTrustView(judge=one.name, weight=one.weight, basis=one.basis)
            for one in (() if refining is None else refining.trust)
        ),
        champion=refinement.champion,
        system=best.system,
        user=best.user,
        rounds=tuple(map(_round, refinement.rounds)),
        gain=None if refinement.gain is None else view_gain(refinement.gain),
        spent_usd=to_usd(known_microusd(refinement.spent_microusd, unpriced=refinement.unpriced)),
        unpriced_calls=refinement.unpriced,
        summary=refinement.summary,
    )


def _round(report: RoundReport) -> RoundView:
    findings = report.findings
    return RoundView(
        round=report.round,
        parent=report.parent,
        quality=findings.quality if findings.cases else None,
        weak=tuple(
            WeakView(criterion=one.name, mean=one.mean, interval=(one.interval.low, one.interval.high))
            for one in findings.weak
        ),
        suggestions=tuple(
            RoundSuggestionView(text=one.text, judge=one.judge, criteria=one.criteria, weight=one.weight)
            for one in report.suggestions
        ),
        conflicts=report.conflicts,
        candidates=tuple(map(_candidate, report.candidates)),
        adopted=report.adopted,
        is_broken_off=report.is_broken_off,
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
        parent_quality_interval=ends_of(report.parent_quality_interval),
        quality=report.quality,
        quality_interval=ends_of(report.quality_interval),
        difference=report.difference,
        interval=ends_of(report.interval),
        level=None if report.interval is None else report.interval.level,
        cases=report.cases,
        parent_cost_usd=to_usd(report.parent_microusd),
        cost_usd=to_usd(report.microusd),
        parent_latency_s=report.parent_latency_s,
        latency_s=report.latency_s,
        regressions=report.regressions,
        warnings=report.warnings,
        unsafe=report.unsafe,
        checked=None if report.checked is None else CheckedBesideView(**dict(report.checked)),
        conflicts=report.conflicts,
    )


def view_gain(gain: Gain) -> GainView:
    """What the last version gains, for whoever asks."""
    return GainView(
        difference=gain.difference,
        interval=(gain.interval.low, gain.interval.high),
        first_quality=gain.first_quality,
        last_quality=gain.last_quality,
        cases=gain.cases,
        is_sealed=gain.is_sealed,
        used_before=0 if gain.used_before is None else gain.used_before.cases,
        used_by=() if gain.used_before is None else gain.used_before.runs,
    )
