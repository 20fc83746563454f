"""The command that writes results: export; what is large is written as a run of its own."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import FORMATS_TOLD, Exit, Quiet, RunName, app, find, note, opened, pour, say, say_json, several
from .foreground import drive
from .running import Detach, start
from .screen import Screen

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.domain import ExportTask, Run, RunId


@app.command(rich_help_panel="Runs")
def export(
    run: RunName,
    format_: Annotated[str | None, typer.Option("--format", "-f", help=FORMATS_TOLD)] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to a file, not to the output.")
    ] = None,
    detach: Detach = False,
    quiet: Quiet = False,
) -> None:
    """Write the results of a run in a format that others read; streamed, of any size.

    Many results go to a file as a run of its own, with progress, cancel and resume; with --detach any do. Of such a
    run, it writes the file.
    """
    from edison.actions.export_jobs import is_large, request_export
    from edison.actions.results.exports import export_run, format_for, is_export, save_export

    with opened() as house:
        found = find(house, run)
        if is_export(found) and out is not None:
            sys.exit(_go_on(house, found, Screen(quiet=quiet), out=out))
        elif detach or (out and is_large(house, found, format=format_for(found, out, name=format_))):
            task = request_export(house, found.id, format=format_, file=out)
            sys.exit(write_as_run(house, task, Screen(quiet=quiet), detach=detach))
        elif out is not None:
            save_export(house, found.id, path=out, name=format_)
        else:
            pour(export_run(house, found.id, name=format_))


def write_as_run(house: "House", task: "ExportTask", screen: Screen, *, detach: bool) -> Exit:
    """Start an export; write it and put the file in its place, or leave it to workers."""
    from edison.actions.presets import PRESETS

    started = start(house, PRESETS["export"].plan(house, task), screen)
    if detach:
        say(started.id)
        return Exit.PASS
    return _go_on(house, started, screen)


def conclude_export(
    house: "House", run_id: "RunId", *, out: Path | None = None, as_json: bool = False
) -> Exit:
    """The file in its place, and what was written."""
    from edison.actions.export_jobs import hand_over, show_export
    from edison.actions.results.reports import read_run
    from edison.actions.results.showing import shown

    ended = read_run(house, run_id)
    told = show_export(house, ended)
    if as_json:
        say_json(told)
    if not ended.settlement.is_end:
        note(
            f"{told.pages_done} of {several(told.pages, 'page')} are written. Go on with: edison resume {run_id}"
        )
        return Exit.TROUBLE
    if not told.is_whole:
        why = f": {shown(told.trouble)}" if told.trouble else ""
        note(f"There is no file; {told.pages_done} of {several(told.pages, 'page')} were written{why}")
        return Exit.TROUBLE
    if not told.is_kept and out is None:
        note(
            f"Its file was written, and its pages were let go; export again: edison export {told.of_run or ''}"
        )
        return Exit.PASS
    if out is None and told.file is None:
        note(f"All pages are written. Get the file with: edison export {run_id} --out FILE")
        return Exit.PASS
    place, bundle = hand_over(house, ended, file=out)
    if bundle is None:
        note(f"Wrote {shown(str(place))}.")
        return Exit.PASS
    rows = several(sum(bundle.rows.values()), "row")
    say(f"Wrote {shown(str(place))}: {several(len(bundle.runs), 'run')}, {rows}.")
    if bundle.left_out:
        say(f"Left out: {several(bundle.left_out, 'run')} that did not end yet.")
    return Exit.PASS


def _go_on(house: "House", run: "Run", screen: Screen, *, out: Path | None = None) -> Exit:
    if not run.settlement.is_end:
        drive(house, run.id, screen)
    return conclude_export(house, run.id, out=out)
