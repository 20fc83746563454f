"""Markdown for a pull request: how a run ended, its boards, and the first cells that went wrong."""

import re
from collections.abc import Iterable, Iterator, Sequence

from edison.domain import CellReport, FacetMean, Ranking, RunReport
from edison.text import decimals_for, several, write_interval, write_number

from ..reading.visible import visible_on_a_page
from ..words.boards import FLAG_WORDS, MEANINGS, TITLES, Names, contenders
from ..words.cells import choose_cells, reasons_of
from ..words.notes import tell_disagreements, tell_notes
from ..words.safety import tell_looked_for, tell_safety
from ..words.wording import tell_counts, tell_doubts, tell_settlement
from .provenance import tell_provenance
from .repeats import FlakyCell, RepeatWatch
from .written_cells import tell_expected, text_of, told_inputs

_MOST_BAD = 10
_MOST_FACETS = 20
_LONGEST = 200
_LONG = 1_000


def write_markdown(
    report: RunReport, cells: Iterable[CellReport], *, sides: Iterable[str] = ()
) -> Iterator[bytes]:
    """A summary; every text that a model or a file wrote stands in a code span, where it can do nothing.

    Args:
        report: The run.
        cells: Its cells.
        sides: Who is ahead of whom, a sentence each.
    """
    names = Names.of(report.run.snapshot)
    settlement = tell_settlement(report)
    yield from _lines(f"# {code_span(report.run.experiment.name)}", "")
    yield from _lines(code_span(settlement) if report.run.halted else settlement, "")
    for doubt in tell_doubts(report):
        yield from _lines(f"**{code_span(doubt)}**", "")
    for side in sides:
        yield from _lines(f"- {code_span(side, most=_LONG)}", "")
    yield from _lines("| What | How many |", "|---|---:|")
    yield from _lines(*(f"| {what} | {count} |" for what, count in tell_counts(report)))
    for ranking in report.boards:
        yield from _lines(*_board(ranking, names))
    yield from _lines(*_safety(report))
    yield from _lines(*_facets(report))
    yield from _lines(*_disagreements(report))
    yield from _lines(*_bad_cells(cells, report=report, names=names))
    yield from _lines("", code_span(tell_provenance(report.run), most=_LONG))


def _board(ranking: Ranking, names: Names) -> Iterator[str]:
    yield ""
    yield f"## {TITLES[ranking.board]}"
    yield ""
    yield MEANINGS[ranking.board]
    if ranking.flags:
        yield f"Careful: {'; '.join(FLAG_WORDS[flag] for flag in ranking.flags)}."
    yield ""
    yield "| Place | Tied | Name | Value | 95 % interval | Results | Remarks |"
    yield "|---:|---|---|---:|---|---:|---|"
    for line in contenders(ranking, names=names):
        further = [f"{table_cell(name)} {value}" for name, value in line.further]
        remarks = ", ".join(filter(None, (*further, line.remarks)))
        yield (
            f"| {line.place} | {line.ties} | {table_cell(line.name)} | {line.value} | {line.interval} "
            f"| {line.observations:,} | {remarks} |"
        )
    told = list(tell_notes(ranking, quote=code_span))
    if told:
        yield ""
        yield from (f"- {note}" for note in told)


def _facets(report: RunReport) -> Iterator[str]:
    """All contenders together; each of them stands in the other formats."""
    if not report.facets:
        return
    yield ""
    yield "## By what the cases are like"
    yield ""
    yield "| By | Value | Cases | Quality | Passing |"
    yield "|---|---|---:|---|---|"
    for facet in report.facets[:_MOST_FACETS]:
        together = facet.rows[0]
        means = f"{_mean(together.quality)} | {_mean(together.passing)}"
        yield f"| {facet.kind.value} | {table_cell(facet.name)} | {facet.cases:,} | {means} |"
    if len(report.facets) > _MOST_FACETS:
        yield ""
        more = f"{len(report.facets) - _MOST_FACETS:,} more"
        yield f"{more}: `edison export {report.run.id} --format facets` writes all of them as CSV."


def _mean(mean: FacetMean | None) -> str:
    if mean is None:
        return ""
    interval = mean.interval
    decimals = None if interval is None else decimals_for(interval.low, interval.high)
    reach = "" if interval is None else f" ({write_interval(interval.low, interval.high)})"
    return f"{write_number(mean.value, decimals=decimals)}{reach}, {mean.observations:,} results"


def _safety(report: RunReport) -> Iterator[str]:
    lines = tell_safety(report.safety or ())
    if not lines:
        return
    yield ""
    yield "## What was found in the outputs"
    yield ""
    for sentence in tell_looked_for(report):
        yield code_span(sentence)
    yield ""
    yield "| Name | What | By | Outputs with it | Looked at |"
    yield "|---|---|---|---:|---:|"
    for line in lines:
        by = table_cell(line.by)
        yield f"| {table_cell(line.name)} | {line.what} | {by} | {line.flagged} | {line.looked_at} |"


def _disagreements(report: RunReport) -> Iterator[str]:
    found = report.disagreements
    if found is None or not found.count:
        return
    yield ""
    yield f"## Where judges disagree ({found.count:,})"
    yield ""
    yield tell_disagreements(found)
    yield ""
    for cell in found.cells[:_MOST_BAD]:
        where = f"{code_span(cell.case)} · {code_span(cell.arm)} · {code_span(cell.prompt)}"
        yield f"- {where}: {code_span(' '.join(cell.reasons))}"


def _bad_cells(cells: Iterable[CellReport], *, report: RunReport, names: Names) -> Iterator[str]:
    watch = RepeatWatch()
    shown = choose_cells(watch.through(cells), most=_MOST_BAD)
    yield from _flaky(watch.flaky, names=names)
    if not shown.all_bad:
        return
    yield ""
    yield f"## What went wrong ({shown.all_bad:,} of {several(shown.all_cells, 'cell')})"
    yield ""
    for cell in shown.bad:
        word, sentence = next(reasons_of(cell))
        where = f"{code_span(cell.case)} · {code_span(names.name(cell.arm))} · {code_span(cell.prompt)}"
        yield f"- {where}: {code_span(word)}: {code_span(sentence)}"
        if cell.inputs:
            yield f"  - input: {code_span(told_inputs(cell))}"
        if cell.expected is not None:
            yield f"  - expected: {code_span(tell_expected(cell.expected))}"
        if text := text_of(cell):
            yield f"  - answer: {code_span(text)}"
    if shown.all_bad > len(shown.bad):
        yield ""
        more = shown.all_bad - len(shown.bad)
        yield f"{more:,} more: `edison export {report.run.id} --format jsonl` writes every cell."


def _flaky(found: Sequence[FlakyCell], *, names: Names) -> Iterator[str]:
    if not found:
        return
    yield ""
    yield f"## Not the same every time ({several(len(found), 'cell')})"
    yield ""
    for one in found[:_MOST_BAD]:
        where = f"{code_span(one.case)} · {code_span(names.name(one.arm))} · {code_span(one.prompt)}"
        yield f"- {where}: {one.tally.passes} of {one.tally.told} passed"
    if len(found) > _MOST_BAD:
        yield ""
        yield f"{len(found) - _MOST_BAD:,} more."


def table_cell(text: str) -> str:
    """The same in a table, where a bar ends the cell even in a code span."""
    return code_span(text).replace("|", "\\|")


def code_span(text: str, *, most: int = _LONGEST) -> str:
    """One line of text in a code span: no markup, no links, and nobody is called by an @."""
    one_line = " ".join(visible_on_a_page(text).split())
    short = f"{one_line[:most]}…" if len(one_line) > most else one_line
    longest = max((len(run) for run in re.findall("`+", short)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if short.startswith("`") or short.endswith("`") else ""
    return f"{fence}{pad}{short}{pad}{fence}" if short else ""


def _lines(*lines: str) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode()
