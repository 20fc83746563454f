"""Where one grade ends and the next begins, with everything that is uncertain about it.

An expert grades by the strength of an item plus an error of his own (standard deviation *noise*), and the grade says
between which two boundaries that lies: an ordinal probit model (McKelvey and Zavoina 1975). The anchors' strengths
are not known but estimated together, so they come with their joint covariance. Boundaries, noise and perceived
strengths are drawn in turn from what each is given the others (Gibbs sampling: Albert and Chib 1993), the strengths
themselves integrated out, in many short chains side by side.
"""

from dataclasses import dataclass

import numpy as np

from edison.errors import SampleBroken
from edison.stats.arrays import FloatArray, IntArray

from .anchors import Anchors, grade_means
from .covariance import ROUNDING
from .scales import GradeScale
from .truncated import draw_between, normal_quantile

# Noise of experts in units of the population's spread, and how much of it is usual (half-normal): experts whose
# marks of essays correlate at 0.7 to 0.95 with each other have about 0.2 to 0.65.
NOISES = (0.06, 0.18, 0.30, 0.42, 0.54, 0.66, 0.78)
USUAL_NOISE = 0.35
# Boundaries lie on the line that the scale's shares of a normal population put them on, but for this deviation
# in units of the population's spread. Where that line lies and how steep it is, the anchors decide.
DEVIATION = 0.15

_CHAINS = 200
_BURN_IN = 30
_KEPT_SWEEPS = 8
_SWEEPS_BETWEEN = 4


@dataclass(frozen=True, slots=True, eq=False)
class BoundaryDraws:
    """Draws of everything a projection needs to know about the scale."""

    boundaries: FloatArray
    """Draws by boundaries, rising within a draw."""
    perceived: FloatArray
    """Draws by anchors: their strengths as the experts saw them."""
    noise: IntArray
    """Which of `noises` each draw has."""
    noises: FloatArray
    """Standard deviations of the experts' error, in the units of the scores."""


def draw_boundaries(
    anchors: Anchors, *, scores: FloatArray, covariance: FloatArray, scale: GradeScale, seed: int
) -> BoundaryDraws:
    """Draw boundaries from what the anchors' grades, scores and joint covariance say about them."""
    chains = _Chains(anchors, scores=scores, covariance=covariance, scale=scale, seed=seed)
    for _ in range(_BURN_IN):
        chains.sweep()
    kept: list[tuple[FloatArray, FloatArray, IntArray]] = []
    for _ in range(_KEPT_SWEEPS):
        for _ in range(_SWEEPS_BETWEEN):
            chains.sweep()
        kept.append((chains.boundaries.copy(), chains.perceived.copy(), chains.noise.copy()))
    return BoundaryDraws(
        boundaries=np.concatenate([boundaries for boundaries, _, _ in kept]),
        perceived=np.concatenate([perceived for _, perceived, _ in kept]),
        noise=np.concatenate([noise for _, _, noise in kept]),
        noises=chains.noises,
    )


class _Chains:
    """Many chains in step; every array has one row for each of them."""

    def __init__(
        self, anchors: Anchors, *, scores: FloatArray, covariance: FloatArray, scale: GradeScale, seed: int
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._places = anchors.places
        self._centre = scores[anchors.items]
        self._axes, self._variances = _decompose(covariance[np.ix_(anchors.items, anchors.items)])
        step = _step(self._centre, places=anchors.places, least=0.1 * float(np.sqrt(self._variances.mean())))
        self._line = _Line(scale, centre=float(self._centre.mean()), step=step)
        self.noises = np.array(NOISES) * self._line.slope
        self._precisions = np.stack([self._precision(noise) for noise in self.noises])
        self.noise = np.zeros(_CHAINS, dtype=np.intp)
        start = _start(anchors, scores=scores, step=step)
        self.boundaries = np.tile(start, (_CHAINS, 1))
        edges = np.concatenate([[-np.inf], start, [np.inf]])
        inside = np.clip(self._centre, edges[self._places], edges[self._places + 1])
        self.perceived = np.tile(inside, (_CHAINS, 1))

    def sweep(self) -> None:
        """Draw everything once, each from its distribution given all the others."""
        self._draw_noise()
        self._draw_perceived()
        self._draw_boundaries()

    def _precision(self, noise: float) -> FloatArray:
        return (self._axes / (self._variances + noise**2)) @ self._axes.T

    def _draw_noise(self) -> None:
        deviations = (self.perceived - self._centre) @ self._axes
        variances = self._variances + self.noises[:, None] ** 2
        fits = np.log(variances).sum(axis=1) + deviations**2 @ (1 / variances).T
        logs = -0.5 * (fits + (np.array(NOISES) / USUAL_NOISE) ** 2)
        cumulated = np.exp(logs - logs.max(axis=1, keepdims=True)).cumsum(axis=1)
        marks = self._rng.random((_CHAINS, 1)) * cumulated[:, -1:]
        self.noise = (cumulated < marks).sum(axis=1)

    def _draw_perceived(self) -> None:
        precision = self._precisions[self.noise]
        edges = np.pad(self.boundaries, ((0, 0), (1, 1)), constant_values=((0, 0), (-np.inf, np.inf)))
        pull = np.einsum("cij,cj->ci", precision, self.perceived - self._centre)
        for anchor, place in enumerate(self._places.tolist()):
            own = precision[:, anchor, anchor]
            drawn = draw_between(
                self.perceived[:, anchor] - pull[:, anchor] / own,
                deviation=1 / np.sqrt(own),
                low=edges[:, place],
                high=edges[:, place + 1],
                rng=self._rng,
            )
            pull += precision[:, :, anchor] * (drawn - self.perceived[:, anchor])[:, None]
            self.perceived[:, anchor] = drawn

    def _draw_boundaries(self) -> None:
        expected = self._line.draw(self.boundaries, rng=self._rng)
        edges = np.pad(self.boundaries, ((0, 0), (1, 1)), constant_values=((0, 0), (-np.inf, np.inf)))
        for boundary in range(self.boundaries.shape[1]):
            below, above = self._places == boundary, self._places == boundary + 1
            drawn = draw_between(
                expected[:, boundary],
                deviation=self._line.deviation,
                low=self.perceived[:, below].max(axis=1, initial=-np.inf).clip(min=edges[:, boundary]),
                high=self.perceived[:, above].min(axis=1, initial=np.inf).clip(max=edges[:, boundary + 2]),
                rng=self._rng,
            )
            self.boundaries[:, boundary] = edges[:, boundary + 1] = drawn


class _Line:
    """The straight line of scores over the normal quantiles of the scale's shares."""

    def __init__(self, scale: GradeScale, *, centre: float, step: float) -> None:
        quantiles = normal_quantile(np.cumsum(scale.shares)[:-1])
        self.slope = slope = step / float(np.diff(quantiles).mean()) if len(quantiles) > 1 else step
        """About the spread of the population."""
        self.deviation = DEVIATION * slope
        self._design = np.column_stack([np.ones(len(quantiles)), quantiles])
        # Vague, but enough to place boundaries that no anchor touches.
        self._prior_mean = np.array([centre, slope])
        self._prior_precision = np.diag([1 / (2 * slope) ** 2, 1 / (0.5 * slope) ** 2])
        covariance = np.linalg.inv(self._design.T @ self._design / self.deviation**2 + self._prior_precision)
        self._covariance = covariance
        self._root = np.linalg.cholesky(covariance)

    def draw(self, boundaries: FloatArray, *, rng: np.random.Generator) -> FloatArray:
        """Where the boundaries are expected, after drawing the line that they lie around."""
        pull = boundaries @ self._design / self.deviation**2 + self._prior_precision @ self._prior_mean
        line = pull @ self._covariance + rng.standard_normal((len(boundaries), 2)) @ self._root.T
        return line @ self._design.T


def _decompose(covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
    variances, axes = np.linalg.eigh(covariance)
    largest = float(variances.max())
    if variances.min() < -ROUNDING * largest:
        raise SampleBroken("covariance", "a combination of scores would have a negative variance")
    return axes, np.maximum(variances, ROUNDING * largest)


def _step(scores: FloatArray, *, places: IntArray, least: float) -> float:
    """About how far one grade lies from the next."""
    return max(float(scores.std() / places.std()), least)


def _start(anchors: Anchors, *, scores: FloatArray, step: float) -> FloatArray:
    means = grade_means(anchors, scores).means
    middles = (means[1:] + means[:-1]) / 2
    return middles + 0.01 * step * np.arange(len(middles))
