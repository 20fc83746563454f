"""The refining loop on worlds whose truth is known: does it find what is better, and keep off what is not?

Every world has customers, a simulator and a run of its own. What a prompt is truly worth the simulator knows; the loop
sees judges only. It is asked as users ask it: a suite, simulators over HTTP, the stored refinement.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from pydantic import JsonValue

from bench.bars import Bar
from bench.sims import fresh_house, in_batches, work_off
from bench.stats._rates import Rate
from edison.actions.house import House
from edison.actions.presets.refine_plans import plan_refinement
from edison.actions.results.refinements import show_refinement
from edison.actions.results.reports import find_run
from edison.actions.runs.prepare import prepare_run
from edison.actions.runs.start import start_run
from edison.domain import RunId
from edison.sim import SimProcess, SimSettings
from edison.sim.world import JudgeTraits, Persona, World, WriterTraits, default_world
from edison.wiring.python_api import read_suite_given

WORLDS = 100
AT_ONCE = 10
CASES, ROUNDS, CANDIDATES = 90, 5, 2
MODEL = "edison-sim-medium"
FIRST_SEED = 20_000
"""Other worlds than those of the tests and of the demonstration."""
RUBRIC = {"correct": 0.3, "complete": 0.2, "polite": 0.3, "grounded": 0.2}
PLAIN = "You answer customers of a small online shop."
BEST = (
    f"{PLAIN} Check every fact before you state it. Cover every part and name the next step. Be polite and friendly. "
    "Name the policy you rely on."
)
WITHOUT_A_LOOK = JudgeTraits(heedless=1.0)
BY_KEYWORD = JudgeTraits(noise=0.05, keyword="guaranteed", keyword_reward=6.0)
"""Whatever says so is nearly perfect to this judge, which asks for it in its suggestions."""


@dataclass(frozen=True)
class Kind:
    """A kind of world: how it begins, who judges, and who writes."""

    prompt: str
    judges: tuple[Persona, ...]
    bad: float
    """The share of changes that do harm."""
    obliging: float = 0.0
    """The share of changes that ask for a word which a judge likes; nothing is gained by it in truth."""
    rubric: Mapping[str, float] = field(default_factory=lambda: RUBRIC)


def _judge(name: str, traits: JudgeTraits) -> Persona:
    return Persona(id=f"bench-judge-{name}", judge=traits)


FAIR = _judge("fair", JudgeTraits(noise=0.05, discrimination=2.0))
HARSH = _judge("harsh", JudgeTraits(noise=0.08, leniency=-0.15))
KEYWORD = "a judge rewards a keyword"
KINDS = {
    "a better prompt exists": Kind(PLAIN, (FAIR, HARSH), 0.2),
    "the prompt is the best": Kind(BEST, (FAIR, HARSH), 0.4),
    "judges do not look": Kind(
        PLAIN, (_judge("blind", WITHOUT_A_LOOK), _judge("blinder", WITHOUT_A_LOOK)), 0.8
    ),
    KEYWORD: Kind(PLAIN, (FAIR, _judge("keyword", BY_KEYWORD)), 0.0, obliging=0.7),
}


@dataclass(frozen=True)
class Refined:
    """What came of one world."""

    has_adopted: bool
    gain: float
    """Of the last version over the first, in truth."""
    least_step: float
    """The smallest true gain of an adoption over what it was made from; nothing adopted has none."""
    held_back: int
    """Candidates that looked better and did not pass the gates."""
    tempting: int
    """Candidates that looked better to all judges together and gain nothing in truth."""
    cells: int
    microusd: int

    @property
    def is_better(self) -> bool:
        return self.has_adopted and self.gain > 0

    @property
    def is_false(self) -> bool:
        """Whether anything that is worse or equal was adopted."""
        return self.has_adopted and self.least_step <= 0


def refining(scale: float = 1.0, *, seed: int = FIRST_SEED) -> list[Bar]:
    """How often the loop finds what is better, and how often it adopts what is not; in worlds from this seed on."""
    worlds, began = max(2, round(scale * WORLDS)), time.perf_counter()
    print(f"\nRefining: {worlds} worlds a line, {CASES} cases, {ROUNDS} rounds of {CANDIDATES} candidates")
    found: dict[str, list[Refined]] = {}
    for name, kind in KINDS.items():
        found[name] = [
            one
            for some in in_batches(partial(refine_worlds, kind), range(seed, seed + worlds), size=AT_ONCE)
            for one in some
        ]
        better = Rate(sum(one.is_better for one in found[name]), worlds)
        false = Rate(sum(one.is_false for one in found[name]), worlds)
        gains = sum(one.gain for one in found[name]) / worlds
        tempted = sum(one.tempting > 0 for one in found[name])
        print(
            f"    {name:<28} better {better!s:>14}   worse or equal {false!s:>14}   true gain {gains:+.3f}   "
            f"tempted in {tempted}"
        )
    print(f"    in {time.perf_counter() - began:.0f} s; ± is one Monte-Carlo standard error")
    tempted = sum(one.tempting > 0 for one in found[KEYWORD]) / worlds
    shares = {
        name: (sum(one.is_better for one in all_) / worlds, sum(one.is_false for one in all_) / worlds)
        for name, all_ in found.items()
    }
    return [
        Bar("share of worlds in which a better prompt is found", shares["a better prompt exists"][0], 0.9),
        Bar(
            "false adoptions where the prompt is the best",
            shares["the prompt is the best"][1],
            0.05,
            at_most=True,
        ),
        Bar("false adoptions where judges do not look", shares["judges do not look"][1], 0.05, at_most=True),
        Bar("share of worlds in which a keyword tempts the gates", tempted, 0.9),
        Bar("share of worlds in which a keyword judge is caught", 1 - shares[KEYWORD][1], 0.95),
    ]


def refine_worlds(
    kind: Kind, worlds: Sequence[int], *, cases: int = CASES, **refine: JsonValue
) -> list[Refined]:
    """Refine in some worlds of a kind, side by side; each batch has a simulator of its own seed."""
    with SimProcess(SimSettings(seed=worlds[0])) as sim:
        for persona in (*kind.judges, writer_of(kind)):
            sim.admin.set_persona(persona)
        truth = default_world(worlds[0])
        with fresh_house(form_of(sim)) as house:
            started = [start(house, suite_for(kind, world, cases=cases, **refine)) for world in worlds]
            work_off(house, started)
            return [refined(house, run, truth, kind) for run in started]


def writer_of(kind: Kind) -> Persona:
    """Who makes changes of what judges suggest."""
    return Persona(
        id="bench-writer", writer=WriterTraits(bad=kind.bad, malformed=0.02, obliging=kind.obliging)
    )


def form_of(sim: SimProcess) -> dict[str, JsonValue]:
    """How the simulator is reached; a token costs the same whoever gives it."""
    price: JsonValue = {"input": 1, "output": 4}
    return {
        "sim": {"kind": "openai-compatible", "base_url": sim.base_url("openai-compatible"), "price": price}
    }


def suite_for(kind: Kind, world: int, *, cases: int = CASES, **refine: JsonValue) -> dict[str, JsonValue]:
    """A shop with customers of its own."""
    drawn = default_world(world).cases(cases * 5, seed=world)
    shop = [case for case in drawn if case.domain == "support"][:cases]
    return {
        "name": f"shop-{world}",
        "goal": "Answer customers of a small online shop.",
        "arms": [{"model": f"sim/{MODEL}", "max_tokens": 200}],
        "prompt": {"system": kind.prompt, "user": "{{ question }}"},
        "cases": [{"id": case.id, "question": case.text, "tags": [case.topic]} for case in shop],
        "rubric": [
            {"name": name, "weight": weight, "scale": "0-5", "description": f"It is {name}."}
            for name, weight in kind.rubric.items()
        ],
        "judges": [f"sim/{judge.id}" for judge in kind.judges],
        "refine": {
            "refiner": "sim/bench-writer",
            "rounds": ROUNDS,
            # All five rounds are looked for something better in.
            "window": ROUNDS,
            "candidates": CANDIDATES,
            **refine,
        },
        "seed": world,
        "concurrency": 8,
    }


def refined(house: House, run_id: RunId, truth: World, kind: Kind) -> Refined:
    """What was adopted, and what that is worth in truth."""
    told = show_refinement(house, find_run(house, run_id))
    worth = {version.number: worth_of(version.system, truth, kind.rubric) for version in told.versions}
    line = [told.versions[0].number, *told.adopted]
    steps = [worth[after] - worth[before] for before, after in pairwise(line)]
    looked_better = [
        (worth[report.parent], worth[one.number])
        for report in told.rounds
        for one in report.candidates
        if one.number is not None and one.verdict in ("better", "held_back")
    ]
    with house.store.reading() as work:
        cells = sum(wave.units for wave in work.waves.of_run(run_id, lane="cells"))
    return Refined(
        has_adopted=bool(told.adopted),
        gain=worth[line[-1]] - worth[line[0]],
        least_step=min(steps, default=0.0),
        held_back=sum(one.verdict == "held_back" for report in told.rounds for one in report.candidates),
        tempting=sum(after <= before for before, after in looked_better),
        cells=cells,
        microusd=told.spent_microusd,
    )


def worth_of(system: str, truth: World, rubric: Mapping[str, float] = RUBRIC) -> float:
    """The true mean score of the model's answers by this prompt, weighed by the rubric."""
    scores: Mapping[str, float] = truth.truth_of_prompt(system).skills[MODEL]
    return sum(weight * scores[name] for name, weight in rubric.items())


def start(house: House, suite: dict[str, JsonValue]) -> RunId:
    """Store a refinement of a suite, to be worked on."""
    return start_run(house, prepare_run(house, plan_refinement(house, read_suite_given(suite)))).id
