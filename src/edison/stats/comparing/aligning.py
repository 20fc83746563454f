"""Two columns that were measured apart, brought onto the same rows."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.means.clusters import FloatArray
from edison.stats.means.samples import read_values


@dataclass(frozen=True, slots=True)
class AlignedPairs:
    """Both arms' results for every key that either has; NaN where an arm has none."""

    keys: tuple[Hashable, ...]
    baseline: FloatArray
    candidate: FloatArray


def align_pairs(
    baseline: ArrayLike,
    candidate: ArrayLike,
    *,
    baseline_keys: Sequence[Hashable],
    candidate_keys: Sequence[Hashable],
) -> AlignedPairs:
    """Join two columns by key: a case, or a tuple of case, judge and repeat. Each key occurs once per arm."""
    before = _read_keyed(baseline, keys=baseline_keys, name="baseline")
    after = _read_keyed(candidate, keys=candidate_keys, name="candidate")
    keys = tuple(dict.fromkeys((*before, *after)))
    missing = float("nan")
    return AlignedPairs(
        keys=keys,
        baseline=np.array([before.get(key, missing) for key in keys], dtype=np.float64),
        candidate=np.array([after.get(key, missing) for key in keys], dtype=np.float64),
    )


def _read_keyed(values: ArrayLike, *, keys: Sequence[Hashable], name: str) -> dict[Hashable, float]:
    column = read_values(values, name=name)
    if len(column) != len(keys):
        raise LengthsDiffer({name: len(column), f"{name} keys": len(keys)})
    keyed = dict(zip(keys, column.tolist(), strict=True))
    if len(keyed) < len(keys):
        raise SampleBroken(f"{name} keys", "some occur more than once")
    return keyed
