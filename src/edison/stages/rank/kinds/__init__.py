"""The boards, each a small file. They are never mixed into one number."""

from .board_kind import BOARDS, BoardKind
from .contenders import Contender, gather, name_contenders
from .disagreement import find_disagreements
from .frontier import Side, find_frontier
from .separating import PairFound
from .standing import Grounds, Standing, stand

__all__ = [
    "BOARDS",
    "BoardKind",
    "Contender",
    "Grounds",
    "PairFound",
    "Side",
    "Standing",
    "find_disagreements",
    "find_frontier",
    "gather",
    "name_contenders",
    "stand",
]
