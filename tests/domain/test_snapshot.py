import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from edison.domain import Judge, Snapshot
from tests.factories import a_judge, a_rubric, a_snapshot, an_arm, an_endpoint


def judged_by(*judges: Judge) -> Snapshot:
    return a_snapshot(rubric=a_rubric(), judges=judges)


def test_judges_assess_single_outputs_or_compare_two() -> None:
    snapshot = judged_by(
        a_judge(), a_judge(mode="pairwise"), a_judge(mode="verdict"), a_judge(mode="pairwise")
    )

    assert snapshot.cell_judges == (0, 2)
    assert snapshot.pair_judges == (1, 3)


@pytest.mark.parametrize("mode", ["pointwise", "pairwise"])
def test_people_are_not_asked_though_they_are_judges(mode: str) -> None:
    snapshot = judged_by(a_judge(mode=mode, endpoint=an_endpoint(kind="people")))

    assert (snapshot.cell_judges, snapshot.pair_judges) == ((), ())


def test_advice_is_wanted_on_the_cases_that_refiners_see_and_nowhere_else() -> None:
    refined = a_snapshot(refining={"refiner": an_arm(), "development": 2, "held_out": 1}, cases=3)

    assert [refined.wants_advice(case) for case in range(3)] == [True, True, False]
    assert not a_snapshot().wants_advice(0)


def test_judges_need_a_rubric() -> None:
    with pytest.raises(ValidationError, match="rubric"):
        a_snapshot(judges=(a_judge(),))


def test_arms_are_told_apart_by_name() -> None:
    with pytest.raises(ValidationError, match="same name"):
        a_snapshot(arms=(an_arm(id="arm_1"), an_arm(id="arm_2")))


def test_texts_that_were_handed_in_have_one_cell_each() -> None:
    assert a_snapshot(arms=(), versions=(), cases=7).grid.cells == 7


@given(number=st.integers(0, 5 * 4 * 3 - 1))
def test_a_cell_s_number_tells_its_place(number: int) -> None:
    arms = tuple(an_arm(id=f"arm_{at}", name=f"arm {at}") for at in range(4))
    grid = a_snapshot(arms=arms, cases=5, repeats=3).grid

    assert grid.number(grid.place(number)) == number
