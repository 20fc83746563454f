"""From scores to grades."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from edison.errors import LengthsDiffer, SampleBroken, StatisticRefused
from edison.stats.grades import (
    ENG5_NATIONAL_9,
    SWEDISH_8,
    Confidence,
    GradeScale,
    Projection,
    Weakness,
    project_grades,
)

FIVE = GradeScale(name="five", grades=("1", "2", "3", "4", "5"))


def a_projection(
    texts: list[float],
    *,
    anchors: dict[str, list[float]] | None = None,
    se: float = 0.1,
    scale: GradeScale = FIVE,
    as_experts_would: bool = False,
) -> Projection:
    """Two anchors of each grade about their grade's number, unless told otherwise; texts come first."""
    known = anchors or {grade: [place - 0.2, place + 0.2] for place, grade in enumerate(scale.grades)}
    grades = [grade for grade, scores in known.items() for _ in scores]
    scores = [*texts, *(score for of_grade in known.values() for score in of_grade)]
    return project_grades(
        scores,
        se**2 * np.eye(len(scores)),
        anchors=np.arange(len(texts), len(scores)),
        anchor_grades=grades,
        scale=scale,
        as_experts_would=as_experts_would,
        seed=3,
    )


def probabilities(projection: Projection, text: int = 0) -> NDArray[np.float64]:
    return projection.probabilities[text]


def test_a_text_among_a_grade_s_anchors_gets_that_grade() -> None:
    projection = a_projection([0.0, 1.0, 2.0, 3.0, 4.0])

    assert projection.grades[:5] == FIVE.grades
    assert set(projection.words[:5]) == {Confidence.HIGH}
    assert projection.normalised[:5].tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert projection.n == 5


def test_a_text_between_two_grades_is_divided_between_them() -> None:
    low, high = probabilities(a_projection([1.5]))[[1, 2]]

    assert low + high > 0.95
    assert abs(low - high) < 0.3


def test_a_wide_score_spreads_over_its_neighbours() -> None:
    narrow, wide = (a_projection([2.0], se=se) for se in (0.1, 1.0))

    assert probabilities(wide).max() < probabilities(narrow).max()
    assert wide.entropy[0] > narrow.entropy[0]
    assert wide.confidence[0] == probabilities(wide).max() < narrow.confidence[0]


def test_errors_that_anchors_and_texts_share_do_not_matter() -> None:
    # A common error shifts all scores alike: the grade is as sure as without it.
    scores = [2.0, *(place + shift for place in range(5) for shift in (-0.2, 0.2))]
    grades = [grade for grade in FIVE.grades for _ in range(2)]
    alone = 0.01 * np.eye(11)

    sure, shared = (
        project_grades(scores, matrix, anchors=range(1, 11), anchor_grades=grades, scale=FIVE)
        for matrix in (alone, alone + 4.0)
    )

    assert shared.probabilities[0] == pytest.approx(sure.probabilities[0], abs=0.1)


def test_experts_who_disagree_with_the_scores_make_everything_less_certain() -> None:
    orderly = {"1": [0.0, 0.1], "2": [1.0, 1.1], "3": [2.0, 2.1], "4": [3.0, 3.1], "5": [4.0, 4.1]}
    messy = {"1": [0.0, 2.1], "2": [1.0, 0.1], "3": [2.0, 3.1], "4": [3.0, 1.1], "5": [4.0, 4.1]}

    sure, unsure = (a_projection([2.0], anchors=anchors) for anchors in (orderly, messy))

    assert unsure.calibration.expert_noise > sure.calibration.expert_noise
    assert (unsure.calibration.boundary_se > sure.calibration.boundary_se).mean() > 0.5
    assert probabilities(unsure).max() < probabilities(sure).max()


def test_the_grade_an_expert_would_give_is_less_certain_than_the_grade_that_fits() -> None:
    fits, given_ = (a_projection([2.0], as_experts_would=told) for told in (False, True))

    assert probabilities(given_).max() < probabilities(fits).max()


def test_means_never_fall_from_one_grade_to_the_next() -> None:
    calibration = a_projection(
        [0.0], anchors={"1": [0.0], "2": [3.0, 1.0], "3": [1.0], "5": [4.0]}
    ).calibration

    # Grades 2 and 3 are pooled: (3 + 1 + 1) / 3; grade 4 lies halfway between them and 5.
    assert calibration.means.tolist() == pytest.approx([0.0, 5 / 3, 5 / 3, (5 / 3 + 4) / 2, 4.0])
    assert calibration.anchors.tolist() == [1, 2, 1, 0, 1]
    assert (np.diff(calibration.boundaries) >= 0).all()


def test_grades_beyond_the_anchors_go_on_by_the_average_step() -> None:
    calibration = a_projection([0.0], anchors={"2": [1.0], "4": [3.0]}).calibration

    assert calibration.means.tolist() == pytest.approx([0.0, 1.0, 2.0, 3.0, 4.0])


@pytest.mark.parametrize(
    ("anchors", "weakness"),
    [
        ({"1": [0.0, 0.1], "2": [1.0], "3": [2.0], "4": [3.0], "5": [4.0]}, Weakness.FEW_ANCHORS),
        ({"1": [0.0] * 4, "2": [1.0] * 3, "3": [2.0], "4": [3.0]}, Weakness.GRADES_WITHOUT_ANCHOR),
        ({"1": [0.0], "2": [1.0], "3": [2.0], "4": [3.0], "5": [4.0]}, Weakness.NO_GRADE_TWICE),
        (
            {"1": [4.0, 4.1], "2": [3.0, 3.1], "3": [2.0] * 2, "4": [1.0] * 2, "5": [0.0] * 2},
            Weakness.OUT_OF_ORDER,
        ),
    ],
)
def test_weak_anchors_are_named(anchors: dict[str, list[float]], weakness: Weakness) -> None:
    projection = a_projection([0.0, 2.0, 4.0], anchors=anchors)

    assert weakness in projection.calibration.weaknesses
    assert projection.calibration.is_weak


def test_good_anchors_are_not_weak() -> None:
    assert not a_projection([0.0]).calibration.is_weak


def test_two_grades_are_enough_to_project() -> None:
    projection = a_projection([0.0, 9.0], anchors={"1": [0.0], "5": [8.0]}, se=0.5)

    assert projection.grades[:2] == ("1", "5")
    assert projection.probabilities[:, 1:4].sum() > 0


def test_anchors_of_one_grade_give_no_projection() -> None:
    with pytest.raises(StatisticRefused, match="ranking alone"):
        a_projection([0.0], anchors={"3": [1.0, 2.0]})


def test_a_scale_of_two_grades_has_one_boundary() -> None:
    scale = GradeScale(name="pass", grades=("fail", "pass"))

    projection = a_projection([0.2, 0.8], anchors={"fail": [0.0, 0.1], "pass": [0.9, 1.0]}, scale=scale)

    assert projection.calibration.boundaries.shape == (1,)
    assert projection.grades[:2] == ("fail", "pass")


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (4.0, "C"),
        (3.6, "C-"),
        (3.0, "D+"),
        (2.6, "D+"),
        (1.4, "E+"),
        (0.6, "E-"),
        (6.4, "B+"),
        (7.0, "A"),
        (0.0, "F"),
    ],
)
def test_fine_grades_follow_the_quarter_of_the_band(score: float, written: str) -> None:
    anchors = {grade: [place - 0.01, place, place + 0.01] for place, grade in enumerate(SWEDISH_8.grades)}

    projection = a_projection([score], anchors=anchors, se=0.02, scale=SWEDISH_8)

    assert projection.fine_grades[0] == written


def test_far_below_the_lowest_grade_lies_what_the_scale_says() -> None:
    projection = a_projection([-3.0, -0.1], scale=ENG5_NATIONAL_9)

    assert projection.grades[:2] == ("0", "1")
    assert projection.fine_grades[:2] == ("0", "1")
    assert projection.normalised[:2].tolist() == [0, 0]


def test_equal_seeds_give_equal_probabilities() -> None:
    first, second = (a_projection([1.3, 2.6]) for _ in range(2))

    assert first.probabilities.tolist() == second.probabilities.tolist()


def test_thousands_of_texts_are_projected_in_parts_of_equal_numbers() -> None:
    many = a_projection([1.0, 2.0] * 400)

    assert probabilities(many, 0) == pytest.approx(probabilities(many, 798))


@given(st.data())
def test_any_scores_and_anchors_give_probabilities(data: st.DataObject) -> None:
    score = st.floats(-5, 5)
    places = data.draw(
        st.lists(st.integers(0, 4), min_size=2, max_size=9).filter(lambda seen: len(set(seen)) > 1)
    )
    scores = np.array(data.draw(st.lists(score, min_size=len(places) + 2, max_size=len(places) + 2)))
    root = np.random.default_rng(data.draw(st.integers(0, 9))).normal(0, 1, (len(scores), 3))
    covariance = root @ root.T + data.draw(st.sampled_from([1e-6, 0.1, 1.0])) * np.eye(len(scores))

    projection = project_grades(
        scores,
        covariance,
        anchors=np.arange(len(places)),
        anchor_grades=[FIVE.grades[place] for place in places],
        scale=FIVE,
    )

    assert projection.probabilities.min() >= 0
    assert projection.probabilities.sum(axis=1) == pytest.approx(np.ones(len(scores)))
    assert (np.diff(projection.calibration.means) >= -1e-9).all()
    assert ((projection.entropy >= -1e-9) & (projection.entropy <= 1 + 1e-9)).all()
    assert ((projection.confidence >= 0) & (projection.confidence <= 1)).all()


def test_a_column_of_variances_says_that_errors_are_independent() -> None:
    variances = np.array([0.2, 0.5, 0.1])

    def project(covariance: np.ndarray) -> list[list[float]]:
        projection = project_grades(
            [0.0, 1.0, 2.0], covariance, anchors=[0, 2], anchor_grades=["1", "5"], scale=FIVE, seed=1
        )
        return projection.probabilities.tolist()

    assert project(variances) == project(np.diag(variances))


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"scores": [0.0, 1.0]}, LengthsDiffer),
        ({"scores": [0.0, 1.0, np.nan]}, SampleBroken),
        ({"covariance": np.ones(2)}, LengthsDiffer),
        ({"covariance": np.array([1.0, 0.0, 1.0])}, SampleBroken),
        ({"covariance": np.ones((3, 3, 3))}, SampleBroken),
        ({"covariance": np.ones((2, 3))}, SampleBroken),
        ({"covariance": np.full((3, 3), np.nan)}, SampleBroken),
        ({"covariance": np.diag([1.0, 1.0, 0.0])}, SampleBroken),
        ({"covariance": np.array([[1, 0.5, 0], [0, 1, 0], [0, 0, 1]])}, SampleBroken),
        ({"covariance": np.array([[1, 2, 0], [2, 1, 0], [0, 0, 1]])}, SampleBroken),
        ({"covariance": "wide"}, SampleBroken),
        ({"anchors": [0]}, LengthsDiffer),
        ({"anchors": [0, 0]}, SampleBroken),
        ({"anchors": [0, 3]}, SampleBroken),
        ({"anchor_grades": ["1", "9"]}, SampleBroken),
        ({"anchors": [], "anchor_grades": []}, StatisticRefused),
    ],
)
def test_what_cannot_be_projected_is_refused_by_name(
    other: dict[str, object], error: type[Exception]
) -> None:
    usual = {
        "scores": [0.0, 1.0, 2.0],
        "covariance": np.eye(3),
        "anchors": [0, 1],
        "anchor_grades": ["1", "5"],
    }

    with pytest.raises(error):
        project_grades(**(usual | other), scale=FIVE)  # pyright: ignore[reportArgumentType]
