"""Reviews: changes that are suggested for prompts, decided hunk by hunk; a run that waits for one goes on by itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edison.domain import (
    AdoptedVersions,
    Decision,
    EventType,
    HunkReview,
    PersonAnswer,
    Right,
    StoredSuggestion,
    UserId,
    VersionProof,
)
from edison.engine import adopt_versions
from edison.errors import ChangedMeanwhile, DecidedByAnother, HunkRefused, SuggestionClosed
from edison.stages.refine import (
    EditsRefused,
    ReviewedHunks,
    conclude_review,
    edited_version,
    find_misfits,
    text_of,
)
from edison.store import UnitOfWork
from edison.text import unified

from .access import verb
from .house import House
from .prompts import project_id_of
from .views.review import SuggestionView, view_suggestion


@dataclass(frozen=True, slots=True)
class HunkRequest:
    """What somebody decides."""

    decision: Decision
    hunks: tuple[int, ...] = ()
    """Which hunks, from 1; none means all that nobody has decided about, and that the review is done."""
    text: str | None = None
    """What is to stand there instead; for an edit."""
    note: str = ""


@verb(Right.READ)
def list_reviews(
    house: House, *, project: str | None = None, also_closed: bool = False, everywhere: bool = False
) -> list[SuggestionView]:
    """The changes that wait for a decision, the newest first; those that have one on request.

    Those of a project, or of none where none is named; of all of them, where that is asked for.
    """
    with house.store.reading() as work:
        project_id = None if everywhere else project_id_of(work, project)
        found = work.suggestions.all(project_id=project_id, also_closed=also_closed)
        slugs = work.projects.slugs()
        return [_view(work, one, project=slugs.get(one.change.project_id)) for one in found]


@verb(Right.READ)
def show_review(house: House, name: str) -> SuggestionView:
    """One suggested change with its hunks, what was measured of it, and what was decided so far."""
    with house.store.reading() as work:
        kept = work.suggestions.get(name)
    return _shown(house, kept)


@verb(Right.CHANGE)
def decide_hunks(house: House, name: str, request: HunkRequest, *, seen: int | None = None) -> SuggestionView:
    """Decide about hunks; where none is named, about all that are open, and close the review.

    Args:
        house: Where they are kept.
        name: Which suggestion: its id, a part of it, or `latest`.
        request: What is decided.
        seen: The revision that was looked at; what was decided after it is not overwritten, and closes no review.

    Raises:
        DecidedByAnother: somebody decided about one of the hunks, and that was not seen; both are told.
        ChangedMeanwhile: the review is to be closed, and something of it was decided that was not seen.
        HunkRefused: there is no such hunk, or what is decided cannot be applied.
        SuggestionClosed: the review is done.
    """

    def decide(work: UnitOfWork) -> Decided:
        kept = work.suggestions.get(name)
        return decide_within(house, work, kept, request, seen=seen)

    return _shown(house, _keep(house, name, decide))


@verb(Right.CHANGE)
def close_review(house: House, name: str, *, seen: int | None = None) -> SuggestionView:
    """Apply the hunks that were approved as a new version, and let the run that waits go on.

    What nobody decided about stays as it was; where nothing was approved, no version is made.
    """

    def close(work: UnitOfWork) -> Decided:
        kept = work.suggestions.get(name)
        if seen is not None and seen != kept.revision:
            raise ChangedMeanwhile("suggestion", kept.id)
        return _close(house, work, kept)

    return _shown(house, _keep(house, name, close))


@dataclass(frozen=True, slots=True)
class Decided:
    """A suggestion after somebody decided, and what the run that waits for it is told where that closed it."""

    suggestion: StoredSuggestion
    answer: PersonAnswer | None = None


@verb(Right.CHANGE)
def decide_within(
    house: House, work: UnitOfWork, kept: StoredSuggestion, request: HunkRequest, *, seen: int | None = None
) -> Decided:
    """Decide as a part of something larger; whoever calls gives the answer to the run, in the same transaction."""
    if kept.outcome is not None:
        raise SuggestionClosed(kept.id, kept.outcome.value)
    reviews = _reviews(house, kept, request)
    if not request.hunks and seen is not None and seen != kept.revision:
        raise ChangedMeanwhile("suggestion", kept.id)
    _refuse_unseen(kept, reviews, seen=seen)
    decided = work.suggestions.decide(kept, reviews)
    for review in reviews:
        _tell(house, work, kept, {"hunk": str(review.hunk), "decision": review.decision.value})
    return Decided(decided) if request.hunks else _close(house, work, decided)


def _close(house: House, work: UnitOfWork, kept: StoredSuggestion) -> Decided:
    concluded = conclude_review(kept)
    line = _line(house, kept, concluded)
    version = None
    if line is not None:
        adopt_versions(work, line, at=house.clock.now(), new_id=house.mint.new, run_id=kept.run_id)
        version = _number(work, line)
    closed = work.suggestions.close(kept, concluded.outcome, version=version)
    made = {} if version is None else {"version": str(version)}
    _tell(house, work, kept, {"outcome": concluded.outcome.value, **made})
    return Decided(closed, None if kept.unit is None else _answer(house, kept.unit, concluded))


def _keep(house: House, name: str, decide: Callable[[UnitOfWork], Decided]) -> StoredSuggestion:
    """Decide in one transaction, together with the answer that lets a run go on."""
    with house.store.reading() as work:
        run_id = work.suggestions.get(name).run_id
    if run_id is None:
        return house.write(decide).suggestion
    made: list[Decided] = []

    def say(work: UnitOfWork) -> list[PersonAnswer]:
        house.note(work)
        made.append(decide(work))
        return [answer for answer in (made[-1].answer,) if answer is not None]

    house.control.answer_within(run_id, say)
    return made[-1].suggestion


def _reviews(house: House, kept: StoredSuggestion, request: HunkRequest) -> list[HunkReview]:
    count, decided = len(kept.change.hunks), kept.decided
    unknown = [number for number in request.hunks if not 1 <= number <= count]
    if unknown:
        raise HunkRefused(kept.id, f"it has no hunk {unknown[0]}, but {count}")
    if (request.decision is Decision.EDIT) != (request.text is not None):
        raise HunkRefused(kept.id, "an edit says the text that is to stand there, and nothing else does")
    if request.decision is Decision.EDIT and len(request.hunks) != 1:
        raise HunkRefused(kept.id, "a text is given for one hunk; name it with --hunk")
    if request.decision is Decision.WITHDRAW and not request.hunks:
        raise HunkRefused(kept.id, "what is withdrawn is named with --hunk")
    numbers = request.hunks or tuple(number for number in range(1, count + 1) if number not in decided)
    return [
        HunkReview(
            revision=kept.revision + place,
            hunk=number,
            decision=request.decision,
            text=request.text,
            note=request.note,
            reviewer=UserId(house.actor.name),
            at=house.clock.now(),
        )
        for place, number in enumerate(dict.fromkeys(numbers), 1)
    ]


def _refuse_unseen(kept: StoredSuggestion, reviews: Sequence[HunkReview], *, seen: int | None) -> None:
    """What was decided meanwhile is overwritten only by somebody who saw it, whatever both are called."""
    decided = kept.decided
    for mine in reviews:
        theirs = decided.get(mine.hunk)
        if theirs is None or theirs.revision <= (seen or 0):
            continue
        if seen is None and theirs.reviewer == mine.reviewer:
            # Whoever says nothing of what they saw changes their own mind.
            continue
        raise DecidedByAnother(
            mine.hunk, theirs=_said(theirs), yours=_said(mine), revision=max(theirs.revision, kept.revision)
        )


def _said(review: HunkReview) -> str:
    text = "" if review.text is None else f" “{review.text}”"
    note = f" ({review.note})" if review.note else ""
    return f"{review.decision.value.replace('_', ' ')} by {review.reviewer}{text}{note}."


def _line(house: House, kept: StoredSuggestion, concluded: ReviewedHunks) -> AdoptedVersions | None:
    """Parent and new version, as they go into the history; None where nothing was approved."""
    if not concluded.edits:
        return None
    change, me = kept.change, UserId(house.actor.name)
    parent = change.parent
    version = edited_version(
        parent, concluded.edits, number=parent.number + 1, note=concluded.note or change.note
    )
    if isinstance(version, EditsRefused):
        raise HunkRefused(kept.id, version.sentence.rstrip("."))
    misfits = find_misfits(version, parent)
    if misfits:
        raise HunkRefused(kept.id, " ".join(misfits).rstrip("."))
    return AdoptedVersions(
        project_id=change.project_id,
        prompt=change.prompt,
        versions=(parent, version),
        authors=(me, me),
        proofs=(None, _proof(kept, concluded)),
    )


def _proof(kept: StoredSuggestion, concluded: ReviewedHunks) -> VersionProof | None:
    """What was measured was the whole as it was suggested; of anything else nothing is known."""
    return kept.change.proof if concluded.outcome is Decision.APPROVE else None


def _number(work: UnitOfWork, line: AdoptedVersions) -> int:
    prompt = work.prompts.get(line.project_id, line.prompt)
    said = text_of(line.versions[-1])
    return max(one.version.number for one in work.prompts.versions(prompt.id) if text_of(one.version) == said)


def _answer(house: House, unit: int, concluded: ReviewedHunks) -> PersonAnswer:
    return PersonAnswer(
        unit=unit,
        by=house.actor.name,
        choice=concluded.outcome.value,
        note=concluded.note,
        edits=concluded.edits if concluded.outcome is Decision.EDIT else (),
        at=house.clock.now(),
    )


def _tell(house: House, work: UnitOfWork, kept: StoredSuggestion, about: dict[str, str]) -> None:
    told = {"suggestion": kept.id, "by": house.actor.name, **about}
    at = house.clock.now()
    if kept.run_id is not None:
        work.events.append(kept.run_id, EventType.REVIEW_DECIDED, at=at, about=told)
    else:
        work.events.append_to_project(kept.change.project_id, EventType.REVIEW_DECIDED, at=at, about=told)


def _shown(house: House, kept: StoredSuggestion) -> SuggestionView:
    with house.store.reading() as work:
        slugs = work.projects.slugs()
        return _view(work, kept, project=slugs.get(kept.change.project_id))


def _view(work: UnitOfWork, kept: StoredSuggestion, *, project: str | None) -> SuggestionView:
    parent = kept.change.parent
    edits = conclude_review(kept).edits if kept.outcome is not None else kept.change.hunks
    version = edited_version(parent, edits, number=parent.number + 1)
    diff = "" if isinstance(version, EditsRefused) else unified(text_of(parent), text_of(version))
    settlement = None if kept.unit is None or kept.run_id is None else work.runs.get(kept.run_id).settlement
    return view_suggestion(kept, diff=diff, project=project, settlement=settlement)
