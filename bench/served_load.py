"""The workbench under load: lists that are asked for while a large run works in the same process, and the start."""

import http.client
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles

from bench.bars import Bar
from bench.stub import running_stub
from tests.database import new_file
from tests.journeys.opening import Opened, Served

CALLS, IN_FLIGHT, DELAY_S = 50_000, 64, 0.02
REQUESTS_PER_S = 20
IDLE_S = 20
LISTS = ("/api/runs", "/api/prompts", "/api/experiments", "/api/projects", "/api/runs?open=false")
_BARE = """
import sys
import uvicorn
from fastapi import FastAPI

app = FastAPI()

@app.get("/ready")
def ready() -> str:
    return "ready"

uvicorn.run(app, port=int(sys.argv[1]), log_config=None)
"""


def served_load(scale: float = 1.0) -> list[Bar]:
    """List requests beside a run, against an idle server's; and that run against one alone."""
    calls = max(2_000, int(CALLS * scale))
    print(f"\nA run of {calls:,} calls and {REQUESTS_PER_S} requests a second in one process, SQLite")
    with tempfile.TemporaryDirectory() as folder, running_stub(DELAY_S) as stub:
        served = Served(Path(folder), new_file(Path(folder) / "edison.db", with_engine=True))
        workbench = served.start()
        try:
            _run(workbench, stub, calls=500, key="warm up")
            alone_s = [_run(workbench, stub, calls=calls, key="alone 1")]
            idle = _beside(workbench, lambda: time.sleep(IDLE_S))  # noqa: TID251 (a real process)
            busy_s = list[float]()
            busy = _beside(workbench, lambda: busy_s.append(_run(workbench, stub, calls=calls, key="busy")))
            # Before and after: machines are not equally fast all the time.
            alone_s.append(_run(workbench, stub, calls=calls, key="alone 2"))
        finally:
            served.end()
    speed = (sum(alone_s) / 2) / busy_s[0]
    print(f"    alone {alone_s[0]:.1f} and {alone_s[1]:.1f} s, beside requests {busy_s[0]:.1f} s")
    print(
        f"    p99 idle {_p99(idle) * 1000:.0f} ms of {len(idle)}, busy {_p99(busy) * 1000:.0f} ms of {len(busy)}"
    )
    return [
        Bar("p99 of lists beside a run against an idle server's", _p99(busy) / _p99(idle), 5, at_most=True),
        Bar("a run beside 20 requests a second against one alone", speed, 0.85),
    ]


def ready() -> list[Bar]:
    """From the start of the process to the first `/ready`, against a bare FastAPI application."""
    print("\nReady")
    ours, theirs = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(_BARE, encoding="utf-8")
        served = Served(Path(folder), new_file(Path(folder) / "edison.db", with_engine=True))
        for _ in range(5):
            theirs.append(_until_ready([sys.executable, str(bare)]))
            began = time.perf_counter()
            _wait_for(served.start().port)
            ours.append(time.perf_counter() - began)
            served.end()
    print(f"    edison up {median(ours):.2f} s, bare FastAPI {median(theirs):.2f} s")
    ratio = median(ours) / median(theirs)
    return [Bar("edison up until ready against a bare FastAPI application", ratio, 4, at_most=True)]


def _until_ready(command: list[str]) -> float:
    port = _free_port()
    began = time.perf_counter()
    with subprocess.Popen([*command, str(port)]) as process:
        _wait_for(port)
        seconds = time.perf_counter() - began
        process.kill()
    return seconds


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(port: int) -> None:
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/ready")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.005)  # noqa: TID251 (a real process)
        finally:
            connection.close()


def _run(workbench: Opened, stub: str, *, calls: int, key: str) -> float:
    """Start a run of so many calls and wait for its end; gives the seconds it worked, by its own clock."""
    suite = {
        "name": key,
        "providers": {"local": {"kind": "openai-compatible", "base_url": stub, "price": 0}},
        "arms": ["local/stub"],
        "prompt": "Question {{ i }}: what is the capital of France?",
        "cases": "cases.jsonl",
        "checks": [{"contains": "Paris"}],
        "concurrency": IN_FLIGHT,
    }
    cases = "\n".join(json.dumps({"id": f"case-{at}", "i": at}) for at in range(calls))
    wish = {"name": "suite.json", "suite": json.dumps(suite), "files": {"cases.jsonl": cases}}
    run = workbench.ask("POST", "/api/runs", wish, key=f"bench {key}")
    while run["ended_at"] is None:
        time.sleep(1)  # noqa: TID251 (a real process)
        run = workbench.ask("GET", f"/api/runs/{run['id']}")
    began, ended = (datetime.fromisoformat(run[name]) for name in ("began_at", "ended_at"))
    return (ended - began).total_seconds()


@dataclass
class _Asker:
    """Asks for lists at an even pace, whatever became of the one before, and notes how long each took."""

    workbench: Opened
    took_s: list[float] = field(default_factory=list[float])
    stop: threading.Event = field(default_factory=threading.Event)

    def ask(self, offset: int, step: int) -> None:
        began, at = time.perf_counter(), offset
        while not self.stop.is_set():
            due = began + at / REQUESTS_PER_S
            if self.stop.wait(max(0.0, due - time.perf_counter())):
                return
            asked = time.perf_counter()
            self.workbench.ask("GET", LISTS[at % len(LISTS)])
            self.took_s.append(time.perf_counter() - asked)
            at += step


def _beside(workbench: Opened, act: Callable[[], object]) -> list[float]:
    """Ask for lists while something is done; gives how long they took."""
    asker = _Asker(workbench)
    threads = [threading.Thread(target=asker.ask, args=(at, 4)) for at in range(4)]
    for thread in threads:
        thread.start()
    try:
        act()
    finally:
        asker.stop.set()
        for thread in threads:
            thread.join()
    return asker.took_s


def _p99(took_s: list[float]) -> float:
    return quantiles(took_s, n=100)[98]
