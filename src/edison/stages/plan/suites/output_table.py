"""Who may meet whom: outputs of the same case and repeat, by contenders that differ in the arm or in the version."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, TypeAlias

from edison.domain import CellPosition, Grid, Pair, PairLine, Stream

FEW_CONTENDERS = 4
"""Up to so many, all of them meet on every case."""
PER_CONTENDER = 2
"""Of more contenders, so many pairs for each meet on a case at most: their number grows with them, not its square."""

Rivals: TypeAlias = tuple[int, int]
"""Two contenders by number, the lower one first."""


class Meeting(NamedTuple):
    """Two contenders on one task: a case in one repeat, by number."""

    task: int
    rivals: Rivals


def find_rivals(grid: Grid) -> list[Rivals]:
    """Contenders that differ in one thing: arms with the same version, versions with the same arm.

    Contenders are numbered as boards list them: version by version, arm by arm.
    """
    numbers = range(grid.versions * grid.arms)
    return [
        (one, other)
        for one, other in combinations(numbers, 2)
        if one // grid.arms == other // grid.arms or one % grid.arms == other % grid.arms
    ]


def most_meetings(grid: Grid) -> int:
    """How many pairs of outputs of one task are compared at most."""
    contenders, rivals = grid.versions * grid.arms, len(find_rivals(grid))
    return rivals if contenders <= FEW_CONTENDERS else min(rivals, PER_CONTENDER * contenders)


class OutputTable:
    """The outputs that there are, and which of them have met."""

    def __init__(self, grid: Grid, *, answered: Collection[int], lines: Iterable[PairLine]) -> None:
        self._grid = grid
        self._rivals = find_rivals(grid)
        self._most = most_meetings(grid)
        self._ready = defaultdict[int, set[int]](set)
        for cell in answered:
            task, contender = self.seat(cell)
            self._ready[task].add(contender)
        self.met = Counter[Rivals]()
        """How often each two contenders have met."""
        self.first = Counter[Rivals]()
        """How much more often the lower one of two contenders was shown first."""
        self._met_on = defaultdict[int, set[Rivals]](set)
        for line in {line.unit: line for line in lines}.values():
            self._note(line)

    @property
    def contenders(self) -> int:
        return self._grid.versions * self._grid.arms

    @cached_property
    def tasks(self) -> list[int]:
        """Those on which two outputs have not met that could."""
        return [task for task in sorted(self._ready) if self.unmet(task)]

    @cached_property
    def open_tasks(self) -> list[int]:
        """Those of them on which more may be compared, where the least was compared first."""
        open_tasks = [task for task in self.tasks if len(self._met_on[task]) < self._most]
        return sorted(open_tasks, key=lambda task: len(self._met_on[task]))

    def seat(self, cell: int) -> tuple[int, int]:
        """The task and the contender of a cell."""
        place, grid = self._grid.place(cell), self._grid
        return place.case * grid.repeats + place.replicate, place.version * grid.arms + place.arm

    def unmet(self, task: int) -> list[Rivals]:
        """Who could meet on a task, and did not."""
        ready, met = self._ready[task], self._met_on[task]
        return [pair for pair in self._rivals if pair not in met and ready.issuperset(pair)]

    def left_for(self, task: int) -> int:
        """How many pairs may still meet on a task."""
        return self._most - len(self._met_on[task])

    def between(self, lines: Iterable[PairLine]) -> Iterator[PairLine]:
        """The same comparisons, of contenders in place of cells."""
        for line in lines:
            yield PairLine(
                unit=line.unit,
                wave=line.wave,
                left=self.seat(line.left)[1],
                right=self.seat(line.right)[1],
                adaptive=line.adaptive,
                judge=line.judge,
                outcome=line.outcome,
            )

    def place(self, meetings: Sequence[Meeting], *, adaptive: bool, coin: Stream) -> Iterator[Pair]:
        """Pairs of cells; of every two contenders either is shown first equally often, and a coin begins."""
        for task, (low, high) in meetings:
            lead = self.first[low, high]
            low_first = lead < 0 if lead else bool(coin.below(2))
            self.first[low, high] += 1 if low_first else -1
            left, right = (low, high) if low_first else (high, low)
            yield Pair(left=self._cell(task, left), right=self._cell(task, right), adaptive=adaptive)

    def _note(self, line: PairLine) -> None:
        (task, left), (_, right) = self.seat(line.left), self.seat(line.right)
        rivals = min(left, right), max(left, right)
        self.first[rivals] += 1 if left < right else -1
        self.met[rivals] += 1
        self._met_on[task].add(rivals)

    def _cell(self, task: int, contender: int) -> int:
        case, replicate = divmod(task, self._grid.repeats)
        version, arm = divmod(contender, self._grid.arms)
        return self._grid.number(CellPosition(case, version, arm, replicate))
