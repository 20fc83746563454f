"""The end of a run on a terminal: one screen, on which no word is broken."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from .door import fold, say

if TYPE_CHECKING:
    from edison.actions.results.summary import RunSummary

_WIDEST = 100
_MOST_FLAKY = 10


def tell_summary(summary: "RunSummary", *, compared: Sequence[str], out: Sequence[Path]) -> None:
    """What became of a run, who is ahead, what failed worst, what it cost and where the rest is."""
    width = min(get_terminal_size().columns, _WIDEST)
    for line in _lines(summary, compared=compared, out=out):
        for folded in fold(line, width=width):
            say(folded)


def _lines(summary: "RunSummary", *, compared: Sequence[str], out: Sequence[Path]) -> Iterator[str]:
    yield f"{summary.name}  {summary.id}"
    yield summary.sentence
    yield from summary.doubts
    if summary.sides:
        yield ""
        yield from summary.sides
    if compared:
        yield ""
        yield from compared
    if summary.flaky:
        yield ""
        yield "Not the same every time:"
        yield from (f"  {one}" for one in summary.flaky[:_MOST_FLAKY])
        if len(summary.flaky) > _MOST_FLAKY:
            yield f"  and {len(summary.flaky) - _MOST_FLAKY:,} more"
    if summary.failures:
        yield ""
        yield "What failed worst:"
        for failure in summary.failures:
            yield f"  {failure.where}"
            yield f"    {failure.reason}"
        yield f"  All that failed: edison show {summary.id} --failed"
    yield ""
    yield f"Verdict: {summary.verdict}."
    if out:
        yield f"Report: {', '.join(map(str, out))}"
    else:
        yield f"Boards: edison show {summary.id}"
        yield f"Report: edison export {summary.id} --out report.html"
