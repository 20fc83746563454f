"""Where texts stand, as numbers that others can take over."""

import pytest

from edison.domain import (
    SSR_INFLATED,
    GradeCertainty,
    GradeSteps,
    ProjectedGrade,
    RankedEntry,
    Reliability,
    normalise,
)

SCALE = GradeSteps(name="three", grades=("F", "C", "A"), below="U")


def a_text(score: float, *, grade: str | None = None) -> RankedEntry:
    projected = None
    if grade is not None:
        projected = ProjectedGrade(
            grade=grade, fine=grade, probabilities={grade: 1.0}, confidence=1.0, certainty=GradeCertainty.HIGH
        )
    return RankedEntry(cell=0, name="text", rank=1, score=score, comparisons=1, wins=1, projected=projected)


@pytest.mark.parametrize(
    ("score", "grade", "normalised"),
    [
        (0.0, None, 0.5),
        (1.0, None, 0.731),
        (-9_999.0, None, 0.0),
        (9_999.0, None, 1.0),
        (-3.0, "C", 0.5),
        (0.0, "U", 0.0),
    ],
)
def test_a_strength_is_always_told_between_0_and_1(
    score: float, grade: str | None, normalised: float
) -> None:
    # Bradley and Terry: e / (1 + e) = 0.731 against a text that is one logit weaker.
    assert normalise(a_text(score, grade=grade), scale=SCALE) == pytest.approx(normalised, abs=5e-4)


def test_without_a_scale_it_is_the_chance_of_winning() -> None:
    assert normalise(a_text(0.0, grade="A"), scale=None) == 0.5


def test_halves_that_agree_by_luck_make_no_order_more_dependable_than_its_scores_are_apart() -> None:
    lucky = Reliability(split_half=0.98, hierarchical=0.8, ssr=0.83)
    disagreeing = Reliability(split_half=0.4, hierarchical=0.9)
    adaptive = Reliability(streams=0.9, hierarchical=0.7, ssr=0.95, cautions=(SSR_INFLATED,))

    assert (lucky.headline, disagreeing.headline, adaptive.headline) == (0.8, 0.4, 0.9)
    assert Reliability(ssr=0.95, cautions=(SSR_INFLATED,)).headline is None
