"""Reading columns: labels become codes, weights become numbers, and what is broken is said by name."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.arrays import FloatArray, IntArray, as_numbers

_BYTE = 256
_HEAVIEST = 1e9
"""A weight, and how many times another one; sums of what lies further apart are no longer exact."""

Column: TypeAlias = Iterable[Hashable]
"""A list, a tuple, an array or a data frame's column of labels."""
Lengths: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike]
"""How long the left, or winning, and the right texts are, in any unit."""


class Coder:
    """Gives each label a code: in order of appearance, or as `items` tells."""

    def __init__(self, items: Sequence[Hashable] | None = None) -> None:
        if items is None:
            # One pass over a million labels instead of two: an unknown label gets its code while it is read.
            self._codes: dict[Hashable, int] = _Appearing()
        else:
            self._codes = {label: code for code, label in enumerate(distinct(items))}

    @property
    def labels(self) -> tuple[Hashable, ...]:
        return tuple(self._codes)

    @property
    def codes(self) -> Mapping[Hashable, int]:
        return self._codes

    def encode(self, labels: Sequence[Hashable], *, what: str) -> IntArray:
        """The codes of a column; raises `SampleBroken` for a missing or an unknown label."""
        try:
            codes = look_up(labels, self._codes)
        except KeyError as error:
            raise SampleBroken(what, f"{error.args[0]!r} is not among the items") from error
        except TypeError as error:
            raise SampleBroken(what, "a label must be hashable, such as a word or a number") from error
        _refuse_missing(self._codes, what=what)
        return codes


class _Appearing(dict[Hashable, int]):
    def __missing__(self, label: Hashable) -> int:
        code = self[label] = len(self)
        return code


def look_up(values: Sequence[Hashable], meanings: Mapping[Hashable, int]) -> IntArray:
    """The number that stands for each value; raises `KeyError` for a value without one."""
    if len(values) < 2:
        return np.array([meanings[value] for value in values], dtype=np.intp)
    found = cast("tuple[int, ...]", itemgetter(*values)(meanings))
    if len(meanings) <= _BYTE:
        # Through bytes, which are filled twice as fast as an array.
        return np.frombuffer(bytes(found), dtype=np.uint8).astype(np.intp)
    return np.fromiter(found, dtype=np.intp, count=len(found))


def listed(column: Column) -> Sequence[Hashable]:
    """The column as a list; arrays give plain Python values, which are read faster and compare equal."""
    if isinstance(column, list | tuple):
        return cast("Sequence[Hashable]", column)
    if isinstance(column, np.ndarray):
        return cast("list[Hashable]", column.tolist())
    return list(column)


def distinct(items: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """The labels; raises `SampleBroken` when one of them is missing or stands there twice."""
    labels = tuple(items)
    _refuse_missing(labels, what="items")
    if len(set(labels)) < len(labels):
        raise SampleBroken("items", "a label stands there twice")
    return labels


def codes_of(values: npt.ArrayLike, *, what: str) -> IntArray:
    """Whole numbers from 0; raises `SampleBroken` for anything else."""
    codes = np.asarray(values)
    if codes.size == 0:
        return np.zeros(0, dtype=np.intp)
    if codes.ndim != 1 or codes.dtype.kind not in "iu":
        raise SampleBroken(what, "they must be one column of whole numbers")
    if codes.min() < 0:
        raise SampleBroken(what, "they must not be below 0")
    return codes.astype(np.intp, copy=False)


def weights_of(values: Iterable[float] | npt.ArrayLike) -> FloatArray:
    """Weights from 0 that can be added up without losing one; raises `SampleBroken` for anything else."""
    given = (
        cast("object", values) if isinstance(values, np.ndarray) else list(cast("Iterable[float]", values))
    )
    weights = as_numbers(cast("npt.ArrayLike", given), what="weights")
    if weights.ndim != 1 or not np.isfinite(weights).all() or (weights < 0).any():
        raise SampleBroken("weights", "they must be finite numbers from 0")
    heaviest, lightest = weights.max(initial=0.0), weights[weights > 0].min(initial=np.inf)
    if heaviest > _HEAVIEST or heaviest > _HEAVIEST * lightest:
        cause = f"one is more than {_HEAVIEST:g}, or so many times another, which would not count beside it"
        raise SampleBroken("weights", cause)
    return weights


def relative_lengths(left: npt.ArrayLike, right: npt.ArrayLike, *, rows: int) -> FloatArray:
    """The difference of two lengths over their sum: 0 for equals, 1/3 where the left is twice as long."""
    first, second = (np.asarray(column, dtype=np.float64) for column in (left, right))
    check_lengths({"rows": rows, "left lengths": len(first), "right lengths": len(second)})
    both = first + second
    if not np.isfinite(both).all() or (first < 0).any() or (second < 0).any():
        raise SampleBroken("lengths", "they must be finite numbers from 0")
    return np.divide(first - second, both, out=np.zeros_like(both), where=both > 0)


def check_lengths(lengths: Mapping[str, int]) -> None:
    """Raise `LengthsDiffer` unless all columns are equally long."""
    if len(set(lengths.values())) > 1:
        raise LengthsDiffer(lengths)


def _refuse_missing(labels: Iterable[Hashable], *, what: str) -> None:
    # NaN is the one label that differs from itself.
    if any(label is None or label != label for label in labels):
        raise SampleBroken(what, "a label is missing")
