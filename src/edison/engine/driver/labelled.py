"""What people said about outputs, read with the cells that they said it of."""

from collections.abc import Iterator

from edison.domain import CellReport, JudgeId, OutputReview, RunId, Snapshot
from edison.store import UnitOfWork

_MOST_LABELLED_RUNS = 50
"""Labels of older runs say little about what judges are like now."""


def read_labels(work: UnitOfWork, run_id: RunId) -> list[tuple[OutputReview, CellReport]]:
    """The labels of a run with their cells, in the order of the cells."""
    reviews = work.output_reviews.of_run(run_id)
    cells = {one.cell: work.results.report(run_id, one.cell) for one in reviews}
    return [(one, cell) for one in reviews if (cell := cells[one.cell]) is not None]


def newest_labels(
    work: UnitOfWork, *, judges: frozenset[JudgeId] | None = None
) -> Iterator[tuple[Snapshot, list[tuple[OutputReview, CellReport]]]]:
    """The same of the newest runs whose outputs people labelled, those alone in which one of these judges was asked."""
    for run_id in work.output_reviews.newest_runs(limit=_MOST_LABELLED_RUNS):
        snapshot = work.runs.get(run_id).snapshot
        if judges is None or judges & {judge.id for judge in snapshot.judges}:
            yield snapshot, read_labels(work, run_id)
