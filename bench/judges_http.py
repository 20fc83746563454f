"""Judges of known kinds, examined as users examine them: simulators over HTTP, `qualify-judge`, the stored card.

In each world all judges answer one examination with a plan of its own; every question carries another boundary, and
so every reply is drawn anew.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import JsonValue

from bench.bars import Bar
from bench.judge_world import bars_of, known_suite, personas
from bench.judges import COLUMNS, said_by
from bench.sims import asked, forms_of, fresh_house, in_batches, provider_of, simulators, work_off
from bench.stats._rates import Rate
from edison.actions.house import House
from edison.actions.presets.qualifications import QualifyInput, plan_examination
from edison.actions.presets.rank_requests import judge_named
from edison.actions.results.cards import list_cards, make_cards
from edison.actions.runs.prepare import prepare_run
from edison.actions.runs.start import start_run
from edison.domain import JudgeCard, RunId
from edison.sim.world import Persona

WORLDS = 120
"""As many as two cores see to in about twelve minutes."""
JUDGMENTS = 200
AT_ONCE = 10
"""Worlds that share an archive and are worked on side by side."""
IN_FLIGHT = 4
"""Of each judge in each world: some hundreds in all."""
SIMULATORS = 2


def judges_http(scale: float = 1.0) -> list[Bar]:
    """What stored cards say about judges of known kinds, each asked 200 times over HTTP."""
    worlds, began = max(2, round(scale * WORLDS)), time.perf_counter()
    print(f"\nJudge cards over HTTP: {worlds} worlds a line, {JUDGMENTS} judgments each at most")
    said: dict[str, Counter[str]] = {name: Counter() for name in personas()}
    with simulators(*map(_hosted_by, range(SIMULATORS))) as sims:
        for told in in_batches(partial(examine, forms_of(sims)), range(worlds), size=AT_ONCE):
            for name, words in told:
                said[name].update(words)
        calls, seconds = asked(sims), time.perf_counter() - began
    print(f"    {calls:,} requests over HTTP in {seconds:.0f} s; ± is one Monte-Carlo standard error")
    print(f"    {'judge':<18}" + "".join(f"{column:>14}" for column in COLUMNS))
    rates = {name: {column: Rate(said[name][column], worlds) for column in COLUMNS} for name in said}
    for name, found in rates.items():
        print(f"    {name:<18}" + "".join(f"{found[column]!s:>14}" for column in COLUMNS))
    return [bar for name in rates for bar in bars_of(name, rates[name])]


def examine(forms: Mapping[str, JsonValue], worlds: Sequence[int]) -> list[tuple[str, set[str]]]:
    """What the archive's cards say of every judge in every one of some worlds."""
    with fresh_house(forms) as house:
        started = [_start(house, world) for world in worlds]
        work_off(house, started)
        for run_id in started:
            make_cards(house, run_id, suite=known_suite())
        return [(_name_of(card), set(said_by(card))) for card in list_cards(house)]


def _start(house: House, world: int) -> RunId:
    plan = plan_examination(
        house,
        QualifyInput(
            suite=known_suite(),
            judges=tuple(judge_named(endpoint) for endpoint in endpoints()),
            judgments=JUDGMENTS,
            seed=world,
            concurrency=IN_FLIGHT,
        ),
    )
    if any(asked.units > JUDGMENTS for asked in plan.questions):
        raise SystemExit("more judgments are planned for a judge than it may make")
    return start_run(house, prepare_run(house, plan)).id


def endpoints() -> dict[str, str]:
    """The names of the judges by where they are asked."""
    return {
        f"{provider_of(place % SIMULATORS)}/{persona.id}": name
        for place, (name, (persona, _)) in enumerate(personas().items())
    }


def _hosted_by(simulator: int) -> list[Persona]:
    return [persona for persona, _ in list(personas().values())[simulator::SIMULATORS]]


def _name_of(card: JudgeCard) -> str:
    return endpoints()[card.judge_name]
