"""The shape of verdicts that name one stage, several, or none."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.stats.arrays import LARGEST, BoolArray, FloatArray, as_numbers

from ._tables import as_distributions, as_verdicts, demand_length


@dataclass(frozen=True, slots=True)
class Buckets:
    """Shares of all verdicts by their form; they sum to one."""

    abstain: float
    singleton: float
    adjacent: float
    """Two neighbouring stages."""
    apart: float
    """Two stages with others between them."""
    broad: float
    """Three stages or more."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A first description of the verdicts of one cell.

    Everything after the abstain rate leaves abstentions out, and is nothing when there is nothing else.
    """

    verdicts: int
    abstain_rate: float
    singleton_rate: float | None
    mean_subset_size: float | None
    distribution: tuple[float, ...] | None
    """Each verdict spreads its mass evenly over the stages it names."""
    expected_stage: float | None
    mid_scale_mass: float | None
    """Mass on all stages but the first and the last."""
    stage_entropy: float | None
    """From 0, all on one stage, to 1, evenly on all."""
    agreement: float | None
    """The mean chance that experts would agree, where it was told."""
    buckets: Buckets


def describe_verdicts(members: ArrayLike, *, agreement: ArrayLike | None = None) -> Geometry:
    """Describe verdicts as `verdict_table` makes them; `agreement` may miss values (NaN)."""
    table = as_verdicts(members)
    sizes = table.sum(axis=1)
    speaking = sizes > 0
    chances = None
    if speaking.any():
        chances = spread_mass(table).mean(axis=0)
    return Geometry(
        verdicts=len(table),
        abstain_rate=_share(~speaking),
        singleton_rate=_share(sizes[speaking] == 1) if speaking.any() else None,
        mean_subset_size=float(sizes[speaking].mean()) if speaking.any() else None,
        distribution=None if chances is None else tuple(chances.tolist()),
        expected_stage=None if chances is None else expected_stage(chances),
        mid_scale_mass=None if chances is None else float(chances[1:-1].sum()),
        stage_entropy=None if chances is None else stage_entropy(chances),
        agreement=_mean_agreement(agreement, rows=len(table)),
        buckets=_buckets(table),
    )


def spread_mass(members: ArrayLike) -> FloatArray:
    """One distribution per verdict that does not abstain, even over the stages it names."""
    table = as_verdicts(members)
    speaking = table[table.any(axis=1)]
    return speaking / speaking.sum(axis=1, keepdims=True)


def expected_stage(distribution: ArrayLike) -> float:
    """The mean stage, counted from 1."""
    chances = as_distributions(distribution)[0]
    return float(chances @ np.arange(1, len(chances) + 1))


def stage_entropy(distribution: ArrayLike) -> float:
    """Shannon's entropy over its largest possible value."""
    chances = as_distributions(distribution)[0]
    positive = chances[chances > 0]
    return float(max(0.0, -np.sum(positive * np.log(positive))) / np.log(len(chances)))


def compression(distribution: ArrayLike) -> float:
    """How far verdicts crowd together: one minus the stage entropy."""
    return 1 - stage_entropy(distribution)


def _mean_agreement(agreement: ArrayLike | None, *, rows: int) -> float | None:
    if agreement is None:
        return None
    given = as_numbers(agreement, what="agreement", largest=LARGEST)
    demand_length("agreement", given, rows=rows)
    known = np.clip(given[~np.isnan(given)], 0.0, 1.0)
    return float(known.mean()) if len(known) else None


def _buckets(members: BoolArray) -> Buckets:
    sizes = members.sum(axis=1)
    pairs = sizes == 2
    touching = np.any(members[:, 1:] & members[:, :-1], axis=1)
    return Buckets(
        abstain=_share(sizes == 0),
        singleton=_share(sizes == 1),
        adjacent=_share(pairs & touching),
        apart=_share(pairs & ~touching),
        broad=_share(sizes >= 3),
    )


def _share(marked: BoolArray) -> float:
    return int(np.count_nonzero(marked)) / len(marked)
