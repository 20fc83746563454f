"""Many resamples at once against one fit after the other."""

import numpy as np
import pytest

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.strengths import ComparisonTable, Method, ResampledUnit, bootstrap, fit

from .worlds import draw_world, table_of


@pytest.mark.parametrize("weighted", [False, True])
def test_each_resample_has_the_scores_of_its_own_fit(weighted: bool) -> None:
    table = draw_world(seed=1, items=6, rows=400, tie_weight=0.5).table
    if weighted:
        weight = np.random.default_rng(1).choice([0.5, 1.0, 2.0], size=400)
        table = ComparisonTable.from_arrays(table.left, table.right, table.outcome, weight=weight)

    found = bootstrap(table, seed=7, resamples=5)

    chance = np.random.default_rng(7)
    for scores in found.scores:
        resample = table.take(chance.integers(400, size=400))
        assert scores == pytest.approx(fit(resample).scores, abs=1e-4)


def test_resampled_judges_keep_their_verdicts_together() -> None:
    table = draw_world(seed=2, items=4, rows=300, judges=6).table
    assert table.judge is not None

    found = bootstrap(table, seed=7, resamples=3, unit=ResampledUnit.JUDGE)

    drawn = np.random.default_rng(7).multinomial(6, np.full(6, 1 / 6), size=3)
    for scores, times in zip(found.scores, drawn, strict=True):
        resample = table.take(np.repeat(np.arange(300), times[table.judge]))
        assert scores == pytest.approx(fit(resample).scores, abs=1e-4)


def test_errors_and_percentiles_are_close_to_the_fisher_ones_where_there_is_much_to_go_by() -> None:
    table = draw_world(seed=3, items=8, rows=4000).table

    found, fitted = bootstrap(table, seed=1), fit(table)

    assert found.se == pytest.approx(fitted.se, rel=0.1)
    assert found.low == pytest.approx(fitted.low, abs=0.03)
    assert found.high == pytest.approx(fitted.high, abs=0.03)
    assert found.penalised == 0


def test_ranks_have_intervals_that_hold_the_rank_of_the_whole() -> None:
    table = draw_world(seed=4, items=8, rows=2000).table

    found, fitted = bootstrap(table, seed=1, resamples=200), fit(table)

    assert (found.rank_low <= fitted.ranks).all()
    assert (fitted.ranks <= found.rank_high).all()


def test_equal_seeds_give_equal_scores_and_others_do_not() -> None:
    table = draw_world(seed=5).table

    one, same, other = (bootstrap(table, seed=seed, resamples=4).scores for seed in (1, 1, 2))

    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_resamples_without_a_finite_solution_are_penalised_and_counted() -> None:
    table = draw_world(seed=6, items=6, rows=40, spread=0.5).table
    assert fit(table).method is Method.BRADLEY_TERRY

    found = bootstrap(table, seed=1, resamples=200)

    assert 0 < found.penalised < 200
    assert np.abs(found.scores).max() < 12


def test_where_the_whole_has_no_finite_solution_every_resample_is_penalised() -> None:
    table = table_of(*[("p", "q", "left")] * 4, ("q", "r", "left"), ("r", "q", "left"))
    firth = fit(table, method=Method.FIRTH)

    found = bootstrap(table, seed=1, resamples=50)

    assert found.penalised == 50
    assert np.median(found.scores, axis=0) == pytest.approx(firth.scores, abs=0.5)


def test_a_resample_that_needs_more_steps_than_the_others_climbs_alone() -> None:
    """Few rows and a wide scale: the information of the whole leads some resamples astray."""
    table = draw_world(seed=11, items=5, rows=60, spread=2.0).table
    assert fit(table).method is Method.BRADLEY_TERRY

    found = bootstrap(table, seed=3, resamples=100)

    chance = np.random.default_rng(3)
    alone = [fit(table.take(chance.integers(60, size=60))) for _ in range(100)]
    finite = [
        number
        for number, one in enumerate(alone)
        if one.method is Method.BRADLEY_TERRY and not one.components.any()
    ]
    assert found.penalised == 100 - len(finite)
    for number in finite:
        assert found.scores[number] == pytest.approx(alone[number].scores, abs=2e-4)


def test_groups_that_were_never_compared_have_no_common_bootstrap() -> None:
    with pytest.raises(StatisticRefused, match="no chain"):
        bootstrap(table_of(("p", "q", "tie"), ("r", "s", "tie")), seed=1)


def test_one_resample_is_too_few() -> None:
    with pytest.raises(SampleEmpty, match="resamples"):
        bootstrap(draw_world(seed=1).table, seed=1, resamples=1)


@pytest.mark.parametrize("judges", [0, 1])
def test_judges_cannot_be_resampled_where_there_are_not_two(judges: int) -> None:
    with pytest.raises(SampleEmpty, match="judges"):
        bootstrap(draw_world(seed=1, judges=judges).table, seed=1, unit=ResampledUnit.JUDGE)
