"""Strengths at equal length: another implementation of the same model, and worlds whose truth is known."""

from collections.abc import Sequence

import numpy as np
import pytest
import statsmodels.api as sm

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, StatisticRefused
from edison.stats.strengths import ComparisonTable, Method, StrengthFlag, fit, item_misfit

STRENGTHS = np.array([0.8, 0.2, -0.3, -0.7])


def a_world(seed: int, *, rows: int = 2_000, worth: float = 1.5, habit: float = 1.0) -> ComparisonTable:
    """Weaker items write longer texts, and length is worth something."""
    rng = np.random.default_rng(seed)
    left = rng.integers(0, 4, rows)
    right = (left + rng.integers(1, 4, rows)) % 4
    one, other = (rng.lognormal(5 - habit * STRENGTHS[side], 0.5) for side in (left, right))
    d = STRENGTHS[left] - STRENGTHS[right] + worth * (one - other) / (one + other) + 0.3
    outcome = np.where(rng.random(rows) < 1 / (1 + np.exp(-d)), "left", "right")
    names = np.array(list("abcd"))
    return ComparisonTable.from_columns(
        names[left],
        names[right],
        outcome,
        case=rng.integers(0, 200, rows).tolist(),
        lengths=(one, other),
        items="abcd",
    )


def test_scores_and_errors_are_those_of_a_logistic_regression() -> None:
    table = a_world(1)
    plain = ComparisonTable.from_arrays(table.left, table.right, table.outcome, items=4)
    with_lengths = ComparisonTable(
        items=plain.items, left=plain.left, right=plain.right, outcome=plain.outcome, longer=table.longer
    )
    design = np.zeros((len(table), 5))
    # The last item is the reference; strengths are then measured from their mean.
    for place in range(3):
        design[:, place] = (table.left == place) * 1.0 - (table.right == place)
    design[:, 3], design[:, 4] = 1.0, table.longer
    oracle = sm.Logit((table.outcome == 1).astype(float), design).fit(disp=0, method="newton", tol=1e-14)

    found = fit(with_lengths, position=True, length=True)

    free = np.append(oracle.params[:3], 0.0)
    assert found.scores == pytest.approx(free - free.mean(), abs=1e-9)
    assert found.length_effect is not None
    assert found.position_effect is not None
    effects = (found.position_effect.value, found.length_effect.value)
    assert effects == pytest.approx(tuple(oracle.params[3:]), abs=1e-9)
    errors = (found.position_effect.se, found.length_effect.se)
    assert errors == pytest.approx(tuple(oracle.bse[3:]), abs=1e-6)
    assert found.flags == (StrengthFlag.POSITION, StrengthFlag.LENGTH)


@pytest.mark.parametrize("method", [Method.BRADLEY_TERRY, Method.FIRTH, Method.HIERARCHICAL])
def test_an_order_that_length_made_is_put_right(method: Method) -> None:
    table = a_world(2, worth=5.0)

    without = fit(table, method=method, position=True)
    found = fit(table, method=method, position=True, length=True)

    assert without.scores[0] < without.scores[3]
    assert found.scores == pytest.approx(STRENGTHS, abs=0.35)
    assert found.length_effect is not None
    assert found.length_effect.low < 5.0 < found.length_effect.high
    assert not item_misfit(table, found).misfits.any()


def test_ties_and_weights_count_and_no_effect_raises_no_flag() -> None:
    table = ComparisonTable.from_winners(
        ["a", "b", "a", "b", "c", "a", "c", "b"],
        ["b", "a", "c", "c", "a", "b", "b", "c"],
        lengths=([3, 1, 2, 5, 4, 2, 0, 1], [2, 2, 2, 1, 1, 6, 0, 3]),
        weight=[1, 2, 1, 1, 1, 1, 1, 1],
    )

    found = fit(table, length=True)

    assert found.length_effect is not None
    assert StrengthFlag.LENGTH not in found.flags
    assert fit(table, length=True, method=Method.DAVIDSON).scores == pytest.approx(found.scores)


@pytest.mark.parametrize(
    ("lengths", "method", "error", "cause"),
    [
        (None, None, StatisticRefused, "nobody said how long"),
        (([2, 1, 2], [1, 2, 1]), Method.ELO, StatisticRefused, "elo has no place for one"),
        (([2, 1, 2], [1, 2, 1]), None, StatisticRefused, "Show items at several lengths"),
        (([2, -1, 2], [1, 2, 1]), None, SampleBroken, "finite numbers from 0"),
        (([2, 1], [1, 2]), None, LengthsDiffer, "lengths"),
    ],
)
def test_lengths_that_tell_nothing_are_refused(
    lengths: tuple[Sequence[float], Sequence[float]] | None,
    method: Method | None,
    error: type[EdisonError],
    cause: str,
) -> None:
    with pytest.raises(error, match=cause):
        table = ComparisonTable.from_winners(["a", "b", "a"], ["b", "a", "b"], lengths=lengths)
        fit(table, method=method, length=True)
