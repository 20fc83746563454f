"""A rate that was counted, with the Monte-Carlo error that belongs to it."""

from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True)
class Rate:
    """How many of so many worlds."""

    hits: int
    worlds: int

    @property
    def share(self) -> float:
        return self.hits / self.worlds

    @property
    def error(self) -> float:
        """One standard error, by the add-two rule so that a rate of 0 has one too."""
        eased = (self.hits + 2) / (self.worlds + 4)
        return sqrt(eased * (1 - eased) / (self.worlds + 4))

    def is_between(self, low: float, high: float, *, is_whole: bool) -> bool:
        """Whether the rate keeps the bars: as counted in a whole run, within 1.96 errors in a shortened one."""
        slack = 0.0 if is_whole else 1.96 * self.error
        return low - slack <= self.share <= high + slack

    def __str__(self) -> str:
        return f"{100 * self.share:5.1f} ±{100 * self.error:.1f} %"
