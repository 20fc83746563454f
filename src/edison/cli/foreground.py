"""Working on a run in this process, to its end or to the first Ctrl-C, and the exit code that follows."""

import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from .door import Exit, code_of, fold, note, say, say_json
from .screen import Screen, draw_report, tell_cell, tell_comparison

if TYPE_CHECKING:
    import asyncio

    from edison.actions.house import House
    from edison.actions.results.baselines import Baseline, BaselineComparison
    from edison.actions.results.summary import RunSummary
    from edison.actions.results.verdicts import RunVerdict
    from edison.actions.runs.drive import Driven
    from edison.domain import RunId, RunReport


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """What a person wants at the end of a run."""

    fail_under: float | None = None
    baseline: "Baseline | None" = None
    allow_flips: int | None = None
    out: tuple[Path, ...] = ()
    format: str | None = None
    as_json: bool = False
    quiet: bool = False
    full: bool = False
    """With all counts and boards."""
    detach: bool = False
    """Leave the work to others."""


def work_to_the_end(house: "House", run_id: "RunId", options: OutputOptions, screen: Screen) -> Exit:
    """Work on a run, then say what became of it; where its preset tells of cells, one by one."""
    from edison.actions.presets import PRESETS
    from edison.actions.results.reports import read_run

    tells_cells = PRESETS[read_run(house, run_id).experiment.preset].tells_cells
    drive(house, run_id, screen, by_cells=tells_cells and not (options.as_json or options.quiet))
    return conclude(house, run_id, options)


def drive(house: "House", run_id: "RunId", screen: Screen, *, by_cells: bool = False) -> None:
    """Work on a run until it ends, stands still, or somebody stops us."""
    import asyncio

    driven = asyncio.run(_drive(house, run_id, screen, by_cells=by_cells))
    if driven.interrupted:
        note(f"Stopped; every answer is kept. Go on with: edison resume {run_id}")


def conclude(house: "House", run_id: "RunId", options: OutputOptions) -> Exit:
    """The report of a run, its comparison, its file and its exit code; of a contest, its ranking."""
    from edison.actions.presets import PRESETS, ShownAs
    from edison.actions.results.exports import save_export
    from edison.actions.results.reports import show_run
    from edison.actions.results.verdicts import RunVerdict, judge_run
    from edison.actions.views.run import view_end

    report = show_run(house, run_id)
    shown_as = PRESETS[report.run.experiment.preset].shown_as
    if shown_as is ShownAs.ROUNDS:
        from .refining import conclude_refinement

        return conclude_refinement(
            house, report.run, as_json=options.as_json, quiet=options.quiet, out=options.out
        )
    if shown_as is ShownAs.ENTRIES:
        from .entry_ranking_screen import conclude_entry_ranking

        return conclude_entry_ranking(house, report.run, options)
    if shown_as is ShownAs.DRAFTS:
        from .drafting import conclude_drafts

        return conclude_drafts(house, run_id, as_json=options.as_json, quiet=options.quiet)
    if shown_as is ShownAs.SCAN:
        from .scanning import conclude_scan

        return conclude_scan(house, run_id, as_json=options.as_json)
    if shown_as is ShownAs.EXPORT:
        from .exporting import conclude_export

        return conclude_export(house, run_id, out=next(iter(options.out), None), as_json=options.as_json)
    for path in options.out:
        save_export(house, run_id, path=path, name=options.format)
    if shown_as is ShownAs.CARDS:
        from .judging import conclude_examination

        return conclude_examination(house, report.run, as_json=options.as_json, quiet=options.quiet)
    comparison = _compare(house, report, options)
    verdict = judge_run(
        report,
        fail_under=_threshold(report, options),
        regressed=comparison is not None and comparison.has_regressed,
    )
    if options.as_json:
        ended = view_end(report, verdict=verdict, exit_code=code_of(verdict), comparison=comparison)
        say_json(ended)
    else:
        _tell(house, report, verdict, comparison=comparison, options=options)
    if verdict is RunVerdict.HALTED:
        note(f"What was answered is kept. Go on with: edison resume {run_id}")
    return code_of(verdict)


def stop_signals(stop: "asyncio.Event", *, hint: str) -> None:
    """The first Ctrl-C, or a SIGTERM, lets what is under way finish; the second leaves at once."""
    import asyncio

    loop = asyncio.get_running_loop()

    def ask_to_stop() -> None:
        if stop.is_set():
            # Rows are safe: whatever was not committed is asked again by whoever goes on.
            os._exit(Exit.TROUBLE)
        note(f"Stopping: calls under way are finished and kept. {hint}")
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ask_to_stop)


async def _drive(house: "House", run_id: "RunId", screen: Screen, *, by_cells: bool) -> "Driven":
    import asyncio

    from edison.actions.runs.drive import drive_run

    stop = asyncio.Event()
    stop_signals(stop, hint="Press Ctrl-C again to leave at once.")
    if by_cells:
        return await drive_run(house, run_id, stop=stop, tell=tell_cell)
    with screen.following() as watch:
        return await drive_run(house, run_id, stop=stop, watch=watch)


def _threshold(report: "RunReport", options: OutputOptions) -> float | None:
    stated = report.run.experiment.policy.fail_under
    return stated if options.fail_under is None else options.fail_under


def _compare(house: "House", report: "RunReport", options: OutputOptions) -> "BaselineComparison | None":
    if options.baseline is None or not report.run.settlement.is_end:
        return None
    from edison.actions.results.baselines import compare_runs

    return compare_runs(house, report.run.id, baseline=options.baseline, allow_flips=options.allow_flips)


def _tell(
    house: "House",
    report: "RunReport",
    verdict: "RunVerdict",
    *,
    comparison: "BaselineComparison | None",
    options: OutputOptions,
) -> None:
    from edison.actions.results.showing import show_report, shown
    from edison.actions.results.summary import summarise_run, tell_verdict

    if options.quiet:
        say(shown(f"{report.run.experiment.name}: {tell_verdict(report, verdict)}. {report.run.id}"))
        return
    if options.full:
        from rich.console import Console

        draw_report(show_report(report), Console(highlight=False))
        say()
    compared = [] if comparison is None else [shown(line) for line in tell_comparison(comparison)]
    tell_summary(summarise_run(house, report, verdict=verdict), compared=compared, out=options.out)


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
