"""The numbers of one contender, column by column: what every board is made from."""

from array import array
from collections import Counter
from dataclasses import dataclass, field
from math import fsum

from edison.domain import CellOutcome, CellScore, OutputStatus, outcome_of

_MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class Column:
    """Values with the case each belongs to; kept small, because there may be very many."""

    values: "array[float]" = field(default_factory=lambda: array("d"))
    cases: "array[int]" = field(default_factory=lambda: array("q"))

    def add(self, value: float, *, case: int) -> None:
        self.values.append(value)
        self.cases.append(case)

    def __len__(self) -> int:
        return len(self.values)


@dataclass(slots=True)
class Results:
    """What is known about one contender. A number that is not known is not in its column, and so never a zero."""

    planned: int
    """How many cells it has in all."""
    outcomes: Counter[str] = field(default_factory=Counter[str])
    qualities: dict[int, Column] = field(default_factory=dict[int, Column])
    """By the judge's index."""
    overalls: dict[int, Column] = field(default_factory=dict[int, Column])
    passes: Column = field(default_factory=Column)
    successes: Column = field(default_factory=Column)
    latencies_s: Column = field(default_factory=Column)
    """Of answers alone: a refusal at once is not fast."""
    costs_usd: Column = field(default_factory=Column)
    """Of answers alone: what failed for nothing is not cheap."""
    spent_microusd: int = 0
    """On everything, failures included, as far as it is known."""
    judged: Counter[int] = field(default_factory=Counter[int])
    not_judged: Counter[int] = field(default_factory=Counter[int])

    @property
    def ended(self) -> int:
        return len(self.successes)

    @property
    def answered(self) -> int:
        """Cells that somebody answered, be it with a refusal; only trouble leaves none."""
        return self.ended - self.outcomes[CellOutcome.FAILED.value]

    def add(self, score: CellScore, *, case: int) -> None:
        """Take in one cell."""
        answered = score.status is OutputStatus.OK
        self.outcomes[outcome_of(score.status, score.reason).value] += 1
        self.successes.add(float(answered), case=case)
        self.spent_microusd += score.microusd or 0
        # Trouble says nothing about the arm: whoever cannot be reached has failed no check.
        if score.passed is not None and score.status is not OutputStatus.ERROR:
            self.passes.add(float(score.passed), case=case)
        if answered and score.latency_s is not None:
            self.latencies_s.add(score.latency_s, case=case)
        if answered and score.microusd is not None:
            self.costs_usd.add(score.microusd / _MICRO, case=case)
        self._hear(score, case=case)

    def _hear(self, score: CellScore, *, case: int) -> None:
        self.judged.update(score.judged)
        self.not_judged.update(score.not_judged)
        for judge, quality in score.qualities:
            self.qualities.setdefault(judge, Column()).add(quality, case=case)
        for judge, overall in score.overalls:
            self.overalls.setdefault(judge, Column()).add(overall, case=case)
        for judge, places in score.verdicts:
            if places:
                middle = fsum(places) / len(places)
                self.overalls.setdefault(judge, Column()).add(middle, case=case)
