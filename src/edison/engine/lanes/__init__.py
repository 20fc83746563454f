"""How units are walked: one lane for each kind of unit, a class and a row of `LANES`."""

from collections.abc import Mapping
from typing import Any

from .cells import CellLane
from .lane import Lane, UnitWork
from .pairs import PairLane, is_resampling, read_pairs, write_pairs

LANES: Mapping[str, type[Lane[Any]]] = {lane.name: lane for lane in (CellLane, PairLane)}
"""Every lane by its name, which stands with each wave."""

__all__ = ["LANES", "Lane", "UnitWork", "is_resampling", "read_pairs", "write_pairs"]
