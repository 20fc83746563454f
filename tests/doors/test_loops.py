"""Loops of tool calls from the command line: how they end, and what is told of them."""

import json

import pytest

from edison.sim import SimProcess
from edison.sim.faults import FaultPlan, Match, Reply, Rule

from .commands import Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

WEATHER = {
    "name": "get.weather",
    "description": "The weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
LOOP = {
    "user": "What is the weather in Tokyo?",
    "tools": [WEATHER],
    "mode": "react",
    "mock_tools": {"get.weather": {"_default": "Sunny."}},
}


def test_a_loop_that_was_stopped_is_unfinished_and_has_not_passed(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    tests = [
        {**LOOP, "id": "round"},
        {**LOOP, "id": "long", "max_iterations": 3, "trajectory": {"order": ["get.weather"]}},
        {**LOOP, "id": "expected", "max_iterations": 3, "expected": {"tool_name": "get.weather"}},
    ]
    file = terminal.write("loops.json", json.dumps({"prompts": tests}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    again = 'Once more. <tool_call>{"name": "get_weather", "arguments": {"city": "Tokyo"}}</tool_call>'
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(text=again), match=Match(model="edison-sim-*")),)))

    ran = terminal.edison("run", file, "--providers", providers, "--models", "local/edison-sim-large")
    told = terminal.edison("export", "latest", "--format", "prix-json").json["results"]
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    sim.admin.set_plan(FaultPlan())

    assert ran.code == 1
    assert {cell["outcome"] for cell in cells} == {"unfinished"}
    assert {one["status"] for one in told} == {"semantic_failure"}
    reasons = {one["test_id"]: one["failure_reason"] for one in told}
    assert reasons["round"].endswith("React loop stagnated (cycle period 1)")
    assert reasons["long"].endswith("React loop was not done after 3 iterations")
    traces = {one["test_id"]: one["react_trace"] for one in told}
    assert {key: value for key, value in traces["round"].items() if key != "iterations"} == {
        "completed": False,
        "total_iterations": 6,
        "valid_iterations": 6,
        "invalid_iterations": 0,
        "cycle_detected": True,
        "cycle_pattern": [{"name": "get.weather", "args": {"city": "Tokyo"}}],
        "termination_reason": "cycle_detected",
    }
    assert traces["long"]["termination_reason"] == "max_iterations"
    assert traces["long"]["iterations"][2] == {
        "iteration": 3,
        "tool_call": {"id": "call_3", "name": "get.weather", "args": {"city": "Tokyo"}},
        "observation": "Sunny.",
        "success": True,
        "thought": "Once more.",
        "latency_ms": None,
    }
