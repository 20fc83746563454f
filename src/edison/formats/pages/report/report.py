"""The report as one page that stands alone: no scripts, nothing fetched, every text escaped."""

from collections.abc import Iterable, Iterator
from datetime import UTC

from edison.domain import CellReport, RunReport

from ...exports.provenance import tell_provenance
from ...exports.written_cells import CellWriter
from ...words.shown import Shown, choose_cells
from ...words.trust import tell_doubts
from ...words.wording import tell_counts, tell_settlement
from ..page import open_page
from ..text import escaped
from .boards import draw_board
from .cells import draw_cell
from .disagreements import draw_disagreements
from .frontier import draw_frontier

MOST_CELLS = 200
"""A page shows so many cells, what went wrong first; the rest is in the other exports."""


def write_html(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """The whole page; bounded, however many cells there are."""
    for piece in _page(report, cells):
        yield piece.encode()


def _page(report: RunReport, cells: Iterable[CellReport]) -> Iterator[str]:
    writer = CellWriter(report)
    yield from _head(report)
    for ranking in report.boards:
        yield from draw_board(ranking, names=writer.names)
    yield from draw_frontier(report.boards)
    yield from draw_disagreements(report.disagreements)
    shown = choose_cells(cells, most=MOST_CELLS)
    if shown.bad:
        yield f"<h2>What went wrong ({shown.all_bad:,})</h2>\n"
        for cell in shown.bad:
            yield from draw_cell(cell, writer=writer)
    if shown.others:
        yield "<h2>Answers</h2>\n"
        for cell in shown.others:
            yield from draw_cell(cell, writer=writer)
    yield _left_out(shown, report=report)
    yield "</body></html>\n"


def _head(report: RunReport) -> Iterator[str]:
    run = report.run
    yield from open_page(run.experiment.name)
    yield f"<h1>{escaped(run.experiment.name)}</h1>\n<p class='lead'>{escaped(tell_settlement(report))}</p>\n"
    for doubt in tell_doubts(report):
        yield f"<p class='bad'>{escaped(doubt)}</p>\n"
    if run.snapshot.goal:
        yield f"<p>{escaped(run.snapshot.goal)}</p>\n"
    facts = "".join(
        f"<li><b>{escaped(count)}</b> {escaped(what)}</li>" for what, count in tell_counts(report)
    )
    yield f"<ul class='facts'>{facts}</ul>\n"
    began = f"Run {run.id}, begun {run.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC."
    yield f"<p class='dim'>{escaped(began)}<br>{escaped(tell_provenance(run))}</p>\n"


def _left_out(shown: Shown, *, report: RunReport) -> str:
    if not shown.left_out:
        return ""
    command = f"edison export {escaped(report.run.id)} --format jsonl"
    return (
        f"<p class='dim'>{shown.left_out:,} of {shown.all_cells:,} cells are left out here; "
        f"<code>{command}</code> writes all of them.</p>\n"
    )
