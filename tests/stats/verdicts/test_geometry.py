import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.verdicts import (
    compression,
    describe_verdicts,
    expected_stage,
    polarisation,
    spread_mass,
    stage_entropy,
    total_variation,
    verdict_table,
)

NAN = float("nan")
verdicts_of_four = st.lists(st.sets(st.integers(1, 4)), min_size=1, max_size=12)


def test_verdicts_are_described_by_what_they_name() -> None:
    table = verdict_table([{1}, {1, 2}, {1, 4}, {2, 3, 4}, set()], stages=4)

    found = describe_verdicts(table, agreement=[0.9, 0.7, NAN, 0.5, 1.5])

    assert found.verdicts == 5
    assert found.abstain_rate == pytest.approx(1 / 5)
    assert found.singleton_rate == pytest.approx(1 / 4)
    assert found.mean_subset_size == pytest.approx((1 + 2 + 2 + 3) / 4)
    mass = [(1 + 0.5 + 0.5) / 4, (0.5 + 1 / 3) / 4, (1 / 3) / 4, (0.5 + 1 / 3) / 4]
    assert found.distribution == pytest.approx(mass)
    assert found.expected_stage == pytest.approx(sum(stage * p for stage, p in enumerate(mass, start=1)))
    assert found.mid_scale_mass == pytest.approx(mass[1] + mass[2])
    assert found.stage_entropy == pytest.approx(-sum(p * math.log(p) for p in mass) / math.log(4))
    # Clamped to one, and the missing one left out.
    assert found.agreement == pytest.approx((0.9 + 0.7 + 0.5 + 1.0) / 4)
    assert describe_verdicts(table).agreement is None
    buckets = found.buckets
    assert (buckets.abstain, buckets.singleton, buckets.adjacent, buckets.apart, buckets.broad) == (0.2,) * 5


@given(verdicts=verdicts_of_four)
def test_shares_are_shares_and_buckets_sum_to_one(verdicts: list[set[int]]) -> None:
    found = describe_verdicts(verdict_table(verdicts, stages=4))

    buckets = found.buckets
    total = buckets.abstain + buckets.singleton + buckets.adjacent + buckets.apart + buckets.broad
    assert total == pytest.approx(1)
    assert found.abstain_rate == pytest.approx(buckets.abstain)
    if found.distribution is not None:
        assert sum(found.distribution) == pytest.approx(1)
        assert found.expected_stage is not None
        assert 1 <= found.expected_stage <= 4
        assert found.stage_entropy is not None
        assert -1e-12 <= found.stage_entropy <= 1 + 1e-12


def test_nothing_but_abstentions_leaves_the_rest_unsaid() -> None:
    found = describe_verdicts(verdict_table([set(), set()], stages=3), agreement=[NAN, NAN])

    assert found.abstain_rate == 1
    assert (found.singleton_rate, found.mean_subset_size, found.distribution) == (None, None, None)
    assert (found.expected_stage, found.mid_scale_mass, found.stage_entropy) == (None, None, None)
    assert found.agreement is None


def test_certain_and_even_verdicts_are_the_ends_of_entropy() -> None:
    assert stage_entropy([0, 1, 0]) == 0
    assert stage_entropy([1, 1, 1, 1]) == pytest.approx(1)
    assert compression([0, 1, 0]) == 1
    assert expected_stage([0, 0, 2]) == 3


def test_mass_is_spread_over_verdicts_that_speak() -> None:
    np.testing.assert_allclose(spread_mass(verdict_table([{1, 3}, set()], stages=3)), [[0.5, 0, 0.5]])


def test_broken_verdicts_are_refused_by_name() -> None:
    with pytest.raises(SampleBroken, match="stage 5"):
        verdict_table([{5}], stages=4)
    with pytest.raises(SampleBroken, match="two"):
        verdict_table([{1}], stages=1)
    with pytest.raises(SampleEmpty):
        describe_verdicts(verdict_table([], stages=3))
    with pytest.raises(SampleBroken, match="true and false"):
        describe_verdicts([[0.5, 0.5]])
    with pytest.raises(SampleBroken, match="needs two"):
        describe_verdicts(np.ones((2, 1), dtype=bool))
    with pytest.raises(LengthsDiffer):
        describe_verdicts(verdict_table([{1}], stages=2), agreement=[1, 1])
    with pytest.raises(SampleBroken):
        describe_verdicts(verdict_table([{1}], stages=2), agreement=["sure"])
    with pytest.raises(SampleBroken):
        describe_verdicts(verdict_table([{1}], stages=2), agreement=[math.inf])


def test_crowding_and_contradiction_are_known_at_their_ends() -> None:
    assert compression([1.0, 0.0, 0.0]) == 1
    assert compression([0.25] * 4) == pytest.approx(0)
    assert polarisation([1.0, 0.0], [0.0, 1.0]) == pytest.approx(1)
    assert total_variation([1.0, 0.0], [0.5, 0.5]) == pytest.approx(0.5)
