"""Suites that examine judges: what may stand in one, which texts meet, and what is held against a card."""

import pytest
from pydantic import ValidationError

from edison.domain import (
    CardThresholds,
    JudgeSuite,
    PairSide,
    SuiteAnchor,
    SuitePair,
    Threshold,
    stage_names,
)
from tests.factories import a_criterion, a_scale

STAGED = a_criterion(
    scale=a_scale(
        labels=({"value": 5, "text": "pass :: all of it"}, {"value": 0, "text": "fail :: none of it"})
    )
)


def a_pair(**changes: object) -> SuitePair:
    given = {"id": "p1", "a": "Yes.", "b": "No.", "right": "a", "category": "edge_case", **changes}
    return SuitePair.model_validate(given)


def a_suite(**changes: object) -> JudgeSuite:
    return JudgeSuite.model_validate(
        {"name": "small", "criteria": (STAGED,), "pairs": (a_pair(),), **changes}
    )


def anchors(*grades: str) -> tuple[SuiteAnchor, ...]:
    return tuple(SuiteAnchor(id=f"t{n}", text=f"Text {n}.", grade=grade) for n, grade in enumerate(grades))


A_VERDICT = {"id": "v1", "task": "Why?", "answer": "So.", "right": "pass", "category": "gaming"}


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"pairs": ()}, "at least one case"),
        ({"verdicts": ({**A_VERDICT, "id": "p1"},)}, "same id"),
        ({"verdicts": ({**A_VERDICT, "right": "superb"},)}, "stage of the rubric"),
        ({"grades": ("C", "C")}, "once"),
        ({"anchors": anchors("D"), "grades": ("C",)}, "stands on the scale"),
    ],
)
def test_a_suite_that_cannot_be_used_is_refused(broken: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        a_suite(**broken)


def test_stages_are_named_from_the_lowest_on_by_what_stands_before_the_colons() -> None:
    assert a_suite().stages == ("fail", "pass")
    assert stage_names((a_criterion(),)) == ()


def test_cells_are_answers_then_sides_then_anchors() -> None:
    suite = a_suite(verdicts=(A_VERDICT,), anchors=anchors("C", "B"), grades=("C", "B"))

    pair, anchor = suite.matches

    assert suite.cells == 5
    assert (pair.a, pair.b, pair.right, pair.family) == (1, 2, PairSide.A, "pair p1")
    assert {anchor.a, anchor.b} == {3, 4}
    assert anchor.pair is None


def test_pairs_of_one_family_count_as_one_case() -> None:
    suite = a_suite(pairs=(a_pair(family="twins"), a_pair(id="p2", family="twins")))

    assert {match.family for match in suite.matches} == {"family twins"}


def test_an_anchor_meets_the_next_two_of_higher_grades_and_none_of_its_own() -> None:
    suite = a_suite(anchors=anchors("B", "C", "A", "C", "A"), grades=("C", "B", "A"))

    met = {frozenset((match.a - 2, match.b - 2)) for match in suite.matches if match.pair is None}

    assert met == {frozenset(two) for two in ((1, 0), (1, 2), (3, 0), (3, 2), (0, 2), (0, 4))}


def test_of_two_anchors_the_better_graded_one_is_right_whichever_side_it_stands_on() -> None:
    suite = a_suite(anchors=anchors("C", "B", "A"), grades=("C", "B", "A"))

    matches = [match for match in suite.matches if match.pair is None]
    better = [match.a if match.right is PairSide.A else match.b for match in matches]

    assert [cell - 2 for cell in better] == [1, 2, 2]
    assert {match.right for match in matches} == {PairSide.A, PairSide.B}


@pytest.mark.parametrize(
    ("a", "b", "longer"), [("x" * 15, "y" * 10, "a"), ("x" * 10, "y" * 15, "b"), ("x" * 14, "y" * 10, "tie")]
)
def test_a_side_is_the_longer_one_from_half_as_much_again_on(a: str, b: str, longer: str) -> None:
    assert a_pair(a=a, b=b).longer == longer


def test_a_side_that_instructs_the_judge_is_never_the_better_one() -> None:
    with pytest.raises(ValidationError, match="nothing is learnt"):
        a_pair(instructs="a")

    assert a_pair(instructs="b").instructs is PairSide.B


@pytest.mark.parametrize("side", PairSide)
def test_what_side_a_is_due_follows_from_what_is_right(side: PairSide) -> None:
    assert side.share == {"a": 1.0, "b": 0.0, "tie": 0.5}[side.value]


def test_a_judge_is_warned_of_before_it_is_refused() -> None:
    least, most = Threshold(warned=0.8, refused=0.6), Threshold(warned=0.2, refused=0.4, at_most=True)

    assert [least.warns_of(value) for value in (0.9, 0.7, 0.5)] == [False, True, True]
    assert [least.refuses(value) for value in (0.9, 0.7, 0.5)] == [False, False, True]
    assert [most.warns_of(value) for value in (0.1, 0.3, 0.5)] == [False, True, True]
    assert [most.refuses(value) for value in (0.1, 0.3, 0.5)] == [False, False, True]


@pytest.mark.parametrize("at_most", [False, True])
def test_limits_in_the_wrong_order_are_refused(at_most: bool) -> None:
    low, high = 0.2, 0.8

    with pytest.raises(ValidationError, match="before it is refused"):
        Threshold(warned=high if at_most else low, refused=low if at_most else high, at_most=at_most)


def test_the_usual_thresholds_stand() -> None:
    assert CardThresholds().level == 0.05
