"""Grade scales as data: three that come with the room, and whatever a user defines."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class GradeScale:
    """Grades from the lowest to the highest, and what is expected of a population."""

    name: str
    grades: tuple[str, ...]
    priors: tuple[float, ...] = ()
    """The share of a population in each grade; equal shares when not given."""
    minus: frozenset[str] = frozenset()
    """Grades that are given with a minus in the lowest quarter of their band."""
    plus: frozenset[str] = frozenset()
    """Grades that are given with a plus in the highest quarter of their band."""
    below: str | None = None
    """What is given far below the lowest grade; None when the scale has no such grade."""

    def __post_init__(self) -> None:
        _check_grades(self)
        _check_priors(self)

    def __len__(self) -> int:
        return len(self.grades)

    @property
    def shares(self) -> FloatArray:
        """The expected share of each grade, summing to 1."""
        if not self.priors:
            return np.full(len(self), 1 / len(self))
        return np.asarray(self.priors, dtype=np.float64) / sum(self.priors)

    def position(self, grade: str) -> int:
        """The place of a grade, the lowest being 0."""
        if grade not in self.grades:
            raise SampleBroken("anchor grades", f"{grade!r} is not a grade of the scale {self.name!r}")
        return self.grades.index(grade)

    def normalised(self, grade: str) -> float:
        """A grade as a number from 0 (the lowest, and below it) to 1 (the highest)."""
        if grade == self.below:
            return 0.0
        return self.position(grade) / (len(self) - 1)


def _check_grades(scale: GradeScale) -> None:
    if len(scale.grades) < 2:
        raise SampleEmpty("grades of a scale", needed=2, got=len(scale.grades))
    if len(set(scale.grades)) != len(scale.grades):
        raise SampleBroken("grades", f"the scale {scale.name!r} names one of them twice")
    if strangers := (scale.minus | scale.plus) - set(scale.grades):
        raise SampleBroken("fine grades", f"{', '.join(sorted(strangers))}: not on the scale {scale.name!r}")
    if scale.below in scale.grades:
        raise SampleBroken("grades", f"{scale.below!r} cannot lie on the scale and below it")


def _check_priors(scale: GradeScale) -> None:
    if not scale.priors:
        return
    if len(scale.priors) != len(scale.grades):
        raise SampleBroken("priors", f"{len(scale.priors)} of them for {len(scale.grades)} grades")
    if not all(np.isfinite(share) and share > 0 for share in scale.priors):
        raise SampleBroken("priors", "each must be a share above 0")
    if abs(sum(scale.priors) - 1) > 1e-6:
        raise SampleBroken("priors", f"they sum to {sum(scale.priors):.3g}, not to 1")


SWEDISH_8 = GradeScale(
    name="swedish_8_anchor",
    grades=("F", "E", "D", "D+", "C", "C+", "B", "A"),
    priors=(0.02, 0.08, 0.15, 0.20, 0.25, 0.15, 0.10, 0.05),
    minus=frozenset({"E", "D", "C", "B", "A"}),
    plus=frozenset({"E", "B"}),
)

ENG5_LEGACY_9 = GradeScale(
    name="eng5_np_legacy_9_step",
    grades=("F+", "E-", "E+", "D-", "D+", "C-", "C+", "B", "A"),
    below="F",
)

ENG5_NATIONAL_9 = GradeScale(
    name="eng5_np_national_9_step",
    grades=("1", "2", "3", "4", "5", "6", "7", "8", "9"),
    below="0",
)

_EVERYDAY = (
    GradeScale(name="A-F", grades=("F", "E", "D", "C", "B", "A")),
    GradeScale(name="1-6", grades=("6", "5", "4", "3", "2", "1")),
    GradeScale(name="6-1", grades=("1", "2", "3", "4", "5", "6")),
    GradeScale(name="0-100", grades=tuple(str(step) for step in range(0, 101, 10))),
    GradeScale(name="pass/fail", grades=("fail", "pass")),
)
"""As schools write them; the best grade is the last: 1 of `1-6`, 6 of `6-1`."""

SCALES: Mapping[str, GradeScale] = MappingProxyType(
    {scale.name: scale for scale in (*_EVERYDAY, SWEDISH_8, ENG5_LEGACY_9, ENG5_NATIONAL_9)}
)
