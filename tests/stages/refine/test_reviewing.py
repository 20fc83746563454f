"""What decisions about single hunks come to."""

import pytest

from edison.domain import Decision, HunkReview
from edison.stages.refine import EditsRefused, conclude_review, edited_version, find_misfits
from tests.factories import SOME_TIME, a_prompt_version, a_stored_suggestion


def a_review(hunk: int, decision: str, **changes: object) -> HunkReview:
    given = {"revision": 1, "hunk": hunk, "decision": decision, "reviewer": "ada", "at": SOME_TIME, **changes}
    return HunkReview.model_validate(given)


@pytest.mark.parametrize(
    ("reviews", "outcome", "replaced"),
    [
        ((), Decision.REJECT, []),
        ((a_review(1, "reject"), a_review(2, "request_changes", note="Why?")), Decision.REQUEST_CHANGES, []),
        (
            (a_review(1, "approve"), a_review(2, "approve")),
            Decision.APPROVE,
            ["Be brief and kind.", "Name the policy."],
        ),
        ((a_review(1, "reject"), a_review(2, "approve")), Decision.EDIT, ["Name the policy."]),
        ((a_review(1, "edit", text="Be kind."),), Decision.EDIT, ["Be kind."]),
        ((a_review(1, "edit", text="Be brief."),), Decision.REJECT, []),
        ((a_review(1, "approve"), a_review(1, "reject")), Decision.REJECT, []),
        ((a_review(1, "approve"), a_review(1, "withdraw")), Decision.REJECT, []),
    ],
)
def test_any_subset_is_applied_and_the_latest_decision_counts(
    reviews: tuple[HunkReview, ...], outcome: Decision, replaced: list[str]
) -> None:
    concluded = conclude_review(a_stored_suggestion(reviews=reviews))

    assert (concluded.outcome, [edit.replace for edit in concluded.edits]) == (outcome, replaced)
    assert concluded.note == "".join(dict.fromkeys(review.note for review in reviews))


def test_a_version_that_edits_make_is_named_after_what_it_says() -> None:
    change = a_stored_suggestion().change

    version = edited_version(change.parent, change.hunks, number=5)

    assert not isinstance(version, EditsRefused)
    assert (version.number, version.parent_id) == (5, change.parent.id)
    assert version.changelog == "Kinder. Grounded."
    assert version == edited_version(change.parent, change.hunks, number=5)
    assert isinstance(edited_version(version, change.hunks[:1], number=6), EditsRefused)


@pytest.mark.parametrize(
    ("user", "why"),
    [
        ("{{ question }}!", ()),
        ("Hello.", ("It loses what cases fill in: {{ question }}.",)),
        ("{{ question }} {{ name }}", ("No case fills in name.",)),
    ],
)
def test_what_no_case_can_fill_is_named(user: str, why: tuple[str, ...]) -> None:
    parent = a_prompt_version(user="{{ question }}")

    assert find_misfits(a_prompt_version(user=user), parent) == why
    assert "never closed" in find_misfits(a_prompt_version(user="{{ question"), parent)[0]
