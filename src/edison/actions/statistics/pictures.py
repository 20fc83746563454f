"""Pictures of what statistics found: SVG, or PNG where its library is installed."""

import math
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from edison.errors import FormatUnknown, SampleEmpty, StatisticRefused
from edison.formats.pictures.charts import (
    CalibrationPoint,
    MatrixCell,
    Ranged,
    draw_calibration,
    draw_matrix,
    draw_order,
    draw_power,
)
from edison.formats.pictures.drawing import Drawing
from edison.stats.comparing import decision_power
from edison.stats.judges import calibration
from edison.stats.strengths import Method
from edison.text import write_number

from ..files import write_file
from .agreement import AgreementFound
from .agreement_shown import WEIGHTED
from .columns import TableFile, results_of
from .planning import PowerPlan
from .ranking import RankedFile
from .showing import tell_level

_POINTS = 24
_MOST_CASES = 100_000


class PictureFormat(StrEnum):
    """What a picture may be written as, by the ending of its file."""

    SVG = ".svg"
    PNG = ".png"


def save_picture(drawing: Drawing, path: Path) -> None:
    """Write a picture; its ending says how."""
    try:
        chosen = PictureFormat(path.suffix.lower())
    except ValueError as error:
        raise FormatUnknown(path.suffix or path.name, [one.value for one in PictureFormat]) from error
    picture = drawing.as_svg().encode() if chosen is PictureFormat.SVG else drawing.as_png()
    write_file(path, [picture])


def picture_order(ranked: RankedFile) -> Drawing:
    """Scores with their intervals, the best first."""
    rows = [
        Ranged(item.id, item.score, item.low, item.high) for item in ranked.items if item.score is not None
    ]
    level = tell_level(ranked.fitted.level)
    return draw_order(
        rows, title=f"{ranked.file}: scores with {level} intervals", across=ranked.fitted.method.value
    )


def picture_pairs(ranked: RankedFile) -> Drawing:
    """The chance of each item to win against each other one, by their scores, with the interval of that chance."""
    if ranked.fitted.method in (Method.ELO, Method.WIN_RATE):
        cause = f"{ranked.fitted.method.value} gives no chances to win"
        raise StatisticRefused("picture of pairs", cause, instead="Choose another method.")
    items = [item for item in ranked.items if item.score is not None]
    cells = [
        [
            _wins(ranked, one.id, other.id) if one is not other and one.component == other.component else None
            for other in items
        ]
        for one in items
    ]
    title = f"{ranked.file}: chance that the row wins, with {tell_level(ranked.fitted.level)} intervals"
    return draw_matrix([item.id for item in items], cells, title=title)


def picture_agreement(found: AgreementFound) -> Drawing:
    """Cohen's kappa of every two judges, with its interval."""
    kappas = {(pair.first, pair.second): pair.kappa for pair in found.pairs}
    if len(found.judges) == 2:
        kappas[found.judges[0], found.judges[1]] = found.measures.get("cohen_kappa")
    if not kappas:
        raise SampleEmpty("pairs of judges that can be shown", needed=1, got=0)
    cells = [
        [
            None if known is None else MatrixCell(known.value, known.low, known.high)
            for other in found.judges
            for known in (kappas.get((one, other)) or kappas.get((other, one)),)
        ]
        for one in found.judges
    ]
    level = tell_level(next(iter(found.measures.values())).level)
    title = f"{found.file}: Cohen's kappa{WEIGHTED[found.weights]}, with {level} intervals"
    return draw_matrix(found.judges, cells, title=title, lowest=-1.0)


def picture_calibration(path: Path, *, chance: str, came: str) -> Drawing:
    """Chances of a file against what came, in tenths."""
    table = TableFile(path).read(chance, came)
    found = calibration(results_of(table, chance).values, results_of(table, came).values)
    points = [
        CalibrationPoint(one.chance, one.came.value, one.came.low, one.came.high, one.came.cases)
        for one in found.bins
    ]
    told = f"calibration error {write_number(found.error)}, Brier {write_number(found.brier)}"
    return draw_calibration(points, title=f"{path.name}: {told}")


def picture_power(found: PowerPlan) -> Drawing:
    """The chance to tell, from few cases to twice as many as would do."""
    needed = found.plan.more_cases
    most = min(_MOST_CASES, 2 * needed.design.cases) if needed is not None else _MOST_CASES
    curve = [
        (cases, decision_power(replace(found.now, cases=cases), found.components, question=found.question))
        for cases in _grid(2, max(most, 20))
    ]
    question = found.question
    title = f"Power to show {question.goal.value} {question.effect:g}; the line is {100 * question.power:g} %"
    return draw_power(curve, goal=question.power, title=title)


def _grid(low: int, high: int) -> Iterator[int]:
    steps = [round(low * (high / low) ** (place / (_POINTS - 1))) for place in range(_POINTS)]
    yield steps[0]
    yield from (after for before, after in pairwise(steps) if after > before)


def _wins(ranked: RankedFile, one: str, other: str) -> MatrixCell:
    found = ranked.fitted.difference(one, other)
    value, low, high = (1 / (1 + math.exp(-logits)) for logits in (found.value, found.low, found.high))
    return MatrixCell(value, low, high)
