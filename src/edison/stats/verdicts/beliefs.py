"""Verdicts as evidence: belief functions over sets of stages.

A verdict puts mass on the set of stages it names and the rest on the whole frame. Masses of one sample are
combined conjunctively; across samples they never are, because conflict would explode. In an open world the
empty set may hold mass (Smets and Kennes, Artif. Intell. 66, 1994); in a closed one it is divided away
(Dempster, Ann. Math. Stat. 38, 1967; Shafer, 1976).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import BoolArray, FloatArray, IntArray

from ._tables import as_certainties, as_verdicts

# Sets of stages double with each stage.
MOST_STAGES = 12
TOTAL_CONFLICT = 0.9999


class BeliefWorld(StrEnum):
    """Whether the truth must be one of the stages."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class StageBelief:
    """What the verdicts of one sample say together."""

    world: BeliefWorld
    probabilities: tuple[float, ...]
    """Pignistic: each set's mass shared evenly by its stages. All zero under total conflict."""
    belief: tuple[float, ...]
    """Mass that speaks for exactly this stage."""
    plausibility: tuple[float, ...]
    """Mass that does not speak against it."""
    conflict: float
    """Mass on the empty set before anything is divided away."""
    combined: int
    abstained: int

    @property
    def gap(self) -> float:
        """Mean of plausibility minus belief: what stays undecided."""
        return sum(self.plausibility) / len(self.plausibility) - sum(self.belief) / len(self.belief)

    @property
    def is_contradictory(self) -> bool:
        """The verdicts leave no stage possible."""
        return self.conflict >= TOTAL_CONFLICT


@dataclass(frozen=True, slots=True)
class PooledBelief:
    """Several samples, averaged after each was combined for itself."""

    probabilities: tuple[float, ...] | None
    """Mean over the samples without total conflict; nothing when there are none."""
    mean_conflict: float
    samples: int
    contradictory: int


def combine_beliefs(
    members: ArrayLike,
    *,
    world: BeliefWorld,
    agreement: ArrayLike | None = None,
    observability: ArrayLike | None = None,
    discriminability: ArrayLike | None = None,
) -> StageBelief:
    """Combine the verdicts of one sample, as `verdict_table` makes them.

    The three certainties, one per verdict, lie between 0 and 1; what is missing counts as 1. In the open
    world a verdict's mass is their product; an abstention puts the agreement on the empty set, and a verdict
    that names every stage puts it on the frame and the rest on the empty set. In the closed world the mass is
    the agreement, abstentions are skipped and a verdict that names every stage says nothing.
    """
    table = as_verdicts(members)
    if table.shape[1] > MOST_STAGES:
        raise SampleBroken(
            "scale", f"it has {table.shape[1]} stages; sets of more than {MOST_STAGES} explode"
        )
    sure = as_certainties(agreement, what="agreement", rows=len(table))
    seen = as_certainties(observability, what="observability", rows=len(table))
    told = as_certainties(discriminability, what="discriminability", rows=len(table))
    speaking = table.any(axis=1)
    if world == BeliefWorld.CLOSED:
        if not speaking.any():
            raise SampleEmpty("verdicts that name a stage")
        commonalities = _closed(table[speaking], mass=sure[speaking])
    else:
        commonalities = _open(table, agreement=sure, mass=sure * seen * told)
    combined = np.prod(commonalities, axis=0)
    return _read(combined, world=world, counts=(len(commonalities), int(np.sum(~speaking))))


def beliefs_by_sample(
    members: ArrayLike,
    *,
    samples: Sequence[Hashable],
    world: BeliefWorld,
    agreement: ArrayLike | None = None,
    observability: ArrayLike | None = None,
    discriminability: ArrayLike | None = None,
) -> dict[Hashable, StageBelief]:
    """Combine within each sample; in a closed world a sample of nothing but abstentions is left out."""
    table = as_verdicts(members)
    if len(samples) != len(table):
        raise LengthsDiffer({"verdicts": len(table), "samples": len(samples)})
    sure = as_certainties(agreement, what="agreement", rows=len(table))
    seen = as_certainties(observability, what="observability", rows=len(table))
    told = as_certainties(discriminability, what="discriminability", rows=len(table))
    rows: dict[Hashable, list[int]] = {}
    for row, sample in enumerate(samples):
        rows.setdefault(sample, []).append(row)
    return {
        sample: combine_beliefs(
            table[of_sample],
            world=world,
            agreement=sure[of_sample],
            observability=seen[of_sample],
            discriminability=told[of_sample],
        )
        for sample, of_sample in rows.items()
        if world == BeliefWorld.OPEN or table[of_sample].any()
    }


def pool_beliefs(beliefs: Sequence[StageBelief]) -> PooledBelief:
    """Average over samples, counting those that contradict themselves instead of averaging them in."""
    if not beliefs:
        raise SampleEmpty("samples")
    lengths = {len(belief.probabilities) for belief in beliefs}
    if len(lengths) > 1:
        raise SampleBroken("samples", "they have scales of different size")
    whole = [belief.probabilities for belief in beliefs if not belief.is_contradictory]
    return PooledBelief(
        probabilities=tuple(np.mean(whole, axis=0).tolist()) if whole else None,
        mean_conflict=float(np.mean([belief.conflict for belief in beliefs])),
        samples=len(beliefs),
        contradictory=len(beliefs) - len(whole),
    )


def _closed(table: BoolArray, *, mass: FloatArray) -> FloatArray:
    """Commonality of every set, one row per verdict: the mass of all sets that contain it."""
    return 1 - mass[:, None] * (1 - _contains(table))


def _open(table: BoolArray, *, agreement: FloatArray, mass: FloatArray) -> FloatArray:
    common = 1 - mass[:, None] * (1 - _contains(table))
    silent, full = ~table.any(axis=1), table.all(axis=1)
    # Mass on the empty set supports no set but the empty one.
    common[silent] = (1 - agreement[silent])[:, None]
    common[full] = agreement[full][:, None]
    common[:, 0] = 1.0
    return common


def _sets(stages: int) -> IntArray:
    return np.arange(2**stages, dtype=np.intp)


def _contains(table: BoolArray) -> FloatArray:
    """For each verdict and each set of stages, bit by bit, one where the verdict names all of the set."""
    sets = _sets(table.shape[1])
    named = table @ (2 ** np.arange(table.shape[1], dtype=np.intp))
    return ((sets[None, :] & ~named[:, None]) == 0).astype(np.float64)


def _read(commonality: FloatArray, *, world: BeliefWorld, counts: tuple[int, int]) -> StageBelief:
    masses = _masses(commonality)
    stages = len(masses).bit_length() - 1
    conflict = float(masses[0])
    left = 1 - conflict
    has = ((_sets(stages)[:, None] >> np.arange(stages)) & 1).astype(np.float64)
    sizes = np.maximum(has.sum(axis=1), 1)
    singles = 2 ** np.arange(stages)
    contradictory = conflict >= TOTAL_CONFLICT
    divisor = 1.0 if contradictory or world == BeliefWorld.OPEN else left
    probabilities = np.zeros(stages) if contradictory else (masses / sizes) @ has / left
    return StageBelief(
        world=BeliefWorld(world),
        probabilities=tuple(probabilities.tolist()),
        belief=tuple((masses[singles] / divisor).tolist()),
        plausibility=tuple((masses @ has / divisor).tolist()),
        conflict=conflict,
        combined=counts[0],
        abstained=counts[1],
    )


def _masses(commonality: FloatArray) -> FloatArray:
    """Möbius inversion over supersets, one stage at a time (Kennes, IEEE Trans. SMC 22, 1992)."""
    masses = commonality.copy()
    step = 1
    while step < len(masses):
        halves = masses.reshape(-1, 2, step)
        halves[:, 0] -= halves[:, 1]
        step *= 2
    # Differences of nearly equal numbers leave specks below zero.
    return np.clip(masses, 0.0, 1.0)
