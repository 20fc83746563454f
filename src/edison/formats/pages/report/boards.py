"""Boards as tables with a drawn interval for everyone."""

from collections.abc import Iterator

from edison.domain import Board, RankedItem, Ranking

from ...words.boards import FLAG_WORDS, MEANINGS, TITLES, Contender, axis, contenders
from ...words.names import Names
from ...words.notes import TIES
from ..text import escaped
from .panel import draw_panel

_WIDTH = 200
_HEIGHT = 16


def draw_board(ranking: Ranking, *, names: Names) -> Iterator[str]:
    """One board; who is not told apart shares a letter, and that is said below it, with who judged."""
    lines = contenders(ranking, names=names)
    yield f"<h2>{TITLES[ranking.board]}</h2>\n<p class='dim'>{MEANINGS[ranking.board]}"
    if ranking.flags:
        yield f" Careful: {'; '.join(FLAG_WORDS[flag] for flag in ranking.flags)}."
    yield "</p>\n<div class='wide'><table><thead><tr><th>Place</th><th>Tied</th><th>Name</th>"
    yield "<th class='number'>Value</th><th>How sure</th><th></th>"
    yield "<th class='number'>Results</th><th>Remarks</th></tr></thead><tbody>\n"
    ends = axis(ranking)
    for line in lines:
        yield _line(line, ends=ends)
    yield "</tbody></table></div>\n"
    if ranking.groups:
        yield f"<p class='dim'>{TIES}</p>\n"
    elif any(line.is_tied for line in lines):
        yield "<p class='dim'>Whoever shares a range of places is not told apart by these results.</p>\n"
    if ranking.panel is not None:
        yield from draw_panel(ranking.panel, is_open=ranking.board is Board.QUALITY)


def _line(line: Contender, *, ends: tuple[float, float]) -> str:
    drawn = draw_interval(line.item, ends=ends, told=f"{line.value}, {line.interval}") if line.place else ""
    further = "".join(f"<br><small>{escaped(name)} {value}</small>" for name, value in line.further)
    return (
        f"<tr><td>{line.place}</td><td>{line.ties}</td><td>{escaped(line.name)}</td>"
        f"<td class='number'>{line.value}<span class='dim'>{further}</span></td>"
        f"<td>{drawn}</td><td class='dim'>{line.interval}</td><td class='number'>{line.observations:,}</td>"
        f"<td class='dim'>{line.remarks}</td></tr>\n"
    )


def draw_interval(item: RankedItem, *, ends: tuple[float, float], told: str) -> str:
    """A bar from the low to the high end with a dot at the value, on the axis all lines of a board share."""
    middle = _HEIGHT / 2
    at = _across(item.strength, ends)
    span = ""
    if item.interval is not None:
        low, high = _across(item.interval.low, ends), _across(item.interval.high, ends)
        span = f"<line class='span' x1='{low:.1f}' x2='{high:.1f}' y1='{middle}' y2='{middle}'/>"
    return (
        f"<svg viewBox='-4 0 {_WIDTH + 8} {_HEIGHT}' role='img' aria-label='{escaped(told)}'>"
        f"<line class='axis' x1='0' x2='{_WIDTH}' y1='{middle}' y2='{middle}'/>{span}"
        f"<circle class='dot' cx='{at:.1f}' cy='{middle}' r='4'/></svg>"
    )


def _across(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return _WIDTH * (value - low) / (high - low)
