"""The command that opens the workbench in a browser."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .door import app, chosen_settings, note, say, say_json
from .foreground import stop_signals

if TYPE_CHECKING:
    from collections.abc import Callable

    from edison.actions.house import House
    from edison.api import WorkbenchServer

_USUAL_PORT = 8642
_TURN_S = 0.0005
"""How long a thread that works on runs keeps the interpreter from one that answers a page."""


@app.command(rich_help_panel="Trying it out")
def up(
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, help="Port to listen on, on this machine alone; 0 takes a free one."),
    ] = _USUAL_PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it in a browser.")] = True,
    as_json: Annotated[
        bool, typer.Option("--json", help="Say where it listens as one line of JSON.")
    ] = False,
) -> None:
    """Open the workbench: the pages, the API and a worker in one process; Ctrl-C lets calls under way finish."""
    import asyncio

    from edison.actions.views.house import SettingView
    from edison.api import WorkbenchServer
    from edison.settings.settings import documented_settings
    from edison.wiring.workbench import open_workbench

    sys.setswitchinterval(_TURN_S)
    with open_workbench(chosen_settings()) as bench:
        settings = [
            SettingView(
                variable=variable,
                default=default,
                meaning=meaning,
                is_set=variable in bench.settings.environment,
            )
            for variable, default, meaning in documented_settings()
        ]
        server = WorkbenchServer(bench.house, port=port, settings=settings, demonstration=bench.demonstration)
        try:
            asyncio.run(
                _work(bench.house, server, tell=lambda: _tell(server, browser=browser, as_json=as_json))
            )
        finally:
            server.stop()


def _tell(server: "WorkbenchServer", *, browser: bool, as_json: bool) -> None:
    if as_json:
        from edison.actions.views.house import OpenWorkbenchView

        say_json(OpenWorkbenchView(address=server.address, port=server.port, token=server.token))
    else:
        say(f"The workbench is open at {server.address}")
        say("Press Ctrl-C to close it; runs go on where they stopped when it is opened again.")
    if browser:
        _open(server.address)


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        note("No browser could be opened; copy the address.")


async def _work(house: "House", server: "WorkbenchServer", *, tell: "Callable[[], None]") -> None:
    import asyncio

    stop = asyncio.Event()
    # Before anybody knows where it is: whoever is told may ask it to leave at once.
    stop_signals(stop, hint="Press Ctrl-C again to leave at once.")
    server.start()
    tell()
    # Loaded last: whoever opens a page need not wait for those who work on runs.
    from edison.actions.runs.drive import serve_runs

    await serve_runs(house, stop=stop)
