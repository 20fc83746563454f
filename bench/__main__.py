"""`make bench`: what is promised, measured: calls, whole runs, memory, judges, contests, refining, the workbench.

`python -m bench NAME…` measures some of it; with `--scale 0.1`, in a tenth of the worlds where there are worlds.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from operator import truediv
from statistics import median

import psutil

from bench.bars import Bar
from bench.clients import CLIENTS, edison_gateway, stub_gateway
from bench.contests import contests
from bench.doors import help_ratio, install_size
from bench.judge_world import judge_world
from bench.judges import judges
from bench.judges_http import judges_http
from bench.large_contest import large_contest
from bench.large_grid import large_grid
from bench.load import drive
from bench.pipelined import pipelined
from bench.refine_path import refine_path
from bench.refine_peers import refine_peers
from bench.refining import refining
from bench.runs import growth, resume, runs
from bench.served_load import ready, served_load
from bench.stub import running_stub
from edison.domain import Ask, Endpoint, Message, Sampling

ROUNDS = 15
"""Machines are noisy for seconds at a time: many short interleaved rounds, and the median of their ratios."""


def against(rival: str, base_url: str, *, in_flight: int, calls: int, stream: bool = False) -> float:
    """How many times as many calls/s we make as a rival, in interleaved rounds of the two."""

    async def all_rounds() -> dict[str, list[float]]:
        seen: dict[str, list[float]] = {rival: [], "edison": []}
        async with AsyncExitStack() as stack:
            callers = {
                name: await stack.enter_async_context(CLIENTS[name](base_url, stream=stream)) for name in seen
            }
            for call in callers.values():
                await drive(call, in_flight=in_flight, calls=2 * in_flight)
            for _ in range(ROUNDS):
                for name, call in callers.items():
                    seen[name].append((await drive(call, in_flight=in_flight, calls=calls)).calls_per_s)
        return seen

    seen = asyncio.run(all_rounds())
    for name, figures in seen.items():
        print(f"    {name:<14} {median(figures):8.0f} /s   ({min(figures):.0f} to {max(figures):.0f})")
    return median(map(truediv, seen["edison"], seen[rival]))


def throughput() -> list[Bar]:
    bars: list[Bar] = []
    with running_stub() as base_url:
        for in_flight in (64, 256):
            print(f"\nWhole answers, {in_flight} in flight")
            bare = against("bare aiohttp", base_url, in_flight=in_flight, calls=2000)
            lean = against("lean aiohttp", base_url, in_flight=in_flight, calls=2000)
            print(f"    against lean aiohttp, which does the least that can be done: {lean:.2f}")
            sdk = against("openai SDK", base_url, in_flight=in_flight, calls=2 * in_flight)
            bars.append(Bar(f"calls/s against bare aiohttp, {in_flight} in flight", bare, 1.3))
            bars.append(Bar(f"calls/s against the openai SDK, {in_flight} in flight", sdk, 5))
        print("\nStreams of 101 events, 32 in flight")
        bare = against("bare aiohttp", base_url, in_flight=32, calls=300, stream=True)
        bars.append(Bar("streams/s against bare aiohttp, 32 in flight", bare, 1.2))
    return bars


def fidelity() -> list[Bar]:
    print("\nLatency as measured, stub answering after 1.0 s, 256 in flight")

    async def measure(base_url: str) -> float:
        async with edison_gateway(base_url) as call:
            return (await drive(call, in_flight=256, calls=256 * 6)).p50_s

    with running_stub(1.0) as base_url:
        p50_s = asyncio.run(measure(base_url))
    print(f"    p50 {p50_s * 1000:.0f} ms")
    return [Bar("measured p50 against the stub's 1.0 s, 256 in flight", p50_s, 1.05, at_most=True)]


def memory() -> list[Bar]:
    print("\nMemory over 100,000 calls, 64 in flight")
    ask = Ask(
        to=Endpoint.parse("stub/stub"), messages=(Message.user("Hello"),), sampling=Sampling(max_tokens=8)
    )
    process = psutil.Process()

    async def measure(base_url: str) -> list[float]:
        async with stub_gateway(base_url) as gateway:

            async def call() -> float:
                return (await gateway.ask(ask)).timing.latency_s

            sizes: list[float] = []
            for _ in range(10):
                await drive(call, in_flight=64, calls=10_000)
                sizes.append(process.memory_info().rss / 1e6)
            return sizes

    with running_stub() as base_url:
        sizes = asyncio.run(measure(base_url))
    print(f"    resident MB after each 10,000: {', '.join(f'{size:.0f}' for size in sizes)}")
    return [
        Bar(
            "resident memory after 100,000 against after 10,000 calls",
            sizes[-1] / sizes[0],
            1.1,
            at_most=True,
        )
    ]


def doors() -> list[Bar]:
    print("\nThe door: start-up and size")
    packages, megabytes = install_size()
    print(f"    core install: {packages} packages, {megabytes:.0f} MB")
    return [
        Bar("edison --help against a bare two-command Typer application", help_ratio(), 2.0, at_most=True),
        Bar("packages of the core install", packages, 60, at_most=True),
        Bar("megabytes of the core install", megabytes, 350, at_most=True),
    ]


PARTS: dict[str, Callable[[], list[Bar]]] = {
    "throughput": throughput,
    "fidelity": fidelity,
    "memory": memory,
    "doors": doors,
    "runs": runs,
    "growth": growth,
    "resume": resume,
    "judges": judges,
    "judge-world": judge_world,
    "refine-path": refine_path,
    "pipelined": pipelined,
    "ready": ready,
}
SCALED: dict[str, Callable[[float], list[Bar]]] = {
    "judges-http": judges_http,
    "contests": contests,
    "large-contest": large_contest,
    "refining": refining,
    "refine-peers": refine_peers,
    "large-grid": large_grid,
    "served-load": served_load,
}
"""Those that can be had in small, where a figure is then as uncertain as it says."""


def main(words: list[str]) -> int:
    parser = _parser()
    options = parser.parse_args(words)
    names: list[str] = options.names or [*PARTS, *SCALED]
    if unknown := [name for name in names if name not in (*PARTS, *SCALED)]:
        parser.error(f"there is no {unknown[0]}; there are {', '.join((*PARTS, *SCALED))}")
    fresh = {} if options.seed is None else {"seed": options.seed}
    scaled = {
        **SCALED,
        "refining": partial(refining, **fresh),
        "refine-peers": partial(refine_peers, python=options.peer_python, **fresh),
    }
    bars = [
        bar for name in names for bar in (scaled[name](options.scale) if name in scaled else PARTS[name]())
    ]
    print("\nPromises")
    for bar in bars:
        print(bar)
    return 0 if all(bar.holds for bar in bars) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*PARTS, *SCALED)))
    parser.add_argument("--scale", type=float, default=1.0, help=f"for {', '.join(SCALED)}")
    parser.add_argument("--seed", type=int, help="other worlds than ever, for refining and refine-peers")
    parser.add_argument("--peer-python", default=sys.executable, help="one that has gepa, for refine-peers")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
