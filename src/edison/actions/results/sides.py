"""Prompt against prompt and model against model, in a sentence each: on the same cases, over all that is crossed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from edison.domain import CellPosition, CellScore, Snapshot
from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.comparing import ComparisonVerdict, compare_pairs
from edison.stats.means import MeanEstimate, mean_interval
from edison.text import decimals_for, write_interval, write_number

_LEVEL = 0.95
_SCALE = (0.0, 1.0)

_Row = tuple[int, int, int]
"""What two sides have in common: the case, the other factor, the repeat."""


@dataclass(frozen=True)
class _Side:
    name: str
    values: Mapping[_Row, float]
    families: Mapping[int, str]
    """Of cases that hang together, by the case."""

    @property
    def mean(self) -> float:
        return sum(self.values.values()) / len(self.values)

    @cached_property
    def estimate(self) -> MeanEstimate | None:
        """The mean over cases with its interval; None where too little is known for one."""
        try:
            return mean_interval(
                list(self.values.values()),
                scale=_SCALE,
                cases=[row[0] for row in self.values],
                families=self.families_of(list(self.values)),
                level=_LEVEL,
            )
        except (SampleEmpty, StatisticRefused):
            return None

    def families_of(self, rows: Sequence[_Row]) -> list[str] | None:
        return [self.families.get(row[0], f" {row[0]}") for row in rows] if self.families else None


def compare_sides(scores: Sequence[CellScore], snapshot: Snapshot) -> Iterator[str]:
    """Who is ahead, who is behind and who is not told apart from the best; nothing where there is one side."""
    placed = [
        (score.place, value)
        for score in scores
        if (value := _value(score, by_quality=bool(snapshot.cell_judges))) is not None
    ]
    families = {score.place.case: score.family for score in scores if score.family is not None}
    tell = _as_quality if snapshot.cell_judges else _as_share
    prompts = [version.label for version in snapshot.versions]
    models = [arm.name for arm in snapshot.arms]
    for what, sides in (
        ("Prompts", _sides(placed, prompts, _by_prompt, families=families)),
        ("Models", _sides(placed, models, _by_model, families=families)),
    ):
        if len(sides) > 1:
            yield f"{what}: {_compare(sides, tell)}."


def _by_prompt(at: CellPosition) -> tuple[int, _Row]:
    return at.version, (at.case, at.arm, at.replicate)


def _by_model(at: CellPosition) -> tuple[int, _Row]:
    return at.arm, (at.case, at.version, at.replicate)


def _value(score: CellScore, *, by_quality: bool) -> float | None:
    if not by_quality:
        return None if score.passed is None else float(score.passed)
    found = [quality for _, quality in score.qualities]
    return sum(found) / len(found) if found else None


def _sides(
    placed: Sequence[tuple[CellPosition, float]],
    names: Sequence[str],
    seat: Callable[[CellPosition], tuple[int, _Row]],
    *,
    families: Mapping[int, str],
) -> list[_Side]:
    """Each side with what is known of it, the best first."""
    values: list[dict[_Row, float]] = [{} for _ in names]
    for position, value in placed:
        side, row = seat(position)
        values[side][row] = value
    sides = [_Side(name, known, families) for name, known in zip(names, values, strict=True) if known]
    return sorted(sides, key=lambda side: -side.mean)


def _compare(sides: Sequence[_Side], tell: "_Tell") -> str:
    best, *others = sides
    behind = [other for other in others if _is_behind(other, best, comparisons=len(others))]
    tied = [other for other in others if other not in behind]
    lead = f"{best.name} ({tell(best)})"
    told = [f"{lead} is ahead of {_listed(behind, tell)}"] if behind else []
    if tied:
        told.append(f"{'it' if behind else lead} is not told apart from {_listed(tied, tell)}")
    return "; ".join(told)


def _is_behind(side: _Side, best: _Side, *, comparisons: int) -> bool:
    rows = sorted(best.values.keys() & side.values.keys())
    if not rows:
        return False
    compared = compare_pairs(
        [best.values[row] for row in rows],
        [side.values[row] for row in rows],
        scale=_SCALE,
        cases=[row[0] for row in rows],
        families=best.families_of(rows),
        # Bonferroni: of many sides, one would be behind by chance.
        level=1 - (1 - _LEVEL) / comparisons,
    )
    return compared.verdict is ComparisonVerdict.WORSE


def _listed(sides: Sequence[_Side], tell: "_Tell") -> str:
    *first, last = [f"{side.name} ({tell(side)})" for side in sides]
    return f"{', '.join(first)} and {last}" if first else last


_Tell = Callable[[_Side], str]


def _as_share(side: _Side) -> str:
    value, interval = _told(side, of=100)
    return f"{value} % passed{interval and f', interval {interval} %'}"


def _as_quality(side: _Side) -> str:
    value, interval = _told(side, of=1)
    return f"quality {value}{interval and f', interval {interval}'}"


def _told(side: _Side, *, of: int) -> tuple[str, str]:
    """The mean and its interval, with the digits that the interval is worth; none where too little is known."""
    found = side.estimate
    if found is None:
        return write_number(of * side.mean), ""
    low, high = of * found.low, of * found.high
    return write_number(of * found.mean, decimals=decimals_for(low, high)), write_interval(low, high)
