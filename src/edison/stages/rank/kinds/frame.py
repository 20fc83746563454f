"""What all contenders of a board have in common."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class Families:
    """Which cases vary together; a case of no family stands alone."""

    def __init__(self, cases: int) -> None:
        self._labels = array("q", range(cases))
        self._codes: dict[str, int] = {}

    def note(self, case: int, family: str | None) -> None:
        """Take in what a score says about its case."""
        if family is not None:
            # Below zero, so that no family is taken for a case.
            self._labels[case] = -1 - self._codes.setdefault(family, len(self._codes))

    def of(self, cases: Sequence[int] | None = None) -> "array[int] | None":
        """The label of each case, or of every case in its order; None where all of them stand alone."""
        if not self._codes:
            return None
        return self._labels if cases is None else array("q", map(self._labels.__getitem__, cases))


@dataclass(frozen=True, slots=True)
class Frame:
    """How a contender is measured on a board."""

    cases: int
    families: Families
    weights: Mapping[int, float] = field(default_factory=dict[int, float])
    """Of the judges of the board's panel, by index."""
    names: Mapping[int, str] = field(default_factory=dict[int, str])
    """Of the same judges."""
    seed: int | None = 0
    """Of the resampling; None where there is too much for it."""
