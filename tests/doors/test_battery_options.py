"""What is said of all calls of a battery holds wherever its models come from."""

import json

import pytest

from edison.sim import SimProcess
from edison.sim.faults import FaultPlan, Match, Rule, Stall

from .commands import Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(120)


def test_a_call_may_take_as_long_as_is_said_whatever_a_file_of_providers_says(
    terminal: Terminal, sim: SimProcess
) -> None:
    file = terminal.write("one.json", json.dumps({"prompts": [{"id": "one", "user": "Hello?"}]}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    stalled = Rule(action=Stall(seconds=3), match=Match(operation="chat"), times=1)
    sim.admin.set_plan(FaultPlan(rules=(stalled,)))

    ran = terminal.edison(
        *("run", file, "--providers", providers, "--models", "local/edison-sim-large"), "--timeout", "0.5"
    )
    sim.admin.set_plan(FaultPlan())

    assert ran.code == 0
    assert terminal.edison("show", "latest", "--json").json["attempts"] == 2


def test_what_is_said_of_all_answers_holds_for_the_providers_of_a_configuration_too(
    terminal: Terminal, sim: SimProcess
) -> None:
    tests = [{"vars": {"country": "Peru"}}]
    config = {
        "prompts": ["Tell about {{country}}."],
        "providers": ["openai:edison-sim-large"],
        "tests": tests,
    }
    terminal.write("config.yaml", config)
    providers = terminal.write("providers.yaml", {"openai": a_provider(sim)})

    terminal.edison(
        "run", "config.yaml", "--providers", providers, "--max-tokens", "3", "--system", "Be brief."
    )

    (cell,) = terminal.edison("export", "latest", "--format", "json").json["cells"]
    assert "Be brief." in cell["inputs"]["task"]
    assert cell["tokens_out"] == 3
