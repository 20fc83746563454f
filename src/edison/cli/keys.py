"""Commands about the master key, which seals stored keys of providers."""

import typer

from .door import note, say

app = typer.Typer(no_args_is_help=True)

PANEL = "Keeping house"


@app.callback()
def keys() -> None:
    """The key that seals stored keys of providers."""


@app.command()
def new() -> None:
    """Print a fresh master key; it is kept nowhere."""
    from edison.wiring.keys import new_master_key

    say(new_master_key())
    note(
        "Set EDISON_MASTER_KEY to this on every machine that shares the database, and keep it like a password."
    )
