"""Command line: for people at a terminal and for scripts.

In:      arguments.
Out:     text, or JSON with --json; exit codes.
May use: wiring, actions, settings, domain, errors; typer.
Never:   query, call a model, contain a decision; import anything heavy before a command needs it.
"""

from .app import main

__all__ = ["main"]
