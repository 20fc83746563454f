"""Matched contrasts: what one change of the set-up does, sample by sample."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import LARGEST, FloatArray, as_numbers

Key = TypeVar("Key", bound=Hashable)

FEW_PAIRS = 15
# Up to here all ways to exchange signs are tried.
_EXACT_PAIRS = 12
_CHUNK = 2_000_000


class ContrastFlag(StrEnum):
    """What a reader must know beside the numbers."""

    FEW_PAIRS = "few pairs"
    NO_VARIATION = "all pairs differ by the same amount"


@dataclass(frozen=True, slots=True)
class Contrast:
    """Variant minus baseline over pairs of samples with the same ordinal."""

    mean: float
    median: float
    effect: float | None
    """Mean over standard deviation of the differences (d_z); nothing when they do not vary."""
    low: float | None
    high: float | None
    """Bootstrap limits of the mean; nothing when the differences do not vary."""
    level: float
    p_value: float
    """Two-sided, by exchanging signs."""
    pairs: int
    unmatched: int
    flags: tuple[ContrastFlag, ...]


@dataclass(frozen=True, slots=True)
class FamilyMember:
    """One contrast among those it was planned with."""

    name: Hashable
    contrast: Contrast
    q_value: float
    """The smallest share of false discoveries at which it would still be one."""
    is_found_at_5: bool
    is_found_at_10: bool


def matched_contrast(
    baseline: ArrayLike,
    variant: ArrayLike,
    *,
    resamples: int = 2000,
    permutations: int = 5000,
    level: float = 0.95,
    seed: int = 0,
) -> Contrast:
    """Compare two cells whose samples are paired by their ordinal.

    Args:
        baseline: one number per sample, NaN when missing.
        variant: the same, for the same samples in the same order.
        resamples: bootstrap draws of pairs, for the interval of the mean.
        permutations: random exchanges of signs, for the p-value; up to 12 pairs all of them are tried.
        level: confidence of the interval.
        seed: of both.

    The interval is the percentile one, widened for small samples as Hesterberg proposes (Am. Stat. 69, 2015).
    """
    if not 0 < level < 1:
        raise SampleBroken("confidence level", f"{level} does not lie between 0 and 1")
    before, after = (
        as_numbers(baseline, what="baseline", largest=LARGEST),
        as_numbers(variant, what="variant", largest=LARGEST),
    )
    if before.ndim != 1 or before.shape != after.shape:
        raise LengthsDiffer({"baseline": before.size, "variant": after.size})
    differences = after - before
    differences = differences[~np.isnan(differences)]
    pairs = len(differences)
    if pairs < 2:
        raise SampleEmpty("matched samples", needed=2, got=pairs)
    rng = np.random.default_rng(seed)
    deviation = float(differences.std(ddof=1))
    varies = deviation > 1e-12 * float(np.abs(differences).max())
    interval = _interval(differences, resamples=resamples, level=level, rng=rng) if varies else None
    flags = () if varies else (ContrastFlag.NO_VARIATION,)
    return Contrast(
        mean=float(differences.mean()),
        median=float(np.median(differences)),
        effect=float(differences.mean()) / deviation if varies else None,
        low=None if interval is None else interval[0],
        high=None if interval is None else interval[1],
        level=level,
        p_value=_sign_flip(differences, permutations=permutations, rng=rng),
        pairs=pairs,
        unmatched=before.size - pairs,
        flags=(*flags, ContrastFlag.FEW_PAIRS) if pairs < FEW_PAIRS else flags,
    )


def contrast_family(contrasts: Mapping[Key, Contrast]) -> tuple[FamilyMember, ...]:
    """Benjamini and Hochberg's rule (J. R. Stat. Soc. B 57, 1995) over contrasts planned together."""
    if not contrasts:
        raise SampleEmpty("contrasts")
    p_values = np.array([contrast.p_value for contrast in contrasts.values()])
    order = np.argsort(p_values)[::-1]
    ranks = np.arange(len(p_values), 0, -1)
    q_values = np.empty(len(p_values))
    q_values[order] = np.minimum.accumulate(p_values[order] * len(p_values) / ranks)
    return tuple(
        FamilyMember(
            name=name,
            contrast=contrast,
            q_value=q_value,
            is_found_at_5=q_value <= 0.05,
            is_found_at_10=q_value <= 0.10,
        )
        for (name, contrast), q_value in zip(contrasts.items(), q_values.tolist(), strict=True)
    )


def _interval(
    differences: FloatArray, *, resamples: int, level: float, rng: np.random.Generator
) -> tuple[float, float]:
    pairs = len(differences)
    draws = np.concatenate(
        [
            differences[rng.integers(0, pairs, (rows, pairs))].mean(axis=1)
            for rows in _chunks(resamples, width=pairs)
        ]
    )
    tail = _widened_tail((1 - level) / 2, pairs=pairs)
    low, high = np.quantile(draws, [tail, 1 - tail])
    return float(low), float(high)


def _widened_tail(tail: float, *, pairs: int) -> float:
    """The tail at which a bootstrap of few pairs is as wide as Student's interval would be."""
    from scipy import special  # pyright: ignore[reportMissingTypeStubs] (it ships none)

    reach = float(special.stdtrit(pairs - 1, tail)) * sqrt(pairs / (pairs - 1))
    return float(special.ndtr(reach))


def _sign_flip(differences: FloatArray, *, permutations: int, rng: np.random.Generator) -> float:
    """How often exchanging the two sides of pairs gives as large a mean (Fisher, Design of Experiments, 1935)."""
    pairs = len(differences)
    seen = abs(float(differences.sum())) - 1e-12 * float(np.abs(differences).sum())
    if pairs <= _EXACT_PAIRS:
        ways, places = np.arange(2**pairs, dtype=np.int64), np.arange(pairs, dtype=np.int64)
        signs = 1 - 2.0 * ((ways[:, None] >> places) & 1)
        return int(np.sum(np.abs(signs @ differences) >= seen)) / len(ways)
    hits = 0
    for rows in _chunks(permutations, width=pairs):
        signs = 1 - 2.0 * rng.integers(0, 2, (rows, pairs))
        hits += int(np.sum(np.abs(signs @ differences) >= seen))
    return (1 + hits) / (1 + permutations)


def _chunks(total: int, *, width: int) -> list[int]:
    """How many rows to draw at a time, so that memory stays small."""
    size = max(1, _CHUNK // width)
    return [min(size, total - start) for start in range(0, total, size)]
