"""Pictures of a page: an order with ranges, who is ahead of whom, which judges err alike, what more cases bring."""

from collections.abc import Iterator, Mapping, Sequence
from math import log, sqrt
from statistics import NormalDist

from edison.domain import (
    Board,
    Comparing,
    EntryRanking,
    Interval,
    JudgesAlike,
    Panel,
    RankedEntry,
    RankedItem,
    RankedPair,
    Ranking,
    win_chance,
)

from ..pictures.charts import (
    CalibrationPoint,
    MatrixCell,
    Ranged,
    draw_calibration,
    draw_matrix,
    draw_order,
    draw_power,
)
from ..pictures.drawing import Drawing
from ..words.boards import TITLES, Names

MOST_IN_A_MATRIX = 12
"""Of more, a matrix shows the first: beyond them its numbers cannot be read."""

_UNITS = {
    Board.CHECKS: "share of the answers",
    Board.RELIABILITY: "share of the questions",
    Board.SAFETY: "share of the outputs",
    Board.SPEED: "seconds; fewer are better",
    Board.COST: "dollars; fewer are better",
    Board.PAIRWISE: "logits around the mean",
}
_FEWEST_CASES, _STEPS = 15, 24
_POWER = 0.8
_MOST_TIMES = 100
"""Of the cases there are: what needs more is no plan."""


def picture_board(ranking: Ranking, *, names: Names, cases: int) -> Iterator[Drawing]:
    """What can be drawn of a board; nothing of one on which nobody can be compared."""
    placed = [item for item in ranking.items if item.is_placed]
    if len(placed) < 2:
        return
    called = {str(item.item_id): names.contender(item) for item in placed}
    yield draw_order(
        [_ranged(item, called[item.item_id]) for item in placed],
        title=f"{TITLES[ranking.board]}, with 95 % intervals",
        across=_UNITS.get(ranking.board, "from 0 to 1"),
    )
    chances = _chances(ranking)
    if chances:
        yield _matrix(ranking, chances, called=called)
    if ranking.panel is not None and ranking.panel.shared_errors:
        yield _errors(ranking.panel)
    yield from _power(ranking, called=called, cases=cases)


def picture_entry_ranking(entry_ranking: EntryRanking) -> Iterator[Drawing]:
    """What can be drawn of an order beside the order itself."""
    items = entry_ranking.items[:MOST_IN_A_MATRIX]
    if len(items) > 1:
        first = f" of the first {len(items)}" if len(items) < len(entry_ranking.items) else ""
        yield draw_matrix(
            [item.name for item in items],
            [[_beats(one, other) for other in items] for one in items],
            title=f"Chance that the row wins against the column{first}",
        )
    if entry_ranking.alike:
        names = list(
            dict.fromkeys(name for pair in entry_ranking.alike for name in (pair.first, pair.second))
        )
        kappas = {frozenset((pair.first, pair.second)): _kappa(pair) for pair in entry_ranking.alike}
        cells = [[kappas.get(frozenset((one, other))) for other in names] for one in names]
        title = "How far judges agree (Cohen's kappa, with 95 % intervals)"
        yield draw_matrix(names, cells, title=title, lowest=-1.0)
    if entry_ranking.kept:
        points = [
            CalibrationPoint(one.chance, one.came, one.interval.low, one.interval.high, one.comparisons)
            for one in entry_ranking.kept
        ]
        yield draw_calibration(points, title="Does what is shown first win as often as the order says?")


def _beats(one: RankedEntry, other: RankedEntry) -> MatrixCell | None:
    is_comparable = one is not other and one.component == other.component
    return MatrixCell(win_chance(one.score - other.score)) if is_comparable else None


def _kappa(pair: JudgesAlike) -> MatrixCell:
    reach = pair.interval
    return MatrixCell(pair.kappa) if reach is None else MatrixCell(pair.kappa, reach.low, reach.high)


def _ranged(item: RankedItem, name: str) -> Ranged:
    reach = item.interval
    return Ranged(
        name, item.strength, None if reach is None else reach.low, None if reach is None else reach.high
    )


def _matrix(
    ranking: Ranking, chances: Mapping[tuple[str, str], float], *, called: Mapping[str, str]
) -> Drawing:
    shown = list(called)[:MOST_IN_A_MATRIX]
    return draw_matrix(
        [called[one] for one in shown],
        [[_cell(chances.get((one, other))) for other in shown] for one in shown],
        title=f"{TITLES[ranking.board]}: chance that the row is truly ahead",
    )


def _cell(value: float | None) -> MatrixCell | None:
    return None if value is None else MatrixCell(value)


def _chances(ranking: Ranking) -> dict[tuple[str, str], float]:
    """How likely each is ahead of each other one, by the interval of their difference."""
    found: dict[tuple[str, str], float] = {}
    for pair in ranking.pairs:
        known = _difference(pair, ranking.compared)
        if known is not None:
            less = NormalDist().cdf(known[0] / known[1])
            ahead = 1 - less if ranking.lower_is_better else less
            found[pair.left, pair.right], found[pair.right, pair.left] = ahead, 1 - ahead
    return found


def _difference(pair: RankedPair, compared: Comparing) -> tuple[float, float] | None:
    """The difference of two, or the logarithm of their ratio, with its standard error; None where one is unknown."""
    if pair.value is None or pair.interval is None or pair.interval.low == pair.interval.high:
        return None
    if compared is Comparing.DIFFERENCE:
        return pair.value, _error_of(pair.interval)
    low, high = pair.interval.low, pair.interval.high
    if min(low, pair.value) <= 0:
        return None
    return log(pair.value), _error_of(Interval(low=log(low), high=log(high), level=pair.interval.level))


def _error_of(interval: Interval) -> float:
    return (interval.high - interval.low) / 2 / NormalDist().inv_cdf((1 + interval.level) / 2)


def _errors(panel: Panel) -> Drawing:
    shared = {frozenset((one.first, one.second)): one.correlation for one in panel.shared_errors}
    judges = panel.judges[:MOST_IN_A_MATRIX]
    return draw_matrix(
        [judge.name for judge in judges],
        [
            [_cell(shared.get(frozenset((one.judge_id, other.judge_id)))) for other in judges]
            for one in judges
        ],
        title="How far errors of judges correlate",
        lowest=-1.0,
    )


def _power(ranking: Ranking, *, called: Mapping[str, str], cases: int) -> Iterator[Drawing]:
    """The chance to tell the first two apart, if they differ as they seem to; nothing where they are told apart."""
    first, second = list(called)[:2]
    pair = next((one for one in ranking.pairs if {one.left, one.right} == {first, second}), None)
    known = None if pair is None or pair.ahead is not None else _difference(pair, ranking.compared)
    if known is None or not known[0]:
        return
    effect, error = abs(known[0]), known[1]
    # Twice what a test at 95 % with four chances of five would need.
    most = 2 * cases * (2.8 * error / effect) ** 2
    if most > _MOST_TIMES * cases or most <= _FEWEST_CASES:
        return
    curve = _curve(effect, error * sqrt(cases), most=round(most))
    yield draw_power(
        curve,
        goal=_POWER,
        title=f"Power to tell {called[first]} from {called[second]}; the line is {100 * _POWER:g} %",
        across="cases, if they differ as they seem to",
    )


def _curve(effect: float, spread: float, *, most: int) -> Sequence[tuple[int, float]]:
    from edison.stats.comparing import Design, PowerQuestion, VarianceComponents, power_of

    components, question = VarianceComponents(case=spread**2), PowerQuestion(effect, power=_POWER)
    step = (most / _FEWEST_CASES) ** (1 / (_STEPS - 1))
    grid = dict.fromkeys(round(_FEWEST_CASES * step**place) for place in range(_STEPS))
    return [(cases, power_of(Design(cases), components, question=question)) for cases in grid]
