"""People's labels of outputs, gathered over runs: what judges are held against."""

from collections.abc import Iterable, Mapping

from edison.domain import CardMeasure, CellReport, JudgeId, OutputReview, Snapshot
from edison.stages.rank import measure_labels, set_beside

Labels = Iterable[tuple[Snapshot, list[tuple[OutputReview, CellReport]]]]
"""Of each run what people said, with the cells that they said it of."""


def gather_beside(labels: Labels) -> dict[JudgeId, list[tuple[float, float]]]:
    """What each judge and people think of the same cases, over all these runs."""
    found: dict[JudgeId, list[tuple[float, float]]] = {}
    for snapshot, labelled in labels:
        for judge, pairs in set_beside(labelled, snapshot=snapshot).items():
            found.setdefault(judge, []).extend(pairs)
    return found


def measure_judges(labels: Labels) -> Mapping[JudgeId, CardMeasure]:
    """How far each judge agrees with people, where that is known."""
    measured = {judge: measure_labels(pairs) for judge, pairs in gather_beside(labels).items()}
    return {judge: measure for judge, measure in measured.items() if measure is not None}
