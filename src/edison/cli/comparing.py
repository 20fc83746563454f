"""The command that holds a run against another one: compare."""

import sys
from typing import Annotated

import typer

from .door import AsJson, Exit, RunName, app, find, opened, say, say_json
from .running import AllowFlips, baseline_of
from .screen import tell_comparison


@app.command(rich_help_panel="Runs")
def compare(
    run: RunName,
    baseline: Annotated[str, typer.Argument(help="An earlier run, or its JSON export.", metavar="RUN|FILE")],
    allow_flips: AllowFlips = None,
    as_json: AsJson = False,
) -> None:
    """Compare a run with an earlier one: cell by cell, arm by arm, tag by tag. Exits with 4 if it is worse."""
    from edison.actions.results.baselines import compare_runs
    from edison.actions.results.showing import shown
    from edison.actions.views.comparison import view_comparison

    with opened() as house:
        before = baseline_of(house, baseline)
        assert before is not None, "it has to be given"
        comparison = compare_runs(house, find(house, run).id, baseline=before, allow_flips=allow_flips)
        if as_json:
            say_json(view_comparison(comparison).as_json())
        else:
            for line in tell_comparison(comparison):
                say(shown(line))
            say("Worse than before." if comparison.has_regressed else "Not worse than before.")
        sys.exit(Exit.REGRESSION if comparison.has_regressed else Exit.PASS)
