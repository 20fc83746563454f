import pytest
from pydantic import ValidationError

from edison.domain import Thinking
from tests.factories import a_judge


def test_a_judge_gives_its_reasons_before_its_finding_unless_told_otherwise() -> None:
    assert a_judge().thinking is Thinking.REASON_FIRST


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"mode": "pointwise", "may_tie": True}, "only a judge of pairs"),
        ({"mode": "verdict", "may_tie": True}, "only a judge of pairs"),
        ({"mode": "pairwise", "may_abstain": True}, "only a judge that names stages"),
    ],
)
def test_a_judge_may_not_do_what_its_mode_does_not_know(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_judge(**changes)


def test_a_judge_may_do_what_its_mode_knows() -> None:
    assert a_judge(mode="pairwise", may_tie=True).may_tie
    assert a_judge(mode="verdict", may_abstain=True).may_abstain
