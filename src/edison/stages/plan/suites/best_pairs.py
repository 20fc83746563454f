"""best pairs: which answers to one test are shown to a judge side by side, so that the best of them is known."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from edison.domain import SELECT_BEST, Case, Grid, Pair, PairLine, find_best_of_tests, times_met


def deal_best_pairs(
    cases: Sequence[Case], grid: Grid, *, answered: Collection[int], lines: Iterable[PairLine]
) -> tuple[Pair, ...]:
    """The answers that have yet to meet; none where all of them have."""
    ready = frozenset(answered)
    met = {(line.left, line.right) for line in lines}
    return tuple(
        Pair(left=left, right=right)
        for rivals in find_best_of_tests(cases, grid, kind=SELECT_BEST)
        for left, right in _meetings([cell for cell in rivals.cells if cell in ready], met=met)
        if (left, right) not in met
    )


def most_best_pairs(cases: Sequence[Case], grid: Grid) -> int:
    """How many comparisons each judge is asked for at most: so many, if every cell is answered."""
    return len(deal_best_pairs(cases, grid, answered=range(grid.cells), lines=()))


def _meetings(cells: Sequence[int], *, met: Collection[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for number, (one, other) in enumerate(combinations(cells, 2)):
        if times_met(len(cells)) > 1:
            yield from ((one, other), (other, one))
        elif (other, one) not in met:
            # Sides alternate, so that nobody is always shown first.
            yield (one, other) if number % 2 or (one, other) in met else (other, one)
