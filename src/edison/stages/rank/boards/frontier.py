"""Quality against cost: whom nobody beats on both."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import FrontierPoint, FrontierStanding, RankedItem

if TYPE_CHECKING:
    from edison.stats.boards import BoolArray


@dataclass(frozen=True, slots=True)
class FrontierBoard:
    """One of the two boards: its placed contenders, and which of them is ahead of which."""

    items: Sequence[RankedItem]
    is_ahead: "BoolArray | None"
    """In the order of the items."""


def find_frontier(quality: FrontierBoard, *, cost: FrontierBoard) -> tuple[FrontierPoint, ...]:
    """Everyone that has a place on both boards, cheapest first; nobody to compare with, no frontier."""
    from edison.stats.boards import place_on_frontier

    costs = {item.item_id: place for place, item in enumerate(cost.items)}
    both = [place for place, item in enumerate(quality.items) if item.item_id in costs]
    if len(both) < 2 or quality.is_ahead is None or cost.is_ahead is None:
        return ()
    goods = [quality.items[place] for place in both]
    prices = [costs[item.item_id] for item in goods]
    dears = [cost.items[place].strength for place in prices]
    found = place_on_frontier(
        [item.strength for item in goods],
        dears,
        is_better=quality.is_ahead[both][:, both],
        is_cheaper=cost.is_ahead[prices][:, prices],
    )
    points = [
        FrontierPoint(
            item_id=item.item_id,
            name=item.name,
            quality=item.strength,
            cost_usd=dear,
            standing=FrontierStanding(one.standing.value),
            rivals=tuple(goods[rival].name for rival in one.rivals),
        )
        for item, dear, one in zip(goods, dears, found, strict=True)
    ]
    return tuple(sorted(points, key=lambda point: (point.cost_usd, -point.quality)))
