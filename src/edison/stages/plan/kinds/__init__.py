"""The ways in which units are planned besides the grid of a suite: contests, and their pairs wave by wave."""

from .contest import build_contest, pin_contest
from .pairs import Dealt, deal_next

__all__ = ["Dealt", "build_contest", "deal_next", "pin_contest"]
