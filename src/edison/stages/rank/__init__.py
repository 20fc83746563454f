"""Rank: say who is ahead, and how sure that is.

In:      the scores of cells: outcomes, checks, judges' qualities, times and costs.
Out:     one ranking per board, never mixed, each number with its interval and what it rests on. It asks nothing.

The boards are in `boards/`, judges' cards in `cards/`, rankings of texts in `contests/`.
"""

from .boards.best_of_tests import decide_best
from .boards.board_kind import BOARDS
from .boards.case_facts import LANGUAGE_KEYS, CaseFacts, inputs_of
from .boards.clusters import name_clusters
from .boards.contenders import contender_at, name_contenders
from .boards.coverage import find_coverage
from .boards.disagreement import DisagreementTally
from .boards.facets import FacetTally, kinds_of
from .boards.failing import CaseWorths, find_failing, find_separating, results_of_cases
from .boards.safety import SafetyTally
from .cards.card import make_card
from .cards.labels import Beside, add_labels, is_current, measure_labels, set_beside, weigh_by_labels
from .cards.matching import find_card
from .cards.rows import CardEvidence, SeenPair, SeenVerdict
from .contests.entry_ranking import rank_entries
from .contests.meetings import ContestEntry, ContestJudge
from .units import rank_arms

__all__ = [
    "BOARDS",
    "LANGUAGE_KEYS",
    "Beside",
    "CardEvidence",
    "CaseFacts",
    "CaseWorths",
    "ContestEntry",
    "ContestJudge",
    "DisagreementTally",
    "FacetTally",
    "SafetyTally",
    "SeenPair",
    "SeenVerdict",
    "add_labels",
    "contender_at",
    "decide_best",
    "find_card",
    "find_coverage",
    "find_failing",
    "find_separating",
    "inputs_of",
    "is_current",
    "kinds_of",
    "make_card",
    "measure_labels",
    "name_clusters",
    "name_contenders",
    "rank_arms",
    "rank_entries",
    "results_of_cases",
    "set_beside",
    "weigh_by_labels",
]
