from itertools import combinations

import pytest
from pydantic import ValidationError

from edison.domain import Verdict, VerdictShape


@pytest.mark.parametrize(
    ("stages", "shape"),
    [
        ((), VerdictShape.ABSTAINED),
        ((3,), VerdictShape.SINGLE),
        ((1, 2), VerdictShape.ADJACENT),
        ((1, 3), VerdictShape.SPLIT),
        ((1, 2, 3), VerdictShape.BROAD),
        ((1, 2, 3, 4), VerdictShape.BROAD),
    ],
)
def test_a_verdict_has_the_shape_of_its_stages(stages: tuple[int, ...], shape: VerdictShape) -> None:
    assert Verdict(scale_size=4, stages=stages).shape is shape


def test_every_set_of_stages_is_a_verdict() -> None:
    sets = [stages for size in range(5) for stages in combinations(range(1, 5), size)]

    shapes = [Verdict(scale_size=4, stages=stages).shape for stages in sets]

    # Of the 16 subsets of 4 stages: 1 empty, 4 singles, 6 pairs of which 3 adjacent, 5 with three or more.
    assert [shapes.count(shape) for shape in VerdictShape] == [1, 4, 3, 3, 5]


@pytest.mark.parametrize(
    ("stages", "complaint"),
    [((2, 1), "ascending"), ((1, 1), "each once"), ((0,), "between 1 and 4"), ((4, 5), "between 1 and 4")],
)
def test_stages_that_are_not_on_the_scale_are_refused(stages: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        Verdict(scale_size=4, stages=stages)
