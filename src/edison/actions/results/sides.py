"""Prompt against prompt and model against model, in a sentence each: on the same cases, over all that is crossed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from edison.domain import CellPosition, CellScore, Snapshot
from edison.stats.comparing import ComparisonVerdict, compare_pairs
from edison.text import write_number

_LEVEL = 0.95

_Row = tuple[int, int, int]
"""What two sides have in common: the case, the other factor, the repeat."""


@dataclass(frozen=True, slots=True)
class _Side:
    name: str
    values: Mapping[_Row, float]

    @property
    def mean(self) -> float:
        return sum(self.values.values()) / len(self.values)


def compare_sides(scores: Sequence[CellScore], snapshot: Snapshot) -> Iterator[str]:
    """Who is ahead, who is behind and who is not told apart from the best; nothing where there is one side."""
    placed = [
        (score.place, value)
        for score in scores
        if (value := _value(score, by_quality=bool(snapshot.cell_judges))) is not None
    ]
    tell = _as_quality if snapshot.cell_judges else _as_share
    prompts = [version.label for version in snapshot.versions]
    models = [arm.name for arm in snapshot.arms]
    for what, sides in (
        ("Prompts", _sides(placed, prompts, _by_prompt)),
        ("Models", _sides(placed, models, _by_model)),
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
) -> list[_Side]:
    """Each side with what is known of it, the best first."""
    values: list[dict[_Row, float]] = [{} for _ in names]
    for position, value in placed:
        side, row = seat(position)
        values[side][row] = value
    sides = [_Side(name, known) for name, known in zip(names, values, strict=True) if known]
    return sorted(sides, key=lambda side: -side.mean)


def _compare(sides: Sequence[_Side], tell: Callable[[float], str]) -> str:
    best, *others = sides
    behind = [other for other in others if _is_behind(other, best, comparisons=len(others))]
    tied = [other for other in others if other not in behind]
    lead = f"{best.name} ({tell(best.mean)})"
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
        scale=(0.0, 1.0),
        cases=[row[0] for row in rows],
        # Bonferroni: of many sides, one would be behind by chance.
        level=1 - (1 - _LEVEL) / comparisons,
    )
    return compared.verdict is ComparisonVerdict.WORSE


def _listed(sides: Sequence[_Side], tell: Callable[[float], str]) -> str:
    *first, last = [f"{side.name} ({tell(side.mean)})" for side in sides]
    return f"{', '.join(first)} and {last}" if first else last


def _as_share(value: float) -> str:
    return f"{100 * value:.0f} % passed"


def _as_quality(value: float) -> str:
    return f"quality {write_number(value)}"
