"""Bundles: bundle export, show, import."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from .door import AsJson, Quiet, opened, say, say_json, several
from .exporting import write_as_run
from .prompts import Project
from .running import Detach
from .screen import Screen

PANEL = "Keeping house"

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

BundleFile = Annotated[Path, typer.Argument(help="A bundle.", metavar="FILE")]


@app.command(name="export")
def bundle_export(
    file: Annotated[Path, typer.Argument(help="A file that is not there yet.", metavar="FILE")],
    project: Project = None,
    experiment: Annotated[
        str | None, typer.Option(metavar="EXPERIMENT", help="Only the runs of this one.")
    ] = None,
    detach: Detach = False,
    quiet: Quiet = False,
) -> None:
    """Write a project into one file: prompts, cases, experiments, reviews, and all runs that have ended.

    It is a run of its own, with progress, cancel and resume; the file is there when it is whole.
    """
    from edison.actions.export_jobs import request_bundle

    with opened() as house:
        task = request_bundle(house, file, project=project, experiment=experiment)
        sys.exit(write_as_run(house, task, Screen(quiet=quiet), detach=detach))


@app.command(name="show")
def bundle_show(file: BundleFile, as_json: AsJson = False) -> None:
    """Say what a bundle holds."""
    from edison.actions.bundles import look_into_bundle
    from edison.actions.results.showing import shown
    from edison.actions.views.house import view_bundle

    with opened() as house:
        found = look_into_bundle(house, file)
        if as_json:
            say_json(view_bundle(found))
            return
        say(f"{shown(found.project)}, {shown(found.made_at)}, sha256 {shown(found.sha256)}")
        for name, rows in found.rows.items():
            say(f"{rows:>9}  {shown(name)}")


@app.command(name="import")
def bundle_import(
    file: BundleFile,
    largest_gb: Annotated[
        float, typer.Option(min=0, metavar="GB", help="Refuse one that unpacks to more.")
    ] = 8.0,
) -> None:
    """Add what a bundle holds to the database, all or nothing; runs that are there already stay."""
    from edison.actions.bundles import add_bundle

    with opened() as house:
        added = add_bundle(house, file, largest=int(largest_gb * (1 << 30)))
        known = f", {several(added.known, 'run')} known before" if added.known else ""
        say(f"Added {several(len(added.runs), 'run')}, {several(added.rows, 'row')}{known}.")
