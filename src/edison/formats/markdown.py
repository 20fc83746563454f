"""Markdown for a pull request: how a run ended, its boards, and the first cells that went wrong."""

import re
from collections.abc import Iterable, Iterator

from edison.domain import CellReport, Ranking, RunReport

from .boards import FLAG_WORDS, MEANINGS, TITLES, contenders
from .names import Names
from .shown import choose_cells
from .standings import reasons_of
from .visible import visible_on_a_page
from .wording import tell_counts, tell_settlement

_MOST_BAD = 10
_LONGEST = 200


def write_markdown(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """A summary; every text that a model or a file wrote stands in a code span, where it can do nothing."""
    names = Names.of(report.run.snapshot)
    settlement = tell_settlement(report)
    yield from _lines(f"# {_code(report.run.experiment.name)}", "")
    yield from _lines(_code(settlement) if report.run.halted else settlement, "")
    yield from _lines("| What | How many |", "|---|---:|")
    yield from _lines(*(f"| {what} | {count} |" for what, count in tell_counts(report)))
    for ranking in report.boards:
        yield from _lines(*_board(ranking, names))
    yield from _lines(*_bad_cells(cells, report=report, names=names))


def _board(ranking: Ranking, names: Names) -> Iterator[str]:
    yield ""
    yield f"## {TITLES[ranking.board]}"
    yield ""
    yield MEANINGS[ranking.board]
    if ranking.flags:
        yield f"Careful: {', '.join(FLAG_WORDS[flag] for flag in ranking.flags)}."
    yield ""
    yield "| Place | Name | Value | 95 % interval | Results | Remarks |"
    yield "|---:|---|---:|---|---:|---|"
    for line in contenders(ranking, names=names):
        further = [f"{_cell(name)} {value}" for name, value in line.further]
        remarks = ", ".join(filter(None, (*further, line.remarks)))
        yield (
            f"| {line.place} | {_cell(line.name)} | {line.value} | {line.interval} "
            f"| {line.observations:,} | {remarks} |"
        )


def _bad_cells(cells: Iterable[CellReport], *, report: RunReport, names: Names) -> Iterator[str]:
    shown = choose_cells(cells, most=_MOST_BAD)
    if not shown.all_bad:
        return
    yield ""
    yield f"## What went wrong ({shown.all_bad:,} of {shown.all_cells:,} cells)"
    yield ""
    for cell in shown.bad:
        word, sentence = next(reasons_of(cell))
        where = f"{_code(cell.case)} · {_code(names.name(cell.arm))} · version {cell.version}"
        yield f"- {where}: {_code(word)}: {_code(sentence)}"
    if shown.all_bad > len(shown.bad):
        yield ""
        more = shown.all_bad - len(shown.bad)
        yield f"{more:,} more: `edison export {report.run.id} --format jsonl` writes every cell."


def _cell(text: str) -> str:
    """The same in a table, where a bar ends the cell even in a code span."""
    return _code(text).replace("|", "\\|")


def _code(text: str) -> str:
    """One line of text in a code span: no markup, no links, and nobody is called by an @."""
    one_line = " ".join(visible_on_a_page(text).split())
    short = f"{one_line[:_LONGEST]}…" if len(one_line) > _LONGEST else one_line
    longest = max((len(run) for run in re.findall("`+", short)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if short.startswith("`") or short.endswith("`") else ""
    return f"{fence}{pad}{short}{pad}{fence}" if short else ""


def _lines(*lines: str) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode()
