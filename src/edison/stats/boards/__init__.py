"""Boards: several arms on the same cases, ranked with intervals and groups of ties."""

from .frontier import FrontierArm, FrontierLabel, place_on_frontier
from .groups import tie_groups
from .panels import panel_means
from .separation import (
    ArmPair,
    BoardFlag,
    BoolArray,
    RankRange,
    Separation,
    rank_ranges,
    separate_arms,
)
from .tables import CaseValues, Table, independent_rows, lay_out, some_rows

__all__ = [
    "ArmPair",
    "BoardFlag",
    "BoolArray",
    "CaseValues",
    "FrontierArm",
    "FrontierLabel",
    "RankRange",
    "Separation",
    "Table",
    "independent_rows",
    "lay_out",
    "panel_means",
    "place_on_frontier",
    "rank_ranges",
    "separate_arms",
    "some_rows",
    "tie_groups",
]
