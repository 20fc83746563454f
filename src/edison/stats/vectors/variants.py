"""Variants of one instruction: how far each lies from the baseline and from the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty

from ._tables import as_direction, demand_same_space
from .drift import distances_between

# Beyond this distance a variant probably says something else.
EQUIVALENT_WITHIN = 0.3


@dataclass(frozen=True, slots=True)
class VariantDistance:
    """One variant and its cosine distance from the baseline."""

    variant: str
    distance: float


@dataclass(frozen=True, slots=True)
class PairDistance:
    """Two variants and their cosine distance."""

    first: str
    second: str
    distance: float


@dataclass(frozen=True, slots=True)
class Variants:
    """All distances among variants."""

    baseline: str
    from_baseline: tuple[VariantDistance, ...]
    """In the order given, without the baseline itself."""
    pairwise: tuple[PairDistance, ...]
    recommended: tuple[VariantDistance, ...]
    """The most distant that are still close enough to say the same, the furthest first."""


def variant_distances(
    vectors: Mapping[str, ArrayLike],
    *,
    baseline: str,
    within: float = EQUIVALENT_WITHIN,
    most: int = 3,
) -> Variants:
    """Measure variants by their embeddings and recommend the ones that test robustness best."""
    if len(vectors) < 2:
        raise SampleEmpty("variants", needed=2, got=len(vectors))
    if baseline not in vectors:
        raise SampleBroken("baseline", f"no variant is called {baseline!r}")
    labels = list(vectors)
    directions = [as_direction(vector, what="variants") for vector in vectors.values()]
    for direction in directions:
        demand_same_space(direction, directions[0])
    distances = distances_between(np.stack(directions))
    origin = labels.index(baseline)
    from_baseline = tuple(
        VariantDistance(variant=label, distance=float(distances[origin, place]))
        for place, label in enumerate(labels)
        if place != origin
    )
    near = [found for found in from_baseline if found.distance <= within]
    return Variants(
        baseline=baseline,
        from_baseline=from_baseline,
        pairwise=tuple(
            PairDistance(labels[one], labels[other], distance=float(distances[one, other]))
            for one, other in combinations(range(len(labels)), 2)
        ),
        recommended=tuple(sorted(near, key=lambda found: -found.distance)[:most]),
    )
