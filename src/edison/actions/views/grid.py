"""A run as a grid: cases down, arms across, repeats within a cell."""

from collections.abc import Sequence
from typing import Self

from edison.domain import Arm, Case, CellOutcome, CellStatus, Sampling, Snapshot, Technique, why_status
from edison.store import GridCell, GridLine

from .view import BaseView

_LINE_CHARS = 160


class ColumnView(BaseView):
    """Whose answers stand in a column."""

    version: int
    """The number of the prompt's version."""
    name: str
    model: str
    sampling: str
    """What was set about drawing its answers, in a few words."""


class GridCellView(BaseView):
    """One answer in a few numbers and its beginning."""

    number: int
    repeat: int
    outcome: CellOutcome
    status: CellStatus
    quality: float | None
    judged: int
    not_judged: int
    tries: int
    latency_ms: int | None
    text: str

    @classmethod
    def of(cls, cell: GridCell) -> Self:
        return cls(
            number=cell.number,
            repeat=cell.place.replicate,
            outcome=cell.outcome,
            status=why_status(cell.outcome, cell.worst).status,
            quality=cell.quality,
            judged=cell.judged,
            not_judged=cell.not_judged,
            tries=cell.tries,
            latency_ms=cell.answered.latency_ms,
            text=in_one_line(cell.text),
        )


class GridRowView(BaseView):
    """One case with its answers, column by column; a column without a planned cell is empty."""

    position: int
    case: str
    text: str
    tags: tuple[str, ...]
    cells: tuple[tuple[GridCellView, ...], ...]


class GridPageView(BaseView):
    """Some rows, and where the next ones begin; null after the last."""

    items: tuple[GridRowView, ...]
    next: int | None


class SpineView(BaseView):
    """What a grid is made of before its first row: its columns, and where every hundredth row begins.

    Nothing of it is counted over cells, so that a page can draw it at once, however large the run is.
    """

    preset: str
    columns: tuple[ColumnView, ...]
    total: int
    size: int
    cursors: tuple[int, ...]


class TagView(BaseView):
    """A tag, and how many cases carry it."""

    tag: str
    cases: int


def view_columns(snapshot: Snapshot) -> tuple[ColumnView, ...]:
    """The columns of a grid: every version with every arm."""
    return tuple(
        ColumnView(
            version=version.number,
            name=arm.name,
            model=arm.endpoint.name,
            sampling=_tell_arm(arm),
        )
        for version in snapshot.versions
        for arm in snapshot.arms
    )


def view_rows(lines: Sequence[GridLine], snapshot: Snapshot) -> tuple[GridRowView, ...]:
    """The rows of a page."""
    return tuple(_row(line, arms=max(len(snapshot.arms), 1), columns=_columns(snapshot)) for line in lines)


def in_one_line(text: str) -> str:
    """The beginning of a text as one line."""
    return " ".join(text.split())[:_LINE_CHARS]


def text_of_case(case: Case) -> str:
    """What tells a case from others at a glance: the first text in it, or its name."""
    texts = (value for value in case.variables.values() if isinstance(value, str) and value.strip())
    return in_one_line(next(texts, case.name))


def _tell_arm(arm: Arm) -> str:
    """How it is led to its answers, where not directly, and what was set."""
    led = "" if arm.technique is Technique.DIRECT else arm.technique.value.replace("_", " ")
    return ", ".join(filter(None, (led, tell_sampling(arm.sampling))))


def tell_sampling(sampling: Sampling) -> str:
    """What was set, by name."""
    told = sampling.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items())


def _columns(snapshot: Snapshot) -> int:
    return max(len(snapshot.versions), 1) * max(len(snapshot.arms), 1)


def _row(line: GridLine, *, arms: int, columns: int) -> GridRowView:
    cells: list[list[GridCellView]] = [[] for _ in range(columns)]
    for cell in line.cells:
        cells[cell.place.version * arms + cell.place.arm].append(GridCellView.of(cell))
    return GridRowView(
        position=line.position,
        case=line.case.name,
        text=text_of_case(line.case),
        tags=line.case.tags,
        cells=tuple(map(tuple, cells)),
    )
