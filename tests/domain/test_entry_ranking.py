"""Where texts stand, as numbers that others can take over."""

import pytest

from edison.domain import GradeCertainty, GradeSteps, ProjectedGrade, RankedEntry, normalise

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
