"""How long one round takes beside what its plan could take at best: 100 cases, three models, three judges.

Every reply takes 200 ms and 64 calls may be in flight: a wave cannot be shorter than its calls in rows of 64, nor than
an answer and a judgment one after the other, and a wave waits for the one before it.
"""

import time

from pydantic import JsonValue

from bench.bars import Bar
from bench.refining import FAIR, HARSH, PLAIN, Kind, form_of, start, suite_for
from bench.sims import fresh_house, work_off
from edison.domain import CELLS
from edison.sim import SimProcess, SimSettings, read_latency
from edison.sim.world import JudgeTraits, Persona, WriterTraits

CASES = 100
LATENCY_S, IN_FLIGHT = 0.2, 64
MODELS = ("edison-sim-large", "edison-sim-medium", "edison-sim-small")
JUDGES = (FAIR, HARSH, Persona(id="bench-judge-third", judge=JudgeTraits(noise=0.05)))
MOST = 1.3


def refine_path() -> list[Bar]:
    """The time of a round against its critical path."""
    print(f"\nOne round of {CASES} cases × {len(MODELS)} models × {len(JUDGES)} judges")
    writer = Persona(id="bench-writer", writer=WriterTraits(bad=0.0, malformed=0.0))
    milliseconds = round(1000 * LATENCY_S)
    with SimProcess(SimSettings(seed=7, latency=read_latency(f"{milliseconds}-{milliseconds}"))) as sim:
        for persona in (*JUDGES, writer):
            sim.admin.set_persona(persona)
        forms = form_of(sim)
        provider = forms["sim"]
        assert isinstance(provider, dict)
        with fresh_house({"sim": {**provider, "concurrency": IN_FLIGHT}}) as house:
            run = start(house, _suite())
            began = time.perf_counter()
            work_off(house, [run])
            took = time.perf_counter() - began
            with house.store.reading() as work:
                waves = [(wave.lane, wave.units) for wave in work.waves.of_run(run)]
    path = sum(_least_s(lane, units) for lane, units in waves)
    print(f"    {len(waves)} waves, {took:.1f} s, at best {path:.1f} s")
    return [Bar("one round against the critical path of its plan", took / path, MOST, at_most=True)]


def _least_s(lane: str, units: int) -> float:
    depth, calls = (2, units * (1 + len(JUDGES))) if lane == CELLS else (1, units)
    return max(depth * LATENCY_S, calls * LATENCY_S / IN_FLIGHT)


def _suite() -> dict[str, JsonValue]:
    """Half of the cases to find what is weak, half held out."""
    suite = suite_for(Kind(PLAIN, JUDGES, 0.0), 60_000, cases=CASES, rounds=1, candidates=1, looks=1)
    cases = suite["cases"]
    assert isinstance(cases, list)
    for at, case in enumerate(cases):
        assert isinstance(case, dict)
        case["split"] = "held_out" if at % 2 else "development"
    arms: JsonValue = [{"model": f"sim/{model}", "max_tokens": 200} for model in MODELS]
    return {**suite, "arms": arms, "concurrency": IN_FLIGHT}
