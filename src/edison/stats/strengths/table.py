"""Pairwise comparisons as a table: who met whom, who won, how much it counts, who judged."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import BoolArray, FloatArray, IntArray

from .algebra import sealed
from .columns import (
    Coder,
    Column,
    Lengths,
    check_lengths,
    codes_of,
    distinct,
    listed,
    relative_lengths,
    weights_of,
)
from .winners import ComparisonOutcome, OutcomeArray, WinnerSides, read_winners


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonTable:
    """Comparisons in row order, with codes in place of labels; make one with a `from_…`.

    Rows in which an item meets itself are left out and counted; rows of weight 0 are left out.
    """

    items: tuple[Hashable, ...]
    left: IntArray
    """The item shown first, an index into `items`."""
    right: IntArray
    outcome: OutcomeArray
    """Codes of `Outcome`."""
    weight: FloatArray | None = None
    judges: tuple[Hashable, ...] = ()
    judge: IntArray | None = None
    """Who decided, an index into `judges`; None when nobody knows."""
    case: IntArray | None = None
    """What a comparison was about, such as its prompt, numbered from 0; None when each stands for itself."""
    longer: FloatArray | None = None
    """How much longer the left text is than the right one, as a share of both together: from -1 to 1."""
    self_comparisons: int = 0
    self_decisions: int = 0
    """Those of them in which a winner was named, which the literature counts as decisions."""
    sides_known: bool = True
    """Whether left and right say which item was shown first."""

    @classmethod
    def from_columns(
        cls,
        left: Column,
        right: Column,
        winner: Column,
        *,
        weight: npt.ArrayLike | Iterable[float] | None = None,
        judge: Column | None = None,
        case: Column | None = None,
        lengths: Lengths | None = None,
        items: Sequence[Hashable] | None = None,
    ) -> "ComparisonTable":
        """Read labels; a winner is *left*, *right*, *tie* or a synonym, or the label of the winning item.

        `items` names all items in the wished order, those without a comparison among them; without it they are
        taken from the rows in order of appearance. `lengths` are those of the left and of the right texts.
        """
        lefts, rights, winners = listed(left), listed(right), listed(winner)
        check_lengths({"left": len(lefts), "right": len(rights), "winner": len(winners)})
        coder = Coder(items)
        left_codes = coder.encode(lefts, what="left items")
        right_codes = coder.encode(rights, what="right items")
        outcome = read_winners(winners, WinnerSides(left_codes, right_codes, coder.codes))
        rows = ComparisonTable(
            items=coder.labels,
            left=left_codes,
            right=right_codes,
            outcome=outcome,
            longer=None if lengths is None else relative_lengths(*lengths, rows=len(lefts)),
        )
        return _complete(rows, weight=weight, judge=judge, case=case)

    @classmethod
    def from_winners(
        cls,
        winner: Column,
        loser: Column,
        *,
        weight: npt.ArrayLike | Iterable[float] | None = None,
        judge: Column | None = None,
        case: Column | None = None,
        lengths: Lengths | None = None,
        items: Sequence[Hashable] | None = None,
    ) -> "ComparisonTable":
        """Read who won and who lost; which of them was shown first is then unknown."""
        winners, losers = listed(winner), listed(loser)
        check_lengths({"winner": len(winners), "loser": len(losers)})
        coder = Coder(items)
        left, right = coder.encode(winners, what="winners"), coder.encode(losers, what="losers")
        outcome = np.full(len(winners), ComparisonOutcome.LEFT, dtype=np.int8)
        rows = ComparisonTable(
            items=coder.labels,
            left=left,
            right=right,
            outcome=outcome,
            longer=None if lengths is None else relative_lengths(*lengths, rows=len(winners)),
            sides_known=False,
        )
        return _complete(rows, weight=weight, judge=judge, case=case)

    @classmethod
    def from_arrays(
        cls,
        left: npt.ArrayLike,
        right: npt.ArrayLike,
        outcome: npt.ArrayLike,
        *,
        weight: npt.ArrayLike | None = None,
        judge: Column | None = None,
        case: Column | None = None,
        items: Sequence[Hashable] | int | None = None,
    ) -> "ComparisonTable":
        """Take codes as they are: items from 0, outcomes as in `ComparisonOutcome` (0 tie, 1 left, 2 right).

        `items` gives the labels, or how many items there are. The arrays are not copied where they need not be.
        """
        lefts, rights = codes_of(left, what="left items"), codes_of(right, what="right items")
        outcomes = codes_of(outcome, what="outcomes")
        check_lengths({"left": len(lefts), "right": len(rights), "outcome": len(outcomes)})
        if outcomes.max(initial=0) > max(ComparisonOutcome):
            raise SampleBroken("outcomes", "they must be 0 (tie), 1 (left) or 2 (right)")
        highest = int(max(lefts.max(initial=-1), rights.max(initial=-1)))
        rows = ComparisonTable(
            items=_labels(items, highest=highest), left=lefts, right=rights, outcome=outcomes.astype(np.int8)
        )
        return _complete(rows, weight=weight, judge=judge, case=case)

    def __len__(self) -> int:
        return len(self.left)

    @property
    def weights(self) -> FloatArray:
        """The weight of each row, 1 where none was given."""
        return np.ones(len(self)) if self.weight is None else self.weight

    def take(self, rows: BoolArray | IntArray | slice) -> "ComparisonTable":
        """The same items with some of the rows; nothing is left out or counted a second time."""
        return ComparisonTable(
            items=self.items,
            left=sealed(self.left[rows]),
            right=sealed(self.right[rows]),
            outcome=sealed(self.outcome[rows]),
            weight=None if self.weight is None else sealed(self.weight[rows]),
            judges=self.judges,
            judge=None if self.judge is None else sealed(self.judge[rows]),
            case=None if self.case is None else sealed(self.case[rows]),
            longer=None if self.longer is None else sealed(self.longer[rows]),
            self_comparisons=self.self_comparisons,
            self_decisions=self.self_decisions,
            sides_known=self.sides_known,
        )


def _labels(items: Sequence[Hashable] | int | None, *, highest: int) -> tuple[Hashable, ...]:
    if items is None:
        return tuple(range(highest + 1))
    labels = tuple(range(items)) if isinstance(items, int) else distinct(items)
    if highest >= len(labels):
        raise SampleBroken("items", f"there are {len(labels)} of them, but a row names number {highest}")
    return labels


def _complete(
    rows: ComparisonTable,
    *,
    weight: npt.ArrayLike | Iterable[float] | None,
    judge: Column | None,
    case: Column | None,
) -> ComparisonTable:
    """Add weights and judges, leave out what compares nothing, refuse what cannot be ranked."""
    weights = None if weight is None else weights_of(weight)
    judges, judge_codes = ((), None) if judge is None else _read_labels(judge, what="judges")
    _, case_codes = ((), None) if case is None else _read_labels(case, what="cases")
    check_lengths(
        {
            "rows": len(rows),
            "weight": len(rows) if weights is None else len(weights),
            "judge": len(rows) if judge_codes is None else len(judge_codes),
            "case": len(rows) if case_codes is None else len(case_codes),
        }
    )
    selfs = rows.left == rows.right
    whole = ComparisonTable(
        items=rows.items,
        left=rows.left,
        right=rows.right,
        outcome=rows.outcome,
        weight=weights,
        judges=judges,
        judge=judge_codes,
        case=case_codes,
        longer=rows.longer,
        self_comparisons=int(np.count_nonzero(selfs)),
        self_decisions=int(np.count_nonzero(selfs & (rows.outcome != ComparisonOutcome.TIE))),
        sides_known=rows.sides_known,
    )
    kept = ~selfs if weights is None else ~selfs & (weights > 0)
    if not kept.any():
        raise SampleEmpty("comparisons of two different items")
    return whole.take(slice(None) if kept.all() else kept)


def _read_labels(labels: Column, *, what: str) -> tuple[tuple[Hashable, ...], IntArray]:
    coder = Coder()
    codes = coder.encode(listed(labels), what=what)
    return coder.labels, codes
