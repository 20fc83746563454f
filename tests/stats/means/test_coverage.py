"""A short slice of the calibration worlds; the whole table is `python -m bench.stats intervals`."""

import pytest

from bench.stats.intervals import TABLE, measure


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("85 % at the maximum", 15),
        ("skewed: Beta(5, 0.7)", 30),
        ("paired, 60 % ties", 30),
        ("ceiling, 1-5 repeats", 15),
    ],
)
def test_default_intervals_hold_the_truth_where_the_percentile_bootstrap_does_not(
    name: str, cases: int
) -> None:
    world = next(world for world in TABLE if world.name == name)

    cell = measure(world, cases=cases, worlds=80)

    assert cell.holds(is_whole=False)
    assert cell.rates["percentile"].share < cell.rates["default"].share
