import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.vectors import _tables, duplicates, near_duplicates


def test_the_first_of_equal_texts_stays() -> None:
    found = near_duplicates([[1, 0], [0, 1], [2, 0.0001], [0, 3], [1, 1]])

    assert found.kept == (0, 1, 4)
    assert [(pair.item, pair.of, pair.of_existing) for pair in found.duplicates] == [
        (2, 0, False),
        (3, 1, False),
    ]
    assert found.duplicates[1].similarity == pytest.approx(1)
    assert all(pair.similarity <= 1 for pair in found.duplicates)


def test_texts_that_exist_already_are_found_too() -> None:
    found = near_duplicates([[1, 0], [0, 1], [1, 0.001]], existing=[[5, 5], [0, 2]])

    assert found.kept == (0,)
    assert [(pair.item, pair.of, pair.of_existing) for pair in found.duplicates] == [
        (1, 1, True),
        (2, 0, False),
    ]


def test_chains_do_not_form() -> None:
    angles = np.deg2rad([0, 15, 30, 45])
    steps = np.stack([np.cos(angles), np.sin(angles)], axis=1)

    found = near_duplicates(steps, threshold=np.cos(np.deg2rad(16)))

    # 15° resembles 0°; 30° resembles only what was left out, so it stays.
    assert found.kept == (0, 2)
    assert [pair.of for pair in found.duplicates] == [0, 2]


@given(seed=st.integers(0, 1000), threshold=st.floats(0.5, 1.0), block=st.integers(1, 40))
def test_whatever_stays_is_unlike_and_whatever_goes_is_alike(seed: int, threshold: float, block: int) -> None:
    vectors = np.random.default_rng(seed).normal(0, 1, (30, 3))
    size, duplicates._BLOCK = duplicates._BLOCK, block
    try:
        found = near_duplicates(vectors, threshold=threshold)
    finally:
        duplicates._BLOCK = size

    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T - np.eye(30)
    assert np.all(cosines[np.ix_(found.kept, found.kept)] < threshold)
    assert all(cosines[pair.item, pair.of] == pytest.approx(pair.similarity) for pair in found.duplicates)
    assert all(pair.similarity >= threshold - 1e-9 and pair.of < pair.item for pair in found.duplicates)
    assert sorted((*found.kept, *(pair.item for pair in found.duplicates))) == list(range(30))


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = np.random.default_rng(5).normal(0, 1, (40, 4))

    def measured() -> object:
        return near_duplicates(vectors, existing=vectors[:20] + 0.5, threshold=0.9)

    at_once = measured()
    monkeypatch.setattr(_tables, "BLOCK", 100)

    assert measured() == at_once


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: near_duplicates([[1, 2]], threshold=0), SampleBroken),
        (lambda: near_duplicates([[1, 2]], existing=[[1, 2, 3]]), LengthsDiffer),
        (lambda: near_duplicates([]), SampleBroken),
        (lambda: near_duplicates(np.zeros((0, 3))), SampleEmpty),
    ],
)
def test_what_cannot_be_compared_is_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()
