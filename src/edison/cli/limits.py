"""Commands about the limits that all workers share."""

from typing import Annotated

import typer

from .door import AsJson, opened, say, say_json, several

app = typer.Typer(invoke_without_command=True)

PANEL = "Keeping house"


@app.callback()
def limits(context: typer.Context, as_json: AsJson = False) -> None:
    """List the limits at which calls wait now: pauses that providers asked for, and slots that are taken."""
    if context.invoked_subcommand is not None:
        return
    from edison.actions.limits import list_limits
    from edison.actions.results.showing import shown
    from edison.actions.views.house import view_waiting

    with opened() as house:
        waiting = list_limits(house)
        if as_json:
            say_json([view_waiting(one) for one in waiting])
            return
        if not waiting:
            say("Nobody has to wait.")
        for one in waiting:
            why = f"paused for {one.paused_s:,.0f} s" if one.paused_s else f"taken for {one.taken_s:,.1f} s"
            say(f"{shown(one.endpoint)} at {shown(one.address)}: {one.unit} {why}")


@app.command()
def clear(
    endpoint: Annotated[
        str | None, typer.Argument(help="provider/model; all of them if it is not given.")
    ] = None,
) -> None:
    """Let calls be made at once, whatever providers asked for; processes under way keep what they have heard."""
    from edison.actions.limits import clear_limits

    with opened() as house:
        say(f"Cleared: {several(clear_limits(house, endpoint), 'limit')}.")
