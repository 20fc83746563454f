"""Commands about runs that end at once: list, show, pause, cancel, export."""

from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, RunName, app, find, opened, say, say_json
from .screen import draw_report

if TYPE_CHECKING:
    from datetime import datetime

    from edison.actions.house import House
    from edison.domain import RunId, RunReport


@app.command(rich_help_panel="Runs")
def runs(
    limit: Annotated[int, typer.Option(min=1, help="At most so many, newest first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the newest runs."""
    from edison.actions.results.reports import list_runs
    from edison.actions.views.run import view_run

    with opened() as house:
        reports = list_runs(house, limit=limit)
        if as_json:
            say_json([view_run(report) for report in reports])
            return
        if not reports:
            say("No runs yet; start one with: edison run FILE")
            return
        rows = [_row(report, now=house.clock.now()) for report in reports]
        widths = [max(len(row[at]) for row in (_HEADER, *rows)) for at in range(len(_HEADER) - 1)]
        for row in (_HEADER, *rows):
            *cells, name = row
            padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
            say("  ".join((*padded, name)).rstrip())


_HEADER = ("run", "age", "state", "passed", "cost", "name")


def _row(report: "RunReport", *, now: "datetime") -> tuple[str, ...]:
    from edison.actions.results.reports import state_of
    from edison.actions.results.showing import shown, shown_age, shown_cost, shown_passing

    state = state_of(report.run).value
    done = "" if report.run.settlement.is_end else f" {report.done:,}/{report.planned:,}"
    return (
        report.run.id,
        shown_age(report.run.began_at, now=now),
        f"{state}{done}",
        shown_passing(report),
        shown_cost(report),
        shown(report.run.experiment.name),
    )


@app.command(rich_help_panel="Runs")
def show(
    run: RunName,
    failed: Annotated[
        bool, typer.Option("--failed", help="Show the cells that have not passed, with all about them.")
    ] = False,
    case: Annotated[
        str | None, typer.Option(metavar="ID", help="Show the cells of one case, with all about them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a run: where it stands, its counts, its boards, ranking of texts or rounds; or some of its cells."""
    from rich.console import Console

    from edison.actions.presets import PRESETS, ShownAs
    from edison.actions.results.reports import show_run
    from edison.actions.results.showing import show_report
    from edison.actions.views.run import view_boards

    with opened() as house:
        run_id = find(house, run).id
        if failed or case is not None:
            _show_cells(house, run_id, failed=failed, case=case, as_json=as_json)
            return
        report = show_run(house, run_id)
        shown_as = PRESETS[report.run.experiment.preset].shown_as
        if shown_as is ShownAs.ENTRIES:
            from .entry_ranking_screen import show_ranking

            show_ranking(house, report, as_json=as_json)
            return
        if as_json:
            say_json(view_boards(report))
            return
        draw_report(show_report(report), Console(highlight=False))
        if shown_as is ShownAs.ROUNDS:
            from edison.actions.results.refinements import show_rounds

            from .refining import tell_refinement

            say()
            tell_refinement(show_rounds(house, report.run))


def _show_cells(house: "House", run_id: "RunId", *, failed: bool, case: str | None, as_json: bool) -> None:
    from edison.actions.results.cells import find_cells, show_cell
    from edison.actions.results.reports import show_run
    from edison.actions.views.cell_line import view_line

    report = show_run(house, run_id)
    count = 0
    for cell in find_cells(house, run_id, failed=failed, case=case):
        count += 1
        if as_json:
            say_json(view_line(cell, report))
        else:
            for line in show_cell(cell, report):
                say(line)
            say()
    if not count and not as_json:
        say("No cell has failed." if case is None else "There is no such cell.")


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
