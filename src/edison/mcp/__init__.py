"""MCP: the door for agents.

In:      tool calls of an MCP client.
Out:     tool results; long work is started, polled and cancelled by id.
May use: actions, wiring, settings, domain, errors; mcp.
Never:   query the store, call a model, offer what the other doors cannot.

Empty until the first verb is offered.
"""
