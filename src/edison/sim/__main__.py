"""Starts a simulator: `python -m edison.sim`."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

import msgspec

from .faults.plan import FaultPlan
from .latency import read_latency
from .server import SimSettings, run_sim, serve, stop_signal, write_line
from .settings import read_settings


def main(arguments: list[str] | None = None) -> None:
    """Run a simulator as the command line says."""
    options = _parser().parse_args(arguments)
    if options.settings_from_stdin:
        asyncio.run(_serve_while_wanted(read_settings(sys.stdin.buffer.readline())))
    elif options.stop_with_stdin:
        asyncio.run(_serve_while_wanted(_settings(options)))
    else:
        run_sim(_settings(options))


async def _serve_while_wanted(settings: SimSettings) -> None:
    """Serve until whoever started us closes our input, or dies."""
    stop = stop_signal()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), _read_on, stop)
    await serve(settings, say=write_line, until=stop)


def _read_on(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 4096):
        stop.set()


def _settings(options: argparse.Namespace) -> SimSettings:
    plan = (
        msgspec.json.decode(Path(options.plan).read_bytes(), type=FaultPlan) if options.plan else FaultPlan()
    )
    return SimSettings(
        seed=options.seed,
        host=options.host,
        port=options.port,
        processes=options.processes,
        latency=read_latency(options.latency),
        bill=Path(options.bill) if options.bill else None,
        sync_bill=options.sync_bill,
        plan=plan,
        keys=frozenset(options.key),
        secrets=dict(pair.partition(":")[::2] for pair in options.secret),
        models=tuple(options.model),
        batch_delay_s=options.batch_delay,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="edison.sim", description="A pretend world of model providers.")
    add = parser.add_argument
    add("--seed", type=int, default=1, help="the world's seed; equal seeds answer alike")
    add("--host", default="127.0.0.1", help="where to listen")
    add("--port", type=int, default=0, help="0 takes any free port")
    add("--processes", type=int, default=1, help="how many processes share the port")
    add("--latency", default="0", help="0, real, milliseconds (200, 100-300, 200~0.4) or JSON")
    add("--bill", help="where the bill is kept")
    add("--sync-bill", action="store_true", help="force every line of the bill onto the disk")
    add("--plan", help="a fault plan, as a file of JSON")
    add("--key", action="append", default=[], help="let in only this key (may be repeated)")
    add("--secret", action="append", default=[], help="an access key with its secret, as ID:SECRET")
    add("--model", action="append", default=[], help="serve this model too (a name or a pattern)")
    add("--batch-delay", type=float, default=60.0, help="seconds until a batch is worked off")
    add("--stop-with-stdin", action="store_true", help="stop when the standard input is closed")
    add("--settings-from-stdin", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
