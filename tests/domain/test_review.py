import pytest
from pydantic import ValidationError

from edison.domain import (
    Decision,
    HunkReview,
    OutputReview,
    PairReview,
    RunId,
    VersionProof,
    suggestion_id,
)
from tests.factories import SOME_TIME


def test_an_edited_hunk_says_its_text_and_no_other_does() -> None:
    review = {"revision": 1, "hunk": 1, "reviewer": "ada", "at": SOME_TIME}

    assert HunkReview.model_validate({**review, "decision": "edit", "text": "Hi."}).decision.is_applied
    assert not Decision.REQUEST_CHANGES.is_applied
    for broken in ({"decision": "edit"}, {"decision": "approve", "text": "Hi."}):
        with pytest.raises(ValidationError, match="says its text"):
            HunkReview.model_validate({**review, **broken})


def test_a_proof_says_what_keeps_a_version_from_use() -> None:
    proof = VersionProof(run_id=RunId("run_1"), verdict="better", cases=20, unsafe=0)

    assert proof.lacks == ()
    assert proof.model_copy(update={"verdict": "worse", "warnings": 2}).lacks == (
        "it is not shown to be better (worse)",
        "judges warn of 2 more of its answers than of its parent's",
    )
    assert proof.model_copy(update={"unsafe": 3}).lacks == (
        "3 more of its answers than of its parent's hold private data, secrets or jailbreaks",
    )
    assert proof.model_copy(update={"failed_checks": 0}).lacks == ()
    assert proof.model_copy(update={"failed_checks": 3}).lacks == (
        "3 more of its answers than of its parent's fail a check",
    )
    assert proof.model_copy(update={"unsafe": None}).lacks == (
        "its answers were not looked through for private data, secrets and jailbreaks",
    )


def test_a_suggestion_is_named_after_its_run_and_question() -> None:
    assert suggestion_id(RunId("run_9"), 4) == "sug_9_4"


@pytest.mark.parametrize(
    ("said", "quality"),
    [
        ({"label": "pass"}, 1),
        ({"label": "fail"}, 0),
        ({"label": "fail", "score": 0.4}, 0.4),
        ({"label": "rude"}, None),
        ({"correction": "Four."}, None),
    ],
)
def test_a_score_counts_and_without_one_pass_or_fail(said: dict[str, object], quality: float | None) -> None:
    review = {"cell": 0, "output_id": "out_1", "reviewer": "ada", "revision": 1, "at": SOME_TIME}

    assert OutputReview.model_validate({**review, **said}).quality == quality


def test_a_review_of_an_output_says_something() -> None:
    review = {"cell": 0, "output_id": "out_1", "reviewer": "ada", "revision": 1, "at": SOME_TIME}

    with pytest.raises(ValidationError, match="a label, a score, a correction or a note"):
        OutputReview.model_validate(review)
    assert OutputReview.model_validate({**review, "note": "Hm."}).quality is None


PAIR = {
    "left": 5,
    "right": 2,
    "left_output": "out_5",
    "right_output": "out_2",
    "reviewer": "ada",
    "revision": 1,
    "at": SOME_TIME,
}


@pytest.mark.parametrize("said", [{"winner": "tie"}, {"not_judged": "Odd."}])
def test_a_review_of_two_outputs_names_their_cells_whichever_side_they_stood_on(
    said: dict[str, object],
) -> None:
    assert PairReview.model_validate({**PAIR, **said}).cells == (2, 5)


@pytest.mark.parametrize("said", [{}, {"winner": "tie", "not_judged": "Odd."}, {"winner": "tie", "right": 5}])
def test_a_review_of_two_outputs_finds_something_or_says_why_not(said: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PairReview.model_validate({**PAIR, **said})
