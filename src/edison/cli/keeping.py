"""Commands for whoever runs the house: the worker."""

from typing import TYPE_CHECKING, Annotated

import typer

from .door import ProvidersFile, app, note, opened
from .foreground import stop_signals

if TYPE_CHECKING:
    from edison.actions.house import House


@app.command(rich_help_panel="Keeping house")
def worker(
    until_idle: Annotated[
        bool, typer.Option("--until-idle", help="Leave when no run needs a worker.")
    ] = False,
    providers: ProvidersFile = None,
) -> None:
    """Work on every run that needs it; start as many as you like, on as many machines, on one Postgres."""
    import asyncio

    with opened(providers) as house:
        asyncio.run(_serve(house, until_idle=until_idle))


async def _serve(house: "House", *, until_idle: bool) -> None:
    import asyncio

    from edison.actions.driving import serve_runs

    stop = asyncio.Event()
    stop_signals(stop, hint="Another worker, or this one when started again, goes on.")
    note("Working; press Ctrl-C to stop.")
    await serve_runs(house, stop=stop, until_idle=until_idle)
