"""The command that takes runs away: rm."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, app, find, opened, say, say_json, several

if TYPE_CHECKING:
    from edison.actions.runs.control import RunSize


@app.command(rich_help_panel="Runs")
def rm(
    runs: Annotated[
        list[str] | None,
        typer.Argument(help="Runs: their ids, parts of them, or names.", metavar="[RUN]..."),
    ] = None,
    older_than: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="All runs that ended longer ago than this, such as 30d."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove runs that have ended: their cells and the texts of their calls go, what they cost stays in the sums."""
    from edison.actions.runs.control import find_old_runs, remove_run, size_of_run
    from edison.actions.views.house import view_removed

    if not runs and older_than is None:
        raise typer.BadParameter("name a run, or say --older-than TIME")
    with opened() as house:
        named = [find(house, run).id for run in runs or ()]
        old = [] if older_than is None else find_old_runs(house, older_than=older_than)
        chosen = list(dict.fromkeys([*named, *old]))
        sizes = [size_of_run(house, run) for run in chosen]
        if not yes:
            agree_to_remove([_told(one) for one in sizes])
        removed = [remove_run(house, run) for run in chosen]
        if as_json:
            say_json([view_removed(one) for one in removed])
            return
        for one in removed:
            say(f"Removed {_told(one)}.")
        if not removed:
            say("There is no such run.")


def agree_to_remove(what: Sequence[str]) -> None:
    """Have a person agree; a script says so beforehand."""
    if not what:
        return
    if not sys.stdin.isatty():
        raise typer.BadParameter("say --yes where nobody can be asked")
    for one in what:
        say(f"To be removed: {one}.")
    typer.confirm("Nothing of it can be brought back. Remove?", abort=True)


def _told(one: "RunSize") -> str:
    from edison.actions.results.showing import known_cost, shown

    parts = ((one.cells, "cell"), (one.comparisons, "comparison"), (one.calls, "call"))
    held = ", ".join(several(count, name) for count, name in parts if count)
    return (
        f"{one.run_id} ({shown(one.name)}): {held or 'nothing'}; its cost, {known_cost(one)}, stays counted"
    )
