"""Whatever verdicts look like, there is a named error or a number that can be shown: never a warning."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from edison.errors import EdisonError
from edison.stats import verdicts
from edison.stats.verdicts import BeliefWorld

shapes = array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=6)
tables = st.one_of(
    arrays(np.bool_, shapes),
    arrays(np.float64, shapes, elements=st.floats(0, 1)),
    arrays(np.float64, shapes, elements=st.sampled_from([0.0, 1.0, -1.0, math.nan, math.inf, 1e300, 1e-320])),
)

MEASURES: dict[str, Callable[[np.ndarray], object]] = {
    "geometry": lambda t: verdicts.describe_verdicts(t, agreement=t.ravel()[: len(t)]),
    "entropy": verdicts.stage_entropy,
    "linear": lambda t: verdicts.linear_pool(t, weights=t.ravel()[: len(t)]),
    "log": verdicts.log_pool,
    "open": lambda t: verdicts.combine_beliefs(t, world=BeliefWorld.OPEN, agreement=t.ravel()[: len(t)]),
    "closed": lambda t: verdicts.combine_beliefs(t, world=BeliefWorld.CLOSED),
    "divergence": lambda t: verdicts.jensen_shannon(t[0], t[-1]) if len(t) else None,
    "variation": lambda t: verdicts.total_variation(t[0], t[-1]) if len(t) else None,
    "entrenchment": lambda t: verdicts.entrenchment(0.5, t),
    "jitter": verdicts.jitter,
    "outliers": lambda t: verdicts.certainty_of_outliers(t, t),
    "contrast": lambda t: (
        verdicts.matched_contrast(t[0], t[-1], resamples=20, permutations=20) if len(t) else None
    ),
}


@pytest.mark.parametrize("name", MEASURES)
@given(table=tables)
def test_any_table_gives_a_named_error_or_finite_numbers(name: str, table: np.ndarray) -> None:
    try:
        found = MEASURES[name](table)
    except EdisonError:
        return

    assert "nan" not in str(found).lower()
    assert "inf" not in str(found).lower()
