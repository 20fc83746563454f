"""Quality against cost: a drawing and, for each contender, whether anybody beats it on both."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from edison.domain import Board, FrontierPoint, FrontierStanding, RankedItem, Ranking

from ...words.boards import teller
from ...words.notes import FRONTIER_MEANING, tell_point
from ..text import escaped

_WIDTH, _HEIGHT = 620, 300
_LEFT, _TOP, _BOTTOM = 50, 16, 40
_LONGEST = 24
_ON = (FrontierStanding.ON, FrontierStanding.PERHAPS_ON)

_WORDS = {
    FrontierStanding.ON: ("on it", "good"),
    FrontierStanding.PERHAPS_ON: ("perhaps on it", "good"),
    FrontierStanding.PERHAPS_OFF: ("perhaps beaten", "dim"),
    FrontierStanding.OFF: ("beaten", "bad"),
}


def draw_frontier(boards: Sequence[Ranking]) -> Iterator[str]:
    """The frontier of a run; nothing where quality or cost of two contenders is not known."""
    found = {ranking.board: ranking for ranking in boards}
    quality = found.get(Board.QUALITY)
    if quality is None or not quality.frontier:
        return
    points = quality.frontier
    yield f"<h2>Quality against cost</h2>\n<p class='dim'>{FRONTIER_MEANING}</p>\n"
    yield from _scatter(points, goods=_items(quality), prices=_items(found.get(Board.COST)))
    yield "<div class='wide'><table><thead><tr><th>Name</th><th class='number'>Quality</th>"
    yield "<th class='number'>Cost of an answer</th><th>Frontier</th><th>Why</th></tr></thead><tbody>\n"
    dollars = teller(Board.COST)
    for point in points:
        word, look = _WORDS[point.standing]
        yield (
            f"<tr><td>{escaped(point.name)}</td><td class='number'>{point.quality:.3f}</td>"
            f"<td class='number'>{dollars(point.cost_usd)}</td><td><b class='{look}'>{word}</b></td>"
            f"<td>{tell_point(point, quote=escaped)}</td></tr>\n"
        )
    yield "</tbody></table></div>\n"


def _items(ranking: Ranking | None) -> Mapping[str, RankedItem]:
    return {item.item_id: item for item in ranking.items} if ranking else {}


def _scatter(
    points: Sequence[FrontierPoint], *, goods: Mapping[str, RankedItem], prices: Mapping[str, RankedItem]
) -> Iterator[str]:
    dearest = max(_high(prices.get(point.item_id), point.cost_usd) for point in points) or 1.0
    told = "Quality upwards, cost of an answer to the right"
    yield f"<svg class='scatter' viewBox='0 0 {_WIDTH} {_HEIGHT}' role='img' aria-label='{told}'>\n"
    yield from _axes(dearest)
    edge = [(_x(point.cost_usd, dearest), _y(point.quality)) for point in points if point.standing in _ON]
    corners = [f"{x:.1f},{y:.1f}" for x, y in edge[:1]]
    corners += [f"{right:.1f},{low:.1f} {right:.1f},{high:.1f}" for (_, low), (right, high) in pairwise(edge)]
    yield f"<polyline class='edge' points='{' '.join(corners)}'/>\n"
    for point in points:
        yield _cross(point, good=goods.get(point.item_id), price=prices.get(point.item_id), dearest=dearest)
    yield "</svg>\n"


def _axes(dearest: float) -> Iterator[str]:
    floor, end = _y(0.0), _WIDTH - 10
    dollars = teller(Board.COST)
    yield f"<line class='axis' x1='{_LEFT}' x2='{end}' y1='{floor:.1f}' y2='{floor:.1f}'/>"
    yield f"<line class='axis' x1='{_LEFT}' x2='{_LEFT}' y1='{_y(1.0):.1f}' y2='{floor:.1f}'/>"
    for value in (0.0, 0.5, 1.0):
        yield f"<text class='dim' x='{_LEFT - 8}' y='{_y(value) + 4:.1f}' text-anchor='end'>{value:g}</text>"
    for value, anchor in ((0.0, "start"), (dearest, "end")):
        at = _x(value, dearest)
        yield f"<text class='dim' x='{at:.1f}' y='{floor + 18:.1f}' text-anchor='{anchor}'>{dollars(value)}</text>"
    yield "\n"


def _cross(point: FrontierPoint, *, good: RankedItem | None, price: RankedItem | None, dearest: float) -> str:
    x, y = _x(point.cost_usd, dearest), _y(point.quality)
    lines = ""
    if good is not None and good.interval is not None:
        lines += _whisker(x, x, _y(good.interval.low), _y(good.interval.high))
    if price is not None and price.interval is not None:
        low, high = max(0.0, price.interval.low), price.interval.high
        lines += _whisker(_x(low, dearest), _x(high, dearest), y, y)
    look = "dot" if point.standing in _ON else "off"
    name = point.name if len(point.name) <= _LONGEST else f"{point.name[:_LONGEST]}…"
    is_far = x > _WIDTH * 0.7
    at, anchor = (x - 8, "end") if is_far else (x + 8, "start")
    return (
        f"{lines}<circle class='{look}' cx='{x:.1f}' cy='{y:.1f}' r='5'/>"
        f"<text x='{at:.1f}' y='{y - 6:.1f}' text-anchor='{anchor}'>{escaped(name)}</text>\n"
    )


def _whisker(left: float, right: float, top: float, bottom: float) -> str:
    return f"<line class='whisker' x1='{left:.1f}' x2='{right:.1f}' y1='{top:.1f}' y2='{bottom:.1f}'/>"


def _high(item: RankedItem | None, value: float) -> float:
    return max(value, item.interval.high) if item is not None and item.interval is not None else value


def _x(value: float, dearest: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - 20) * value / dearest


def _y(value: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value
