import pytest
from pydantic import ValidationError

from edison.domain import CandidateReport, Edit, PromptPart, Proposal
from tests.factories import a_suggestion


def test_an_edit_that_changes_nothing_is_refused() -> None:
    with pytest.raises(ValidationError, match="changes something"):
        Edit(part=PromptPart.SYSTEM, find="Answer", replace="Answer")


@pytest.mark.parametrize(
    "written", [("S1", "S3"), ("1", "3"), ("s1, S3",), ("S1 (polite)", "S3", "S1"), ("[S1; S3]",)]
)
def test_an_edit_follows_suggestions_however_their_numbers_are_spelt(written: tuple[str, ...]) -> None:
    edit = Edit(part=PromptPart.SYSTEM, replace="Be kind.", sources=written)

    assert edit.follows == (1, 3)
    assert Edit(part=PromptPart.SYSTEM, replace="Be kind.", sources=("whoever asked",)).follows == ()


def test_a_proposal_has_something_in_it_or_says_why_not() -> None:
    for broken in ({}, {"suggestions": (a_suggestion(),), "not_proposed": "No."}):
        with pytest.raises(ValidationError, match="or says why it has none"):
            Proposal.model_validate(broken)

    assert Proposal(suggestions=(a_suggestion(),)).not_proposed is None


def test_a_candidate_is_a_version_or_was_refused() -> None:
    for broken in ({}, {"number": 2, "refused": "It copies."}):
        with pytest.raises(ValidationError, match="was refused and says why"):
            CandidateReport.model_validate(broken)
