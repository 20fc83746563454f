"""A promise and what was seen."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A promise and what was seen."""

    claim: str
    seen: float
    wanted: float
    at_most: bool = False

    @property
    def holds(self) -> bool:
        return self.seen <= self.wanted if self.at_most else self.seen >= self.wanted

    def __str__(self) -> str:
        sign = "≤" if self.at_most else "≥"
        return f"  {'ok  ' if self.holds else 'MISS'} {self.claim:<58} {self.seen:8.2f} (wanted {sign} {self.wanted:g})"
