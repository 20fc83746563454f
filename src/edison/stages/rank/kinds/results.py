"""The numbers of one contender, column by column: what every board is made from."""

from array import array
from collections import Counter
from dataclasses import dataclass, field

from edison.domain import CellScore, OutputStatus, outcome_of

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
    judges: tuple[str, ...] = ()
    outcomes: Counter[str] = field(default_factory=Counter[str])
    qualities: Column = field(default_factory=Column)
    by_judge: dict[str, Column] = field(default_factory=dict[str, Column])
    passes: Column = field(default_factory=Column)
    successes: Column = field(default_factory=Column)
    latencies_s: Column = field(default_factory=Column)
    """Of answers alone: a refusal at once is not fast."""
    costs_usd: Column = field(default_factory=Column)
    """Of answers alone: what failed for nothing is not cheap."""
    spent_microusd: int = 0
    """On everything, failures included, as far as it is known."""

    def add(self, score: CellScore, *, case: int) -> None:
        """Take in one cell."""
        answered = score.status is OutputStatus.OK
        self.outcomes[outcome_of(score.status, score.reason).value] += 1
        self.successes.add(float(answered), case=case)
        self.spent_microusd += score.microusd or 0
        if score.passed is not None:
            self.passes.add(float(score.passed), case=case)
        for judge, quality in score.qualities:
            self.qualities.add(quality, case=case)
            self.by_judge.setdefault(self.judges[judge], Column()).add(quality, case=case)
        if answered and score.latency_s is not None:
            self.latencies_s.add(score.latency_s, case=case)
        if answered and score.microusd is not None:
            self.costs_usd.add(score.microusd / _MICRO, case=case)
