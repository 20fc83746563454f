"""The command that looks through stored outputs: scan."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, Exit, Quiet, RunName, app, find, note, opened, say, say_json, several
from .foreground import drive
from .running import Detach, start
from .screen import Screen

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.actions.views.scan import ScanView
    from edison.domain import RunId


@app.command(rich_help_panel="Runs")
def scan(
    run: RunName,
    look_for: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Only for pii, secrets or jailbreak; may be repeated. What the run was told, or all, if not given.",
        ),
    ] = None,
    detach: Detach = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Look through the stored outputs of a run for private data, secrets and jailbreaks; nobody is asked.

    It is a run of its own, with progress, cancel and resume. Ends with 0 if nothing was found, 1 if something was.
    """
    from edison.actions.presets import PRESETS
    from edison.actions.scans import request_scan, show_scan

    with opened() as house:
        task = request_scan(house, find(house, run).id, kinds=look_for or ())
        screen = Screen(quiet=quiet or as_json)
        started = start(house, PRESETS["scan"].plan(house, task), screen)
        if detach:
            say_json(show_scan(house, started)) if as_json else say(started.id)
            return
        drive(house, started.id, screen)
        sys.exit(conclude_scan(house, started.id, as_json=as_json))


def conclude_scan(house: "House", run_id: "RunId", *, as_json: bool) -> Exit:
    """What was found, and its exit code."""
    from edison.actions.results.reports import read_run
    from edison.actions.scans import show_scan

    ended = read_run(house, run_id)
    told = show_scan(house, ended)
    if as_json:
        say_json(told)
    else:
        _tell(told)
    if not ended.settlement.is_end:
        note(f"Go on with: edison resume {run_id}")
        return Exit.TROUBLE
    if missing := told.pages - told.pages_done:
        were = "was" if missing == 1 else "were"
        note(f"{several(missing, 'page')} of outputs {were} not looked through: nothing is known of that.")
    if missing or not ended.settlement.is_result:
        return Exit.TROUBLE
    return Exit.CHECKS_FAILED if any(one.flagged for one in told.counts) else Exit.PASS


def _tell(told: "ScanView") -> None:
    from edison.actions.results.showing import shown

    say(f"{told.looked_at} of {told.outputs} outputs of {told.of_run} were looked through.")
    for one in told.counts:
        say(f"  {one.kind.value}: {one.flagged} of {one.looked_at}")
    for found in told.findings:
        say(shown(f"  {found.case} ({found.arm}): {found.what} {found.shown}, {found.count} times"))
