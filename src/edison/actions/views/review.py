"""Suggested changes as they go out: hunk by hunk, with what was decided about each."""

from edison.domain import (
    Decision,
    Edit,
    HunkReview,
    PromptPart,
    Settlement,
    StoredSuggestion,
    Suggestion,
    VersionProof,
)

from .view import BaseView, Ends, Moment, ends_of


class ProofView(BaseView):
    """What a run measured of a version against its parent."""

    run: str
    verdict: str
    reason: str
    difference: float | None
    interval: Ends | None
    cases: int
    warnings: int
    unsafe: int | None
    """More answers than the parent's in which something was found that must not stand there; null: nobody looked."""
    failed_checks: int | None
    """More answers than the parent's that fail a check; null: nothing was checked."""
    regressions: tuple[str, ...]


class SourceView(BaseView):
    """What a judge suggested, and in which judgments it saw why."""

    number: int
    text: str
    judge: str
    """By name; empty where it was not written down."""
    because: str
    judgments: tuple[str, ...]


class HunkReviewView(BaseView):
    """What a person decided about a hunk."""

    decision: Decision
    text: str | None
    note: str
    by: str
    at: Moment
    revision: int


class HunkView(BaseView):
    """One hunk of a suggested change, and the decision that counts."""

    number: int
    part: PromptPart
    find: str
    replace: str
    reason: str
    criteria: tuple[str, ...]
    sources: tuple[int, ...]
    """The numbers of those that asked for it, among the sources of the change."""
    review: HunkReviewView | None


class SuggestionView(BaseView):
    """A suggested change, whole."""

    id: str
    prompt: str
    project: str | None
    """The slug of the project whose prompt it is; null where it belongs to none."""
    run: str | None
    author: str
    made_at: Moment
    note: str
    revision: int
    """Whoever decides by what he saw here gives it back."""
    hunks: tuple[HunkView, ...]
    sources: tuple[SourceView, ...]
    proof: ProofView | None
    diff: str
    """What it would change; once it is closed, what it did change."""
    outcome: Decision | None
    version: int | None
    run_waits: bool
    """Whether the run goes on, and waits for this where it is open; else nothing of the run is changed by it."""
    effect: str
    """What deciding about it changes, and what becomes of its run."""


def view_proof(proof: VersionProof | None) -> ProofView | None:
    """A proof for whoever asks; nothing where there is none."""
    if proof is None:
        return None
    return ProofView(
        run=proof.run_id,
        verdict=proof.verdict,
        reason=proof.reason,
        difference=proof.difference,
        interval=ends_of(proof.interval),
        cases=proof.cases,
        warnings=proof.warnings,
        unsafe=proof.unsafe,
        failed_checks=proof.failed_checks,
        regressions=proof.regressions,
    )


def view_suggestion(
    kept: StoredSuggestion, *, diff: str, project: str | None, settlement: Settlement | None = None
) -> SuggestionView:
    """A suggested change for whoever asks.

    Args:
        kept: The change.
        diff: What it would change, or did.
        project: Where its prompt is kept; None: in none.
        settlement: Of its run; None where it has none.
    """
    change, decided = kept.change, kept.decided
    return SuggestionView(
        id=kept.id,
        prompt=change.prompt,
        project=project,
        run=kept.run_id,
        author=change.author,
        made_at=kept.made_at,
        note=change.note,
        revision=kept.revision,
        hunks=tuple(
            _hunk(number, edit, review=decided.get(number)) for number, edit in enumerate(change.hunks, 1)
        ),
        sources=tuple(_source(number, one) for number, one in enumerate(change.suggestions, 1)),
        proof=view_proof(change.proof),
        diff=diff,
        outcome=kept.outcome,
        version=kept.version,
        run_waits=settlement is Settlement.NOT_YET,
        effect=_tell_effect(kept, settlement),
    )


def _tell_effect(kept: StoredSuggestion, settlement: Settlement | None) -> str:
    made = ""
    if kept.outcome is None:
        made = (
            f"What is approved becomes the next version of {kept.change.prompt}; who decides is its author. "
        )
    if settlement is None:
        return made.rstrip()
    if settlement is Settlement.NOT_YET:
        return f"{made}The run goes on from there."
    return f"{made}Its run has ended: its results, its summary and its best version stay as they are."


def _hunk(number: int, edit: Edit, *, review: HunkReview | None) -> HunkView:
    return HunkView(
        number=number,
        part=edit.part,
        find=edit.find,
        replace=edit.replace,
        reason=edit.reason,
        criteria=edit.criteria,
        sources=edit.follows,
        review=None if review is None else _review(review),
    )


def _review(review: HunkReview) -> HunkReviewView:
    return HunkReviewView(
        decision=review.decision,
        text=review.text,
        note=review.note,
        by=review.reviewer,
        at=review.at,
        revision=review.revision,
    )


def _source(number: int, suggestion: Suggestion) -> SourceView:
    return SourceView(
        number=number,
        text=suggestion.text,
        judge=suggestion.judge,
        because=suggestion.because,
        judgments=tuple(map(str, suggestion.judgments)),
    )
