"""How work is cut, and where a test may have a worker die."""

import pytest

from edison.domain import no_fault
from edison.engine import POINTS, die_at
from edison.engine.driver.sweep import shard_size


@pytest.mark.parametrize(
    ("cells", "rate", "size"),
    [
        (20_000, None, 1000),
        (3_000, None, 256),
        (100, None, 25),
        (10, None, 16),
        (20_000, 50.0, 500),
        (20_000, 5_000.0, 1024),
        (20_000, 0.1, 16),
    ],
)
def test_a_shard_takes_about_ten_seconds(cells: int, rate: float | None, size: int) -> None:
    assert shard_size(cells, rate=rate, slots=32) == size


def test_a_few_shards_fill_every_slot() -> None:
    assert 4 * shard_size(20_000, rate=0.1, slots=600) >= 1.25 * 600
    assert shard_size(20_000, rate=None, slots=100_000) == 1024


def test_a_fault_point_does_nothing_unless_it_was_asked_for() -> None:
    for point in POINTS:
        no_fault(point)
        die_at(f"{POINTS[0]}:1000000")(point)


def test_a_point_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no fault point"):
        die_at("lunch.before")
