"""Who judges a battery: a model that is there, or nobody, which is told and is never a pass."""

import json

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

CAPITAL = "What is the capital of France?"
MODEL = ("--models", "local/edison-sim-large")


def test_a_judge_that_is_not_there_is_refused_before_anything_is_asked(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    tests = [{"id": "one", "user": CAPITAL, "pass_criteria": "It names Paris."}]
    file = terminal.write("own.json", json.dumps({"prompts": tests}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    before = sim.totals().requests

    refused = terminal.edison("run", file, "--providers", providers, *MODEL, "--judge-model", "local/nobody")

    asked = [one for one in sim.bill()[before:] if not one.operation.startswith("models.")]
    assert (refused.code, asked) == (2, [])
    assert "There is no local/nobody" in refused.err
    assert "local/edison-judge-fair" in refused.err


def test_what_only_a_judge_can_decide_is_not_checked_without_one(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    rubric = {"type": "llm-rubric", "value": "It names Paris."}
    config = {
        "prompts": [CAPITAL],
        "tests": [
            {"description": "both", "assert": [{"type": "contains", "value": "Paris"}, rubric]},
            {"description": "judged", "assert": [rubric]},
            {"description": "plain", "assert": [{"type": "contains", "value": "Paris"}]},
        ],
    }
    file = terminal.write("config.yaml", config)
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})

    alone = terminal.edison("run", file, "--providers", providers, *MODEL)
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    again = terminal.edison("export", "latest", "--format", "promptfoo-config").json

    assert alone.code == 1
    assert {cell["case_id"]: cell["status"] for cell in cells} == {
        "both": "not_checked",
        "judged": "not_checked",
        "plain": "passed",
    }
    assert "Nobody judges 2 tests with criteria: name a judge (--judge-model)." in alone.err
    assert "only a judge can decide it, and none is named" in alone.err
    assert [len(test["assert"]) for test in again["tests"]] == [2, 1, 1]
    assert not any("not_exported" in test["metadata"] for test in again["tests"])


def test_a_judge_for_whom_there_is_nothing_to_do_is_not_dropped_in_silence(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    file = terminal.write("own.json", json.dumps({"prompts": [{"id": "one", "user": CAPITAL}]}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    judge = ("--judge-model", "local/edison-judge-fair")

    ran = terminal.edison("run", file, "--providers", providers, *MODEL, *judge)

    assert ran.code == 0
    assert "No test has criteria, so the judge is not asked." in ran.err
