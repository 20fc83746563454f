"""Quality against cost: where the points of the drawing lie, and whether anybody beats one on both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from edison.domain import Board, FrontierPoint, FrontierStanding, RankedItem, Ranking

from ..pictures.names import shorten
from ..words.boards import teller
from ..words.notes import FRONTIER_MEANING, tell_point

_WIDTH, _HEIGHT = 620, 300
_LEFT, _TOP, _BOTTOM = 50, 16, 40
_LONGEST = 25
_ON = (FrontierStanding.ON, FrontierStanding.PERHAPS_ON)

_WORDS = {
    FrontierStanding.ON: ("on it", "good"),
    FrontierStanding.PERHAPS_ON: ("perhaps on it", "good"),
    FrontierStanding.PERHAPS_OFF: ("perhaps beaten", "dim"),
    FrontierStanding.OFF: ("beaten", "bad"),
}

Line = tuple[float, float, float, float]
"""From x to x, from y to y."""


@dataclass(frozen=True, slots=True)
class DrawnPoint:
    """One contender in the drawing and in the table below it."""

    point: FrontierPoint
    x: float
    y: float
    is_on: bool
    is_far: bool
    """So far to the right that its name stands to the left of it."""
    name: str
    whiskers: list[Line]
    quality: str
    cost: str
    word: str
    look: str
    why: str


@dataclass(frozen=True, slots=True)
class Frontier:
    """The drawing."""

    points: list[DrawnPoint]
    edge: str
    """The corners of the line that nobody is beyond."""
    up: list[tuple[float, str]]
    across: list[tuple[float, str, str]]
    is_drawn: bool
    """Not where nothing costs anything: all would stand above one another."""
    floor: float
    top: float
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _WIDTH - 10
    meaning: str = FRONTIER_MEANING


def draw_frontier(boards: Sequence[Ranking]) -> Frontier | None:
    """The frontier of a run; None where quality or cost of two contenders is not known."""
    found = {ranking.board: ranking for ranking in boards}
    quality = found.get(Board.QUALITY)
    if quality is None or not quality.frontier:
        return None
    points, goods, prices = quality.frontier, _items(quality), _items(found.get(Board.COST))
    dearest = max(_high(prices.get(point.item_id), point.cost_usd) for point in points)
    is_drawn, dearest = dearest > 0, dearest or 1.0
    dollars = teller(Board.COST)
    tell = teller(Board.QUALITY, intervals=[item.interval for item in goods.values()])
    return Frontier(
        points=[
            _draw(
                point,
                name=name,
                good=goods.get(point.item_id),
                price=prices.get(point.item_id),
                dearest=dearest,
                tell=tell,
            )
            for point, name in zip(points, shorten([one.name for one in points], most=_LONGEST), strict=True)
        ],
        edge=" ".join(_corners(points, dearest)),
        up=[(_y(value), f"{value:g}") for value in (0.0, 0.5, 1.0)],
        across=[
            (_x(value, dearest), dollars(value), anchor)
            for value, anchor in ((0.0, "start"), (dearest, "end"))
        ],
        is_drawn=is_drawn,
        floor=_y(0.0),
        top=_y(1.0),
    )


def _items(ranking: Ranking | None) -> Mapping[str, RankedItem]:
    return {item.item_id: item for item in ranking.items} if ranking else {}


def _corners(points: Sequence[FrontierPoint], dearest: float) -> list[str]:
    edge = [(_x(point.cost_usd, dearest), _y(point.quality)) for point in points if point.standing in _ON]
    first = [f"{x:.1f},{y:.1f}" for x, y in edge[:1]]
    return first + [
        f"{right:.1f},{low:.1f} {right:.1f},{high:.1f}" for (_, low), (right, high) in pairwise(edge)
    ]


def _draw(
    point: FrontierPoint,
    *,
    name: str,
    good: RankedItem | None,
    price: RankedItem | None,
    dearest: float,
    tell: Callable[[float], str],
) -> DrawnPoint:
    x, y = _x(point.cost_usd, dearest), _y(point.quality)
    whiskers: list[Line] = []
    if good is not None and good.interval is not None:
        whiskers.append((x, x, _y(good.interval.low), _y(good.interval.high)))
    if price is not None and price.interval is not None:
        low, high = max(0.0, price.interval.low), price.interval.high
        whiskers.append((_x(low, dearest), _x(high, dearest), y, y))
    word, look = _WORDS[point.standing]
    return DrawnPoint(
        point=point,
        x=x,
        y=y,
        is_on=point.standing in _ON,
        is_far=x > _WIDTH * 0.7,
        name=name,
        whiskers=whiskers,
        quality=tell(point.quality),
        cost=teller(Board.COST)(point.cost_usd),
        word=word,
        look=look,
        why=tell_point(point, quote=str),
    )


def _high(item: RankedItem | None, value: float) -> float:
    return max(value, item.interval.high) if item is not None and item.interval is not None else value


def _x(value: float, dearest: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - 20) * value / dearest


def _y(value: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value
