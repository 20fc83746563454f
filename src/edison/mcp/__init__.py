"""MCP: the door for agents.

In:      tool calls of an MCP client, over standard input or over HTTP with a token.
Out:     tool results, as text and structured; long work is started, polled and cancelled by id.
May use: actions, wiring, settings, domain, errors; mcp, uvicorn.
Never:   query the store, call a model, offer what the other doors cannot.
"""

from .http import serve_http
from .server import AgentServer, serve_stdio

__all__ = ["AgentServer", "serve_http", "serve_stdio"]
