"""MCP: the door for agents.

In:      tool calls of an MCP client.
Out:     tool results, as text and structured; long work is started, polled and cancelled by id.
May use: actions, wiring, settings, domain, errors; mcp.
Never:   query the store, call a model, offer what the other doors cannot.
"""

from .server import AgentServer, serve_stdio

__all__ = ["AgentServer", "serve_stdio"]
