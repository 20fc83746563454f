"""Whatever is handed in, there is a named error or a flagged result, never a warning and a number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.strengths import (
    FLAG_MEANINGS,
    ComparisonTable,
    Method,
    Repeated,
    StrengthFlag,
    Ties,
    bootstrap,
    fit,
)

from .worlds import draw_world, table_of

rows = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 5),
        st.integers(0, 2),
        st.sampled_from([0.0, 0.01, 1.0, 1.0, 3.0, 1000.0]),
        st.integers(0, 6),
    ),
    max_size=30,
)


@given(
    rows=rows,
    method=st.sampled_from(list(Method)),
    ties=st.sampled_from(list(Ties)),
    repeated=st.sampled_from(list(Repeated)),
    position=st.booleans(),
)
def test_any_table_gives_finite_scores_with_errors_or_a_named_error(
    rows: list[tuple[int, int, int, float, int]],
    method: Method,
    ties: Ties,
    repeated: Repeated,
    position: bool,
) -> None:
    left, right, outcome, weight, judge = zip(*rows, strict=True) if rows else ((),) * 5
    try:
        table = ComparisonTable.from_arrays(
            left, right, outcome, weight=np.array(weight), judge=judge, items=6
        )
        fitted = fit(table, method=method, ties=ties, repeated=repeated, position=position)
    except (SampleEmpty, StatisticRefused):
        return

    scored = fitted.ranks > 0
    assert np.isfinite(fitted.scores[scored]).all()
    assert np.isnan(fitted.scores[~scored]).all()
    if method is Method.ELO:
        assert StrengthFlag.NO_ERRORS in fitted.flags
        assert np.isnan(fitted.se).all()
        return
    assert np.isfinite(fitted.se[scored]).all()
    assert (fitted.low[scored] <= fitted.scores[scored] + 1e-9).all()
    assert (fitted.scores[scored] <= fitted.high[scored] + 1e-9).all()


@given(rows=rows)
def test_any_table_has_a_bootstrap_or_a_named_reason_why_not(
    rows: list[tuple[int, int, int, float, int]],
) -> None:
    left, right, outcome, weight, _ = zip(*rows, strict=True) if rows else ((),) * 5
    try:
        table = ComparisonTable.from_arrays(left, right, outcome, weight=np.array(weight))
        found = bootstrap(table, seed=1, resamples=10)
    except (SampleEmpty, StatisticRefused):
        return

    assert np.isfinite(found.scores).all()
    assert (found.low <= found.high).all()


@given(rows=rows, shift=st.permutations(range(6)))
def test_scores_do_not_depend_on_the_order_of_items_or_rows(
    rows: list[tuple[int, int, int, float, int]], shift: list[int]
) -> None:
    decided = [row for row in rows if row[0] != row[1]]
    if not decided:
        return
    left, right, outcome, _, _ = (np.array(column) for column in zip(*decided, strict=True))
    renamed = np.array(shift)

    one = fit(ComparisonTable.from_arrays(left, right, outcome, items=6))
    other = fit(
        ComparisonTable.from_arrays(renamed[left][::-1], renamed[right][::-1], outcome[::-1], items=6)
    )

    assert one.flags == other.flags
    assert other.scores[renamed] == pytest.approx(one.scores, abs=1e-5, nan_ok=True)
    assert other.se[renamed] == pytest.approx(one.se, abs=1e-4, nan_ok=True)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, float("nan")])
def test_a_level_that_is_none_is_refused(level: float) -> None:
    with pytest.raises(SampleBroken, match="level"):
        fit(draw_world(seed=1).table, level=level)


def test_a_higher_level_widens_the_intervals_by_the_normal_quantile() -> None:
    table = draw_world(seed=1).table

    usual, wide = fit(table), fit(table, level=0.99)

    assert (wide.high - wide.low) == pytest.approx((usual.high - usual.low) * 2.575829 / 1.959964, rel=1e-5)


@pytest.mark.parametrize("method", [Method.ELO, Method.WIN_RATE, Method.PUBLISHED])
def test_methods_without_a_place_for_a_position_effect_refuse_it(method: Method) -> None:
    with pytest.raises(StatisticRefused, match="no place"):
        fit(draw_world(seed=1).table, method=method, position=True)


def test_winners_and_losers_do_not_tell_a_position_effect() -> None:
    with pytest.raises(StatisticRefused, match="shown first"):
        fit(ComparisonTable.from_winners(["p", "q"], ["q", "p"]), position=True)


def test_items_that_kept_to_their_side_do_not_tell_a_position_effect() -> None:
    with pytest.raises(StatisticRefused, match="both sides"):
        fit(
            table_of(("p", "q", "left"), ("p", "r", "right"), ("s", "q", "left"), ("s", "r", "tie")),
            position=True,
        )


def test_results_cannot_be_changed_afterwards() -> None:
    fitted = fit(draw_world(seed=1).table)

    with pytest.raises(ValueError, match="read-only"):
        fitted.scores[0] = 1.0


def test_self_comparisons_are_flagged_and_counted() -> None:
    fitted = fit(table_of(("p", "q", "left"), ("q", "p", "left"), ("p", "p", "tie")))

    assert fitted.flags == (StrengthFlag.TIED, StrengthFlag.SELF_COMPARISONS)
    assert (fitted.comparisons, fitted.self_comparisons) == (2, 1)


def test_every_flag_has_a_sentence() -> None:
    assert set(FLAG_MEANINGS) == set(StrengthFlag)


def test_an_empty_column_is_refused_before_anything_is_computed() -> None:
    with pytest.raises(SampleEmpty):
        ComparisonTable.from_arrays([], [], [])
