"""Which items hang together by what was compared."""

import numpy as np

from edison.stats.arrays import IntArray


def find_components(left: IntArray, right: IntArray, *, items: int) -> IntArray:
    """For each item the number of its component, counted from 0 in order of first item.

    The smallest number of each component spreads, jumping along pointers.
    """
    label = np.arange(items)
    while True:
        lowest = np.minimum(label[left], label[right])
        spread = label.copy()
        np.minimum.at(spread, label[left], lowest)
        np.minimum.at(spread, label[right], lowest)
        while not np.array_equal(jumped := spread[spread], spread):
            spread = jumped
        if np.array_equal(spread, label):
            return np.unique(label, return_inverse=True)[1]
        label = spread
