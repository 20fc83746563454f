"""The ways in which units are planned besides the grid of a suite: contests, and pairs wave by wave."""

from .contest import build_contest, pin_contest
from .output_pairs import deal_output_pairs, output_pair_count
from .pairs import Dealt, deal_next

__all__ = [
    "Dealt",
    "build_contest",
    "deal_next",
    "deal_output_pairs",
    "output_pair_count",
    "pin_contest",
]
