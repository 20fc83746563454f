"""The pictures people draw from these numbers: an order with ranges, a matrix, a calibration, a curve of power."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from edison.text import decimals_for, write_interval, write_number

from .drawing import Drawing, shade, ticks
from .names import shorten

_NAMES = 190.0
"""Room for names at the left."""
_TOP, _BOTTOM, _RIGHT = 46.0, 48.0, 30.0
_ROW = 26.0
_CELL, _WIDE_CELL = 62.0, 84.0
"""Of a matrix; the wide one has room for an interval."""
_PLOT = 520.0
_SQUARE = 380.0
_LONGEST, _LONGEST_HEAD = 24, 7
_LONGEST_TITLE = 760.0
_LETTER = 7.0
"""How wide a letter is, on average."""


@dataclass(frozen=True, slots=True)
class Ranged:
    """A value with its interval, where it has one."""

    name: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """How often something came that was given this chance."""

    chance: float
    came: float
    low: float
    high: float
    count: int


def draw_order(rows: Sequence[Ranged], *, title: str, across: str) -> Drawing:
    """Values from the best down, each on the line that is its interval."""
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    scale = _Scale.around(ends, left=_NAMES, width=_PLOT)
    bottom = _TOP + _ROW * len(rows)
    drawing = _framed(title, width=_NAMES + _PLOT + _RIGHT, height=bottom + _BOTTOM)
    for tick in ticks(scale.low, scale.high):
        drawing.line(scale.at(tick), _TOP - 6, scale.at(tick), bottom)
        drawing.words(scale.at(tick), bottom + 18, f"{tick:g}", at="middle", look="dim")
    drawing.words(_NAMES + _PLOT / 2, bottom + 38, across, at="middle", look="dim")
    shown = shorten([row.name for row in rows], most=_LONGEST)
    for place, row in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        drawing.words(_NAMES - 12, y + 4.5, shown[place], at="end", whole=row.name)
        if row.low is not None and row.high is not None:
            drawing.line(scale.at(row.low), y, scale.at(row.high), y, look="line", thick=2.5)
        drawing.dot(scale.at(row.value), y)
    return drawing


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A number of a matrix with its interval, where it has one."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def told(self) -> str:
        """With the digits that its interval is worth."""
        decimals = decimals_for(self.low, self.high)
        return write_number(self.value, decimals=2 if decimals is None else decimals)


def draw_matrix(
    names: Sequence[str], cells: Sequence[Sequence[MatrixCell | None]], *, title: str, lowest: float = 0.0
) -> Drawing:
    """Row beats, or agrees with, column: numbers from the lowest to 1, pale halfway; a dash where there is none."""
    has_intervals = any(cell is not None and cell.low is not None for row in cells for cell in row)
    side = _WIDE_CELL if has_intervals else _CELL
    size = side * len(names)
    drawing = _framed(title, width=_NAMES + size + _RIGHT, height=_TOP + size + _BOTTOM)
    rows, heads = shorten(names, most=_LONGEST), shorten(names, most=_LONGEST_HEAD)
    for down, name in enumerate(names):
        y = _TOP + side * (down + 0.5)
        drawing.words(_NAMES - 12, y + 4.5, rows[down], at="end", whole=name)
        middle = _NAMES + side * (down + 0.5)
        drawing.words(middle, _TOP + size + 20, heads[down], at="middle", look="dim", whole=name)
        for over, cell in enumerate(cells[down]):
            x = _NAMES + side * (over + 0.5)
            if cell is None:
                drawing.words(x, y + 4.5, "–", at="middle", look="dim")
                continue
            colour, ink = shade((cell.value - lowest) / (1 - lowest))
            drawing.box(x - side / 2 + 1, y - side / 2 + 1, side - 2, side - 2, colour=colour)
            has_interval = cell.low is not None
            drawing.words(x, y - 2 if has_interval else y + 4.5, cell.told, at="middle", look=ink)
            if has_interval:
                between = write_interval(cell.low, cell.high)
                drawing.words(x, y + 16, between, at="middle", look=f"{ink} small")
    return drawing


def draw_calibration(points: Sequence[CalibrationPoint], *, title: str) -> Drawing:
    """What was said against what came; on the diagonal both are the same."""
    drawing, left, top = _square(title, across="chance that was given", up="share that came")
    across, up = _Scale(0.0, 1.0, left, _SQUARE), _Scale(1.0, 0.0, top, _SQUARE)
    drawing.line(across.at(0), up.at(0), across.at(1), up.at(1), look="edge")
    for point in points:
        x = across.at(point.chance)
        drawing.line(x, up.at(point.low), x, up.at(point.high), look="line", thick=2.0)
        drawing.dot(x, up.at(point.came))
    return drawing


def draw_power(
    curve: Sequence[tuple[int, float]], *, goal: float, title: str, across: str = "cases"
) -> Drawing:
    """The chance that a comparison of so many cases tells, cases on a logarithmic scale."""
    drawing, left, top = _square(title, across=across, up="power", has_ticks=False)
    over = _Scale(log10(curve[0][0]), log10(curve[-1][0]), left, _SQUARE)
    up = _Scale(1.0, 0.0, top, _SQUARE)
    for cases in _powers(curve[0][0], curve[-1][0]):
        x = over.at(log10(cases))
        drawing.line(x, top, x, top + _SQUARE)
        drawing.words(x, top + _SQUARE + 18, f"{cases:,}", at="middle", look="dim")
    drawing.line(left, up.at(goal), left + _SQUARE, up.at(goal), look="edge")
    drawing.path([(over.at(log10(cases)), up.at(power)) for cases, power in curve])
    return drawing


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where values stand between two places."""

    low: float
    high: float
    left: float
    width: float

    @classmethod
    def around(cls, values: Sequence[float], *, left: float, width: float) -> "_Scale":
        low, high = min(values), max(values)
        edge = 0.04 * (high - low) or 0.5
        return cls(low - edge, high + edge, left, width)

    def at(self, value: float) -> float:
        return self.left + self.width * (value - self.low) / (self.high - self.low)


def _framed(title: str, *, width: float, height: float) -> Drawing:
    """Paper with its title, and as wide as that takes."""
    wide = max(width, min(32 + _LETTER * len(title), _LONGEST_TITLE))
    drawing = Drawing(wide, height, title)
    drawing.words(16, 26, *shorten([title], most=int((wide - 16) / _LETTER)))
    return drawing


def _square(title: str, *, across: str, up: str, has_ticks: bool = True) -> tuple[Drawing, float, float]:
    left, top = 70.0, _TOP + 20
    drawing = _framed(title, width=left + _SQUARE + _RIGHT, height=top + _SQUARE + _BOTTOM)
    for tick in ticks(0.0, 1.0, most=5):
        y = top + _SQUARE * (1 - tick)
        drawing.line(left, y, left + _SQUARE, y)
        drawing.words(left - 10, y + 4.5, f"{tick:g}", at="end", look="dim")
        if has_ticks:
            drawing.words(left + _SQUARE * tick, top + _SQUARE + 18, f"{tick:g}", at="middle", look="dim")
    drawing.words(left + _SQUARE / 2, top + _SQUARE + 38, across, at="middle", look="dim")
    drawing.words(left, top - 8, up, look="dim")
    return drawing, left, top


def _powers(low: int, high: int) -> list[int]:
    found = [digit * 10**place for place in range(8) for digit in (1, 2, 5)]
    return [cases for cases in found if low <= cases <= high]
