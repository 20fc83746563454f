import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.means import Clusters, gather_clusters, mean_interval, read_sample

NAN = float("nan")


def test_judges_and_repeats_are_averaged_within_their_case() -> None:
    sample = read_sample([1, 3, 5, 7], cases=["a", "a", "a", "b"])

    assert sample.case_means.tolist() == [3, 7]
    assert sample.clusters.mean == 5
    assert sample.is_nested


def test_cases_weigh_alike_however_often_they_were_repeated() -> None:
    often = read_sample([0] * 99 + [1], cases=["a"] * 99 + ["b"])

    assert often.clusters.mean == 0.5


def test_missing_values_are_counted_and_change_nothing_else() -> None:
    sample = read_sample(np.array([1, NAN, 3, None], dtype=object), cases=["a", "a", "b", "c"])

    assert sample.case_means.tolist() == [1, 3]
    assert (sample.values, sample.missing, sample.cases) == (2, 2, 2)
    assert not sample.is_nested


def test_cases_of_one_family_are_one_cluster() -> None:
    sample = read_sample([1, 2, 3], families=["x", "x", "y"])

    assert sample.clusters.totals.tolist() == [3, 3]
    assert sample.clusters.sizes.tolist() == [2, 1]
    assert sample.clusters.mean == 2
    assert sample.is_nested


def test_a_case_has_one_family() -> None:
    with pytest.raises(SampleBroken, match="more than one"):
        read_sample([1, 2], cases=["a", "a"], families=["x", "y"])


def test_without_families_every_case_is_a_cluster() -> None:
    clusters = gather_clusters(np.array([1.0, 2.0]))

    assert len(clusters) == 2
    assert clusters.sizes.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("means", "differing"),
    [([0.0, 0.0, 0.0], 0), ([0.1 + 0.2, 0.3, 0.3], 0), ([1.0, 2.0, 2.0], 1), ([1.0, 2.0, 3.0], 2)],
)
def test_rounding_does_not_make_values_differ(means: list[float], differing: int) -> None:
    assert gather_clusters(np.array(means)).differing == differing


def test_skewness_is_the_third_standardised_moment() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(1).exponential(size=50)

    assert gather_clusters(values).skewness == pytest.approx(scipy_stats.skew(values))
    assert Clusters(np.zeros(3), np.ones(3)).skewness == 0


@pytest.mark.parametrize(
    ("values", "cause"),
    [
        (["good", "bad"], "not all numbers"),
        ([[1, 2], [3, 4]], "2 dimensions"),
        (5.0, "0 dimensions"),
        ([1, float("inf")], "infinite"),
    ],
)
def test_what_is_not_a_column_of_numbers_is_refused(values: object, cause: str) -> None:
    with pytest.raises(SampleBroken, match=cause):
        mean_interval(values)  # pyright: ignore[reportArgumentType] (that is the point)


@pytest.mark.parametrize("values", [[], [NAN, NAN], [None]])
def test_nothing_to_measure_is_refused(values: list[float]) -> None:
    with pytest.raises(SampleEmpty):
        mean_interval(values, scale=(0, 1))


@pytest.mark.parametrize("column", ["cases", "families"])
def test_labels_are_as_many_as_values(column: str) -> None:
    labels = {column: ["a", "b"]}

    with pytest.raises(LengthsDiffer) as caught:
        read_sample([1, 2, 3], **labels)

    assert caught.value.fields["lengths"] == {"values": 3, column: 2}


@pytest.mark.parametrize("scale", [(1, 0), (0, 0), (0, float("inf")), (NAN, 1)])
def test_a_scale_has_two_ends_in_order(scale: tuple[float, float]) -> None:
    with pytest.raises(SampleBroken, match="scale"):
        mean_interval([0.5, 0.6], scale=scale)


@pytest.mark.parametrize("level", [0, 1, -1, 95, NAN])
def test_a_level_lies_between_0_and_1(level: float) -> None:
    with pytest.raises(SampleBroken, match="level"):
        mean_interval([0.5, 0.6], level=level)


def test_values_beyond_the_scale_are_refused_even_if_their_case_averages_inside() -> None:
    with pytest.raises(SampleBroken, match="outside the scale"):
        mean_interval([0, 1.5, 0.5], cases=["a", "a", "b"], scale=(0, 1))


def test_numbers_whose_squares_are_lost_are_refused_or_nothing() -> None:
    with pytest.raises(SampleBroken, match="beyond 1e\\+100.*larger unit"):
        read_sample([1.0, 1e300])
    assert read_sample([0.0, 1e-200, NAN]).case_means.tolist() == [0, 0]
