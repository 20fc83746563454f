"""The command that checks stored answers again: recheck."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .battery_options import EmbedderOption
from .door import AllowCode, AsJson, ProvidersFile, RunName, app, code_of, find, note, opened, say, say_json

if TYPE_CHECKING:
    from edison.actions.results.rechecking import Tally

ChecksFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Make these checks instead of the run's own: a YAML or JSON list, as in a suite."
    ),
]


DriftThreshold = Annotated[
    float | None,
    typer.Option(min=0, max=2, help="Hold measured drift against this threshold; nothing else changes."),
]


@app.command(rich_help_panel="Runs")
def recheck(
    run: RunName,
    checks: ChecksFile = None,
    drift_threshold: DriftThreshold = None,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
    allow_code: AllowCode = False,
    as_json: AsJson = False,
) -> None:
    """Make the checks of a run again on its stored answers; no answer is asked for. Ends like `run`."""
    from edison.actions.results.rechecking import move_drift, open_checks, recheck_run
    from edison.actions.results.reports import show_run
    from edison.actions.results.verdicts import judge_run
    from edison.actions.views.run import view_end, view_recheck

    if checks is not None and drift_threshold is not None:
        raise typer.BadParameter("give --checks or --drift-threshold, not both")
    if embedder is not None and drift_threshold is not None:
        raise typer.BadParameter("with --drift-threshold nothing is measured again, by no embedder")
    with opened(providers, allow_code=allow_code) as house:
        found = find(house, run).id
        if drift_threshold is not None:
            rechecked = move_drift(house, found, threshold=drift_threshold)
        else:
            made = None if checks is None else open_checks(checks)
            folder = None if checks is None else checks.parent
            rechecked = recheck_run(house, found, checks=made, folder=folder, embedder=embedder)
        report = show_run(house, rechecked.run.id)
        verdict = judge_run(report, fail_under=report.run.experiment.policy.fail_under)
        if not report.run.settlement.is_end:
            note("The run has not ended; what is answered from now on is checked by its own checks.")
        if as_json:
            ended = view_end(report, verdict=verdict, exit_code=code_of(verdict))
            say_json(view_recheck(ended, tally=rechecked.tally))
        else:
            _tell(rechecked.tally)
            say(f"Verdict: {verdict.value.replace('_', ' ')}.")
        sys.exit(code_of(verdict))


def _tell(tally: "Tally") -> None:
    say(
        f"{tally.outputs:,} outputs checked again, {tally.findings:,} findings: "
        f"{tally.changed:,} changed, {tally.added:,} added, {tally.dropped:,} dropped."
    )
    say(
        f"Outputs that pass now and did not before: {tally.mended:,}; that passed and do not: {tally.broken:,}."
    )
