"""The grid of a run as a picture: a row for every case, a column for every contender, how often each passed."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from edison.domain import CellReport, CellStatus, RunReport

from ..pictures.drawing import Drawing, shade
from ..pictures.names import shorten
from .written_cells import CellWriter

MOST_ROWS, MOST_COLUMNS = 200, 16
_ROW, _LETTER, _EDGE = 26.0, 7.2, 16.0
_NAME_CHARS, _COLUMN_CHARS = 44, 26
_MARKS = {
    CellStatus.PASSED: "✓",
    CellStatus.FAILED: "✗",
    CellStatus.NOT_CHECKED: "?",
    CellStatus.TROUBLE: "!",
    CellStatus.SKIPPED: "·",
}


def write_png(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """One picture; raises `LibraryMissing` without the extra `pictures`."""
    yield draw_grid(report, cells).as_png()


def draw_grid(report: RunReport, cells: Iterable[CellReport]) -> Drawing:
    """The first cases and contenders, each cell with its mark or with how many of its repeats passed."""
    names = CellWriter(report).names
    tested = len(report.run.snapshot.versions) > 1
    columns: dict[str, list[int]] = {}
    rows: list[tuple[str, dict[str, list[CellStatus]]]] = []
    left_out = 0
    for case, found in groupby(cells, key=lambda cell: cell.case):
        row: dict[str, list[CellStatus]] = {}
        for cell in found:
            name = names.name(cell.arm)
            column = f"{name} · {cell.prompt}" if tested else name
            row.setdefault(column, []).append(cell.status)
            passed = columns.setdefault(column, [0, 0])
            passed[0] += cell.status is CellStatus.PASSED
            passed[1] += 1
        if len(rows) < MOST_ROWS:
            rows.append((case, row))
        else:
            left_out += 1
    return _draw(report.run.experiment.name, rows, columns=columns, left_out=left_out)


def _draw(
    title: str,
    rows: list[tuple[str, dict[str, list[CellStatus]]]],
    *,
    columns: dict[str, list[int]],
    left_out: int,
) -> Drawing:
    shown = list(columns)[:MOST_COLUMNS]
    heads = shorten(shown, most=_COLUMN_CHARS)
    labels = shorten([case for case, _ in rows], most=_NAME_CHARS)
    left = _EDGE + _LETTER * max((len(label) for label in labels), default=8) + 12
    wide = _LETTER * max((len(head) for head in heads), default=8) + 16
    notes = _left_out(left_out, len(columns) - len(shown))
    height = _EDGE * 2 + _ROW * (len(rows) + 3 + bool(notes))
    drawing = Drawing(
        max(left + wide * len(shown) + _EDGE, 320), height, title=f"{title}: the grid of the run"
    )
    drawing.words(_EDGE, _EDGE + 14, *shorten([title], most=80))
    top = _EDGE + _ROW
    for place, head in enumerate(heads):
        drawing.words(
            left + wide * (place + 0.5), top + 17, head, at="middle", look="dim", whole=shown[place]
        )
    for number, (label, (case, row)) in enumerate(zip(labels, rows, strict=True), start=1):
        y = top + _ROW * number
        drawing.words(_EDGE, y + 17, label, whole=case)
        for place, name in enumerate(shown):
            _draw_cell(drawing, row.get(name, []), x=left + wide * place, y=y, wide=wide)
    y = top + _ROW * (len(rows) + 1)
    drawing.words(_EDGE, y + 17, "passed", look="dim")
    for place, name in enumerate(shown):
        passed, all_ = columns[name]
        drawing.words(left + wide * (place + 0.5), y + 17, f"{passed}/{all_}", at="middle")
    if notes:
        drawing.words(_EDGE, y + _ROW + 17, notes, look="dim")
    return drawing


def _draw_cell(drawing: Drawing, found: list[CellStatus], *, x: float, y: float, wide: float) -> None:
    if not found:
        return
    told = [status for status in found if status in (CellStatus.PASSED, CellStatus.FAILED)]
    passed = sum(status is CellStatus.PASSED for status in found)
    colour, ink = shade(passed / len(told)) if told else shade(0.5)
    drawing.box(x + 1, y + 1, wide - 2, _ROW - 2, colour=colour)
    mark = _MARKS[found[0]] if len(found) == 1 else f"{passed}/{len(found)}"
    drawing.words(x + wide / 2, y + 18, mark, at="middle", look=ink)


def _left_out(cases: int, contenders: int) -> str:
    told = [
        f"{cases:,} more cases" if cases else "",
        f"{contenders:,} more contenders" if contenders > 0 else "",
    ]
    return "; ".join(filter(None, told))
