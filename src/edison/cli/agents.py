"""The command that opens the door for agents."""

from .door import ProvidersFile, app


@app.command(rich_help_panel="Trying it out")
def mcp(providers: ProvidersFile = None) -> None:
    """Serve agents over MCP, on standard input and output; EDISON_MCP_BUDGET_USD caps what one may spend."""
    import asyncio
    from importlib.util import find_spec

    from edison.errors import LibraryMissing

    if find_spec("mcp") is None:
        raise LibraryMissing("mcp", extra="mcp")
    from edison.mcp import serve_stdio
    from edison.settings import load_settings

    from .door import opened

    budget = load_settings().mcp_budget_usd
    with opened(providers) as house:
        asyncio.run(serve_stdio(house, budget_microusd=None if budget is None else round(budget * 1_000_000)))
