"""Rank: say who is ahead, and how sure that is.

In:      the scores of cells: outcomes, checks, judges' qualities, times and costs.
Out:     one ranking per board, never mixed, each number with its interval and what it rests on. It asks nothing.

The boards are in `kinds/`, a small file each.
"""

from .kinds import BOARDS, find_disagreements
from .kinds.card import make_card
from .kinds.card_matching import find_card
from .kinds.card_rows import Evidence, SeenPair, SeenVerdict
from .kinds.case_facts import CaseFacts
from .kinds.entry_ranking import rank_entries
from .kinds.facets import find_facets
from .kinds.meetings import ContestJudge, Entry
from .kinds.warnings import count_warnings
from .units import rank_arms

__all__ = [
    "BOARDS",
    "CaseFacts",
    "ContestJudge",
    "Entry",
    "Evidence",
    "SeenPair",
    "SeenVerdict",
    "count_warnings",
    "find_card",
    "find_disagreements",
    "find_facets",
    "make_card",
    "rank_arms",
    "rank_entries",
]
