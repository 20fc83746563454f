import math

import pytest
from pydantic import ValidationError

from edison.domain import Advice, CriterionScore, Judgment, Reading, Verdict
from tests.factories import a_judgment

SCORE = {"criterion": "Accuracy", "score": 4}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"scores": ()}, "or it says why it was not judged"),
        ({"not_judged": "unreadable"}, "or it says why it was not judged"),
        ({"scores": (), "not_judged": " "}, "blank"),
        ({"scores": (SCORE, SCORE)}, "a criterion once"),
        ({"scores": ({"criterion": "Accuracy", "score": math.nan},)}, "finite number"),
    ],
)
def test_a_judgment_that_is_none_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_judgment(**changes)


def test_not_judged_has_a_reason_and_no_score() -> None:
    judgment = a_judgment(scores=(), not_judged="The judge's answer could not be read.")

    assert judgment.scores == ()


def test_an_abstention_is_a_finding() -> None:
    judgment = a_judgment(scores=(), verdict={"scale_size": 4})

    assert judgment.verdict == Verdict(scale_size=4)
    assert judgment.not_judged is None


def test_a_criterion_that_was_not_scored_is_absent_and_not_zero() -> None:
    judgment = a_judgment(scores=(SCORE,))

    assert judgment.scores == (CriterionScore(criterion="Accuracy", score=4),)


def test_advice_says_something_and_what_it_is_because_of() -> None:
    judgment = a_judgment(suggestions=({"text": "Ask for a source.", "because": "None is given."},))

    assert judgment.suggestions == (Advice(text="Ask for a source.", because="None is given."),)
    with pytest.raises(ValidationError, match="blank"):
        a_judgment(suggestions=({"text": " "},))


def test_a_bare_text_is_advice_without_its_cause() -> None:
    assert a_judgment(suggestions=("Be brief.",)).suggestions == (Advice(text="Be brief."),)


def test_a_judgment_is_read_back_with_its_samples_its_view_and_how_it_was_read() -> None:
    judgment = a_judgment(
        scores=(),
        verdict={"scale_size": 3, "stages": (2,)},
        reason="It shows some.",
        samples=({"scale_size": 3, "stages": (2,)}, {"scale_size": 3}),
        shown={"k3x9a2": "2", "m4n5p6": "1", "q7r8s9": "3"},
        mended=True,
        readings=("unreadable", "mended"),
    )

    again = Judgment.model_validate_json(judgment.model_dump_json())

    assert again == judgment
    assert list(again.shown) == ["k3x9a2", "m4n5p6", "q7r8s9"]
    assert again.readings == (Reading.UNREADABLE, Reading.MENDED)
