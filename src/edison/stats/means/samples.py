"""Samples as they come in: values with labels, missing ones among them; and as they are measured: clusters."""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, IntArray, as_one_column

from .clusters import ROUNDING, Clusters, Scale, gather_clusters

LARGEST, _SMALLEST = 1e100, 1e-100

Labels: TypeAlias = Sequence[object] | NDArray[np.generic]


class SampleKind(StrEnum):
    """What the values are; it decides which interval is the default."""

    SCORES = "scores"
    PASS_FAIL = "pass_fail"
    PAIRED_DIFFERENCES = "paired_differences"


@dataclass(frozen=True, slots=True)
class Sample:
    """Values averaged within their case (judges and repeats are nested in it), missing ones left out."""

    case_means: FloatArray
    clusters: Clusters
    values: int
    missing: int
    is_nested: bool
    """Whether a case has several values, or a cluster several cases."""

    @property
    def cases(self) -> int:
        return len(self.case_means)


def read_sample(values: ArrayLike, *, cases: Labels | None = None, families: Labels | None = None) -> Sample:
    """Average the values within their cases and gather the cases into clusters.

    Args:
        values: Scores, NaN where missing.
        cases: The case each value belongs to; every value is a case of its own when not given.
        families: The template, document or family each value's case was made from; a case has one family.
    """
    scores = read_values(values)
    # Their squares would vanish, and with them what varies.
    scores = np.where(np.abs(scores) < _SMALLEST, 0.0, scores)
    case_of = code_labels(cases, name="cases", like=scores)
    family_of = case_of if families is None else code_labels(families, name="families", like=scores)
    present = ~np.isnan(scores)
    if not present.any():
        raise SampleEmpty("values")
    kept, case_kept, family_kept = scores[present], case_of[present], family_of[present]
    found, first, code = np.unique(case_kept, return_index=True, return_inverse=True)
    family_of_case = family_kept[first]
    if np.any(family_of_case[code] != family_kept):
        raise SampleBroken("families", "a case belongs to more than one of them")
    case_means = np.bincount(code, weights=kept) / np.bincount(code)
    clusters = gather_clusters(case_means, families=family_of_case)
    return Sample(
        case_means=case_means,
        clusters=clusters,
        values=len(kept),
        missing=len(scores) - len(kept),
        is_nested=len(found) < len(kept) or len(clusters) < len(found),
    )


def read_values(values: ArrayLike, *, name: str = "values") -> FloatArray:
    """One column of numbers, NaN where missing; anything else is refused by name."""
    column = as_one_column(values, what=name)
    if np.isinf(column).any():
        raise SampleBroken(name, "some are infinite")
    if np.any(np.abs(column) > LARGEST):
        raise SampleBroken(
            name, f"some are beyond {LARGEST:g}, whose squares are no numbers; take a larger unit"
        )
    return column


def check_scale(scale: Scale | None) -> None:
    """Refuse a scale whose ends are not two finite numbers in order."""
    if scale is None:
        return
    low, high = scale
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise SampleBroken("ends of the scale", f"{low} is not a finite number below {high}")


def check_within(values: FloatArray, *, scale: Scale | None, name: str = "values") -> None:
    """Refuse values beyond the ends of the scale."""
    if scale is None:
        return
    slack = ROUNDING * (scale[1] - scale[0])
    if np.any(values < scale[0] - slack) or np.any(values > scale[1] + slack):
        raise SampleBroken(name, f"some lie outside the scale from {scale[0]:g} to {scale[1]:g}")


def check_shares(values: FloatArray, *, scale: Scale | None) -> None:
    """Refuse anything but passes (1) and failures (0), missing ones apart."""
    if scale not in (None, (0, 1)):
        raise SampleBroken("ends of the scale", "pass or fail goes from 0 to 1")
    if not np.isin(values[~np.isnan(values)], (0, 1)).all():
        raise SampleBroken("values", "some are neither 0 nor 1, so that they are not passes and failures")


def check_level(level: float) -> None:
    """Refuse a level of confidence that is not between 0 and 1."""
    if not 0 < level < 1:
        raise SampleBroken("level of confidence", f"{level} is not between 0 and 1")


def code_labels(labels: Labels | None, *, name: str, like: FloatArray) -> IntArray:
    """Labels as whole numbers in order of appearance; each value its own where there are none."""
    if labels is None:
        return np.arange(len(like))
    if len(labels) != len(like):
        raise LengthsDiffer({"values": len(like), name: len(labels)})
    numbers = _whole_numbers(labels)
    if numbers is not None:
        return _code_numbers(numbers)
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in labels], dtype=np.intp)


def _whole_numbers(labels: Labels) -> NDArray[np.generic] | None:
    """Labels that are whole numbers in an array: there may be very many, and nobody needs to look at each."""
    if not isinstance(labels, array | np.ndarray):
        return None
    numbers = np.asarray(cast("NDArray[np.generic]", labels))
    return numbers if numbers.dtype.kind in "iu" else None


def _code_numbers(labels: NDArray[np.generic]) -> IntArray:
    _, first, code = np.unique(labels, return_index=True, return_inverse=True)
    places = np.empty(len(first), dtype=np.intp)
    places[np.argsort(first)] = np.arange(len(first))
    return places[code]
