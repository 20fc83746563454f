"""What people are asked about a candidate, and what is kept of a version that was adopted."""

from collections.abc import Sequence

from edison.domain import (
    REFINE_TARGET,
    Autonomy,
    CandidateReport,
    Decision,
    PersonAnswer,
    PersonQuestion,
    PromptVersion,
    RefineTarget,
    Run,
    SuggestedChange,
    Suggestion,
    VersionProof,
)
from edison.engine import Story
from edison.stages.refine import reasons_of_edits

from .refine_summary import tell_candidate

_CHOICES = (Decision.APPROVE, Decision.REJECT, Decision.REQUEST_CHANGES)


def candidate_to_ask(
    reports: Sequence[CandidateReport], *, best: int | None, autonomy: Autonomy
) -> CandidateReport | None:
    """Which candidate people are asked about: what would be adopted, or by hand the best that was tried."""
    if autonomy is Autonomy.AUTOPILOT:
        return None
    if autonomy is Autonomy.MANUAL and best is None:
        tried = [one for one in reports if one.difference is not None]
        return max(tried, key=lambda one: one.difference or 0.0, default=None)
    return next((one for one in reports if one.number == best and best is not None), None)


def ask_about(
    candidate: CandidateReport,
    parent: PromptVersion,
    *,
    story: Story,
    suggestions: tuple[Suggestion, ...],
) -> PersonQuestion:
    """The question, with everything that it takes to decide hunk by hunk."""
    target = story.document(REFINE_TARGET, RefineTarget)
    refining = story.run.snapshot.refining
    assert target is not None, "a run that refines knows whose history goes on"
    assert refining is not None, "a run of this preset refines"
    change = SuggestedChange(
        project_id=target.project_id,
        prompt=target.prompt,
        parent=parent,
        hunks=candidate.edits,
        note=candidate.note,
        author=refining.refiner.endpoint.name,
        suggestions=suggestions,
        proof=proof_of(candidate, run=story.run),
    )
    choices = tuple(choice.value for choice in _CHOICES)
    return PersonQuestion(text=tell_candidate(candidate), choices=choices, change=change)


def is_approved(said: PersonAnswer) -> bool:
    """Whether a person wants at least some of it."""
    return said.choice is not None and Decision(said.choice).is_applied


def proof_of(candidate: CandidateReport, *, run: Run) -> VersionProof:
    """What was measured of a candidate against its parent."""
    refining = run.snapshot.refining
    return VersionProof(
        run_id=run.id,
        verdict=candidate.verdict or "not_known",
        reason=candidate.reason,
        difference=candidate.difference,
        interval=candidate.interval,
        cases=candidate.cases or (0 if refining is None else refining.held_out),
        warnings=candidate.warnings,
        unsafe=candidate.unsafe,
        failed_checks=None if candidate.checked is None else candidate.checked.more,
        regressions=candidate.regressions,
    )


def tell_tried(report: CandidateReport) -> str:
    """A change that was not adopted, for whoever writes the next one; with what a person wants instead."""
    said = report.note or reasons_of_edits(report.edits)
    wished = "" if report.review is None else report.review.note
    return f"{said} (A person who read it says: {wished})" if wished else said
