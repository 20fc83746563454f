"""Normal numbers between two limits."""

import numpy as np

from edison.stats.arrays import FloatArray

_SMALLEST = 1e-300


def normal_quantile(shares: FloatArray) -> FloatArray:
    """The standard normal's quantiles."""
    from scipy.special import ndtri  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    return np.asarray(ndtri(shares), dtype=np.float64)


def normal_share(values: FloatArray) -> FloatArray:
    """The share of a standard normal below each value."""
    from scipy.special import ndtr  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    return np.asarray(ndtr(values), dtype=np.float64)


def draw_between(
    mean: FloatArray,
    *,
    deviation: FloatArray | float,
    low: FloatArray,
    high: FloatArray,
    rng: np.random.Generator,
) -> FloatArray:
    """One normal draw for each mean, held between its limits, by inversion."""
    above, below = (low - mean) / deviation, (high - mean) / deviation
    # In the upper tail shares round to 1: there the mirrored lower tail is used.
    mirrored = above > 0
    start = normal_share(np.where(mirrored, -below, above))
    end = normal_share(np.where(mirrored, -above, below))
    share = start + (end - start) * rng.random(mean.shape)
    drawn = normal_quantile(np.clip(share, _SMALLEST, 1 - 1e-16))
    return np.clip(mean + deviation * np.where(mirrored, -drawn, drawn), low, high)
