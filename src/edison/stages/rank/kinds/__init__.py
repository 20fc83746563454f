"""The boards, each a small file. They are never mixed into one number."""

from collections.abc import Callable
from dataclasses import dataclass

from edison.domain import Board

from .checks import measure_checks
from .cost import measure_cost
from .measure import Measure
from .quality import measure_quality
from .reliability import measure_reliability
from .results import Results
from .speed import measure_speed


@dataclass(frozen=True, slots=True)
class BoardKind:
    """One board: how a contender is measured, and which end is the good one."""

    board: Board
    measure: Callable[..., Measure | None]
    """`(results, *, seed)`; None where there is nothing to measure."""
    lower_is_better: bool = False


BOARDS: tuple[BoardKind, ...] = (
    BoardKind(Board.QUALITY, measure_quality),
    BoardKind(Board.CHECKS, measure_checks),
    BoardKind(Board.SPEED, measure_speed, lower_is_better=True),
    BoardKind(Board.COST, measure_cost, lower_is_better=True),
    BoardKind(Board.RELIABILITY, measure_reliability),
)

__all__ = ["BOARDS", "BoardKind", "Measure", "Results"]
