"""The report of a run as one page: boards, panel, disagreements, cells. How it looks is said in the templates."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC
from functools import partial

from edison.domain import Board, CellReport, Judgment, Panel, RankedItem, Ranking, RunReport

from ..exports.provenance import tell_provenance
from ..exports.repeats import RepeatWatch
from ..exports.written_cells import CellWriter, tell_expected, text_of
from ..pictures.drawing import Drawing
from ..words.boards import FLAG_WORDS, MEANINGS, TITLES, Contender, Names, axis, contenders
from ..words.cells import OUTCOME_WORDS, choose_cases, reasons_of
from ..words.notes import TIES, tell_disagreements
from ..words.safety import tell_found, tell_looked_for, tell_safety
from ..words.wording import tell_counts, tell_doubts, tell_settlement
from .frontier import draw_frontier
from .matrix import LOOKS, Choices, Places, find_choices, lay_out
from .page import load_script, render
from .pictures import picture_board

MOST_CELLS = 500
"""A page shows about so many cells, whole cases, those with failures first; the rest is in the other exports."""

_MOST_FIRST = 20
_MOST_FACETS = 100
_BAR_WIDTH = 200
_RANGES = "Whoever shares a range of places is not told apart by these results."


def write_html(
    report: RunReport, cells: Iterable[CellReport], *, sides: Iterable[str] = ()
) -> Iterator[bytes]:
    """The whole page; bounded, however many cells there are.

    Args:
        report: The run.
        cells: Its cells.
        sides: Who is ahead of whom, a sentence each.
    """
    run, writer, found = report.run, CellWriter(report), report.disagreements
    watch = RepeatWatch()
    shown = choose_cases(watch.through(cells), most=MOST_CELLS)
    choices = find_choices(shown, writer=writer)
    yield from render(
        "report.html.j2",
        title=run.experiment.name,
        lead=tell_settlement(report),
        doubts=tell_doubts(report),
        sides=list(sides),
        goal=run.snapshot.goal,
        facts=tell_counts(report),
        began=f"Run {run.id}, begun {run.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC.",
        provenance=tell_provenance(run),
        prompts=run.snapshot.versions,
        boards=[_board(ranking, names=writer.names, cases=run.snapshot.cases) for ranking in report.boards],
        safety=tell_safety(report.safety or ()),
        looked_for=list(tell_looked_for(report)),
        frontier=draw_frontier(report.boards),
        facets=report.facets,
        most_facets=_MOST_FACETS,
        disagreements=found,
        told_disagreements=tell_disagreements(found) if found else "",
        flaky=[(one, writer.names.name(one.arm)) for one in watch.flaky],
        shown=shown,
        most_first=_MOST_FIRST,
        choices=choices,
        matrix=lay_out(shown, writer=writer),
        tell_cell=partial(_cell, writer=writer, choices=choices, is_repeated=run.snapshot.repeats > 1),
        script=load_script("report.js"),
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
    places: Places
    is_repeated: bool
    reasons: list[tuple[str, str]]
    expected: str
    text: str | None
    outcome: str
    unsafe: str
    """What was found in it; empty where nothing was, or nobody looked."""
    judgments: list[tuple[Judgment, str, float | None]]


def _cell(cell: CellReport, *, writer: CellWriter, choices: Choices, is_repeated: bool) -> _ShownCell:
    word, look = LOOKS[cell.status]
    arm = writer.names.name(cell.arm)
    return _ShownCell(
        cell=cell,
        word=word,
        look=look,
        arm=arm,
        places=choices.places(cell, arm=arm),
        is_repeated=is_repeated,
        reasons=list(reasons_of(cell)) if cell.status.is_bad else [],
        expected="" if cell.expected is None else tell_expected(cell.expected),
        text=text_of(cell),
        outcome=OUTCOME_WORDS[cell.outcome],
        unsafe=tell_found(cell.safety) if cell.safety is not None and cell.safety.found else "",
        judgments=[
            (judgment, writer.names.name(judgment.judge_id), writer.quality(judgment, cell))
            for judgment in cell.judgments
        ],
    )
