"""The report of a run as one page: boards, panel, disagreements, cells. How it looks is said in the templates."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC
from functools import partial

from edison.domain import Board, CellReport, CellStatus, Judgment, Panel, RankedItem, Ranking, RunReport

from ..exports.provenance import tell_provenance
from ..exports.written_cells import CellWriter, tell_expected, text_of
from ..pictures.drawing import Drawing
from ..words.boards import FLAG_WORDS, MEANINGS, TITLES, Contender, Names, axis, contenders
from ..words.cells import OUTCOME_WORDS, choose_cells, reasons_of
from ..words.notes import TIES, tell_disagreements
from ..words.wording import tell_counts, tell_doubts, tell_settlement
from .frontier import draw_frontier
from .page import render
from .pictures import picture_board

MOST_CELLS = 200
"""A page shows so many cells, what went wrong first; the rest is in the other exports."""

_MOST_FACETS = 100
_BAR_WIDTH = 200
_RANGES = "Whoever shares a range of places is not told apart by these results."
_LOOKS = {
    CellStatus.PASSED: ("passed", "good"),
    CellStatus.FAILED: ("failed", "bad"),
    CellStatus.NOT_CHECKED: ("not checked", "bad"),
    CellStatus.TROUBLE: ("trouble", "bad"),
    CellStatus.SKIPPED: ("not asked", "dim"),
}


def write_html(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """The whole page; bounded, however many cells there are."""
    run, writer, found = report.run, CellWriter(report), report.disagreements
    yield from render(
        "report.html.j2",
        title=run.experiment.name,
        lead=tell_settlement(report),
        doubts=tell_doubts(report),
        goal=run.snapshot.goal,
        facts=tell_counts(report),
        began=f"Run {run.id}, begun {run.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC.",
        provenance=tell_provenance(run),
        prompts=run.snapshot.versions,
        boards=[_board(ranking, names=writer.names, cases=run.snapshot.cases) for ranking in report.boards],
        frontier=draw_frontier(report.boards),
        facets=report.facets,
        most_facets=_MOST_FACETS,
        disagreements=found,
        told_disagreements=tell_disagreements(found) if found else "",
        shown=choose_cells(cells, most=MOST_CELLS),
        tell_cell=partial(_cell, writer=writer),
        run_id=run.id,
    )


@dataclass(frozen=True, slots=True)
class _Bar:
    """A dot at a value and a line from the low to the high end, on the axis that all lines of a board share."""

    dot: float
    reach: tuple[float, float] | None
    told: str


@dataclass(frozen=True, slots=True)
class _ShownBoard:
    title: str
    meaning: str
    cautions: str
    lines: list[tuple[Contender, _Bar | None]]
    note: str
    panel: Panel | None
    is_open: bool
    pictures: list[Drawing]


def _board(ranking: Ranking, *, names: Names, cases: int) -> _ShownBoard:
    lines, ends = contenders(ranking, names=names), axis(ranking)
    is_tied = any(line.is_tied for line in lines)
    return _ShownBoard(
        title=TITLES[ranking.board],
        meaning=MEANINGS[ranking.board],
        cautions="; ".join(FLAG_WORDS[flag] for flag in ranking.flags),
        lines=[(line, _bar(line, ends) if line.place else None) for line in lines],
        note=TIES if ranking.groups else _RANGES if is_tied else "",
        panel=ranking.panel,
        is_open=ranking.board is Board.QUALITY,
        pictures=list(picture_board(ranking, names=names, cases=cases)),
    )


def _bar(line: Contender, ends: tuple[float, float]) -> _Bar:
    low, high = ends
    item: RankedItem = line.item

    def across(value: float) -> float:
        return _BAR_WIDTH * (value - low) / (high - low)

    reach = None if item.interval is None else (across(item.interval.low), across(item.interval.high))
    return _Bar(across(item.strength), reach, f"{line.value}, {line.interval}")


@dataclass(frozen=True, slots=True)
class _ShownCell:
    cell: CellReport
    word: str
    look: str
    arm: str
    reasons: list[tuple[str, str]]
    expected: str
    text: str | None
    outcome: str
    judgments: list[tuple[Judgment, str, float | None]]


def _cell(cell: CellReport, *, writer: CellWriter) -> _ShownCell:
    word, look = _LOOKS[cell.status]
    return _ShownCell(
        cell=cell,
        word=word,
        look=look,
        arm=writer.names.name(cell.arm),
        reasons=list(reasons_of(cell)) if cell.status.is_bad else [],
        expected="" if cell.expected is None else tell_expected(cell.expected),
        text=text_of(cell),
        outcome=OUTCOME_WORDS[cell.outcome],
        judgments=[
            (judgment, writer.names.name(judgment.judge_id), writer.quality(judgment, cell))
            for judgment in cell.judgments
        ],
    )
