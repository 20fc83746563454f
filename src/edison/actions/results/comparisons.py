"""What judges said when they compared two outputs, comparison by comparison."""

from collections.abc import Callable, Iterator

from edison.domain import CELLS, CellLayout, Right, RunId
from edison.formats.exports.ranking_tables import ComparedTexts
from edison.stages.rank import contender_at, name_contenders

from ..access import verb
from ..house import House

_Name = Callable[[int], tuple[str, str | None]]
"""What a compared output is called, and of which case it is; texts that were handed in are of none."""


@verb(Right.READ)
def list_comparisons(house: House, run_id: RunId) -> Iterator[ComparedTexts]:
    """Every comparison, a page at a time."""
    with house.store.reading() as work:
        run = work.runs.get(run_id)
    name = _names(house, run_id)
    after = (-1, -1)
    while True:
        with house.store.reading() as work:
            page = work.comparisons.page(run_id, after=after)
        for found in page:
            line = found.line
            judge = run.snapshot.judges[line.judge].name
            # The first wave of a run takes the texts over, or answers; the next is the first of pairs.
            wave = max(line.wave - 1, 0)
            (left, case), (right, _) = name(line.left), name(line.right)
            yield ComparedTexts(wave, left, right, judge, found.comparison, case)
        if not page:
            return
        after = (page[-1].line.unit, page[-1].line.judge)


def _names(house: House, run_id: RunId) -> _Name:
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        cases = [name for name, _ in work.datasets.names(run.snapshot.dataset.id)]
        layout = CellLayout(work.waves.of_run(run_id, lane=CELLS))
    snapshot = run.snapshot
    if not snapshot.arms:
        return lambda cell: (cases[cell], None)
    contenders = [contender.name for contender in name_contenders(snapshot)]

    def name(cell: int) -> tuple[str, str | None]:
        place = layout.place(cell)
        return contenders[contender_at(place, snapshot)], cases[place.case]

    return name
