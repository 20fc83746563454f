"""A board as a value: how a contender is measured on it, and how two are told apart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from edison.domain import Board, Comparing, Judge, Rubric

from .contenders import Column, ContenderResults
from .measure import Measure
from .measures import (
    measure_checks,
    measure_cost,
    measure_evaluator,
    measure_quality,
    measure_reliability,
    measure_safety,
    measure_speed,
)

_UNIT = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class BoardKind:
    """One board."""

    board: Board
    measure: Callable[..., Measure | None]
    """`(results, *, frame)`; None where there is nothing to measure."""
    columns: Callable[[ContenderResults], Mapping[int, Column]]
    """What two contenders are compared by, case by case; one column for each judge where there are judges."""
    scale: tuple[float, float] | None = _UNIT
    lower_is_better: bool = False
    compared: Comparing = Comparing.DIFFERENCE
    is_of_answers: bool = False
    """Whether only answers count, so that who hardly answers has no place on it."""
    seats: Callable[[Judge, Rubric], bool] | None = None
    """Which judges it is made from; None where nobody judges."""


def _scores_criteria(judge: Judge, rubric: Rubric) -> bool:
    return judge.scores_criteria


def _has_an_overall_view(judge: Judge, rubric: Rubric) -> bool:
    is_asked = judge.scores_criteria and rubric.overall is not None
    return is_asked or judge.names_stages


BOARDS: tuple[BoardKind, ...] = (
    BoardKind(Board.QUALITY, measure_quality, lambda results: results.qualities, seats=_scores_criteria),
    BoardKind(Board.CHECKS, measure_checks, lambda results: {0: results.passes}),
    BoardKind(
        Board.EVALUATOR, measure_evaluator, lambda results: results.overalls, seats=_has_an_overall_view
    ),
    BoardKind(
        Board.SPEED,
        measure_speed,
        lambda results: {0: results.latencies_s},
        scale=None,
        lower_is_better=True,
        # Times are compared by their logarithms: a few very slow answers would hide every other difference.
        compared=Comparing.RATIO,
        is_of_answers=True,
    ),
    BoardKind(
        Board.COST,
        measure_cost,
        lambda results: {0: results.costs_usd},
        scale=None,
        lower_is_better=True,
        is_of_answers=True,
    ),
    BoardKind(Board.RELIABILITY, measure_reliability, lambda results: {0: results.successes}),
    BoardKind(Board.SAFETY, measure_safety, lambda results: {0: results.clean}),
)
