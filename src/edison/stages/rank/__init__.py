"""Rank: say who is ahead, and how sure that is.

In:      the scores of cells: outcomes, checks, judges' qualities, times and costs.
Out:     one ranking per board, never mixed, each number with its interval and what it rests on. It asks nothing.

The boards are in `kinds/`, a small file each.
"""

from .kinds import BOARDS
from .units import rank_arms

__all__ = ["BOARDS", "rank_arms"]
