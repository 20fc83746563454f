"""Judging beside answering on a pool of two servers, against answering first and judging then.

One server holds the model under test, the other the judge, and each serves one call at a time, as people have them at
home. Times are those at which calls came in, so that starting Edison does not count for either way.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from pydantic import JsonValue

from bench.bars import Bar
from bench.sims import fresh_house
from edison.actions.house import House
from edison.actions.presets.batteries import BatteryOptions, battery_suite, plan_battery
from edison.actions.runs.control import resume_run
from edison.actions.runs.drive import serve_runs
from edison.actions.runs.prepare import prepare_run
from edison.actions.runs.start import start_run
from edison.domain import Battery, StageName
from edison.formats import read_battery
from edison.sim import SimProcess, SimSettings, read_latency
from edison.sim.billing import BillRecord

MODEL, JUDGE = "edison-sim-large", "edison-judge-fair"
TESTS, LATENCY_S = 60, 0.2
MOST = 0.75


def pipelined() -> list[Bar]:
    """The makespan of a battery with a judge against that of its two phases, one after the other."""
    print(f"\n{TESTS} tests and their judge on two servers, {1000 * LATENCY_S:.0f} ms a call")
    apart = _ratio(is_apart=True)
    # Both are busy all the time either way: there is nothing to gain, and weights must not be swapped to and fro.
    _ratio(is_apart=False)
    return [Bar("judging beside answering against two phases, two servers", apart, MOST, at_most=True)]


def _ratio(*, is_apart: bool) -> float:
    with _pool(is_apart=is_apart) as (sims, forms):
        calls = _run(sims, forms, in_phases=False)
        together = _makespan(calls)
        answered, judged = _split(_run(sims, forms, in_phases=True))
        one_by_one = _makespan(answered) + _makespan(judged)
    where = "each on its own" if is_apart else "both on both"
    swaps = sum(call.output_tokens <= 1 for call in calls)
    print(
        f"    {where}: side by side {together:.1f} s, one after the other {one_by_one:.1f} s, "
        f"ratio {together / one_by_one:.2f}, models loaded {swaps} times"
    )
    return together / one_by_one


@contextmanager
def _pool(*, is_apart: bool) -> Iterator[tuple[list[SimProcess], dict[str, JsonValue]]]:
    milliseconds = round(1000 * LATENCY_S)
    latency = read_latency(f"{milliseconds}-{milliseconds}")
    with ExitStack() as stack:
        sims = [stack.enter_context(SimProcess(SimSettings(seed=7, latency=latency))) for _ in (MODEL, JUDGE)]
        if is_apart:
            for sim, other in zip(sims, (JUDGE, MODEL), strict=True):
                sim.admin.remove_models(other)
        servers: list[JsonValue] = [sim.base_url("openai-compatible") for sim in sims]
        yield sims, {"pool": {"kind": "openai-compatible", "servers": servers, "price": 0, "concurrency": 1}}


def _run(sims: list[SimProcess], forms: dict[str, JsonValue], *, in_phases: bool) -> list[BillRecord]:
    """Every call of a run, in the order in which they came in."""
    before = [len(sim.admin.arrivals()) for sim in sims]
    with fresh_house(forms) as house:
        plan = plan_battery(
            house, battery_suite(_battery(), BatteryOptions([f"pool/{MODEL}"], f"pool/{JUDGE}"))
        )
        run = start_run(
            house, prepare_run(house, replace(plan, pause_after=StageName.CHECK) if in_phases else plan)
        )
        _work_off(house)
        if in_phases:
            resume_run(house, run.id)
            _work_off(house)
        with house.store.reading() as work:
            counts = work.results.counts(run.id)
    if counts.judged + counts.not_judged < TESTS:
        raise SystemExit(f"only {counts.judged} of {TESTS} tests were judged")
    arrived = [
        one
        for sim, seen in zip(sims, before, strict=True)
        for one in sim.admin.arrivals()[seen:]
        if one.model is not None
    ]
    return sorted(arrived, key=lambda one: one.wall_at)


def _battery() -> Battery:
    prompts = [
        {"id": f"t{at}", "user": f"What is {at} plus {at}?", "pass_criteria": "It is right."}
        for at in range(TESTS)
    ]
    return read_battery(
        json.dumps({"prompts": prompts}).encode(), name="battery.json", read_file=lambda _: None
    )


def _work_off(house: House) -> None:
    async def serve() -> None:
        await serve_runs(house, stop=asyncio.Event(), until_idle=True)

    asyncio.run(serve())


def _split(calls: list[BillRecord]) -> tuple[list[BillRecord], list[BillRecord]]:
    return [one for one in calls if one.model == MODEL], [one for one in calls if one.model == JUDGE]


def _makespan(calls: list[BillRecord]) -> float:
    return calls[-1].wall_at - calls[0].wall_at + LATENCY_S
