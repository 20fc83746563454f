"""The least quality that a suite asks for."""

from collections.abc import Iterator, Sequence

from edison.domain import Board, Criterion, QualityFloor

from ..reading.complaints import Complaints, nearest
from ..reading.nodes import tell
from .forms import MinQualityForm

_KEY = "min_quality"
_BOARDS = (Board.QUALITY, Board.EVALUATOR)


def read_floors(
    form: MinQualityForm | None, *, criteria: Sequence[Criterion], complaints: Complaints
) -> tuple[QualityFloor, ...]:
    """What every contender has to reach; complains of criteria that the rubric does not have."""
    if form is None:
        return ()
    return (*_of_boards(form), *_of_criteria(form, criteria=criteria, complaints=complaints))


def _of_boards(form: MinQualityForm) -> Iterator[QualityFloor]:
    for board in _BOARDS:
        for field, by_interval in ((board.value, False), (f"{board.value}_low", True)):
            least: float | None = getattr(form, field)
            if least is not None:
                yield QualityFloor(board=board, least=least, by_interval=by_interval)


def _of_criteria(
    form: MinQualityForm, *, criteria: Sequence[Criterion], complaints: Complaints
) -> Iterator[QualityFloor]:
    known = tuple(criterion.name for criterion in criteria)
    for field, asked, by_interval in (
        ("criteria", form.criteria, False),
        ("criteria_low", form.criteria_low, True),
    ):
        for name, least in asked.items():
            if name not in known:
                advice = (
                    nearest(name, known=known) if known else "Criteria of single cases cannot be asked for."
                )
                complaints.add(
                    (_KEY, field, name), f"the rubric has no criterion {tell(name)}", advice=advice
                )
            yield QualityFloor(board=Board.QUALITY, criterion=name, least=least, by_interval=by_interval)
