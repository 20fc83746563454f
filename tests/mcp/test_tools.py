"""Every tool, used by the official client over standard input and output."""

import json
import subprocess
from pathlib import Path

import pytest

from edison.actions.agents.session import AgentSession
from edison.actions.prompts import PromptRef, add_version
from edison.actions.runs.uploads import UploadedSuite, start_upload
from edison.mcp import AgentServer
from edison.settings import Settings
from edison.sim import SimProcess
from edison.sim.faults import FaultPlan, Rule, Stall
from edison.wiring import open_house
from tests.database import new_file
from tests.doors.suites import a_suite
from tests.doors.watching import until

from .conftest import Agent, agent_with, parameters_for, providers_at

LARGE = "local/edison-sim-large"
TEXT = "The committee met at noon. It discussed the budget. A penguin resigned. Nobody noticed the minutes."


def test_models_are_listed_by_server(agent: Agent, simulator: SimProcess) -> None:
    found = agent.get("list_models")

    assert LARGE in found["models"]
    assert found["models"] == sorted(set(found["models"]))
    assert set(found["servers"]) == {simulator.base_url("openai-compatible")}
    assert found["unreachable"] == []


def test_a_number_is_bare_text_and_structured_as_well(agent: Agent) -> None:
    told = agent.use("calculate_drift", text_a="Paris is the capital.", text_b="The capital is Paris.")

    assert float(told.text) == told.value["result"]
    assert 0 < told.value["result"] < 0.3


def test_variants_are_measured_from_their_baseline(agent: Agent) -> None:
    variants = {"imperative": "File a bug first.", "passive": "A bug is filed first."}

    found = agent.get("analyze_variants", variants=variants)

    assert (found["constraint_name"], found["baseline_label"]) == ("unnamed", "imperative")
    assert found["variants_count"] == 2
    assert found["pairwise"] == {"(imperative, passive)": found["from_baseline"]["passive"]}
    assert found["recommendations"] == [
        {"variant": "passive", "distance": found["from_baseline"]["passive"], "text": variants["passive"]}
    ]


def test_a_trajectory_is_told_with_its_profiles_where_they_are_wished(agent: Agent) -> None:
    brief = agent.get("analyze_trajectory", text=TEXT)
    whole = agent.get("analyze_trajectory", text=TEXT, acceleration_threshold=0.01, include_sentences=True)

    assert brief["n_sentences"] == 4
    assert brief["sentences"] is brief["velocity_profile"] is None
    assert len(whole["sentences"]) == 4
    assert [len(whole[f"{of}_profile"]) for of in ("velocity", "acceleration", "curvature")] == [3, 2, 2]
    assert {"index", "magnitude", "isolation_score", "position_ratio"} == set(whole["acceleration_spikes"][0])


def test_a_text_is_compared_with_a_golden_one(agent: Agent) -> None:
    found = agent.get("compare_trajectories", golden_text=TEXT, synthetic_text=TEXT, threshold=0.2)

    assert found["acceleration_dtw"] == 0
    assert found["acceleration_correlation"] == pytest.approx(1)
    assert found["golden_summary"] == found["synthetic_summary"]


def test_a_conversation_is_continued_with_tools_and_in_a_form(agent: Agent) -> None:
    asked = {"model_id": LARGE, "messages": [{"role": "user", "content": "What is the capital of France?"}]}
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}

    told = agent.use("complete", **asked, seed=3, api_key="a-key-of-my-own")
    formed = agent.use(
        "complete",
        **asked,
        response_format={"type": "json_schema", "json_schema": {"name": "place", "schema": schema}},
    )
    bad = [{"role": "tool", "content": "18 degrees"}]

    assert not told.is_error
    assert told.value == {"result": told.text}
    assert "Paris" in told.text
    assert isinstance(json.loads(formed.text)["city"], str)
    assert agent.refused("complete", model_id=LARGE, messages=bad) == "arguments_broken"


def test_turns_of_tools_are_sent_and_a_call_is_told(agent: Agent) -> None:
    call = {"id": "call_1", "function": {"name": "weather", "arguments": '{"city": "Paris"}'}}
    messages = [
        {"role": "user", "name": "ann", "content": [{"type": "text", "text": "Is it warm in Paris?"}]},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "content": "18 degrees", "tool_call_id": "call_1"},
    ]
    tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}

    assert not agent.use("complete", model_id=LARGE, messages=messages, tools=[tool]).is_error


def test_a_judge_decides_and_what_cannot_be_read_is_no_verdict(agent: Agent) -> None:
    asked = {"response": "It is Paris.", "criteria": "It names the capital of France."}

    found = agent.get("judge", **asked, judge_model="local/edison-judge-fair", timeout=30)
    garbled = agent.get("judge", **asked, judge_model="local/edison-judge-malformed")

    assert set(found) == {"pass", "reason", "score", "raw_response"}
    assert isinstance(found["pass"], bool)
    assert 0 <= found["score"] <= 10
    assert garbled["pass"] in (None, True, False)


def test_an_instruction_is_put_in_other_forms(agent: Agent) -> None:
    found = agent.get("generate_variants", baseline="File a bug first.", model_id=LARGE, dimensions=["voice"])

    assert found["variants"]["imperative"] == found["baseline"] == "File a bug first."
    assert found["variant_count"] == len(found["variants"]) > 1
    assert found["dimensions_requested"] == ["voice"]
    assert agent.refused("generate_variants", baseline="x", model_id=LARGE, dimensions=["colour"]) == (
        "choice_unknown"
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("judge", {"judge_model": "edison-judge-fair"}, "model_ambiguous"),
        ("judge", {"judge_model": "nobody"}, "model_unknown"),
        ("judge", {"judge_model": "unpriced/edison-judge-fair"}, "price_unknown"),
        ("analyze_trajectory", {"text": "One only."}, "sample_empty"),
        ("analyze_trajectory", {"text": TEXT, "speed": 1}, "argument_unknown"),
        ("analyze_trajectory", {}, "arguments_broken"),
        ("dance", {}, "tool_unknown"),
    ],
)
def test_what_is_refused_has_our_code(
    agent: Agent, tool: str, arguments: dict[str, object], code: str
) -> None:
    given = {"response": "x", "criteria": "y"} if tool == "judge" else {}

    assert agent.refused(tool, **given, **arguments) == code


def test_an_agent_that_is_gone_leaves_no_call_behind(
    tmp_path_factory: pytest.TempPathFactory, sim: SimProcess
) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=600)),)))
    parameters = parameters_for(tmp_path_factory.mktemp("gone"), sim)
    line = {"role": "user", "content": "Hello?"}
    begin = [
        {"id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {},
         "clientInfo": {"name": "test", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/call",
         "params": {"name": "complete", "arguments": {"model_id": LARGE, "messages": [line]}}},
    ]  # fmt: skip
    with subprocess.Popen(
        [parameters.command, *parameters.args],
        env=parameters.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n" for one in begin))
        process.stdin.flush()
        until(lambda: bool(sim.admin.arrivals()) or process.poll() is not None)
        assert process.poll() is None
        process.stdin.close()

        # The call would take ten minutes; the process leaves without it.
        assert process.wait(60) == 0
    sim.admin.reset()


def test_nothing_is_sent_that_might_exceed_the_budget(tmp_path: Path, sim: SimProcess) -> None:
    settings = Settings(database_url=new_file(tmp_path / "edison.db", with_engine=True))
    with open_house(settings, providers=providers_at(sim)) as house:
        server = AgentServer(house, AgentSession(house, budget_microusd=1))
        with agent_with(server) as poor:
            code = poor.refused("judge", response="x", criteria="y", judge_model="local/edison-judge-fair")

    assert code == "budget_spent"
    assert sim.bill() == []


def test_runs_and_prompts_are_looked_at_and_a_run_is_cancelled(tmp_path: Path, sim: SimProcess) -> None:
    settings = Settings(database_url=new_file(tmp_path / "edison.db", with_engine=True))
    with open_house(settings) as house:
        upload = UploadedSuite("suite.json", json.dumps(a_suite(sim)), {})
        run_id = start_upload(house, upload, start_key="one")
        add_version(house, PromptRef("greeting"), b"Say hello.", file="greeting.txt")
        with agent_with(AgentServer(house, AgentSession(house))) as agent:
            assert agent.get("poll_battery", run_id=run_id.id)["state"] == "running"
            assert agent.get("cancel_run", run_id="latest")["state"] == "cancelled"
            assert run_id.id in agent.use("get_results", run_id=run_id.id).text
            assert agent.refused("get_results", run_id=run_id.id, format="png") == "format_unknown"
            [version] = agent.get("list_versions", prompt="greeting")["result"]
            assert version["number"] == 1
            assert agent.refused("poll_battery", run_id="run_none") == "run_missing"
