"""Where the spread of results comes from: cases, judges, repeats, and the rest."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleEmpty
from edison.stats.arrays import FloatArray, IntArray
from edison.stats.means.samples import Labels, code_labels, read_values


class ComponentFlag(StrEnum):
    """What the data cannot tell apart, and where it was counted."""

    JUDGES_NOT_SEPARATE = "judges_not_separate"
    """One judge only: whether others would differ is not known."""
    REPEATS_NOT_SEPARATE = "repeats_not_separate"
    """No case was repeated: the spread of repeats is counted with the cases'."""
    RESIDUAL_NOT_SEPARATE = "residual_not_separate"
    """No output was judged twice: the rest is counted with the repeats', or with the cases'."""


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """Variances of a result: y = mean + case + judge + repeat within its case + rest."""

    case: float
    judge: float = 0.0
    repeat: float = 0.0
    residual: float = 0.0
    flags: frozenset[ComponentFlag] = frozenset()


def estimate_components(
    values: ArrayLike, *, cases: Labels, judges: Labels | None = None, repeats: Labels | None = None
) -> VarianceComponents:
    """Variance components by symmetric sums: average squared differences of pairs of results.

    Half the squared difference of two results is, on average, the sum of the variances they do not share; the
    averages over the six ways in which two results can share case, repeat and judge are fitted with variances
    that are not negative (Koch 1967). Needs no balance; missing results (NaN) are left out.

    Args:
        values: Scores, or differences of two arms.
        cases: The case of each value.
        judges: The judge of each value; one judge when not given.
        repeats: Which repeat of its case each value belongs to; one when not given.
    """
    column = read_values(values)
    present = ~np.isnan(column)
    kept = column[present]
    codes = [
        _codes(labels, name=name, like=column)[present]
        for name, labels in (("cases", cases), ("judges", judges), ("repeats", repeats))
    ]
    if len(np.unique(codes[0])) < 2:
        raise SampleEmpty("cases", needed=2, got=len(np.unique(codes[0])))
    pairs = _count_pairs(kept - kept.mean(), case=codes[0], judge=codes[1], repeat=codes[2])
    columns = _separable(pairs)
    found = _fit_not_negative(pairs, columns=columns)
    return VarianceComponents(
        case=found[0], judge=found[1], repeat=found[2], residual=found[3], flags=_flags(columns)
    )


_CASE, _JUDGE, _REPEAT, _RESIDUAL = range(4)

# Which variances two results do not share, by what they have in common.
_NOT_SHARED = np.array(
    [
        [0, 0, 0, 1],  # case, repeat and judge: judged twice by the same
        [0, 1, 0, 1],  # case and repeat
        [0, 0, 1, 1],  # case and judge
        [0, 1, 1, 1],  # case
        [1, 0, 1, 1],  # judge
        [1, 1, 1, 1],  # nothing
    ],
    dtype=np.float64,
)


@dataclass(frozen=True, slots=True)
class _Pairs:
    counts: FloatArray
    halves: FloatArray
    """Half the mean squared difference, by what two results have in common."""


def _codes(labels: Labels | None, *, name: str, like: FloatArray) -> IntArray:
    if labels is None:
        return np.zeros(len(like), dtype=np.intp)
    return code_labels(labels, name=name, like=like)


def _count_pairs(values: FloatArray, *, case: IntArray, judge: IntArray, repeat: IntArray) -> _Pairs:
    nothing = np.zeros_like(case)
    by_case, by_judge = _within(values, case), _within(values, judge)
    by_case_judge, by_case_repeat = _within(values, case, judge), _within(values, case, repeat)
    by_all = _within(values, case, judge, repeat)
    sums = np.array(
        [
            by_all,
            by_case_repeat - by_all,
            by_case_judge - by_all,
            by_case - by_case_repeat - by_case_judge + by_all,
            by_judge - by_case_judge,
            _within(values, nothing) - by_case - by_judge + by_case_judge,
        ]
    )
    counts, squares = sums[:, 0], sums[:, 1]
    return _Pairs(counts=counts, halves=squares / np.maximum(2 * counts, 1))


def _within(values: FloatArray, *labels: IntArray) -> FloatArray:
    """How many pairs share all these labels, and the sum of their squared differences."""
    code = np.unique(np.stack(labels), axis=1, return_inverse=True)[1].ravel()
    sizes = np.bincount(code)
    sums, squares = np.bincount(code, weights=values), np.bincount(code, weights=values**2)
    return np.array([(sizes * (sizes - 1) / 2).sum(), (sizes * squares - sums**2).sum()])


def _separable(pairs: _Pairs) -> tuple[int, ...]:
    has = pairs.counts > 0
    columns = [_CASE]
    if has[1] or has[3] or has[5]:
        columns.append(_JUDGE)
    if has[2] or has[3]:
        columns.append(_REPEAT)
    if has[0] or has[1]:
        columns.append(_RESIDUAL)
    return tuple(columns)


def _fit_not_negative(pairs: _Pairs, *, columns: tuple[int, ...]) -> list[float]:
    """Least squares over all subsets of the variances; of those without a negative one, the closest."""
    weights = np.sqrt(np.sqrt(pairs.counts))
    target = weights * pairs.halves
    best, closest = [0.0] * 4, float(target @ target)
    for size in range(1, len(columns) + 1):
        for subset in combinations(columns, size):
            design = weights[:, None] * _NOT_SHARED[:, subset]
            solution = np.linalg.lstsq(design, target)[0]
            left = float(((target - design @ solution) ** 2).sum())
            if (solution >= 0).all() and left < closest:
                best, closest = [0.0] * 4, left
                for place, variance in zip(subset, solution, strict=True):
                    best[place] = float(variance)
    return best


def _flags(columns: tuple[int, ...]) -> frozenset[ComponentFlag]:
    named = {
        _JUDGE: ComponentFlag.JUDGES_NOT_SEPARATE,
        _REPEAT: ComponentFlag.REPEATS_NOT_SEPARATE,
        _RESIDUAL: ComponentFlag.RESIDUAL_NOT_SEPARATE,
    }
    return frozenset(flag for column, flag in named.items() if column not in columns)
