"""A suite on the simulator, ready to be run: for a first look, without a key and without a network."""

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from edison.settings import Settings, load_settings

if TYPE_CHECKING:
    # It loads a good deal, and is started only when somebody wants to see the demonstration.
    from edison.sim import SimProcess
    from edison.sim.world import ModelCard

SEED = 7
CASES, REFINED_CASES = 60, 110
DEMO_KEY = "DEMO_KEY"
_ASKED = 400
"""Of so many cases of the simulator, about a third are of the shop."""


@dataclass(frozen=True, slots=True)
class _Arm:
    provider: str
    kind: str
    model: str
    wire: str | None = None


_ARMS = (
    _Arm("openai", "openai", "edison-sim-large"),
    _Arm("anthropic", "anthropic", "edison-sim-medium"),
    _Arm("google", "google", "edison-sim-small"),
    _Arm("responses", "openai", "edison-sim-terse", wire="openai-responses"),
)
_JUDGES = ("edison-judge-fair", "edison-judge-harsh")

_SUITE = """\
# Written by `edison demo`. With the simulator on its port, {key}=any edison run suite.yaml runs it again.
name: shop
goal: Answer customers of a small online shop correctly, politely and briefly.
providers:
{providers}
arms:
{arms}
prompt:
  system: >-
    You answer customers of a small online shop. Be polite and concise. Answer only from the shop's policies,
    name the policy, and say what the customer should do next.
  user: "{{{{ question }}}}"
cases: cases.jsonl
checks:
  - icontains: "{{{{ fact }}}}"
  - length: {{max_words: 120}}
  - not_refusal
rubric:
  - {{name: correct, weight: 0.5, scale: 0-5, description: What it says about the policy is true.}}
  - {{name: complete, weight: 0.3, scale: 0-5, description: Every rule that matters here is named.}}
  - {{name: polite, weight: 0.2, scale: 0-5, description: It is friendly and to the point.}}
judges: [{judges}]
seed: {seed}
"""

_REFINE = """\
# Written by `edison demo`. With the simulator on its port, {key}=any edison refine refine.yaml runs it again.
name: shop
goal: Answer customers of a small online shop correctly, politely and completely.
providers:
{providers}
arms:
{arms}
prompt:
  system: You answer customers of a small online shop.
  user: "{{{{ question }}}}"
cases: customers.jsonl
rubric:
  - {{name: correct, weight: 0.3, scale: 0-5, description: What it says about the policy is true.}}
  - {{name: complete, weight: 0.3, scale: 0-5, description: 'Every rule that matters is named, and the next step.'}}
  - {{name: polite, weight: 0.2, scale: 0-5, description: It is friendly.}}
  - {{name: grounded, weight: 0.2, scale: 0-5, description: It names the policy it rests on.}}
judges: [{judges}]
refine: {{refiner: judges/edison-writer-hasty, rounds: 3, candidates: 2}}
seed: {seed}
"""


@dataclass(frozen=True, slots=True)
class Demo:
    """A suite in a folder, a simulator that answers it, and settings that keep its run in the same folder."""

    suite: Path
    refine: Path
    """The same shop with a prompt that asks for too little, to be refined; it is answered quickly."""
    settings: Settings
    simulator: "SimProcess"

    @property
    def billed_microusd(self) -> int:
        """What the simulator, as a witness, says that it charged."""
        return self.simulator.totals().microusd


@contextmanager
def open_demo(folder: Path, *, latency: str = "real") -> Generator[Demo]:
    """Start the simulator and write the suite; the simulator ends with it, the folder stays."""
    settings = load_settings()
    environment = {**settings.environment, DEMO_KEY: "demo-key-that-opens-nothing"}
    # The simulator is on this machine, whatever the way to the rest of the world.
    settings = replace(
        settings, database_url=str(folder / "edison.db"), environment=environment, no_proxy="*"
    )
    with _simulator(latency) as simulator, _simulator("zero" if latency == "zero" else "20-40") as quick:
        suite, refine = write_demo(folder, simulator), folder / "refine.yaml"
        refine.write_text(_write_suite(_REFINE, quick, arms=_ARMS[1:2]), encoding="utf-8")
        yield Demo(suite, refine, settings, simulator)


def _simulator(latency: str) -> "SimProcess":
    from edison.sim import SimProcess, SimSettings, read_latency

    return SimProcess(SimSettings(seed=SEED, latency=read_latency("0" if latency == "zero" else latency)))


def write_demo(folder: Path, simulator: "SimProcess") -> Path:
    """Put the suite and its cases into a folder; gives the suite."""
    folder.mkdir(parents=True, exist_ok=True)
    suite = folder / "suite.yaml"
    suite.write_text(_write_suite(_SUITE, simulator), encoding="utf-8")
    cases = list(_cases(simulator))
    for name, count in (("cases.jsonl", CASES), ("customers.jsonl", REFINED_CASES)):
        lines = "".join(f"{json.dumps(case)}\n" for case in cases[:count])
        (folder / name).write_text(lines, encoding="utf-8")
    return suite


def _write_suite(form: str, simulator: "SimProcess", *, arms: Sequence[_Arm] = _ARMS) -> str:
    from edison.sim.world import default_world

    cards = {card.id: card for card in default_world(SEED).models()}
    providers = [
        *(_provider(arm, simulator, card=cards[arm.model]) for arm in arms),
        _provider(_Arm("judges", "openai", _JUDGES[0]), simulator, card=cards[_JUDGES[0]]),
    ]
    return form.format(
        key=DEMO_KEY,
        providers="\n".join(providers),
        arms="\n".join(_write_arm(arm) for arm in arms),
        judges=", ".join(f"judges/{judge}" for judge in _JUDGES),
        seed=SEED,
    )


def _write_arm(arm: _Arm) -> str:
    name = f"{arm.model.removeprefix('edison-sim-')} ({arm.provider})"
    return f"  - {{model: {arm.provider}/{arm.model}, name: {name}, max_tokens: 300}}"


def _provider(arm: _Arm, simulator: "SimProcess", *, card: "ModelCard") -> str:
    wire = f", wire: {arm.wire}" if arm.wire else ""
    price = f"{{input: {card.usd_per_million_input}, output: {card.usd_per_million_output}}}"
    return (
        f'  {arm.provider}: {{kind: {arm.kind}, base_url: "{simulator.base_url(arm.kind)}", '
        f"api_key_env: {DEMO_KEY}, price: {price}{wire}}}"
    )


def _cases(simulator: "SimProcess") -> Iterator[dict[str, object]]:
    shop = [case for case in simulator.admin.cases(_ASKED, seed=SEED) if case.domain == "support"]
    for case in shop[:REFINED_CASES]:
        yield {
            "id": case.id,
            "question": case.text,
            "fact": case.facts[0].tells[0],
            "expect": {"answer": case.expected},
            "tags": [case.topic],
        }
