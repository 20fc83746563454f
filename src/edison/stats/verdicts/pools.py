"""One distribution from many opinions."""

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken

from ._tables import as_distributions, as_weights


def linear_pool(distributions: ArrayLike, *, weights: ArrayLike | None = None) -> tuple[float, ...]:
    """The weighted mean (Stone, Ann. Math. Stat. 32, 1961): keeps every opinion somebody holds."""
    rows = as_distributions(distributions)
    pooled = as_weights(weights, rows=len(rows)) @ rows
    return tuple((pooled / pooled.sum()).tolist())


def log_pool(
    distributions: ArrayLike, *, weights: ArrayLike | None = None, floor: float = 1e-12
) -> tuple[float, ...]:
    """The weighted geometric mean (Genest and Zidek, Stat. Sci. 1, 1986): one veto almost excludes a stage.

    Chances below the floor are raised to it, so that a veto never excludes everything.
    """
    if not 0 < floor < 1:
        raise SampleBroken("floor", f"{floor} does not lie between 0 and 1")
    rows = as_distributions(distributions)
    logs = as_weights(weights, rows=len(rows)) @ np.log(np.maximum(rows, floor))
    pooled = np.exp(logs - logs.max())
    return tuple((pooled / pooled.sum()).tolist())
