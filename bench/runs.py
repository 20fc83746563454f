"""Whole runs: `edison run` from its first instruction to its last, against a bare loop of the same calls."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from bench.bars import Bar
from bench.clients import CLIENTS
from bench.load import drive
from bench.stub import running_stub
from edison.store.database.opening import make_engine, read_url

PAIRS = 3
SUITE = """\
name: capitals
providers:
  local: {{kind: openai-compatible, base_url: "{address}", price: 0}}
arms: [local/stub]
prompt: "Question {{{{ i }}}}: what is the capital of France?"
cases: cases.jsonl
checks: [{{contains: Paris}}]
budget_usd: 5
concurrency: {in_flight}
"""


@dataclass(frozen=True)
class Load:
    """How many cells at how many calls in flight, of a stub that answers after so long."""

    cells: int
    in_flight: int
    delay_s: float

    def __str__(self) -> str:
        return f"{self.in_flight} in flight, answers after {self.delay_s * 1000:.0f} ms"


QUICK = Load(20_000, 64, 0.02)
"""Quicker than any model: what Edison itself costs shows."""
USUAL = Load(10_000, 512, 1.0)
"""What people have."""


@dataclass(frozen=True)
class Measured:
    """One `edison run` as seen from outside."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def runs() -> list[Bar]:
    """Throughput on both databases, and where the time goes."""
    bars: list[Bar] = []
    for load, database, least in (
        (QUICK, _sqlite, 0.4),
        (QUICK, _postgres, 0.3),
        (USUAL, _sqlite, 0.9),
    ):
        with running_stub(load.delay_s) as address, database() as url:
            ratio = _against_bare(address, url, load)
        where = "SQLite" if database is _sqlite else "Postgres"
        bars.append(Bar(f"edison run against bare aiohttp, {load}, {where}", ratio, least))
    return bars


def growth() -> list[Bar]:
    """Memory and time of runs of 5,000 and of 100,000 cells."""
    print("\nGrowth: 5,000 and 100,000 cells, 64 in flight, SQLite")
    with running_stub(0.002) as address, _sqlite() as database:
        # The middle one before and after the large one: machines are not equally fast all the time.
        small, before, large, after = (
            edison_run(address, database, cells=cells, in_flight=64)
            for cells in (5_000, 25_000, 100_000, 25_000)
        )
    for cells, seen in ((5_000, small), (25_000, before), (100_000, large), (25_000, after)):
        print(f"    {cells:>7,} cells  {seen.wall_s:6.1f} s  {seen.peak_mb:5.0f} MB")
    # From 25,000 on, start-up does not count any more.
    middle_s = (before.wall_s + after.wall_s) / 2
    per_cell = (large.wall_s - small.wall_s) / 95_000 / ((middle_s - small.wall_s) / 20_000)
    return [
        Bar("megabytes at 5,000 cells", small.peak_mb, 200, at_most=True),
        Bar("memory at 100,000 cells against 5,000", large.peak_mb / small.peak_mb, 1.2, at_most=True),
        Bar("time of a cell in 100,000 against one in 25,000", per_cell, 1.15, at_most=True),
    ]


def resume() -> list[Bar]:
    """How soon a killed run of 50,000 cells asks its first new question."""
    print("\nResume: 50,000 cells, killed at about half")
    with (
        running_stub(QUICK.delay_s) as address,
        _sqlite() as database,
        tempfile.TemporaryDirectory() as folder,
    ):
        _write_suite(Path(folder), address, cells=50_000, in_flight=256)
        process = _start(Path(folder), database)
        _wait_for_outputs(database, 25_000)
        process.kill()
        process.wait()
        before, began = _outputs(database), time.perf_counter()
        again = subprocess.Popen(
            [sys.executable, "-m", "edison", "resume", "latest"],
            env=_environment(database),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while _outputs(database) == before:
            time.sleep(0.02)  # noqa: TID251 (a real process)
        seconds = time.perf_counter() - began
        again.kill()
        again.wait()
    print(f"    first new answer {seconds:.2f} s after the start of the process; {before:,} were there")
    return [Bar("seconds to the first new answer of a resumed run", seconds, 5, at_most=True)]


def edison_run(address: str, database: str, *, cells: int, in_flight: int) -> Measured:
    """One run of the command line, watched from outside."""
    with tempfile.TemporaryDirectory() as folder:
        _write_suite(Path(folder), address, cells=cells, in_flight=in_flight)
        began, before = time.perf_counter(), _cpu_of_children()
        process = _start(Path(folder), database)
        peak = 0.0
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess, subprocess.TimeoutExpired):
                peak = max(peak, watched.memory_info().rss / 1e6)
                process.wait(0.1)
        code = process.wait()
        wall_s = time.perf_counter() - began
        if code != 0:
            raise SystemExit(f"edison run ended with {code}")
        return Measured(wall_s, _cpu_of_children() - before, peak)


def _against_bare(address: str, database: str, load: Load) -> float:
    print(f"\n{load.cells:,} cells, {load}, {database.partition(':')[0]}")
    idle = edison_run(address, database, cells=1, in_flight=load.in_flight)
    ratios: list[float] = []
    for _ in range(PAIRS):
        bare_s, bare_cpu_s = _bare(address, load)
        ours = edison_run(address, database, cells=load.cells, in_flight=load.in_flight)
        ratios.append(bare_s / ours.wall_s)
        print(
            f"    bare {load.cells / bare_s:6.0f}/s ({bare_cpu_s / load.cells * 1e6:.0f} µs of processor a call)   "
            f"edison {load.cells / ours.wall_s:6.0f}/s ({ours.cpu_s / load.cells * 1e6:.0f} µs)   {ratios[-1]:.2f}"
        )
        waiting_s = ours.wall_s - ours.cpu_s
        print(
            f"         of {ours.wall_s:.1f} s: {idle.wall_s:.1f} s to start and stop, "
            f"{ours.cpu_s - idle.cpu_s:.1f} s of processor for the cells "
            f"(bare {bare_cpu_s:.1f} s), {max(waiting_s - idle.wall_s + idle.cpu_s, 0):.1f} s waiting"
        )
    return median(ratios)


def _bare(address: str, load: Load) -> tuple[float, float]:
    async def loop() -> float:
        async with CLIENTS["bare aiohttp"](address, stream=False) as call:
            await drive(call, in_flight=load.in_flight, calls=2 * load.in_flight)
            return load.cells / (await drive(call, in_flight=load.in_flight, calls=load.cells)).calls_per_s

    before = time.process_time()
    return asyncio.run(loop()), time.process_time() - before


def _write_suite(folder: Path, address: str, *, cells: int, in_flight: int) -> None:
    (folder / "suite.yaml").write_text(SUITE.format(address=address, in_flight=in_flight))
    with (folder / "cases.jsonl").open("w") as cases:
        cases.writelines(json.dumps({"id": f"case-{index}", "i": index}) + "\n" for index in range(cells))


def _start(folder: Path, database: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "edison", "run", "suite.yaml", "--json"],
        cwd=folder,
        env=_environment(database),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _environment(database: str) -> dict[str, str]:
    # As people have it: where bytecode is not kept, every start would compile all of Edison.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # noqa: TID251
    return {**kept, "EDISON_DATABASE_URL": database}


def _cpu_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


@contextmanager
def _sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/edison.db"


@contextmanager
def _postgres() -> Iterator[str]:
    from tests.database import bare_database

    with tempfile.TemporaryDirectory() as folder:
        yield bare_database("postgres", Path(folder))


def _outputs(database: str) -> int:
    engine = make_engine(read_url(database))
    try:
        with engine.connect() as connection:
            return connection.execute(text("SELECT count(*) FROM output")).scalar_one()
    except OperationalError:
        return 0
    finally:
        engine.dispose()


def _wait_for_outputs(database: str, wanted: int) -> None:
    while _outputs(database) < wanted:
        time.sleep(0.1)  # noqa: TID251 (a real process)
