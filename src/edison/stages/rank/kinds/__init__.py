"""The boards, each a small file. They are never mixed into one number."""

from .board_kind import BOARDS, BoardKind
from .contenders import Contender, gather, name_contenders
from .disagreement import find_disagreements
from .frontier import Side, find_frontier
from .pairwise import stand_compared
from .separating import PairFound
from .standing import BoardStanding, Grounds, stand

__all__ = [
    "BOARDS",
    "BoardKind",
    "BoardStanding",
    "Contender",
    "Grounds",
    "PairFound",
    "Side",
    "find_disagreements",
    "find_frontier",
    "gather",
    "name_contenders",
    "stand",
    "stand_compared",
]
