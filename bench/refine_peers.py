"""Our loop beside gepa's own: the same worlds, judges and writers on the same simulator, with as many judged answers.

gepa as its users know it, in a process and, with `--peer-python`, an environment of its own: it evolves the prompt
on one half of the cases, selects on the other, and its best text is taken. Ours has to hold cases out for its
proof. What either prompt is worth in truth the simulator knows.
"""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from bench.bars import Bar
from bench.refining import (
    CASES,
    KINDS,
    MODEL,
    Kind,
    Refined,
    form_of,
    refined,
    start,
    suite_for,
    worth_of,
    writer_of,
)
from bench.sims import fresh_house, work_off
from edison.sim import SimProcess, SimSettings
from edison.sim.world import World, default_world

WORLDS = 20
AT_ONCE = 5
FIRST_SEED = 50_000
ITS_LOOP = Path(__file__).with_name("gepa_alone.py")


@dataclass(frozen=True)
class Taken:
    """A prompt that somebody ends with."""

    gain: float
    """In truth, over the first one."""
    is_false: bool
    """Whether something that is worse or equal was taken."""
    answers: int
    microusd: int


def refine_peers(scale: float = 1.0, *, python: str = sys.executable, seed: int = FIRST_SEED) -> list[Bar]:
    """True gain, false promotions, answers and money of both in worlds from this seed on; `python` has gepa."""
    worlds, began = max(2, round(scale * WORLDS)), time.perf_counter()
    if not _has_peer(python):
        print(
            f"\nRefining beside gepa: not measured, for {python} has no gepa; name one that has: --peer-python"
        )
        return []
    print(f"\nRefining beside gepa: {worlds} worlds a line, {CASES} cases")
    ours: list[float] = []
    for name, kind in KINDS.items():
        both: list[tuple[Taken, Taken]] = []
        for first in range(0, worlds, AT_ONCE):
            some = [seed + world for world in range(first, min(first + AT_ONCE, worlds))]
            both += compare(kind, some, python=python)
        for who, all_ in zip(("ours", "gepa's"), zip(*both, strict=True), strict=True):
            wrong = sum(one.is_false for one in all_)
            if who == "ours":
                ours.append(wrong / worlds)
            print(
                f"    {name:<28} {who:<7} true gain {_mean([one.gain for one in all_]):+.3f}   "
                f"promoted falsely {wrong} of {worlds}   answers {_mean([one.answers for one in all_]):5.0f}   "
                f"${_mean([one.microusd for one in all_]) / 1e6:.3f}"
            )
    print(f"    in {time.perf_counter() - began:.0f} s")
    return [Bar("false promotions of ours, the worst kind of world", max(ours), 0.05, at_most=True)]


def compare(kind: Kind, worlds: Sequence[int], *, python: str) -> list[tuple[Taken, Taken]]:
    """What both end with in some worlds of a kind; gepa may have as many judged answers as ours took."""
    with SimProcess(SimSettings(seed=worlds[0])) as sim:
        for persona in (*kind.judges, writer_of(kind)):
            sim.admin.set_persona(persona)
        truth = default_world(worlds[0])
        suites = [suite_for(kind, world) for world in worlds]
        with fresh_house(form_of(sim)) as house:
            runs = [start(house, suite) for suite in suites]
            work_off(house, runs)
            ours = [refined(house, run, truth, kind) for run in runs]
        base_url = sim.base_url("openai-compatible")
        jobs = [
            _job(kind, suite, base_url=base_url, answers=one.cells)
            for suite, one in zip(suites, ours, strict=True)
        ]
        theirs = [_taken(found, truth, kind) for found in _evolve(jobs, python=python)]
    return [(_ours(mine), other) for mine, other in zip(ours, theirs, strict=True)]


def _job(kind: Kind, suite: dict[str, JsonValue], *, base_url: str, answers: int) -> dict[str, JsonValue]:
    cases = suite["cases"]
    assert isinstance(cases, list)
    return {
        "base_url": base_url,
        "model": MODEL,
        "judges": [judge.id for judge in kind.judges],
        "writer": writer_of(kind).id,
        "system": kind.prompt,
        "cases": [case["question"] for case in cases if isinstance(case, dict)],
        "rubric": dict(kind.rubric),
        "answers": answers,
        "seed": suite["seed"],
    }


def _evolve(jobs: Sequence[dict[str, JsonValue]], *, python: str) -> list[dict[str, JsonValue]]:
    command = [python, str(ITS_LOOP)]
    done = subprocess.run(command, input=json.dumps(jobs), stdout=subprocess.PIPE, text=True, check=True)
    found: list[dict[str, JsonValue]] = json.loads(done.stdout)
    return found


def _taken(found: dict[str, JsonValue], truth: World, kind: Kind) -> Taken:
    system, answers, microusd = found["system"], found["answers"], found["microusd"]
    assert isinstance(system, str)
    assert isinstance(answers, int)
    assert isinstance(microusd, int)
    gain = worth_of(system, truth, kind.rubric) - worth_of(kind.prompt, truth, kind.rubric)
    return Taken(gain, system != kind.prompt and gain <= 0, answers, microusd)


def _ours(one: Refined) -> Taken:
    return Taken(one.gain, one.is_false, one.cells, one.microusd)


def _has_peer(python: str) -> bool:
    return subprocess.run([python, "-c", "import gepa"], capture_output=True, check=False).returncode == 0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
