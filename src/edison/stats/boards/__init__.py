"""Boards: several arms on the same cases, ranked with intervals and groups of ties."""

from .board import ArmPair, ArmRank, Board, BoardFlag, rank_board
from .groups import tie_groups

__all__ = ["ArmPair", "ArmRank", "Board", "BoardFlag", "rank_board", "tie_groups"]
