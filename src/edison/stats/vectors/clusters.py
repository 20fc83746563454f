"""Which texts are about the same."""

from collections.abc import Callable
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken
from edison.stats.arrays import FloatArray, IntArray

from ._tables import as_directions

_Join = Callable[..., FloatArray]
_Cut = Callable[..., IntArray]

NEAR = 0.5
"""The mean cosine within which texts are about the same; right for sentence embeddings such as MiniLM's."""
MOST_CLUSTERED = 2_000
"""Of more, the distances of all pairs would take too much room."""


def find_clusters(vectors: ArrayLike, *, near: float = NEAR) -> tuple[tuple[int, ...], ...]:
    """Groups of vectors that are near each other on the average, the largest first; every vector is in one.

    Average linkage (Sokal and Michener 1958) over cosine distances, cut where the mean cosine falls below `near`.
    """
    from scipy.cluster import hierarchy  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    if not -1 <= near <= 1:
        raise SampleBroken("nearness", f"{near} is not a cosine")
    table = as_directions(vectors)
    if len(table) > MOST_CLUSTERED:
        raise SampleBroken(
            "vectors", f"there are {len(table)}, and at most {MOST_CLUSTERED} can be clustered"
        )
    if len(table) == 1:
        return ((0,),)
    ends = np.triu_indices(len(table), k=1)
    distances = np.clip(1 - (table @ table.T)[ends], 0.0, 2.0)
    join, cut = cast("_Join", hierarchy.linkage), cast("_Cut", hierarchy.fcluster)
    labels = cut(join(distances, method="average"), t=1 - near, criterion="distance").tolist()
    groups: dict[int, list[int]] = {}
    for place, label in enumerate(labels):
        groups.setdefault(label, []).append(place)
    return tuple(sorted(map(tuple, groups.values()), key=lambda group: (-len(group), group)))
