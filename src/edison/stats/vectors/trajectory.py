"""How a text moves through embedding space, sentence by sentence.

Velocity is the distance of successive sentences, acceleration the change of velocity, curvature the angle
between successive displacements. Scores and their constants are those of prompt-prix's trajectory tools.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken
from edison.stats.arrays import FloatArray

from ._tables import as_directions, as_vectors

SPIKE_THRESHOLD = 0.3
_NOTHING = 1e-10
_SOFT = 0.01


class PatternStrength(StrEnum):
    """How clearly a pattern shows."""

    STRONG = "strong"
    MODERATE = "moderate"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class Spike:
    """A sudden change of pace."""

    index: int
    magnitude: float
    isolation: float
    """How far it stands out from its neighbours, 0 to 1."""
    position: float
    """Where in the text, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """The movement of one text and what it looks like."""

    sentences: int
    velocities: tuple[float, ...]
    accelerations: tuple[float, ...]
    curvatures: tuple[float, ...]
    mean_velocity: float
    velocity_variance: float
    mean_acceleration: float
    acceleration_variance: float
    max_acceleration: float
    max_acceleration_index: int | None
    max_curvature: float
    max_curvature_index: int | None
    """The sentence at which it turns most; nothing where there are only two."""
    spikes: tuple[Spike, ...]
    deadpan: float
    """Isolated spikes before a calm background."""
    circularity: float
    """Every other sentence returns to the same place."""
    tautology: float
    """Sentences that resemble each other and lead nowhere."""
    deceleration: float
    heller: float
    """Going round in circles and slowing down."""

    @property
    def isolation(self) -> float:
        """Mean isolation of the spikes, 0 without any."""
        return sum(spike.isolation for spike in self.spikes) / max(len(self.spikes), 1)

    @property
    def deadpan_strength(self) -> PatternStrength:
        return _strength(self.deadpan, strong=0.6, moderate=0.4)

    @property
    def heller_strength(self) -> PatternStrength:
        return _strength(self.heller, strong=0.5, moderate=0.3)


def analyze_trajectory(sentences: ArrayLike, *, threshold: float = SPIKE_THRESHOLD) -> Trajectory:
    """Describe the path through the embeddings of successive sentences; at least two are needed."""
    if not threshold > 0:
        raise SampleBroken("threshold", f"{threshold} is not above 0")
    points = as_vectors(sentences, what="sentences", needed=2)
    directions = as_directions(points)
    moves = np.diff(points, axis=0)
    velocities = np.linalg.norm(moves, axis=1)
    accelerations = np.abs(np.diff(velocities))
    curvatures = _curvatures(moves, lengths=velocities)
    spikes = _spikes(accelerations, threshold=threshold)
    circularity, tautology = _circularity(directions), _tautology(points, directions=directions)
    deceleration = _deceleration(velocities)
    return Trajectory(
        sentences=len(points),
        velocities=tuple(velocities.tolist()),
        accelerations=tuple(accelerations.tolist()),
        curvatures=tuple(curvatures.tolist()),
        mean_velocity=float(velocities.mean()),
        velocity_variance=float(velocities.var()),
        mean_acceleration=float(accelerations.mean()) if len(accelerations) else 0.0,
        acceleration_variance=float(accelerations.var()) if len(accelerations) else 0.0,
        max_acceleration=float(accelerations.max(initial=0.0)),
        max_acceleration_index=int(np.argmax(accelerations)) if len(accelerations) else None,
        max_curvature=float(curvatures.max(initial=0.0)),
        max_curvature_index=int(np.argmax(curvatures)) + 1 if len(curvatures) else None,
        spikes=spikes,
        deadpan=_deadpan(accelerations, spikes=spikes),
        circularity=circularity,
        tautology=tautology,
        deceleration=deceleration,
        heller=0.35 * circularity + 0.40 * tautology + 0.25 * deceleration,
    )


def _strength(score: float, *, strong: float, moderate: float) -> PatternStrength:
    if score > strong:
        return PatternStrength.STRONG
    return PatternStrength.MODERATE if score > moderate else PatternStrength.WEAK


def _curvatures(moves: FloatArray, *, lengths: FloatArray) -> FloatArray:
    """Angles between successive displacements; standing still has none."""
    products = lengths[:-1] * lengths[1:]
    moving = (lengths[:-1] > _NOTHING) & (lengths[1:] > _NOTHING)
    cosines = np.ones(len(products))
    np.divide(np.einsum("ij,ij->i", moves[:-1], moves[1:]), products, out=cosines, where=moving)
    return np.arccos(np.clip(cosines, -1.0, 1.0))


def _spikes(accelerations: FloatArray, *, threshold: float) -> tuple[Spike, ...]:
    last = max(len(accelerations) - 1, 1)
    return tuple(
        Spike(
            index=index,
            magnitude=float(accelerations[index]),
            isolation=_isolation(accelerations, index=index),
            position=index / last,
        )
        for index in np.flatnonzero(accelerations >= threshold).tolist()
    )


def _isolation(accelerations: FloatArray, *, index: int) -> float:
    neighbours = np.concatenate(
        [accelerations[max(index - 1, 0) : index], accelerations[index + 1 : index + 2]]
    )
    if not len(neighbours):
        return 0.5
    peak = float(accelerations[index])
    return max(0.0, float(np.tanh(2 * (peak - neighbours.mean()) / (peak + _SOFT))))


def _deadpan(accelerations: FloatArray, *, spikes: tuple[Spike, ...]) -> float:
    """A single change of pace is no pattern."""
    if len(accelerations) < 2:
        return 0.0
    rarity = 1 - min(3 * len(spikes) / len(accelerations), 1.0)
    isolation = float(np.mean([spike.isolation for spike in spikes])) if spikes else 0.0
    calm, contrast = 0.0, 0.0
    background = np.delete(accelerations, [spike.index for spike in spikes])
    if len(background):
        calm = 1 - min(float(background.mean()) / 0.3, 1.0)
    if len(background) and spikes:
        peak = max(spike.magnitude for spike in spikes)
        contrast = float(np.tanh(2 * (peak - float(background.max())) / (peak + _SOFT)))
    return min(1.0, max(0.0, 0.25 * rarity + 0.35 * isolation + 0.20 * calm + 0.20 * contrast))


def _circularity(directions: FloatArray) -> float:
    if len(directions) < 3:
        return 0.0
    return _from_similarity(float(np.einsum("ij,ij->i", directions[2:], directions[:-2]).mean()))


def _tautology(points: FloatArray, *, directions: FloatArray) -> float:
    count = len(directions)
    total = directions.sum(axis=0)
    # The sum of all products of different vectors, without writing them all down.
    alike = (float(total @ total) - count) / (count * (count - 1))
    path = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    net = float(np.linalg.norm(points[-1] - points[0]))
    return 0.6 * _from_similarity(alike) + 0.4 * (1 - min(net / (path + _SOFT), 1.0))


def _from_similarity(cosine: float) -> float:
    return min(1.0, max(0.0, (cosine - 0.3) / 0.5))


def _deceleration(velocities: FloatArray) -> float:
    """The share of steps that slow down, and whether the whole text does."""
    if len(velocities) < 2:
        return 0.0
    falling = int(np.sum(np.diff(velocities) < 0)) / (len(velocities) - 1)
    return 0.6 * falling + 0.4 * _slowing(velocities)


def _slowing(velocities: FloatArray) -> float:
    if len(velocities) < 3:
        return 0.5
    places = np.arange(len(velocities)) - (len(velocities) - 1) / 2
    slope = float(places @ velocities) / float(places @ places)
    # Rounding is no trend.
    if slope < -0.05:
        return 1.0
    return 0.5 if slope < -1e-12 else 0.0
