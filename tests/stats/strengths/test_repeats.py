"""Verdicts that hang together: counted once, or with wider intervals."""

import numpy as np
import pytest

from edison.stats.strengths import ComparisonTable, Method, Repeated, StrengthFlag, fit

from .worlds import draw_world


def test_verdicts_asked_four_times_with_one_answer_widen_the_intervals_twofold() -> None:
    world = draw_world(seed=1, items=20, rows=200)
    repeated = world.table.take(np.repeat(np.arange(200), 4))

    once, again = fit(world.table), fit(repeated)

    assert (once.dispersion, once.flags) == (1.0, ())
    assert StrengthFlag.DEPENDENT in again.flags
    assert again.dispersion == pytest.approx(4, rel=0.25)
    assert again.scores == pytest.approx(once.scores, abs=1e-9)
    assert again.se == pytest.approx(once.se, rel=0.15)


def test_as_if_independent_four_equal_answers_halve_the_errors() -> None:
    table = draw_world(seed=1, items=20, rows=200).table
    repeated = table.take(np.repeat(np.arange(200), 4))

    once, again = (fit(rows, repeated=Repeated.INDEPENDENT) for rows in (table, repeated))

    assert again.se == pytest.approx(once.se / 2, rel=1e-6)


def test_counted_once_verdicts_on_one_pair_share_the_weight_of_one() -> None:
    table = draw_world(seed=2, items=5, rows=300).table

    fitted = fit(table, repeated=Repeated.ONCE)

    pairs = {frozenset(pair) for pair in zip(table.left.tolist(), table.right.tolist(), strict=True)}
    shares = ComparisonTable.from_arrays(
        [min(pair) for pair in pairs] * 2,
        [max(pair) for pair in pairs] * 2,
        [1] * len(pairs) + [2] * len(pairs),
        weight=np.array(
            [*(_share(table, pair) for pair in pairs), *(1 - _share(table, pair) for pair in pairs)]
        ),
    )
    assert fitted.scores == pytest.approx(fit(shares, repeated=Repeated.INDEPENDENT).scores, abs=1e-9)


def test_where_judges_are_known_only_one_judges_repeats_are_counted_once() -> None:
    table = draw_world(seed=3, items=4, rows=60).table
    everyone_else = ComparisonTable.from_arrays(table.left, table.right, table.outcome, judge=range(60))

    fitted = fit(everyone_else, repeated=Repeated.ONCE)

    assert fitted.scores == pytest.approx(fit(table).scores, abs=1e-9)


@pytest.mark.parametrize("position", [False, True])
def test_judges_with_tastes_of_their_own_widen_the_intervals(position: bool) -> None:
    chance = np.random.default_rng(4)
    items, judges, rows = 12, 10, 2000
    left = chance.integers(items, size=rows)
    right = (left + chance.integers(1, items, size=rows)) % items
    judge = chance.integers(judges, size=rows)
    taste = chance.normal(size=(judges, items))
    won = chance.random(rows) < 1 / (1 + np.exp(taste[judge, right] - taste[judge, left]))
    table = ComparisonTable.from_arrays(left, right, np.where(won, 1, 2), judge=judge)

    fitted = fit(table, position=position)

    assert StrengthFlag.DEPENDENT in fitted.flags
    assert fitted.dispersion > 2


def test_judges_who_only_guess_alike_do_not_widen_anything() -> None:
    widened = [
        StrengthFlag.DEPENDENT in fit(draw_world(seed=seed, items=10, rows=200, judges=10).table).flags
        for seed in range(40)
    ]

    assert np.mean(widened) < 0.15


def test_too_few_judges_say_nothing_about_each_other() -> None:
    table = draw_world(seed=6, items=10, rows=45, judges=4).table

    assert fit(table).dispersion == fit(draw_world(seed=6, items=10, rows=45).table).dispersion


def test_the_published_errors_are_never_widened() -> None:
    table = draw_world(seed=1, items=20, rows=200).table.take(np.repeat(np.arange(200), 4))

    assert fit(table, method=Method.PUBLISHED).dispersion == 1.0


def _share(table: ComparisonTable, pair: frozenset[int]) -> float:
    low, high = min(pair), max(pair)
    wins = [
        (outcome == 1) == (left == low)
        for left, right, outcome in zip(table.left, table.right, table.outcome, strict=True)
        if {left, right} == {low, high}
    ]
    return float(np.mean(wins))
