"""How far two texts lie apart, and whether that is far: cosine distance against a null of unrelated text."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from ._tables import as_direction, as_directions, demand_same_space


class DriftBand(StrEnum):
    """What a cosine distance usually means; which numbers are usual depends on the embedding model."""

    NEAR_IDENTICAL = "near identical"
    CLOSELY_RELATED = "closely related"
    MODERATE = "moderate"
    DIFFERENT = "different"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class UnrelatedNull:
    """Distances of texts that have nothing to do with each other, for one embedding model."""

    mean: float
    deviation: float
    distances: tuple[float, ...]
    """In ascending order."""
    texts: int


@dataclass(frozen=True, slots=True)
class CosineDrift:
    """The distance of two texts."""

    distance: float
    """From 0, same direction, to 2, opposite."""
    band: DriftBand
    z: float | None
    """In standard deviations of unrelated text, below zero when closer; nothing without a null."""
    closer_unrelated: float | None
    """The share of unrelated pairs that lie at least as close."""


def cosine_distance(one: ArrayLike, other: ArrayLike) -> float:
    """One minus the cosine of the angle between two vectors."""
    a, b = as_direction(one), as_direction(other)
    demand_same_space(a, b)
    return float(np.clip(1 - a @ b, 0.0, 2.0))


def calibrate_null(unrelated: ArrayLike, *, pairs: int = 20_000, seed: int = 0) -> UnrelatedNull:
    """Measure distances between unrelated texts: all pairs, or a sample when there are more than `pairs`.

    Models crowd all texts into a cone of their own width (Ethayarajh, EMNLP 2019), so a distance means
    something only beside those of unrelated texts under the same model.
    """
    table = as_directions(unrelated, what="unrelated texts", needed=3)
    left, right = _pairs(len(table), most=pairs, seed=seed)
    distances = np.sort(np.clip(1 - np.einsum("ij,ij->i", table[left], table[right]), 0.0, 2.0))
    deviation = float(distances.std(ddof=1))
    if deviation <= 1e-12:
        raise StatisticRefused(
            "null", "all unrelated texts are equally far apart", instead="Take more texts."
        )
    return UnrelatedNull(
        mean=float(distances.mean()),
        deviation=deviation,
        distances=tuple(distances.tolist()),
        texts=len(table),
    )


def cosine_drift(one: ArrayLike, other: ArrayLike, *, null: UnrelatedNull | None = None) -> CosineDrift:
    """The distance of two texts, in absolute bands and, with a null, against unrelated text."""
    distance = cosine_distance(one, other)
    if null is None:
        return CosineDrift(distance=distance, band=band_of(distance), z=None, closer_unrelated=None)
    return CosineDrift(
        distance=distance,
        band=band_of(distance),
        z=(distance - null.mean) / null.deviation,
        closer_unrelated=_share_up_to(distance, null=null),
    )


def band_of(distance: float) -> DriftBand:
    """The usual reading of a cosine distance."""
    if distance < 0.1:
        return DriftBand.NEAR_IDENTICAL
    if distance < 0.3:
        return DriftBand.CLOSELY_RELATED
    if distance < 0.5:
        return DriftBand.MODERATE
    return DriftBand.DIFFERENT if distance <= 0.7 else DriftBand.UNRELATED


def distances_between(vectors: FloatArray) -> FloatArray:
    """All cosine distances among vectors of length one."""
    return np.clip(1 - vectors @ vectors.T, 0.0, 2.0)


def _pairs(texts: int, *, most: int, seed: int) -> tuple[IntArray, IntArray]:
    if texts * (texts - 1) // 2 <= most:
        left, right = np.triu_indices(texts, 1)
        return left.astype(np.intp), right.astype(np.intp)
    rng = np.random.default_rng(seed)
    left = rng.integers(0, texts, most)
    return left, (left + rng.integers(1, texts, most)) % texts


def _share_up_to(distance: float, *, null: UnrelatedNull) -> float:
    """With one added on both sides, so that a sample never claims what it cannot know."""
    return (bisect_right(null.distances, distance) + 1) / (len(null.distances) + 1)
