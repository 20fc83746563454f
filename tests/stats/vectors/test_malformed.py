"""Whatever vectors look like, there is a named error or a number that can be shown: never a warning."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from edison.errors import EdisonError
from edison.stats import vectors

shapes = array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=8)
tables = st.one_of(
    arrays(np.float64, shapes, elements=st.floats(-2, 2)),
    arrays(np.float64, shapes, elements=st.sampled_from([1.0, -1.0, 1e-320, 1e49, 1e-200])),
    arrays(np.float64, shapes, elements=st.sampled_from([0.0, 1.0, math.nan, math.inf, 1e300])),
)

MEASURES: dict[str, Callable[[np.ndarray], object]] = {
    "distance": lambda t: vectors.cosine_distance(t[0], t[-1]) if len(t) else None,
    "null": vectors.calibrate_null,
    "variants": lambda t: vectors.variant_distances(
        {str(place): row for place, row in enumerate(t)}, baseline="0"
    ),
    "trajectory": lambda t: vectors.compare_trajectories(
        vectors.analyze_trajectory(t), vectors.analyze_trajectory(t[1:])
    ),
    "duplicates": vectors.near_duplicates,
}


@pytest.mark.parametrize("name", MEASURES)
@given(table=tables)
def test_any_table_gives_a_named_error_or_finite_numbers(name: str, table: np.ndarray) -> None:
    try:
        found = MEASURES[name](table)
    except EdisonError:
        return

    assert "nan" not in str(found)
    assert "inf" not in str(found)
