"""Our loop beside gepa's own: the same worlds, judges and writers, over the same gateway, with as many answers.

gepa as its users know it: it is given all cases but a few, evolves the prompt on them, and its best text is taken. Ours
has to hold cases out for its proof. What either prompt is worth in truth the simulator knows.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from bench.bars import Bar
from bench.refining import CASES, KINDS, Kind, form_of, refined, start, suite_for, worth_of
from bench.sims import fresh_house, work_off
from edison.actions.results.refinements import show_refinement
from edison.actions.results.reports import find_run
from edison.domain import RunId
from edison.sim import SimProcess, SimSettings
from edison.sim.world import Persona, World, WriterTraits, default_world

WORLDS = 20
AT_ONCE = 5
FIRST_SEED = 50_000
HELD_OUT = 5
"""Of gepa's cases: as few as a run may have, for nothing is decided by them here."""


@dataclass(frozen=True)
class Taken:
    """A prompt that somebody ends with."""

    gain: float
    """In truth, over the first one."""
    is_other: bool
    """Whether it is another than the first one."""
    cells: int
    microusd: int


def refine_peers(scale: float = 1.0) -> list[Bar]:
    """True gain, false promotions, answers and money of both."""
    worlds, began = max(2, round(scale * WORLDS)), time.perf_counter()
    print(f"\nRefining beside gepa: {worlds} worlds a line, {CASES} cases")
    false: dict[str, float] = {}
    for name, kind in KINDS.items():
        both: list[tuple[Taken, Taken]] = []
        for first in range(0, worlds, AT_ONCE):
            some = [FIRST_SEED + world for world in range(first, min(first + AT_ONCE, worlds))]
            both += _compare(kind, some)
        for who, all_ in zip(("ours", "gepa's"), zip(*both, strict=True), strict=True):
            wrong = sum(one.is_other and one.gain <= 0 for one in all_) / worlds
            false[f"{name}, {who}"] = wrong
            print(
                f"    {name:<28} {who:<7} true gain {_mean([one.gain for one in all_]):+.3f}   "
                f"promoted falsely {wrong:5.0%}   answers {_mean([one.cells for one in all_]):5.0f}   "
                f"${_mean([one.microusd for one in all_]) / 1e6:.3f}"
            )
    print(f"    in {time.perf_counter() - began:.0f} s")
    ours = max(share for name, share in false.items() if name.endswith("ours"))
    return [Bar("false promotions of ours, the worst kind of world", ours, 0.05, at_most=True)]


def _compare(kind: Kind, worlds: Sequence[int]) -> list[tuple[Taken, Taken]]:
    writer = Persona(id="bench-writer", writer=WriterTraits(bad=kind.bad, malformed=0.02))
    with SimProcess(SimSettings(seed=worlds[0])) as sim:
        for persona in (*kind.judges, writer):
            sim.admin.set_persona(persona)
        truth = default_world(worlds[0])
        with fresh_house(form_of(sim)) as house:
            ours = [start(house, suite_for(kind, world)) for world in worlds]
            theirs = [start(house, _for_gepa(kind, world)) for world in worlds]
            work_off(house, [*ours, *theirs])

            def taken(run: RunId) -> Taken:
                seen = refined(house, run, truth, kind)
                return Taken(seen.gain, seen.has_adopted, seen.cells, seen.microusd)

            def evolved(run: RunId) -> Taken:
                seen = refined(house, run, truth, kind)
                told = show_refinement(house, find_run(house, run))
                numbers = [one.number for one in told.rounds[0].candidates if one.number is not None]
                best = told.version(numbers[0]) if numbers else told.versions[0]
                gain = _gain(told.versions[0].system, best.system, truth, kind)
                spared = HELD_OUT * (1 + len(numbers))
                return Taken(gain, bool(numbers), seen.cells - spared, seen.microusd)

            return [(taken(mine), evolved(other)) for mine, other in zip(ours, theirs, strict=True)]


def _for_gepa(kind: Kind, world: int) -> dict[str, JsonValue]:
    """All cases but a few to evolve on, and one round."""
    suite = suite_for(kind, world, strategy="gepa", rounds=1, candidates=1)
    cases = suite["cases"]
    assert isinstance(cases, list)
    for at, case in enumerate(cases):
        assert isinstance(case, dict)
        case["split"] = "held_out" if at < HELD_OUT else "development"
    return suite


def _gain(first: str, last: str, truth: World, kind: Kind) -> float:
    return worth_of(last, truth, kind.rubric) - worth_of(first, truth, kind.rubric)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
