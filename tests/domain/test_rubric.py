import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from edison.domain import Criterion, Scale
from edison.errors import ScoreOffScale, WeightsDoNotSum
from tests.factories import a_criterion, a_rubric, a_scale

ends = st.floats(min_value=-1e6, max_value=1e6)


@given(low=ends, high=ends, share=st.floats(min_value=0, max_value=1))
def test_a_normalised_score_lies_between_0_and_1(low: float, high: float, share: float) -> None:
    low, high = sorted((low, high))
    if low == high:
        high += 1
    scale = Scale(min=low, max=high)

    assert scale.normalise(low) == 0
    assert scale.normalise(high) == 1
    assert 0 <= scale.normalise(min(max(low + share * (high - low), low), high)) <= 1


@pytest.mark.parametrize(
    ("score", "share"),
    [(1, 0.0), (2, 0.25), (5, 1.0)],  # five grades from 1 to 5 are four equal steps
)
def test_a_score_becomes_its_share_of_the_way(score: int, share: float) -> None:
    assert Scale(min=1, max=5).normalise(score) == share


@pytest.mark.parametrize("score", [-0.1, 5.1, math.nan, math.inf])
def test_a_score_off_the_scale_is_refused_and_never_clamped(score: float) -> None:
    scale = a_scale()

    assert not scale.holds(score)
    with pytest.raises(ScoreOffScale, match="not on the scale from 0 to 5"):
        scale.normalise(score)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"min": 5, "max": 5}, "below its max"),
        ({"min": -1e308, "max": 1e308}, "finite distance"),
        ({"max": math.nan}, "finite number"),
        ({"labels": ({"value": 1, "text": "poor"}, {"value": 1.0, "text": "bad"})}, "one label"),
        ({"labels": ({"value": 6, "text": "divine"},)}, "outside its scale"),
        ({"labels": ({"value": 1, "text": " "},)}, "blank"),
    ],
)
def test_a_scale_that_is_none_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_scale(**changes)


@pytest.mark.parametrize(
    "weights", [(1.0,), (0.35, 0.25, 0.25, 0.15), (0.1,) * 10, (1 / 3, 1 / 3, 0.3333335)]
)
def test_weights_that_sum_to_one_are_taken(weights: tuple[float, ...]) -> None:
    rubric = a_rubric(criteria=_criteria(weights))

    assert [criterion.weight for criterion in rubric.criteria] == list(weights)


@pytest.mark.parametrize(
    "weights", [(0.333, 0.333, 0.333), (0.5, 0.5, 0.01), (0.5, 0.49), (0.5, 0.499998), (0.0, 0.99)]
)
def test_weights_that_nearly_sum_to_one_are_brought_to_it(weights: tuple[float, ...]) -> None:
    rubric = a_rubric(criteria=_criteria(weights))

    assert [one.weight for one in rubric.criteria] == pytest.approx([one / sum(weights) for one in weights])
    assert type(rubric).model_validate_json(rubric.model_dump_json()) == rubric


@pytest.mark.parametrize("weights", [(0.5,), (0.5, 0.5, 0.02), (0.5, 0.489), (0.0,)])
def test_weights_that_do_not_sum_to_one_are_refused_with_their_sum(weights: tuple[float, ...]) -> None:
    with pytest.raises(WeightsDoNotSum) as refused:
        a_rubric(criteria=_criteria(weights))

    assert refused.value.fields == {"total": pytest.approx(sum(weights))}


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan])
def test_a_weight_is_a_share(weight: float) -> None:
    with pytest.raises(ValidationError):
        a_criterion(weight=weight)


def test_criteria_are_told_apart_by_name() -> None:
    with pytest.raises(ValidationError, match="the same name"):
        a_rubric(criteria=(a_criterion(weight=0.5), a_criterion(weight=0.5)))


def test_a_rubric_needs_a_criterion() -> None:
    with pytest.raises(ValidationError, match="at least 1 item"):
        a_rubric(criteria=())


def test_criteria_of_a_case_count_alike_and_are_called_by_their_words_where_these_are_few() -> None:
    short, long = Criterion.of_case(["Is it true?", "x" * 61])

    assert (short.name, short.description, short.weight) == ("Is it true?", "Is it true?", 0.5)
    assert (long.name, long.description, long.weight) == ("criterion 2", "x" * 61, 0.5)


def test_criteria_of_a_case_take_the_place_of_the_rubric() -> None:
    own = Criterion.of_case(["Is it true?"])

    assert a_rubric().of_case(own).criteria == own
    assert a_rubric().of_case(()) == a_rubric()


def _criteria(weights: tuple[float, ...]) -> tuple[object, ...]:
    return tuple(a_criterion(f"Criterion {place}", weight=weight) for place, weight in enumerate(weights))


@pytest.mark.parametrize(
    ("name", "weight", "is_overall"),
    [("overall", 0.0, True), (" Overall", 0.0, True), ("Overall", 0.5, False), ("Risk", 0.0, False)],
)
def test_the_impression_of_the_whole_is_called_so_and_has_no_weight(
    name: str, weight: float, is_overall: bool
) -> None:
    rubric = a_rubric(criteria=(a_criterion("Accuracy", weight=1 - weight), a_criterion(name, weight=weight)))

    assert rubric.overall == (rubric.criteria[1] if is_overall else None)


def test_what_a_judge_decides_by_is_one_criterion_of_all_that_must_and_must_not_be() -> None:
    decided = Criterion.decided(must=["It is true.", "It is true."], must_not=["It guesses."])

    assert [one.description for one in decided] == [
        "It passes only if all of this is so:\n- It is true.\nIt fails if any of this is so:\n- It guesses."
    ]
    assert a_rubric().of_case(decided).is_decided
    assert not a_rubric().is_decided
    assert Criterion.decided(must=[], must_not=[]) == ()
