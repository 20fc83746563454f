"""Whatever columns look like, there is a named error or a number that can be shown: never a warning."""

import math
from collections.abc import Callable
from dataclasses import fields, is_dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from edison.errors import EdisonError
from edison.stats import judges

shapes = array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=14)
tables = st.one_of(
    arrays(np.float64, shapes, elements=st.sampled_from([0.0, 1.0])),
    arrays(np.float64, shapes, elements=st.sampled_from([0.0, 1.0, 0.5, 2.0, math.nan])),
    arrays(np.float64, shapes, elements=st.sampled_from([1e-320, 1e40, -1e49, 1 / 3, math.nan, 1.0])),
    arrays(np.float64, shapes, elements=st.sampled_from([math.inf, -1.0, 1e300, 1.0, 0.0])),
)


def _column(table: np.ndarray, place: int) -> np.ndarray:
    return table[:, place] if table.ndim == 2 and table.shape[1] > place else table


MEASURES: dict[str, Callable[[np.ndarray], object]] = {
    "percent": judges.percent_agreement,
    "cohen": lambda t: judges.cohen_kappa(_column(t, 0), _column(t, 1), weights=judges.KappaWeights.LINEAR),
    "fleiss": judges.fleiss_kappa,
    "nominal": judges.krippendorff_alpha,
    "ordinal": lambda t: judges.krippendorff_alpha(t, metric=judges.AlphaMetric.ORDINAL),
    "interval": lambda t: judges.krippendorff_alpha(t, metric=judges.AlphaMetric.INTERVAL),
    "self": judges.self_consistency,
    "flips": lambda t: judges.order_flips(_column(t, 0), _column(t, 1)),
    "length": lambda t: judges.length_bias(
        _column(t, 0), first_length=_column(t, 1), second_length=_column(t, 2), reference=_column(t, 3)
    ),
    "choice": lambda t: judges.choice_length_slope(_column(t, 0), lengths=_column(t, 1)),
    "score": lambda t: judges.score_length_slope(_column(t, 0), lengths=_column(t, 1)),
    "drift": lambda t: judges.judge_drift(_column(t, 0), times=_column(t, 1), permutations=9),
    "people": lambda t: judges.agreement_with_people(_column(t, 0), t),
    "scores": lambda t: judges.score_agreement(_column(t, 0), t),
    "errors": judges.residual_correlations,
    "errors of truth": lambda t: judges.residual_correlations(t, truth=_column(t, 0)),
    "facets": lambda t: judges.fit_facets(
        t.ravel(),
        cases=[row for row in range(len(t)) for _ in range(t.size // max(len(t), 1))],
        judges=[place for _ in range(len(t)) for place in range(t.size // max(len(t), 1))],
        scale=(-1.0, 2.0),
    ),
    "weights": judges.ensemble_weights,
    "labels": lambda t: judges.ensemble_weights(t, labels=_column(t, 0)),
    "panel": lambda t: judges.combine_votes(t, np.ones(t.shape[-1])),
}


@pytest.mark.parametrize("name", MEASURES)
@given(table=tables)
def test_any_table_gives_a_named_error_or_ordered_limits(name: str, table: np.ndarray) -> None:
    try:
        found = MEASURES[name](table)
    except EdisonError:
        return

    _demand_ordered(found)


def _demand_ordered(found: object) -> None:
    """Every interval in a result is finite, ordered and has some width."""
    if isinstance(found, tuple):
        for part in found:
            _demand_ordered(part)
    if not is_dataclass(found):
        return
    parts = {field.name: getattr(found, field.name) for field in fields(found)}
    for part in parts.values():
        _demand_ordered(part)
    if "low" in parts:
        assert math.isfinite(parts["low"])
        assert math.isfinite(parts["high"])
        assert parts["low"] < parts["high"]
    assert all(0 <= value <= 1 for name, value in parts.items() if name == "p_value")
