"""How sure a projected grade is, as one number and one word."""

from enum import StrEnum

import numpy as np

from .arrays import FloatArray

# What a score's standard error leaves of the confidence: below the limit, the factor.
_FACTORS = ((0.5, 1.0), (1.0, 0.8), (1.5, 0.6))
_FACTOR_BEYOND = 0.3
_HIGH, _MID = 0.7, 0.4
_AT_MOST_MID, _ALWAYS_LOW = 1.0, 1.5


class Confidence(StrEnum):
    """A word for people."""

    LOW = "low"
    MID = "mid"
    HIGH = "high"


def normalised_entropy(probabilities: FloatArray) -> FloatArray:
    """0 where one grade is certain, 1 where all are equally likely (Shannon 1948, over the number of grades)."""
    logs = np.log(np.where(probabilities > 0, probabilities, 1.0))
    return -(probabilities * logs).sum(axis=1) / np.log(probabilities.shape[1])


def confidence_scores(entropy: FloatArray, *, se: FloatArray) -> FloatArray:
    """The root of (1 - entropy) times a factor that falls with the standard error."""
    limits = [se < limit for limit, _ in _FACTORS]
    factors = np.select(limits, [factor for _, factor in _FACTORS], default=_FACTOR_BEYOND)
    return np.sqrt(np.clip(1 - entropy, 0, 1) * factors)


def confidence_word(score: float, *, se: float, weakly_calibrated: bool) -> Confidence:
    """High, mid or low; a wide score or weak anchors are never called high."""
    if score < _MID or se >= _ALWAYS_LOW:
        return Confidence.LOW
    if score < _HIGH or se >= _AT_MOST_MID or weakly_calibrated:
        return Confidence.MID
    return Confidence.HIGH
