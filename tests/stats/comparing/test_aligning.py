import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.comparing import align_pairs


def test_results_are_joined_by_key_and_absent_ones_are_missing() -> None:
    found = align_pairs([1, 2], [30, 20], baseline_keys=["a", "b"], candidate_keys=["c", "b"])

    assert found.keys == ("a", "b", "c")
    assert np.array_equal(found.baseline, [1, 2, np.nan], equal_nan=True)
    assert np.array_equal(found.candidate, [np.nan, 20, 30], equal_nan=True)


def test_a_key_may_be_a_case_with_its_repeat() -> None:
    keys = [("a", 1), ("a", 2)]

    found = align_pairs([1, 2], [3, 4], baseline_keys=keys, candidate_keys=keys)

    assert found.keys == (("a", 1), ("a", 2))


def test_keys_are_unique_and_as_many_as_values() -> None:
    with pytest.raises(SampleBroken, match="candidate keys"):
        align_pairs([1], [1, 2], baseline_keys=["a"], candidate_keys=["a", "a"])
    with pytest.raises(LengthsDiffer):
        align_pairs([1], [1, 2], baseline_keys=["a", "b"], candidate_keys=["a", "b"])
