"""Pictures of a placing: where texts stand, and how likely each grade is. What they look like is in the templates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from math import ceil, floor

from edison.domain import EntryRanking, ProjectedGrade, RankedEntry
from edison.text import write_percent

from ...pictures.names import shorten
from .words import score_teller

_WIDTH = 960
_LEFT, _RIGHT = 210, 90
"""Room for names and for grades."""
_TOP, _BOTTOM = 34, 44
_ROW = 22.0
_TALLEST = 1_000.0
_LEAST_FOR_TEXT = 11.0
_LONGEST_NAME = 25
_FARTHEST = 3.0
"""In logits beyond the outermost score; what reaches further is cut off there."""
_MOST_TICKS = 9
_BAR = 240
_BAR_HEIGHT = 18
_LEAST_FOR_GRADE = 0.11

_STOPS = ((190, 74, 52), (214, 140, 38), (132, 148, 58), (38, 148, 138), (52, 104, 196))
_PLAIN = "var(--bar)"
_BELOW = "#8a8f98"


class GradeColours:
    """A colour for every grade of a scale: warm for low ones, cool for high ones, readable on light and dark paper."""

    def __init__(self, grades: Iterable[str]) -> None:
        self.grades = tuple(grades)
        """From the lowest to the highest."""
        last = max(len(self.grades) - 1, 1)
        self._colours = {grade: _between_stops(place / last) for place, grade in enumerate(self.grades)}

    def of(self, grade: str | None) -> str:
        """The colour of a grade; plain where there is none, grey where it lies below the scale."""
        return _PLAIN if grade is None else self._colours.get(grade, _BELOW)


def _between_stops(share: float) -> str:
    place = share * (len(_STOPS) - 1)
    low = min(int(place), len(_STOPS) - 2)
    mixed = (
        round(before + (after - before) * (place - low))
        for before, after in zip(_STOPS[low], _STOPS[low + 1], strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A dot at a score on a line that is its interval; an anchor is a diamond."""

    x: float
    y: float
    reach: tuple[float, float] | None
    diamond: str
    colour: str
    name: str
    grade: str | None
    told: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The caterpillar plot: scores across, texts down."""

    height: float
    bottom: float
    thick: float
    size: float
    has_words: bool
    ticks: list[tuple[float, str]]
    boundaries: list[float]
    grades: list[tuple[float, str]]
    """Between their boundaries, where there is room for them."""
    items: list[DrawnText]
    width: int = _WIDTH
    top: int = _TOP
    left: int = _LEFT
    right: int = _WIDTH - _RIGHT


@dataclass(frozen=True, slots=True)
class GradeChance:
    """The chance of one grade."""

    x: float
    width: float
    colour: str
    label: str


@dataclass(frozen=True, slots=True)
class Chances:
    """A bar of the chances of all grades, from the lowest to the highest."""

    parts: list[GradeChance]
    told: str
    width: int = _BAR
    height: int = _BAR_HEIGHT


def draw_entry_ranking(entry_ranking: EntryRanking, *, colours: GradeColours) -> Plot:
    """The plot of one text or more."""
    scale = _Scale(entry_ranking.items)
    row = min(_ROW, _TALLEST / len(entry_ranking.items))
    bottom = _TOP + len(entry_ranking.items) * row
    size = min(5.0, max(row * 0.4, 1.0))
    names = shorten([item.name for item in entry_ranking.items], most=_LONGEST_NAME)
    return Plot(
        height=bottom + _BOTTOM,
        bottom=bottom,
        thick=min(5.0, row * 0.6),
        size=size,
        has_words=row >= _LEAST_FOR_TEXT,
        ticks=[(scale.across(tick), f"{tick:+g}" if tick else "0") for tick in scale.ticks()],
        boundaries=[scale.across(edge) for edge in entry_ranking.boundaries if scale.low < edge < scale.high],
        grades=scale.grades(entry_ranking.boundaries, names=colours.grades),
        items=[
            replace(
                _text(item, y=_TOP + (place + 0.5) * row, size=size, scale=scale, colours=colours),
                name=names[place],
            )
            for place, item in enumerate(entry_ranking.items)
        ],
    )


def draw_chances(projected: ProjectedGrade, *, colours: GradeColours) -> Chances:
    """How likely each grade of a text is."""
    order = [grade for grade in colours.grades if grade in projected.probabilities]
    others = [grade for grade in projected.probabilities if grade not in order]
    parts: list[GradeChance] = []
    begin = 0.0
    for grade in (*others, *order):
        share = projected.probabilities[grade]
        if share > 0:
            label = grade[:6] if share >= _LEAST_FOR_GRADE else ""
            parts.append(GradeChance(begin * _BAR, share * _BAR, colours.of(grade), label))
        begin += share
    told = ", ".join(
        f"{grade} {write_percent(projected.probabilities[grade])}" for grade in (*others, *order)
    )
    return Chances(parts, told)


class _Scale:
    """Where scores stand across the picture."""

    def __init__(self, items: Sequence[RankedEntry]) -> None:
        scores = [item.score for item in items]
        lows = [item.interval.low for item in items if item.interval] + scores
        highs = [item.interval.high for item in items if item.interval] + scores
        low, high = max(min(lows), min(scores) - _FARTHEST), min(max(highs), max(scores) + _FARTHEST)
        edge = max((high - low) * 0.03, 0.1)
        self.low, self.high = low - edge, high + edge

    def across(self, score: float) -> float:
        share = (min(max(score, self.low), self.high) - self.low) / (self.high - self.low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def ticks(self) -> list[float]:
        """Round numbers between the ends, at most so many that they can be read."""
        step, growth = 0.5, cycle((2, 2, 2.5))
        while (self.high - self.low) / step > _MOST_TICKS:
            step *= next(growth)
        return [place * step for place in range(ceil(self.low / step), floor(self.high / step) + 1)]

    def grades(self, boundaries: Sequence[float], *, names: Sequence[str]) -> list[tuple[float, str]]:
        if len(boundaries) != len(names) - 1:
            return []
        edges = [self.low, *(min(max(edge, self.low), self.high) for edge in boundaries), self.high]
        return [
            (self.across((begin + end) / 2), name)
            for name, begin, end in zip(names, edges, edges[1:], strict=False)
            if self.across(end) - self.across(begin) >= 9 * len(name) + 4
        ]


def _text(item: RankedEntry, *, y: float, size: float, scale: _Scale, colours: GradeColours) -> DrawnText:
    x, reach, projected = scale.across(item.score), item.interval, item.projected
    return DrawnText(
        x=x,
        y=y,
        reach=None if reach is None else (scale.across(reach.low), scale.across(reach.high)),
        diamond="" if item.anchor_grade is None else _diamond(x, y, size * 1.4),
        # An anchor without a projected grade has the colour of the grade that people gave.
        colour=colours.of(item.anchor_grade if projected is None else projected.grade),
        name=item.name,
        grade=item.anchor_grade if projected is None else projected.fine,
        told=_tell(item),
    )


def _diamond(x: float, y: float, size: float) -> str:
    return f"{x:.1f},{y - size:.1f} {x + size:.1f},{y:.1f} {x:.1f},{y + size:.1f} {x - size:.1f},{y:.1f}"


def _tell(item: RankedEntry) -> str:
    tell = score_teller((item,))
    told = f"{item.rank}. {item.name}: {tell(item.score)}"
    if item.interval is not None:
        told += f", between {tell(item.interval.low)} and {tell(item.interval.high)}"
    if item.projected is not None:
        told += f"; grade {item.projected.fine}"
    return told if item.anchor_grade is None else f"{told}; graded {item.anchor_grade} by people"
