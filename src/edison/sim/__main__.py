"""A simulator as a process of its own, as `SimProcess` starts it: settings come in on the standard input."""

from __future__ import annotations

import asyncio
import os
import sys

from .server import serve, stop_signal, write_line
from .settings import SimSettings, read_settings


async def _serve_while_wanted(settings: SimSettings) -> None:
    """Serve until whoever started us closes our input, or dies."""
    stop = stop_signal()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), _read_on, stop)
    await serve(settings, say=write_line, until=stop)


def _read_on(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 4096):
        stop.set()


if __name__ == "__main__":
    asyncio.run(_serve_while_wanted(read_settings(sys.stdin.buffer.readline())))
