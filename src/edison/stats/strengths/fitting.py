"""The door to all methods: a table in, strengths with intervals and flags out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from edison.errors import StatisticRefused
from edison.stats.arrays import BoolArray, FloatArray

from .algebra import sealed
from .cells import Cells, row_cells, sum_cells
from .connection import ComparisonGraph, find_connection
from .elo_and_win_rates import elo_ratings, win_rates
from .estimates import StrengthEstimate, estimate, tells_apart
from .likelihood import Shape
from .ranking import has_equal_rivals, rank_within
from .repeats import cluster_covariance, count_once, measure_dependence
from .results import Effect, Method, Repeated, StrengthFit, StrengthFlag, Ties, effect, reach_of
from .table import ComparisonTable


def fit(
    table: ComparisonTable,
    *,
    method: Method | None = None,
    ties: Ties = Ties.HALF_WIN,
    level: float = 0.95,
    adaptive: bool = False,
    position: bool = False,
    length: bool = False,
    repeated: Repeated = Repeated.WIDENED,
) -> StrengthFit:
    """Estimate how strong each item is.

    Args:
        table: The comparisons.
        method: Maximum likelihood unless told otherwise; hierarchical when `adaptive`.
        ties: Half wins unless told otherwise; `Method.DAVIDSON` always models them.
        level: The level of the intervals.
        adaptive: Whether pairs were chosen by earlier results.
        position: Whether to estimate what being shown first is worth.
        length: Whether to estimate what being longer is worth, so that strengths are those at equal length. To d is
            added one λ for all items times the difference of both lengths over their sum, as in the style control of
            Chatbot Arena (2024) and, with a λ for each item and another transformation, in length-controlled
            AlpacaEval (Dubois et al. 2024). What is controlled is length as such: a text that is better because it
            says more loses that, too.
        repeated: What several verdicts on one pair, or by one judge, are worth.
    """
    reach_of(level)
    chosen = method or (Method.HIERARCHICAL if adaptive else Method.BRADLEY_TERRY)
    counted = count_once(table) if repeated is Repeated.ONCE else table
    cells = row_cells(counted) if length else sum_cells(counted, ordered=position)
    data = _Data(table=counted, cells=cells, connection=find_connection(cells), level=level)
    shape = Shape(items=cells.size, position=position, length=length)
    if position or length:
        _refuse_extras(data, chosen, shape=shape)
    if table.case is not None:
        _refuse_case(chosen)
    if chosen is Method.ELO:
        draft = _draft_elo(data)
    elif chosen is Method.WIN_RATE:
        draft = _draft_win_rates(data)
    else:
        models_ties = ties is Ties.DAVIDSON or chosen is Method.DAVIDSON
        found = _estimate(data, method=chosen, models_ties=models_ties, shape=shape)
        draft = _draft_model(data, found, repeated=repeated)
    return _finish(data, draft, adaptive=adaptive)


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    table: ComparisonTable
    cells: Cells
    connection: ComparisonGraph
    level: float

    @property
    def isolated(self) -> BoolArray:
        played = np.bincount(self.cells.left, minlength=self.cells.size)
        return played + np.bincount(self.cells.right, minlength=self.cells.size) == 0


@dataclass(frozen=True, slots=True, eq=False)
class _Draft:
    """What differs between the methods."""

    scores: FloatArray
    covariance: FloatArray
    low: FloatArray
    high: FloatArray
    method: Method
    flags: tuple[StrengthFlag, ...] = ()
    sigma: float | None = None
    position_effect: Effect | None = None
    length_effect: Effect | None = None
    tie_effect: Effect | None = None
    dispersion: float = 1.0
    degrees: int | None = None


def _refuse_extras(data: _Data, method: Method, *, shape: Shape) -> None:
    what = "length effect" if shape.length else "position effect"
    if method in (Method.ELO, Method.WIN_RATE, Method.PUBLISHED):
        raise StatisticRefused(what, f"{method} has no place for one", instead="Choose another method.")
    if shape.position and not data.table.sides_known:
        cause = "winners and losers do not say which item was shown first"
        raise StatisticRefused("position effect", cause, instead="Give the left and right item of each row.")
    if shape.length and data.table.longer is None:
        cause = "nobody said how long the texts are"
        raise StatisticRefused(what, cause, instead="Give the lengths of both texts of each row.")
    if not tells_apart(data.cells, data.connection, shape=shape):
        cause = "strengths alone explain every difference between the sides"
        instead = "Show items at several lengths." if shape.length else "Show items on both sides."
        raise StatisticRefused(what, cause, instead=instead)


def _estimate(data: _Data, *, method: Method, models_ties: bool, shape: Shape) -> StrengthEstimate:
    cells = data.cells
    decided = cells.left_wins.any() or cells.right_wins.any()
    modelled = bool(models_ties and method is not Method.PUBLISHED and cells.ties.any() and decided)
    found = estimate(
        cells if modelled else cells.half_wins(),
        method=method,
        shape=replace(shape, ties=modelled),
        connection=data.connection,
    )
    if cells.ties.any() and not modelled:
        return replace(found, flags=(*found.flags, StrengthFlag.HALF_WINS))
    return found


def _draft_model(data: _Data, found: StrengthEstimate, *, repeated: Repeated) -> _Draft:
    """Cases are what varies where they are known; else verdicts, wider where those on one pair or by one judge do."""
    if data.table.case is not None:
        flags = (*found.flags, StrengthFlag.BY_CASE)
        clustered = replace(found, covariance=cluster_covariance(data.table, found), flags=flags)
        return _draft(data, clustered, degrees=max(len(np.unique(data.table.case)) - 1, 1))
    widens = repeated is Repeated.WIDENED and found.method is not Method.PUBLISHED
    return _draft(data, found, dispersion=measure_dependence(data.table, found) if widens else 1.0)


def _refuse_case(method: Method) -> None:
    if method in (Method.ELO, Method.WIN_RATE, Method.PUBLISHED):
        raise StatisticRefused(
            "interval by case", f"{method} has no place for cases", instead="Choose another method."
        )


def _draft(
    data: _Data, found: StrengthEstimate, *, dispersion: float = 1.0, degrees: int | None = None
) -> _Draft:
    n = data.cells.size
    covariance = found.covariance * dispersion
    if found.pull is not None:
        covariance = covariance + np.outer(found.pull, found.pull)
    scores = found.parameters[:n]
    errors = np.sqrt(np.diagonal(covariance))
    reach = reach_of(data.level, degrees=degrees) * errors[:n]
    effects = [
        effect(float(found.parameters[place]), se=float(errors[place]), level=data.level, degrees=degrees)
        for place in range(n, len(found.parameters))
    ]
    shape = found.likelihood.shape
    return _Draft(
        scores=scores,
        covariance=covariance[:n, :n],
        low=scores - reach,
        high=scores + reach,
        method=found.method,
        flags=(*found.flags, StrengthFlag.DEPENDENT) if dispersion > 1 else found.flags,
        sigma=found.sigma,
        position_effect=effects[0] if shape.position else None,
        length_effect=effects[shape.position] if shape.length else None,
        tie_effect=effects[-1] if shape.ties else None,
        dispersion=dispersion,
        degrees=degrees,
    )


def _draft_elo(data: _Data) -> _Draft:
    scores = elo_ratings(data.table)
    unknown = np.full_like(scores, np.nan)
    return _Draft(
        scores=scores,
        covariance=np.full((len(scores), len(scores)), np.nan),
        low=unknown,
        high=unknown,
        method=Method.ELO,
        flags=(StrengthFlag.NO_ERRORS,),
    )


def _draft_win_rates(data: _Data) -> _Draft:
    rates = win_rates(data.cells, level=data.level)
    return _Draft(
        scores=rates.rates,
        covariance=np.diag(rates.se**2),
        low=rates.low,
        high=rates.high,
        method=Method.WIN_RATE,
    )


def _finish(data: _Data, draft: _Draft, *, adaptive: bool) -> StrengthFit:
    isolated, components = data.isolated, data.connection.components
    scores = np.where(isolated, np.nan, draft.scores)
    covariance = draft.covariance.copy()
    covariance[isolated, :] = covariance[:, isolated] = np.nan
    return StrengthFit(
        items=data.table.items,
        scores=sealed(scores),
        se=sealed(np.sqrt(np.diagonal(covariance))),
        low=sealed(np.where(isolated, np.nan, draft.low)),
        high=sealed(np.where(isolated, np.nan, draft.high)),
        ranks=sealed(rank_within(scores, components=components)),
        covariance=sealed(covariance),
        components=components,
        method=draft.method,
        level=data.level,
        flags=tuple(_flags(data, draft, adaptive=adaptive)),
        comparisons=len(data.table),
        self_comparisons=data.table.self_comparisons,
        sigma=draft.sigma,
        position_effect=draft.position_effect,
        length_effect=draft.length_effect,
        tie_effect=draft.tie_effect,
        dispersion=draft.dispersion,
        degrees=draft.degrees,
    )


def _flags(data: _Data, draft: _Draft, *, adaptive: bool) -> Iterator[StrengthFlag]:
    """All that is true, in the order of `Flag`."""
    cells, effect, length = data.cells, draft.position_effect, draft.length_effect
    holds = {
        StrengthFlag.DISCONNECTED: not data.connection.is_connected,
        StrengthFlag.ISOLATED: bool(data.isolated.any()),
        StrengthFlag.SEPARATED: data.connection.is_separated,
        StrengthFlag.TIED: has_equal_rivals(draft.scores, cells),
        StrengthFlag.ALL_TIES: not (cells.left_wins.any() or cells.right_wins.any()),
        StrengthFlag.SELF_COMPARISONS: data.table.self_comparisons > 0,
        StrengthFlag.POSITION: effect is not None and not effect.low <= 0 <= effect.high,
        StrengthFlag.LENGTH: length is not None and not length.low <= 0 <= length.high,
        StrengthFlag.ADAPTIVE: adaptive and draft.method is not Method.HIERARCHICAL,
    }
    return (flag for flag in StrengthFlag if holds.get(flag, False) or flag in draft.flags)
