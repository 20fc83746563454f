"""The command that holds a run against another one: compare."""

import sys
from typing import Annotated

import typer

from .door import AsJson, Exit, RunName, app, find, note, opened, say, say_json
from .running import AllowFlips, baseline_of
from .screen import tell_comparison


@app.command(rich_help_panel="Runs")
def compare(
    run: RunName,
    baseline: Annotated[
        str | None,
        typer.Argument(
            help="An earlier run, or its JSON export; the run before it of the same name if none is given.",
            metavar="[RUN|FILE]",
        ),
    ] = None,
    allow_flips: AllowFlips = None,
    as_json: AsJson = False,
) -> None:
    """Compare a run with an earlier one: cell by cell, arm by arm, tag by tag. Exits with 4 if it is worse."""
    from edison.actions.results.baselines import compare_runs, read_baseline
    from edison.actions.results.showing import shown
    from edison.actions.views.comparison import view_comparison
    from edison.errors import RunMissing

    with opened() as house:
        found = find(house, run)
        try:
            before = baseline_of(house, baseline) or read_baseline(house, found.id, before=True)
        except RunMissing:
            if baseline is None:
                note(f"Say with which run it is compared: edison compare {found.id} RUN")
            raise
        comparison = compare_runs(house, found.id, baseline=before, allow_flips=allow_flips)
        if as_json:
            say_json(view_comparison(comparison))
        else:
            for line in tell_comparison(comparison):
                say(shown(line))
            say("Worse than before." if comparison.has_regressed else "Not worse than before.")
        sys.exit(Exit.REGRESSION if comparison.has_regressed else Exit.PASS)
