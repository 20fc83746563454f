import math

import pytest
from pydantic import ValidationError

from edison.domain import CriterionScore, Verdict
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
