"""How many chat answers a second the simulator gives, at once and at the latency of real models.

The client is a bare aiohttp loop in a process of its own, so that on two cores it competes with the simulator
as little as can be. Run it on a quiet machine: `python bench/sim_server.py`.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import aiohttp
import orjson

from edison.sim import SimProcess, SimSettings, read_latency

MODEL = "edison-sim-small"
QUESTION = "Customer {} asks: I ordered the wrong garden hose by mistake. Can I cancel?"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--clients", type=int, default=1, help="client processes")
    parser.add_argument("--in-flight", type=int, default=512)
    parser.add_argument("--latency", nargs="+", default=["0", "20", "1000"], help="milliseconds")
    parser.add_argument("--client", help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=("different", "same", "stream"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client:
        done = asyncio.run(ask_for(options.client, options.seconds, options.in_flight, options.kind))
        print(done)
        return
    for latency in options.latency:
        with SimProcess(SimSettings(latency=read_latency(latency))) as sim:
            for kind in ("different", "same", "stream"):
                print(f"{latency} ms, {kind} questions: {report(sim, options, kind)}", flush=True)


def report(sim: SimProcess, options: argparse.Namespace, kind: str) -> str:
    """On a shared machine the second number is the one to trust: it does not count what others used up."""
    began_s, before = cpu_s(sim.pid), len(sim.bill())
    rate = measure(sim, options, kind)
    per_cpu_s = (len(sim.bill()) - before) / (cpu_s(sim.pid) - began_s)
    return f"{rate:,.0f} answers/s, {per_cpu_s:,.0f} per second of the simulator's processor time"


def cpu_s(pid: int) -> float:
    """Processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(sim: SimProcess, options: argparse.Namespace, kind: str) -> float:
    command = [sys.executable, __file__, "--client", sim.base_url("openai"), "--kind", kind]
    command += ["--seconds", str(options.seconds), "--in-flight", str(options.in_flight)]
    clients = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(options.clients)]
    return sum(float(client.communicate()[0]) for client in clients)


async def ask_for(address: str, seconds: float, in_flight: int, kind: str) -> float:
    """Ask as fast as possible; answers a second."""
    url = f"{address}/chat/completions"
    headers = {"Authorization": "Bearer bench", "Content-Type": "application/json"}
    connector = aiohttp.TCPConnector(limit=0)
    done = 0

    async with aiohttp.ClientSession(connector=connector, headers=headers) as session:
        end = time.perf_counter() + seconds

        async def ask(number: int) -> None:
            nonlocal done
            while time.perf_counter() < end:
                async with session.post(url, data=body_of(kind, number)) as response:
                    await response.read()
                    assert response.status == 200
                done += 1
                number += in_flight

        began = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            for number in range(in_flight):
                tasks.create_task(ask(number))
        return done / (time.perf_counter() - began)


def body_of(kind: str, number: int) -> bytes:
    text = QUESTION.format(0 if kind == "same" else number)
    body = {"model": MODEL, "messages": [{"role": "user", "content": text}]}
    return orjson.dumps(body | ({"stream": True} if kind == "stream" else {}))


if __name__ == "__main__":
    main()
