"""Pictures of a placing, drawn into the page itself: where texts stand, and how likely each grade is."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from math import ceil, floor

from edison.domain import EntryRanking, ProjectedGrade, RankedEntry

from ...words.grade_colours import GradeColours
from ..text import escaped

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


def draw_placing(entry_ranking: EntryRanking, *, colours: GradeColours) -> Iterator[str]:
    """The caterpillar plot of one text or more: a dot for each score on a line that is its interval."""
    frame = _Frame(entry_ranking)
    told = f"The scores of {len(entry_ranking.items):,} texts with their ranges, the strongest first"
    yield f"<svg class='figure' viewBox='0 0 {_WIDTH} {frame.height:.0f}' role='img' aria-label='{told}'>\n"
    yield from frame.draw_axis()
    yield from frame.draw_boundaries(entry_ranking.boundaries, grades=colours.grades)
    for place, item in enumerate(entry_ranking.items):
        yield frame.draw_item(item, at=place, colour=colours.of(grade_of(item)))
    yield "</svg>\n"


def draw_chances(projected: ProjectedGrade, *, colours: GradeColours) -> str:
    """A bar of the chances of all grades, from the lowest to the highest."""
    order = [grade for grade in colours.grades if grade in projected.probabilities]
    others = [grade for grade in projected.probabilities if grade not in order]
    told = ", ".join(f"{grade} {projected.probabilities[grade]:.0%}" for grade in (*others, *order))
    drawn: list[str] = []
    begin = 0.0
    for grade in (*others, *order):
        share = projected.probabilities[grade]
        drawn.append(_segment(grade, share=share, begin=begin, colour=colours.of(grade)))
        begin += share
    return (
        f"<svg class='chances' viewBox='0 0 {_BAR} {_BAR_HEIGHT}' role='img' aria-label='{escaped(told)}'>"
        f"<title>{escaped(told)}</title>{''.join(drawn)}</svg>"
    )


def grade_of(item: RankedEntry) -> str | None:
    """The grade a text is coloured by: the projected one, else the one it was given as an anchor."""
    return item.anchor_grade if item.projected is None else item.projected.grade


def _segment(grade: str, *, share: float, begin: float, colour: str) -> str:
    if share <= 0:
        return ""
    x, width = begin * _BAR, share * _BAR
    label = ""
    if share >= _LEAST_FOR_GRADE:
        label = f"<text x='{x + width / 2:.1f}' y='13'>{escaped(grade[:6])}</text>"
    return f"<rect x='{x:.1f}' y='0' width='{width:.1f}' height='{_BAR_HEIGHT}' fill='{colour}'/>{label}"


class _Frame:
    """Where things stand in the picture: scores across, texts down."""

    def __init__(self, entry_ranking: EntryRanking) -> None:
        rows = len(entry_ranking.items)
        self._row = min(_ROW, _TALLEST / rows)
        self._low, self._high = _ends(entry_ranking.items)
        self._bottom = _TOP + rows * self._row
        self.height = self._bottom + _BOTTOM

    def draw_axis(self) -> Iterator[str]:
        for tick in _ticks(self._low, self._high):
            x = self._across(tick)
            yield f"<line class='tick' x1='{x:.1f}' x2='{x:.1f}' y1='{_TOP}' y2='{self._bottom:.1f}'/>"
            yield f"<text class='label' x='{x:.1f}' y='{self._bottom + 16:.1f}'>{_signed(tick)}</text>\n"
        yield f"<text class='start label' x='{_LEFT}' y='{self._bottom + 36:.1f}'>◀ weaker</text>"
        yield f"<text class='end label' x='{_WIDTH - _RIGHT}' y='{self._bottom + 36:.1f}'>stronger ▶</text>\n"

    def draw_boundaries(self, boundaries: Sequence[float], *, grades: Sequence[str]) -> Iterator[str]:
        """Where one grade ends and the next begins, and the grades between."""
        for boundary in boundaries:
            if self._low < boundary < self._high:
                x = self._across(boundary)
                yield f"<line class='boundary' x1='{x:.1f}' x2='{x:.1f}' y1='{_TOP - 6}' y2='{self._bottom:.1f}'/>\n"
        if len(boundaries) != len(grades) - 1:
            return
        edges = [self._low, *(min(max(edge, self._low), self._high) for edge in boundaries), self._high]
        for grade, begin, end in zip(grades, edges, edges[1:], strict=False):
            if self._across(end) - self._across(begin) >= 9 * len(grade) + 4:
                x = self._across((begin + end) / 2)
                yield f"<text class='grade' x='{x:.1f}' y='{_TOP - 12}'>{escaped(grade)}</text>\n"

    def draw_item(self, item: RankedEntry, *, at: int, colour: str) -> str:
        y = _TOP + (at + 0.5) * self._row
        x = self._across(item.score)
        drawn = f"<g><title>{escaped(_tell(item))}</title>"
        if item.interval is not None:
            low, high = self._across(item.interval.low), self._across(item.interval.high)
            thick = min(5.0, self._row * 0.6)
            drawn += (
                f"<line class='reach' x1='{low:.1f}' x2='{high:.1f}' y1='{y:.1f}' y2='{y:.1f}' "
                f"stroke='{colour}' stroke-width='{thick:.1f}'/>"
            )
        drawn += _mark(x, y, size=min(5.0, max(self._row * 0.4, 1.0)), item=item, colour=colour)
        if self._row >= _LEAST_FOR_TEXT:
            drawn += self._words(item, y=y)
        return f"{drawn}</g>\n"

    def _words(self, item: RankedEntry, *, y: float) -> str:
        name = item.name if len(item.name) <= _LONGEST_NAME else f"{item.name[: _LONGEST_NAME - 1]}…"
        drawn = f"<text class='end name' x='{_LEFT - 12}' y='{y + 4:.1f}'>{escaped(name)}</text>"
        grade = item.projected.fine if item.projected else item.anchor_grade
        if grade is None:
            return drawn
        return f"{drawn}<text class='start name' x='{_WIDTH - _RIGHT + 14}' y='{y + 4:.1f}'>{escaped(grade)}</text>"

    def _across(self, score: float) -> float:
        share = (min(max(score, self._low), self._high) - self._low) / (self._high - self._low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _mark(x: float, y: float, *, size: float, item: RankedEntry, colour: str) -> str:
    """A dot; an anchor is a diamond."""
    if item.anchor_grade is None:
        return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{size:.1f}' fill='{colour}'/>"
    size *= 1.4
    corners = f"{x:.1f},{y - size:.1f} {x + size:.1f},{y:.1f} {x:.1f},{y + size:.1f} {x - size:.1f},{y:.1f}"
    return f"<polygon class='anchor' points='{corners}' fill='{colour}'/>"


def _tell(item: RankedEntry) -> str:
    told = f"{item.rank}. {item.name}: {item.score:+.2f}"
    if item.interval is not None:
        told += f", between {item.interval.low:+.2f} and {item.interval.high:+.2f}"
    if item.projected is not None:
        told += f"; grade {item.projected.fine}"
    return told if item.anchor_grade is None else f"{told}; graded {item.anchor_grade} by people"


def _ends(items: Sequence[RankedEntry]) -> tuple[float, float]:
    scores = [item.score for item in items]
    lows = [item.interval.low for item in items if item.interval] + scores
    highs = [item.interval.high for item in items if item.interval] + scores
    low, high = max(min(lows), min(scores) - _FARTHEST), min(max(highs), max(scores) + _FARTHEST)
    edge = max((high - low) * 0.03, 0.1)
    return low - edge, high + edge


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends, at most so many that they can be read."""
    step, growth = 0.5, cycle((2, 2, 2.5))
    while (high - low) / step > _MOST_TICKS:
        step *= next(growth)
    return [place * step for place in range(ceil(low / step), floor(high / step) + 1)]


def _signed(tick: float) -> str:
    return f"{tick:+g}" if tick else "0"
