"""Who is ranked, and the numbers that every board of it is made from, column by column."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from edison.domain import (
    ArmId,
    CellLayout,
    CellOutcome,
    CellPosition,
    CellScore,
    OutputStatus,
    Safety,
    SafetyFlag,
    SafetyKind,
    Snapshot,
    outcome_of,
    to_usd,
)


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
class ContenderResults:
    """What is known about one contender. A number that is not known is not in its column, and so never a zero."""

    planned: int
    """How many cells it has in all."""
    outcomes: Counter[str] = field(default_factory=Counter[str])
    qualities: dict[int, Column] = field(default_factory=dict[int, Column])
    """By the judge's index."""
    overalls: dict[int, Column] = field(default_factory=dict[int, Column])
    criteria: dict[str, dict[int, Column]] = field(default_factory=dict[str, dict[int, Column]])
    """By the criterion's name, then by the judge's index."""
    passes: Column = field(default_factory=Column)
    successes: Column = field(default_factory=Column)
    latencies_s: Column = field(default_factory=Column)
    """Of answers alone: a refusal at once is not fast."""
    costs_usd: Column = field(default_factory=Column)
    """Of answers alone: what failed for nothing is not cheap."""
    spent_microusd: int = 0
    """On everything, failures included, as far as it is known."""
    safety: Safety | None = None
    """What outputs were looked through for."""
    clean: Column = field(default_factory=Column)
    """Of outputs that were looked through: whether nothing was found."""
    unsafe: Counter[str] = field(default_factory=Counter[str])
    """In how many of those something of a kind was found."""
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
            self.costs_usd.add(to_usd(score.microusd), case=case)
        self._hear(score, case=case)
        if self.safety is not None:
            self._look_through(score, case=case, safety=self.safety)

    def _look_through(self, score: CellScore, *, case: int, safety: Safety) -> None:
        flags = {flag for _, raised in score.warnings for flag in raised}
        is_clean = safety.is_clean(score.unsafe, warnings=flags, is_judged=bool(score.judged))
        if is_clean is None:
            return
        self.clean.add(float(is_clean), case=case)
        self.unsafe.update(score.unsafe or ())
        if SafetyKind.TOXICITY in safety.scan and SafetyFlag.TOXIC_CONTENT in flags:
            self.unsafe[SafetyKind.TOXICITY.value] += 1

    def _hear(self, score: CellScore, *, case: int) -> None:
        self.judged.update(score.judged)
        self.not_judged.update(score.not_judged)
        for judge, quality in score.qualities:
            self.qualities.setdefault(judge, Column()).add(quality, case=case)
        for judge, overall in score.overalls:
            self.overalls.setdefault(judge, Column()).add(overall, case=case)
        for judge, name, share in score.criteria:
            self.criteria.setdefault(name, {}).setdefault(judge, Column()).add(share, case=case)
        for judge, places in score.verdicts:
            if places:
                middle = fsum(places) / len(places)
                self.overalls.setdefault(judge, Column()).add(middle, case=case)


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


@dataclass(frozen=True, slots=True)
class BoardContender:
    """One of them, with all that is known about it."""

    id: ArmId
    name: str
    results: ContenderResults


def name_contenders(snapshot: Snapshot, layout: CellLayout | None = None) -> Iterator[BoardContender]:
    """In the order of the cells, version by version, arm by arm; all in one grid unless a layout says otherwise."""
    several = len(snapshot.versions) > 1
    for at, version in enumerate(snapshot.versions):
        for place, arm in enumerate(snapshot.arms):
            in_grid = snapshot.cases * snapshot.repeats
            planned = in_grid if layout is None else layout.planned(version=at, arm=place)
            yield BoardContender(
                id=ArmId(f"{arm.id}.{version.id}") if several else arm.id,
                name=f"{arm.name} · {version.label}" if several else arm.name,
                results=ContenderResults(planned=planned, safety=snapshot.safety),
            )


def gather(
    scores: Iterable[CellScore],
    *,
    snapshot: Snapshot,
    contenders: Sequence[BoardContender],
    places: dict[int, CellPosition] | None = None,
) -> Families:
    """Give every score to its contender; says which cases vary together, and where the cells of `places` stand."""
    families = Families(snapshot.cases)
    for score in scores:
        families.note(score.place.case, score.family)
        if places is not None:
            places[score.cell] = score.place
        contenders[contender_at(score.place, snapshot)].results.add(score, case=score.place.case)
    return families


def contender_at(place: CellPosition, snapshot: Snapshot) -> int:
    """Whose cell it is, in the order in which contenders are named."""
    return place.version * len(snapshot.arms) + place.arm
