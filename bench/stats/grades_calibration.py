"""Are grade probabilities true? Texts of known strength are judged in pairs, graded by anchors, and counted.

A population of normal strengths is cut into grades. Experts grade anchors with or without an error of their own;
a judge compares anchors and texts at random; the hierarchical fit gives scores and their covariance. Beside our
projection stand the scale's shares alone (*prior*) and the same scores against fixed boundaries halfway between
the grades' means (*fixed*).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from edison.stats.grades import SWEDISH_8, GradeScale, project_grades
from edison.stats.strengths import ComparisonTable, Method, StrengthFit, fit

SEED = 20_260
WORLDS = 150
TEXTS = 60
SPREAD = 2.0
BINS = 10
# The bars.
CALIBRATION_ERROR = 0.05

FIVE = ("1", "2", "3", "4", "5")
BELL = GradeScale(name="bell", grades=FIVE, priors=(0.1, 0.2, 0.4, 0.2, 0.1))
EVEN = GradeScale(name="even", grades=FIVE)
UNTOLD = GradeScale(name="swedish, shares unknown", grades=SWEDISH_8.grades)


@dataclass(frozen=True)
class Cell:
    told: GradeScale
    """What the projection knows."""
    true: GradeScale
    """What the population is."""
    anchors: int
    """For each grade."""
    noise: float
    """Of the experts, in units of the population's spread."""
    expert: bool
    """Whether the grade to find is the one an expert would give, or the one that fits the strength."""
    comparisons: int
    """For each item."""
    shift: float = 0.0
    """How much stronger than the population the texts are, in units of its spread."""

    def __str__(self) -> str:
        found = "by experts" if self.expert else "by strength"
        return (
            f"{self.told.name:>23}  {self.anchors} anchors  noise {self.noise:4.2f}  {found:>11}"
            f"  {self.comparisons:2d} per item  shift {self.shift:+.1f}"
        )


def cells() -> Iterator[Cell]:
    for told, true, anchors in ((BELL, BELL, 2), (EVEN, EVEN, 2), (SWEDISH_8, SWEDISH_8, 3)):
        for comparisons in (16, 30):
            yield Cell(told, true, anchors, 0.0, False, comparisons)
            yield Cell(told, true, anchors, 0.25, False, comparisons)
            yield Cell(told, true, anchors, 0.25, True, comparisons)
    yield Cell(UNTOLD, SWEDISH_8, 3, 0.0, False, 30)
    yield Cell(EVEN, BELL, 2, 0.25, False, 30)
    yield Cell(SWEDISH_8, SWEDISH_8, 3, 0.0, False, 30, shift=-0.5)


@dataclass(frozen=True)
class World:
    fitted: StrengthFit
    anchor_places: NDArray[np.intp]
    places: NDArray[np.intp]
    """The true grade of each text; texts follow the anchors."""


@dataclass(frozen=True)
class Score:
    calibration_error: float
    log_loss: float
    error: float
    """Standard error of the log loss over worlds."""


@dataclass(frozen=True)
class Compared:
    ours: Score
    fixed: Score
    prior: Score
    floor: float
    """The calibration error that perfectly true probabilities would show by chance."""


def main(scale: float = 1.0) -> bool:
    print(
        f"{TEXTS} texts a world, spread {SPREAD} logits; bar: ours at most {CALIBRATION_ERROR} and the least loss"
    )
    verdicts = [run_cell(cell, worlds=max(2, round(WORLDS * scale))) for cell in cells()]
    return all(verdicts)


def run_cell(cell: Cell, *, worlds: int) -> bool:
    found = compare(cell, worlds=worlds)
    ours, fixed, prior = found.ours, found.fixed, found.prior
    holds = ours.calibration_error <= CALIBRATION_ERROR and ours.log_loss < min(
        fixed.log_loss, prior.log_loss
    )
    print(
        f"{cell}   ECE {ours.calibration_error:.3f} (chance alone {found.floor:.3f},"
        f" fixed {fixed.calibration_error:.3f})"
        f"   log loss {ours.log_loss:.3f} ± {ours.error:.3f}"
        f" (fixed {fixed.log_loss:.3f}, prior {prior.log_loss:.3f})   {'holds' if holds else 'FAILS'}",
        flush=True,
    )
    return holds


def compare(cell: Cell, *, worlds: int) -> Compared:
    rng = np.random.default_rng(SEED)
    ours: list[NDArray[np.float64]] = []
    fixed: list[NDArray[np.float64]] = []
    truth: list[NDArray[np.intp]] = []
    for seed in range(worlds):
        world = _make(cell, rng)
        anchors = np.arange(len(world.anchor_places))
        projection = project_grades(
            world.fitted.scores,
            world.fitted.covariance,
            anchors=anchors,
            anchor_grades=[cell.told.grades[place] for place in world.anchor_places],
            scale=cell.told,
            as_experts_would=cell.expert,
            seed=seed,
        )
        ours.append(projection.probabilities[len(anchors) :])
        fixed.append(_fixed(world, grades=len(cell.told)))
        truth.append(world.places)
    prior = [np.tile(cell.told.shares, (TEXTS, 1))] * worlds
    return Compared(
        ours=_score(ours, truth),
        fixed=_score(fixed, truth),
        prior=_score(prior, truth),
        floor=_floor(ours, rng),
    )


def _make(cell: Cell, rng: np.random.Generator) -> World:
    """Cut the population so that the grades, as they are given, have the true shares."""
    wide = np.hypot(1.0, cell.noise if cell.expert else 0.0)
    cuts = SPREAD * wide * ndtri(np.cumsum(cell.true.shares)[:-1])
    pool = SPREAD * rng.standard_normal(20_000)
    graded = np.searchsorted(cuts, pool + SPREAD * cell.noise * rng.standard_normal(len(pool)))
    chosen = [
        rng.choice(np.flatnonzero(graded == place), cell.anchors, replace=False)
        for place in range(len(cell.true))
    ]
    anchors = np.concatenate(chosen)
    texts = SPREAD * (cell.shift + rng.standard_normal(TEXTS))
    seen = texts + (SPREAD * cell.noise * rng.standard_normal(TEXTS) if cell.expert else 0.0)
    fitted = _judge(np.concatenate([pool[anchors], texts]), rounds=cell.comparisons, rng=rng)
    return World(fitted=fitted, anchor_places=graded[anchors], places=np.searchsorted(cuts, seen))


def _judge(strengths: NDArray[np.float64], *, rounds: int, rng: np.random.Generator) -> StrengthFit:
    size = len(strengths) // 2
    order = np.concatenate(
        [rng.permutation(len(strengths))[: 2 * size].reshape(2, size) for _ in range(rounds)], axis=1
    )
    left, right = order
    wins = rng.random(len(left)) < 1 / (1 + np.exp(strengths[right] - strengths[left]))
    table = ComparisonTable.from_arrays(left, right, np.where(wins, 1, 2), items=len(strengths))
    return fit(table, method=Method.HIERARCHICAL)


def _fixed(world: World, *, grades: int) -> NDArray[np.float64]:
    """Boundaries halfway between the anchors' mean scores, taken as known."""
    count = len(world.anchor_places)
    sums = np.bincount(world.anchor_places, weights=world.fitted.scores[:count], minlength=grades)
    means = np.maximum.accumulate(sums / np.bincount(world.anchor_places, minlength=grades))
    middles = (means[1:] + means[:-1]) / 2
    below = ndtr((middles - world.fitted.scores[count:, None]) / world.fitted.se[count:, None])
    return np.diff(np.pad(below, ((0, 0), (1, 1)), constant_values=((0, 0), (0, 1))))


def _score(given: list[NDArray[np.float64]], truth: list[NDArray[np.intp]]) -> Score:
    # A probability of nothing is counted as one in a million, so that one surprise is not an infinite loss.
    losses = [
        -np.log(np.maximum(one[np.arange(len(places)), places], 1e-6)).mean()
        for one, places in zip(given, truth, strict=True)
    ]
    return Score(
        calibration_error=_calibration_error(np.concatenate(given), np.concatenate(truth)),
        log_loss=float(np.mean(losses)),
        error=float(np.std(losses) / np.sqrt(len(losses))),
    )


def _calibration_error(given: NDArray[np.float64], places: NDArray[np.intp]) -> float:
    top, right = given.max(axis=1), given.argmax(axis=1) == places
    bins = np.minimum((top * BINS).astype(int), BINS - 1)
    gaps = np.bincount(bins, weights=top - right, minlength=BINS)
    return float(np.abs(gaps).sum() / len(places))


def _floor(given: list[NDArray[np.float64]], rng: np.random.Generator) -> float:
    all_given = np.concatenate(given)
    drawn = (all_given.cumsum(axis=1) < rng.random((len(all_given), 1))).sum(axis=1)
    return _calibration_error(all_given, np.minimum(drawn, all_given.shape[1] - 1))


if __name__ == "__main__":
    main()
