"""What people see of a run: progress while it goes on, a report at its end."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .door import note, several

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from edison.actions.results.baselines import BaselineComparison, ComparisonVerdict
    from edison.actions.results.showing import ShownBoard, ShownRun
    from edison.actions.runs.prepare import Estimate
    from edison.actions.runs.progress import EndedCell, RunProgress
    from edison.domain import RunReport

_EVERY_S = 5.0
_BAR = 32
_MARKS = {"passed": "✓", "failed": "✗", "not_checked": "?", "trouble": "!"}


class Screen:
    """Progress goes beside the output, so that the output itself stays what a script can read."""

    def __init__(self, *, quiet: bool = False, console: "Console | None" = None) -> None:
        self._quiet = quiet
        self._console = console

    def say(self, text: str) -> None:
        """A line for people, unless they want quiet."""
        if not self._quiet:
            note(text)

    def estimate(self, name: str, estimate: "Estimate", *, of_entries: bool = False) -> None:
        """What is about to be asked, and what it may cost; of entries in the words of those who wrote them."""
        judged = f" and {several(estimate.judgments, 'judgment')}" if estimate.judgments else ""
        asked = f"{several(estimate.cells, 'cell')}{judged}"
        if estimate.calls > estimate.cells + estimate.judgments:
            asked += f" in {several(estimate.calls, 'call')}"
        if of_entries:
            asked = (
                f"{several(estimate.cells, 'text')} and at most {several(estimate.judgments, 'comparison')}"
            )
        self.say(f"{name}: {asked}, {_cost_range(estimate)}.")

    @contextmanager
    def following(self) -> "Generator[Callable[[RunProgress], None] | None]":
        """Somewhere to show progress: live bars on a terminal, now and then a plain line elsewhere, or nowhere."""
        if self._quiet:
            yield None
        elif self._console is not None or sys.stderr.isatty():
            with _live(self._console) as watch:
                yield watch
        else:
            yield _plain()


def _plain() -> "Callable[[RunProgress], None]":
    """A line when something was done and some seconds have passed, so that logs stay short."""
    from time import monotonic

    last_at, last_text = monotonic(), ""

    def watch(progress: "RunProgress") -> None:
        nonlocal last_at, last_text
        text = tell_progress(progress)
        if monotonic() - last_at >= _EVERY_S and text != last_text:
            last_at, last_text = monotonic(), text
            note(text)

    return watch


@contextmanager
def _live(console: "Console | None") -> "Generator[Callable[[RunProgress], None]]":
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(
        Text("Starting …"), console=console or Console(stderr=True), refresh_per_second=8, transient=True
    ) as live:
        yield lambda progress: live.update(_drawn(progress))


def _drawn(progress: "RunProgress") -> "RenderableType":
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    report = progress.report
    if _is_ranking(report) or report.pages:
        return Text(tell_progress(progress))
    table = Table.grid(padding=(0, 1))
    rows = [("cells", report.done, report.planned)]
    if report.run.snapshot.judges:
        rows.append(("judgments", report.judged + report.not_judged, report.judgments_expected))
    for what, done, planned in rows:
        bar = ProgressBar(total=max(planned, 1), completed=done, width=_BAR)
        table.add_row(what, bar, f"{done:,} of {planned:,}")
    table.add_row("cost", _spent(progress), f"{progress.per_second:,.1f}/s, {_eta(progress)}")
    return table


def tell_cell(ended: "EndedCell") -> None:
    """A line for a cell that has ended."""
    from edison.actions.results.showing import shown

    taken = "" if ended.latency_s is None else f" {ended.latency_s:.1f}s"
    reason = "" if ended.reason is None else f" ({ended.reason})"
    who = ended.model if ended.prompt is None else f"{ended.model} | {ended.prompt}"
    line = f"{who} | {ended.test} {_MARKS[ended.status]}{taken}{reason}"
    note(f"[{ended.number}/{ended.planned}] {shown(line)}")


def tell_progress(progress: "RunProgress") -> str:
    """Progress in one line; of texts that are compared in their own words, and without an end that nobody knows."""
    report = progress.report
    if _is_ranking(report):
        compared = several(report.judged + report.not_judged, "comparison")
        return f"{compared} of {several(report.planned, 'text')}, {_spent(progress)}, {progress.per_second:,.1f}/s"
    if report.pages:
        pages = f"{report.pages_done:,} of {several(report.pages, 'page')}"
        return f"{pages}, {progress.per_second:,.1f}/s, {_eta(progress)}"
    judged = (
        f", {several(report.judged + report.not_judged, 'judgment')}" if report.run.snapshot.judges else ""
    )
    return (
        f"{report.done:,} of {several(report.planned, 'cell')}{judged}, {_spent(progress)}, "
        f"{progress.per_second:,.1f}/s, {_eta(progress)}"
    )


def _is_ranking(report: "RunReport") -> bool:
    from edison.actions.presets import PRESETS, ShownAs

    return PRESETS[report.run.experiment.preset].shown_as is ShownAs.ENTRIES


def _spent(progress: "RunProgress") -> str:
    from edison.actions.results.showing import shown_cost

    return shown_cost(progress.report)


def _eta(progress: "RunProgress") -> str:
    if progress.eta_s is None:
        return "time left unknown"
    minutes, seconds = divmod(round(progress.eta_s), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min left"
    return f"{minutes} min {seconds:02} s left" if minutes else f"{seconds} s left"


def _cost_range(estimate: "Estimate") -> str:
    from edison.domain import to_usd

    if estimate.least_microusd is None or estimate.most_microusd is None:
        return "at an unknown price"
    if estimate.most_microusd == 0:
        return "at no cost"
    likely = estimate.least_microusd if estimate.likely_microusd is None else estimate.likely_microusd
    return f"about ${to_usd(likely):,.4f}, at most ${to_usd(estimate.most_microusd):,.4f}"


def draw_report(run: "ShownRun", console: "Console") -> None:
    """A run with its counts and boards."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    console.print(Text(run.name, style="bold"), Text(run.id, style="dim"))
    console.print(Text(run.sentence))
    for doubt in run.doubts:
        console.print(Text(doubt, style="bold red"))
    counts = Table.grid(padding=(0, 2))
    for what, count in run.counts:
        counts.add_row(Text(what), Text(count, justify="right"))
    console.print(counts)
    for board in run.boards:
        caution = f" Careful: {board.caution}." if board.caution else ""
        head = Table.grid(padding=(0, 2))
        head.add_row(Text(board.title, style="bold"), Text(f"{board.meaning}{caution}"))
        console.print()
        console.print(head)
        console.print(_board(board))
        remarks = [f"{line.name}: {line.remarks}." for line in board.places if line.remarks]
        for sentence in (*remarks, *board.notes):
            console.print(Padding(Text(sentence, style="dim"), (0, 0, 0, 2)))


def _board(board: "ShownBoard") -> "RenderableType":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    has_ties = any(line.ties for line in board.places)
    ties = ["Tied"] if has_ties else []
    for name in ("Place", *ties, "Name", "Value", "95 % interval", "Results"):
        is_number = name in ("Place", "Value", "Results")
        # A name that is too long is cut with a mark: a word that goes on in the next line is read as two.
        table.add_column(name, justify="right" if is_number else "left", no_wrap=True, overflow="ellipsis")
    for line in board.places:
        cells = [Text(line.name), line.value, line.interval, f"{line.observations:,}"]
        first = [line.place, line.ties] if has_ties else [line.place]
        table.add_row(*first, *cells)
    return table


def tell_comparison(comparison: "BaselineComparison") -> "Generator[str]":
    """What a run lost and won against its baseline, line by line."""
    yield (
        f"Against {comparison.baseline}: {several(comparison.matched, 'cell')} compared, "
        f"{comparison.broken_count:,} passed before and fail now, {comparison.mended_count:,} the other way round."
    )
    if changed := comparison.changed_cases:
        yield (
            f"  {several(len(changed), 'case')} of the same name {'says' if len(changed) == 1 else 'say'} or "
            f"{'expects' if len(changed) == 1 else 'expect'} something else than before: {', '.join(changed[:5])}"
            f"{', …' if changed[5:] else ''}"
        )
    for name in comparison.broken:
        yield f"  no longer passes: {name}"
    for change in comparison.passes:
        before, after = change.told_percent
        yield (
            f"  {change.name} draws its answers: {before} % passed before, {after} % now "
            f"({several(change.pairs, 'pair')}, {_verdict(change.verdict)})"
        )
    for change in comparison.qualities:
        before, after = change.told
        yield (
            f"  quality of {change.name}: {before} before, {after} now "
            f"({several(change.pairs, 'pair')}, {_verdict(change.verdict)})"
        )
    for change in comparison.tags:
        before, after = change.told
        yield (
            f"  tag {change.name}: {before} before, {after} now "
            f"({several(change.pairs, 'pair')}, {_verdict(change.verdict)})"
        )


def _verdict(verdict: "ComparisonVerdict") -> str:
    return verdict.value.replace("_", " ")
