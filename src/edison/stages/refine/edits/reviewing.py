"""What people's decisions about single hunks come to: which edits are applied, and what became of the whole."""

from dataclasses import dataclass

from edison.domain import Decision, Edit, HunkReview, StoredSuggestion


@dataclass(frozen=True, slots=True)
class ReviewedHunks:
    """The edits that people want, in their words, and what the whole came to."""

    edits: tuple[Edit, ...]
    outcome: Decision
    """Edit, where it is not all of it as it was suggested."""
    note: str


def conclude_review(suggestion: StoredSuggestion) -> ReviewedHunks:
    """What is applied of a suggestion; hunks that nobody decided about are left as they were."""
    decided = suggestion.decided
    hunks = suggestion.change.hunks
    wanted = [_wanted(edit, decided.get(number)) for number, edit in enumerate(hunks, 1)]
    edits = tuple(edit for edit in wanted if edit is not None)
    said = [review.note for _, review in sorted(decided.items()) if review.note]
    return ReviewedHunks(
        edits, _outcome(edits, suggestion, decided=decided), note=" ".join(dict.fromkeys(said))
    )


def _wanted(edit: Edit, review: HunkReview | None) -> Edit | None:
    if review is None or not review.decision.is_applied or review.text == edit.find:
        return None
    if review.text is None or review.text == edit.replace:
        return edit
    return edit.model_copy(update={"replace": review.text, "reason": review.note or edit.reason})


def _outcome(
    edits: tuple[Edit, ...], suggestion: StoredSuggestion, *, decided: dict[int, HunkReview]
) -> Decision:
    if edits == suggestion.change.hunks:
        return Decision.APPROVE
    if edits:
        return Decision.EDIT
    wants_more = any(review.decision is Decision.REQUEST_CHANGES for review in decided.values())
    return Decision.REQUEST_CHANGES if wants_more else Decision.REJECT
