"""Commands about runs that end at once: list, show, pause, cancel, export."""

from pathlib import Path
from typing import Annotated

import typer

from .door import AsJson, RunName, app, find, opened, pour, say, say_json
from .screen import draw_report


@app.command(rich_help_panel="Runs")
def runs(
    limit: Annotated[int, typer.Option(min=1, help="At most so many, newest first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the newest runs."""
    from edison.actions.results.reports import list_runs, state_of
    from edison.actions.results.showing import shown, shown_cost
    from edison.actions.views.run import view_run

    with opened() as house:
        reports = list_runs(house, limit=limit)
        if as_json:
            say_json([view_run(report).as_json() for report in reports])
            return
        if not reports:
            say("No runs yet; start one with: edison run FILE")
        for report in reports:
            one = report.run
            ended = f" ({one.settlement.value.replace('_', ' ')})" if one.settlement.is_end else ""
            say(
                f"{one.id}  {one.began_at:%Y-%m-%d %H:%M}  {state_of(one).value}{ended}  "
                f"{report.done:,} of {report.planned:,} cells  {shown_cost(report)}  "
                f"{shown(one.experiment.name)}"
            )


@app.command(rich_help_panel="Runs")
def show(run: RunName, as_json: AsJson = False) -> None:
    """Show a run: where it stands, its counts, its boards or its ranking of texts."""
    from rich.console import Console

    from edison.actions.presets import PRESETS, ShownAs
    from edison.actions.results.reports import show_run
    from edison.actions.results.showing import show_report
    from edison.actions.views.run import view_boards

    with opened() as house:
        report = show_run(house, find(house, run).id)
        if PRESETS[report.run.experiment.preset].shown_as is ShownAs.ENTRIES:
            from .entry_ranking_screen import show_ranking

            show_ranking(house, report, as_json=as_json)
            return
        if as_json:
            say_json(view_boards(report).as_json())
            return
        draw_report(show_report(report), Console(highlight=False))


@app.command(rich_help_panel="Runs")
def pause(run: RunName) -> None:
    """Begin nothing new in a run; what is under way is answered and kept."""
    from edison.actions.runs.control import pause_run

    with opened() as house:
        paused = pause_run(house, find(house, run).id)
        say(f"Paused {paused.id}. Go on with: edison resume {paused.id}")


@app.command(rich_help_panel="Runs")
def cancel(run: RunName) -> None:
    """End a run for ever; what it has is kept."""
    from edison.actions.runs.control import cancel_run

    with opened() as house:
        cancelled = cancel_run(house, find(house, run).id)
        say(f"Cancelled {cancelled.id}; its results are kept.")


@app.command(rich_help_panel="Runs")
def export(
    run: RunName,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format", "-f", help="json, jsonl, csv, junit, html or md; by the file's name if not given."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to a file, not to the output.")
    ] = None,
) -> None:
    """Write the results of a run in a format that others read; streamed, of any size."""
    from edison.actions.results.exports import export_run, save_export

    with opened() as house:
        run_id = find(house, run).id
        if out is not None:
            save_export(house, run_id, path=out, name=format_)
        else:
            pour(export_run(house, run_id, name=format_))
