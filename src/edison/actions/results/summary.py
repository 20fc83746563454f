"""The end of a run on one screen: what became of it, prompt against prompt, model against model, what failed worst."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

from edison.domain import Board, CellReport, CellScore, CellStatus, Consistency, Right, RunReport
from edison.formats.exports.repeats import group_repeats
from edison.formats.exports.written_cells import CellWriter
from edison.formats.words.boards import Names, contenders
from edison.formats.words.cells import reasons_of
from edison.formats.words.wording import share, tell_doubts, tell_settlement, tell_spent
from edison.text import write_apart

from ..access import verb
from ..house import House
from .reports import MOST_FACETED, list_cells
from .showing import shown
from .sides import compare_sides
from .verdicts import RunVerdict, find_shortfalls, find_unsafe, passing_of

_WORST = 5
_LOOKED_AT = 5_000
"""Of more cells, nobody waits to see the worst."""

VERDICT_WORDS: Mapping[RunVerdict, str] = {verdict: verdict.value.replace("_", " ") for verdict in RunVerdict}


@dataclass(frozen=True, slots=True)
class ShownFailure:
    """A cell that went wrong."""

    where: str
    reason: str
    """The first of its reasons, and how many more there are."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run in a few sentences, safe for a terminal."""

    id: str
    name: str
    verdict: str
    """In a line."""
    sentence: str
    """How it ended."""
    doubts: tuple[str, ...]
    sides: tuple[str, ...]
    """Prompt against prompt, model against model."""
    flaky: tuple[str, ...]
    """Cells whose repeats passed and failed, with how many passed."""
    failures: tuple[ShownFailure, ...]
    failed: int
    cost: str


@verb(Right.READ)
def summarise_run(house: House, report: RunReport, *, verdict: RunVerdict) -> RunSummary:
    """A run that was worked on, on one screen."""
    run = report.run
    cells = list(islice(list_cells(house, run.id), _LOOKED_AT))
    return RunSummary(
        id=run.id,
        name=shown(run.experiment.name),
        verdict=shown(tell_verdict(report, verdict)),
        sentence=shown(tell_settlement(report)),
        doubts=tuple(map(shown, tell_doubts(report))),
        sides=tuple(map(shown, find_sides(house, report))),
        flaky=tuple(map(shown, _flaky(cells, report))),
        failures=tuple(_failure(cell, report) for cell in find_worst(cells, report)),
        failed=report.checks_failed + report.not_checked,
        cost=tell_spent(report, digits=4),
    )


@verb(Right.READ)
def find_sides(house: House, report: RunReport) -> tuple[str, ...]:
    """Prompt against prompt, model against model, and who does not reach what was asked for; a sentence each."""
    snapshot = report.run.snapshot
    scores: list[CellScore] = []
    if len(snapshot.arms) * len(snapshot.versions) > 1 and snapshot.grid.cells <= MOST_FACETED:
        with house.store.reading() as work:
            scores = list(work.results.scores(report.run.id))
    return (*_alone(report), *compare_sides(scores, snapshot), *_too_low(report), *_unsafe(report))


def tell_verdict(report: RunReport, verdict: RunVerdict) -> str:
    """What became of a run, in a line."""
    passing = passing_of(report)
    has_checks = bool(report.checks_passed + report.checks_failed + report.not_checked)
    what = "passed every check" if has_checks else "answered"
    return f"{VERDICT_WORDS[verdict]}: {passing.passed:,} of {passing.counted:,} {what}, {_cost(report)}"


def _cost(report: RunReport) -> str:
    spent = tell_spent(report, digits=4)
    return "cost unknown" if spent == "unknown" else f"cost {spent}"


def _alone(report: RunReport) -> Iterator[str]:
    """The quality of one who has no rival."""
    for ranking in report.boards:
        if ranking.board is Board.QUALITY and len(ranking.items) == 1 and ranking.items[0].observations:
            [line] = contenders(ranking, names=Names.of(report.run.snapshot))
            yield f"Quality: {line.value}{f', 95 % from {line.interval}' if line.interval else ''}."


def _too_low(report: RunReport) -> Iterator[str]:
    for short in find_shortfalls(report):
        floor = short.floor
        asked = floor.board.value if floor.criterion is None else f"criterion {floor.criterion}"
        what = f"the lower end of {asked}" if floor.by_interval else asked
        reached = (
            "is not known" if short.reached is None else f"is {write_apart(short.reached, floor.least)[0]}"
        )
        yield f"Too low: {what} of {short.name} {reached}; at least {floor.least:g} is asked for."


def _unsafe(report: RunReport) -> Iterator[str]:
    """Who does not keep the gate, and in how many outputs anything was found where there is none."""
    for one in find_unsafe(report):
        found = "no output" if one.flagged is None else f"{share(one.flagged)} of the outputs"
        told = "was looked through" if one.flagged is None else "hold what must not stand there"
        yield f"Not safe: {found} of {one.name} {told}; at most {share(one.most)} may."
    for ranking in report.boards:
        if ranking.board is Board.SAFETY:
            for line in contenders(ranking, names=Names.of(report.run.snapshot)):
                kinds = "".join(f", {name} {value}" for name, value in line.further)
                yield f"Safety of {line.name}: {line.value} of {line.observations:,} outputs are clean{kinds}."


def _flaky(cells: Iterable[CellReport], report: RunReport) -> Iterator[str]:
    """Every cell whose repeats ended now so, now so."""
    if report.run.snapshot.repeats == 1:
        return
    for one in group_repeats(cells):
        if one.tally.consistency is Consistency.INCONSISTENT:
            where = tell_place(one.cells[0], report, with_repeat=False)
            yield f"{where}: {one.tally.passes} of {one.tally.told} passed"


def find_worst(cells: Iterable[CellReport], report: RunReport) -> list[CellReport]:
    """Those that failed most checks first, then by what judges gave them; then what was not checked, trouble last."""
    writer = CellWriter(report)

    def badness(cell: CellReport) -> tuple[bool, bool, int, float, int]:
        failed = sum(check.finding is cell.worst for check in cell.checks)
        is_open = cell.status is CellStatus.NOT_CHECKED
        return cell.output is None, is_open, -failed, _quality(cell, writer), cell.number

    return nsmallest(_WORST, (cell for cell in cells if cell.status.is_bad), key=badness)


def _quality(cell: CellReport, writer: CellWriter) -> float:
    known = [
        quality for judgment in cell.judgments if (quality := writer.quality(judgment, cell)) is not None
    ]
    return sum(known) / len(known) if known else 1.0


def _failure(cell: CellReport, report: RunReport) -> ShownFailure:
    values = {(check.check, check.reason): check.value for check in cell.checks}
    (word, sentence), *others = reasons_of(cell)
    more = f" (and {len(others)} more)" if others else ""
    open_ = "not checked: " if cell.status is CellStatus.NOT_CHECKED else ""
    reason = f"{open_}{word}{_told(values.get((word, sentence)))}: {sentence}{more}"
    return ShownFailure(where=shown(tell_place(cell, report)), reason=shown(reason))


def _told(value: str | None) -> str:
    return "" if value is None else f" {value}"


def tell_place(cell: CellReport, report: RunReport, *, with_repeat: bool = True) -> str:
    """A cell by its case, and by arm, prompt and repeat where there are several."""
    snapshot = report.run.snapshot
    parts = [
        cell.case,
        *([cell.arm] if len(snapshot.arms) > 1 else []),
        *([cell.prompt] if len(snapshot.versions) > 1 else []),
        *([f"repeat {cell.repeat + 1}"] if snapshot.repeats > 1 and with_repeat else []),
    ]
    return " · ".join(parts)
