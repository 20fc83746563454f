"""A large contest: `edison rank` from its first instruction to its last, with simulators that judge."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.bars import Bar
from bench.sims import simulators
from edison.sim import SimProcess
from edison.sim.world import JudgeTraits, Persona, default_world

TEXTS, COMPARISONS = 3_000, 30_000
MOST_MB = 250
MOST_PLANNING = 0.15
IN_FLIGHT = 64
JUDGE = Persona(id="judge-of-many", judge=JudgeTraits(discrimination=1.0, steadiness=0.0))


@dataclass(frozen=True)
class Seen:
    """One `edison rank` as seen from outside, and what its own clocks say."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    sims_cpu_s: float
    comparisons: int
    settlement: str
    spent: Mapping[str, Sequence[float]]
    """By what was done: seconds on the clock, seconds of processor, how often."""

    @property
    def planning(self) -> float:
        """The share of the time that goes into planning the next wave."""
        return (self.spent["looking"][0] + self.spent["dealing"][0]) / self.wall_s


def large_contest(scale: float = 1.0) -> list[Bar]:
    """Memory and planning of a contest of 3,000 texts and 30,000 comparisons."""
    texts, comparisons = max(40, round(scale * TEXTS)), max(200, round(scale * COMPARISONS))
    print(f"\nA large contest over HTTP: {texts:,} texts, {comparisons:,} comparisons")
    seen = rank(texts=texts, comparisons=comparisons)
    print(
        f"    {seen.comparisons:,} comparisons ({seen.settlement}) in {seen.wall_s:.0f} s, "
        f"{seen.peak_mb:.0f} MB at most; "
        f"{seen.cpu_s:.0f} s of processor, the simulators {seen.sims_cpu_s:.0f} s"
    )
    for name, (told, wall_s, cpu_s, times) in _parts(seen).items():
        processor = f"{cpu_s:6.1f} s of processor" if cpu_s else " " * 22
        print(
            f"    {name:<10} {wall_s:7.1f} s {100 * wall_s / seen.wall_s:5.1f} % {processor} {times:6.0f} ×  {told}"
        )
    if seen.comparisons < comparisons:
        raise SystemExit(f"only {seen.comparisons:,} comparisons were made: {seen.settlement}")
    return [
        Bar(f"megabytes of edison rank, {texts:,} texts", seen.peak_mb, MOST_MB, at_most=True),
        Bar(
            "share of the time that goes into planning the next wave",
            seen.planning,
            MOST_PLANNING,
            at_most=True,
        ),
    ]


def rank(*, texts: int, comparisons: int) -> Seen:
    """One `edison rank` with one judge that two simulators serve."""
    with simulators([JUDGE], [JUDGE]) as sims, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, sims, texts=texts)
        before, began = _cpu_s(sims), time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "bench.timed", str(folder / "spent.json"), *_command(folder, comparisons)],
            env={**os.environ, "EDISON_DATABASE_URL": f"sqlite:///{folder}/edison.db"},  # noqa: TID251 (handed on)
            capture_output=True,
            text=True,
            check=False,
        )
        wall_s, sims_cpu_s = time.perf_counter() - began, _cpu_s(sims) - before
        # So few comparisons of so many texts may make an order that nobody should use; that is an end, too.
        if done.returncode not in (0, 1):
            raise SystemExit(f"edison rank ended with {done.returncode}: {done.stderr[-2000:]}")
        told, clocks = json.loads(done.stdout), json.loads((folder / "spent.json").read_text())
    return Seen(
        wall_s=wall_s,
        cpu_s=clocks["cpu_s"],
        peak_mb=clocks["peak_mb"],
        sims_cpu_s=sims_cpu_s,
        comparisons=told["comparisons"],
        settlement=told["settlement"],
        spent=clocks["spent"],
    )


def _write(folder: Path, sims: Sequence[SimProcess], *, texts: int) -> None:
    """The texts, and one provider with as many servers as there are simulators."""
    servers = [sim.base_url("openai-compatible") for sim in sims]
    form = {
        "kind": "openai-compatible",
        "servers": servers,
        "price": 0,
        "concurrency": IN_FLIGHT // len(sims),
    }
    (folder / "providers.json").write_text(json.dumps({"sims": form}))
    with (folder / "texts.jsonl").open("w", encoding="utf-8") as file:
        for entry in default_world(1).entries(texts, seed=1):
            file.write(json.dumps({"id": entry.id, "text": entry.text}) + "\n")


def _command(folder: Path, comparisons: int) -> list[str]:
    return [
        *("rank", str(folder / "texts.jsonl"), "--judge", f"sims/{JUDGE.id}"),
        *("--providers", str(folder / "providers.json"), "--concurrency", str(IN_FLIGHT)),
        *("--budget-comparisons", str(comparisons), "--seed", "1", "--json"),
    ]


def _parts(seen: Seen) -> dict[str, tuple[str, float, float, float]]:
    """By name: what it is, seconds on the clock, seconds of processor, how often."""
    about = {
        "looking": "what is missing, and how far it is",
        "dealing": "the next wave: where the texts stand, whether that settles, who meets whom",
        "asking": "shards under way: questions, answers, comparisons",
        "loading": "of that, texts and records of a shard",
        "writing": "meanwhile, groups of rows, in a thread of their own",
        "placing": "the ranking at the end",
    }
    parts: dict[str, tuple[str, float, float, float]] = {}
    for name, told in about.items():
        wall_s, cpu_s, times = seen.spent[name]
        parts[name] = (told, wall_s, cpu_s, times)
    known = sum(seen.spent[name][0] for name in ("looking", "dealing", "asking", "placing"))
    rest = seen.wall_s - known
    return {**parts, "rest": ("start, texts into the archive, what is told at the end", rest, 0.0, 1)}


def _cpu_s(sims: Sequence[SimProcess]) -> float:
    return sum(sum(psutil.Process(sim.pid).cpu_times()[:2]) for sim in sims)
