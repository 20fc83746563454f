"""Agreement of two orders."""

import numpy as np

from edison.stats.arrays import FloatArray, IntArray


def kendall_tau(first: FloatArray | IntArray, second: FloatArray | IntArray) -> float:
    """Kendall's tau-b (1945): 1 for the same order, -1 for the reverse, 0 where one of them says nothing."""
    ahead = np.sign(first[:, None] - first[None, :])
    also_ahead = np.sign(second[:, None] - second[None, :])
    untied = float(np.abs(ahead).sum()) * float(np.abs(also_ahead).sum())
    return float((ahead * also_ahead).sum()) / np.sqrt(untied) if untied else 0.0
