import pytest
from pydantic import ValidationError

from edison.domain import Contest, GradeSteps, Pair


def test_a_text_does_not_meet_itself() -> None:
    with pytest.raises(ValidationError, match="itself"):
        Pair(left=3, right=3)


def test_a_contest_deals_pairs_unless_they_are_listed() -> None:
    assert Contest().pairs == ()


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"grades": ("A", "A")}, "once"),
        ({"shares": (1.0,)}, "one share for each"),
        ({"shares": (0.0, 1.0)}, "above zero"),
        ({"shares": (0.5, 0.6)}, "sum to 1"),
        ({"minus": ("C",)}, "fine grades"),
        ({"plus": ("C",)}, "fine grades"),
        ({"below": "A"}, "below"),
    ],
)
def test_a_scale_of_grades_is_refused_where_it_is_none(broken: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        GradeSteps.model_validate({"name": "two", "grades": ("B", "A"), **broken})


def test_a_scale_may_know_how_often_its_grades_occur() -> None:
    scale = GradeSteps(name="two", grades=("B", "A"), shares=(0.75, 0.25), minus=("A",), below="F")

    assert scale.shares == (0.75, 0.25)


def test_grades_have_a_height_from_0_to_1() -> None:
    scale = GradeSteps(name="three", grades=("C", "B", "A"), below="F")

    assert [scale.height(grade) for grade in ("F", "C", "B", "A")] == [0, 0, 0.5, 1]
