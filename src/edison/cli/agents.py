"""The command that opens the door for agents."""

from typing import Annotated

import typer

from .battery_options import EmbedderOption
from .door import ProvidersFile, app, note

_USUAL_PORT = 8643


@app.command(rich_help_panel="Trying it out")
def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP, for agents that show a token of `edison tokens new`.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="With --http: the port; 0 takes a free one.")
    ] = _USUAL_PORT,
    host: Annotated[
        str,
        typer.Option(
            help="With --http: the address to listen on; others than this machine's own let others in."
        ),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(help="With --http: a name of this machine under which agents ask, besides localhost."),
    ] = None,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
) -> None:
    """Serve agents over MCP, on standard input and output; EDISON_MCP_BUDGET_USD caps what one may spend there."""
    import asyncio
    from importlib.util import find_spec

    from edison.errors import LibraryMissing

    if find_spec("mcp") is None:
        raise LibraryMissing("mcp", extra="mcp")
    from edison.domain import to_microusd
    from edison.mcp import serve_http, serve_stdio
    from edison.settings import load_settings

    from .door import opened

    budget = load_settings().mcp_budget_usd
    with opened(providers) as house:
        if http:
            serving = serve_http(
                house, host=host, port=port, names=name or (), embedder=embedder, ready=_tell
            )
        else:
            serving = serve_stdio(house, budget_microusd=to_microusd(budget), embedder=embedder)
        asyncio.run(serving)


def _tell(address: str) -> None:
    note(f"Agents are served at {address}; Ctrl-C ends it.")
