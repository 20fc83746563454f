"""What a held-out split was looked at for, and how much of its error is left."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from edison.errors import SampleBroken, StatisticRefused


class LookKind(StrEnum):
    """Why somebody looked at cases that were held out."""

    DECISION = "decision"
    """A round: which of its candidates may be adopted."""
    INSPECTION = "inspection"
    """Scores were read and nothing was decided; whoever chose by them has tested all that he read."""
    SEALED = "sealed_split_opened"


@dataclass(frozen=True, slots=True)
class HoldoutLook:
    """One look at a held-out split; it is never taken back."""

    kind: LookKind
    candidates: tuple[str, ...]
    error: float
    """The share of the error that the look spent."""
    adopted: str | None = None


@dataclass(frozen=True, slots=True)
class HoldoutLedger:
    """One error budget for all decisions on one held-out split, and every look at it, in order."""

    error: float = 0.05
    """The chance of any false adoption, over all candidates and rounds."""
    rounds: int | None = 10
    """Each planned round may spend the same share; None: no end is planned, and shares fall as 6 / (π r)²."""
    looks: tuple[HoldoutLook, ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.error < 1:
            raise SampleBroken("error budget", f"{self.error} is not between 0 and 1")
        if self.rounds is not None and self.rounds < 1:
            raise SampleBroken("number of rounds", f"{self.rounds} is less than one")

    @property
    def rounds_decided(self) -> int:
        return sum(look.kind is LookKind.DECISION for look in self.looks)

    @property
    def error_spent(self) -> float:
        return sum(look.error for look in self.looks)

    @property
    def error_left(self) -> float:
        return max(0.0, self.error - self.error_spent)

    @property
    def is_opened(self) -> bool:
        """Whether the sealed split was opened; it is opened once."""
        return any(look.kind is LookKind.SEALED for look in self.looks)

    @property
    def next_share(self) -> float:
        """What the next round may spend; refused when all planned rounds are over."""
        number = self.rounds_decided + 1
        if self.rounds is None:
            return self.error * 6 / (math.pi * number) ** 2
        if number > self.rounds:
            raise StatisticRefused(
                "decision",
                f"all {self.rounds} rounds planned for this held-out split are over and its error is spent",
                instead="Hold out fresh cases.",
            )
        return self.error / self.rounds

    def inspect(self, candidates: Iterable[str]) -> "HoldoutLedger":
        """Record that scores of these candidates were read; the next round counts them as tested."""
        return self.record(HoldoutLook(LookKind.INSPECTION, tuple(candidates), error=0.0))

    def record(self, look: HoldoutLook) -> "HoldoutLedger":
        return replace(self, looks=(*self.looks, look))

    def family(self, candidates: Iterable[str]) -> frozenset[str]:
        """Everyone tested in the next round: its candidates and all that were read since the last one."""
        read: set[str] = set(candidates)
        for look in reversed(self.looks):
            if look.kind is LookKind.DECISION:
                break
            if look.kind is LookKind.INSPECTION:
                read.update(look.candidates)
        return frozenset(read)
