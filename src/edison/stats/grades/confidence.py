"""How sure a projected grade is: how evenly its chances are spread, and a word for the likeliest one."""

from enum import StrEnum

import numpy as np

from edison.stats.arrays import FloatArray

# From these chances of the likeliest grade on it is called so; what anchors and comparisons leave open is in them.
_HIGH, _MID = 0.9, 0.6


class Confidence(StrEnum):
    """A word for people."""

    LOW = "low"
    MID = "mid"
    HIGH = "high"


def normalised_entropy(probabilities: FloatArray) -> FloatArray:
    """0 where one grade is certain, 1 where all are equally likely (Shannon 1948, over the number of grades)."""
    logs = np.log(np.where(probabilities > 0, probabilities, 1.0))
    return -(probabilities * logs).sum(axis=1) / np.log(probabilities.shape[1])


def confidence_word(probability: float) -> Confidence:
    """High, mid or low, by how likely the likeliest grade is."""
    if probability < _MID:
        return Confidence.LOW
    return Confidence.HIGH if probability >= _HIGH else Confidence.MID
