"""Which judges assess which cells, and how often: planned before a run begins, and frozen with it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from .noun import Noun

MOST_TIMES = 100


class JudgeAssignment(Noun):
    """Some cells, and judges that assess each of them so many times."""

    cells: tuple[int, ...] = Field(min_length=1)
    """By number."""
    judges: tuple[int, ...] = Field(min_length=1)
    """By index."""
    times: int = Field(default=1, ge=1, le=MOST_TIMES)
    """Independent judgments of the same output by the same judge."""


class JudgmentSlot(NamedTuple):
    """Who gives a judgment, and which of its several judgments of one output it is."""

    judge: int
    repeat: int


class JudgmentPlan:
    """What is asked about each cell, ready to be looked up.

    The judgments of a cell are its parts: the first of each judge has the judge's index, and repeats are numbered on.
    """

    def __init__(
        self,
        *,
        judges: int,
        everybody: Sequence[int] = (),
        assignments: Iterable[JudgeAssignment] | None = None,
    ) -> None:
        self._judges = judges
        self._everybody = tuple(everybody)
        self._listed: dict[int, tuple[int, ...]] | None = None
        if assignments is not None:
            self._listed = {}
            for assignment in assignments:
                self._assign(assignment, listed=self._listed)

    @property
    def wanted(self) -> dict[int, int] | None:
        """How many judgments each cell calls for; those not among them call for none. None: all for the same."""
        if self._listed is None:
            return None
        return {cell: len(parts) for cell, parts in self._listed.items()}

    def parts_of(self, cell: int) -> tuple[int, ...]:
        """The judgments that the output of this cell calls for."""
        return self._everybody if self._listed is None else self._listed.get(cell, ())

    def slot(self, part: int) -> JudgmentSlot:
        """Who gives this judgment."""
        repeat, judge = divmod(part, self._judges)
        return JudgmentSlot(judge, repeat)

    def _assign(self, assignment: JudgeAssignment, *, listed: dict[int, tuple[int, ...]]) -> None:
        parts = tuple(
            repeat * self._judges + judge for repeat in range(assignment.times) for judge in assignment.judges
        )
        for cell in assignment.cells:
            listed[cell] = (*listed.get(cell, ()), *parts)
