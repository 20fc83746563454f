"""Steps of an agent's own loop, and runs that an agent starts, over standard input and output."""

import json
from pathlib import Path
from typing import Any

import pytest

from edison.actions.agents.session import AgentSession
from edison.mcp import AgentServer
from edison.settings import Settings
from edison.sim import SimProcess
from edison.wiring import open_house
from tests.database import new_file
from tests.doors.suites import a_shop_to_refine, a_suite
from tests.doors.watching import until

from .conftest import Agent, agent_with, providers_at

LARGE = "local/edison-sim-large"
WEATHER = {
    "name": "get_weather",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}
STEP = {
    "model_id": LARGE,
    "system_prompt": "You are a helpful assistant.",
    "initial_message": "What is the weather in Tokyo?",
    "tools": [WEATHER],
}
BATTERY = {
    "prompts": [
        {
            "id": "capital",
            "user": "What is the capital of France?",
            "expected": {"response_contains": "Paris"},
        }
    ]
}


def test_a_loop_goes_on_from_its_trace_until_it_is_done(agent: Agent) -> None:
    mocks = {"get_weather": {"_default": "Sunny, 21 degrees."}}

    first = agent.get("react_step", **STEP, trace=[], mock_tools=mocks)
    last = agent.get(
        "react_step",
        **STEP,
        trace=first["new_iterations"],
        mock_tools=mocks,
        call_counter=first["call_counter"],
    )

    [entry] = first["new_iterations"]
    assert (first["completed"], first["final_response"], first["pending_tool_calls"]) == (False, None, [])
    assert (entry["tool_call"]["id"], entry["tool_call"]["name"]) == ("call_1", "get_weather")
    assert (entry["observation"], entry["success"]) == ("Sunny, 21 degrees.", True)
    assert last["completed"]
    assert "21" in last["final_response"]


def test_calls_are_handed_back_where_no_table_answers_them(agent: Agent) -> None:
    told = agent.get("react_step", **STEP, mock_tools=None, call_counter=4)

    [call] = told["pending_tool_calls"]
    assert (call["id"], call["name"], told["new_iterations"]) == ("call_5", "get_weather", [])
    assert (told["completed"], told["call_counter"]) == (False, 5)


def _ended(agent: Agent, run_id: str) -> dict[str, Any]:
    seen: dict[str, Any] = {}

    def has_ended() -> bool:
        seen.update(agent.get("poll_battery", run_id=run_id))
        return seen["state"] not in ("running", "waiting")

    until(has_ended)
    return seen


@pytest.mark.timeout(120)
def test_an_agent_starts_runs_within_what_is_left_and_reads_what_they_bring(
    tmp_path: Path, sim: SimProcess
) -> None:
    settings = Settings(database_url=new_file(tmp_path / "edison.db", with_engine=True))
    with open_house(settings, providers=providers_at(sim)) as house:
        session = AgentSession(house, budget_microusd=500_000)
        server = AgentServer(house, session)
        with agent_with(server) as agent:
            started = agent.get(
                "start_battery", tests=json.dumps(BATTERY), models=[LARGE], budget_usd=0.2, runs=2
            )
            given = 500_000 - (session.ledger.left_microusd or 0)
            ended = _ended(agent, started["run_id"])
            still_asked = agent.use(
                "complete", model_id=LARGE, messages=[{"role": "user", "content": "Hello?"}]
            )
            results = agent.use("get_results", run_id=started["run_id"], format="prix-json").text
            ranking = agent.get(
                "rank_texts",
                texts={"a": "Paris is it.", "b": "No idea."},
                judge_models=["local/edison-judge-fair"],
                budget_usd=0.1,
            )
            agent.get("cancel_run", run_id=ranking["run_id"])
            exam = agent.get(
                "qualify_judge", judge_models=["local/edison-judge-fair"], judgments=4, budget_usd=0.1
            )
            agent.get("cancel_run", run_id=exam["run_id"])
            labels = agent.get("get_labels", run_id=started["run_id"])
            failing = agent.get("get_failing", run_id=started["run_id"])
            refined = agent.get(
                "propose_refinement",
                suite=json.dumps(a_shop_to_refine(sim)),
                file_name="suite.json",
                budget_usd=0.1,
            )
            agent.get("cancel_run", run_id=refined["run_id"])
            unfit = agent.refused(
                "propose_refinement", suite=json.dumps(a_suite(sim)), file_name="suite.json"
            )
            code = a_shop_to_refine(sim, arms=[{"name": "script", "command": ["touch", "was-run"]}])
            unrun = agent.refused("propose_refinement", suite=json.dumps(code), file_name="suite.json")
            session.ledger.give_away(session.ledger.left_microusd or 0)
            spent = agent.refused("start_battery", tests=json.dumps(BATTERY), models=[LARGE])

    assert (ended["state"], still_asked.is_error) == ("ended", False)
    assert (labels["run"], failing["run"]) == (started["run_id"], started["run_id"])
    assert json.loads(results)["runs_total"] == 2
    assert (0 < given <= 200_000, spent) == (True, "budget_spent")
    assert (unfit, unrun) == ("not_refinable", "code_not_allowed")
    assert len(sim.bill()) >= 2


@pytest.mark.timeout(120)
def test_questions_whose_answers_were_not_sent_along_are_not_passed(tmp_path: Path, sim: SimProcess) -> None:
    settings = Settings(database_url=new_file(tmp_path / "edison.db", with_engine=True))
    question = {"id": "simple_0", "question": "What is 5!?", "function": [{"name": "factorial"}]}
    truth = {"id": "simple_0", "ground_truth": [{"factorial": {}}]}
    asked = {"tests": json.dumps(question), "models": [LARGE], "file_name": "simple.jsonl"}
    with open_house(settings, providers=providers_at(sim)) as house:
        server = AgentServer(house, AgentSession(house))
        with agent_with(server) as agent:
            bare = agent.get("start_battery", **asked)
            told = agent.get(
                "start_battery", **asked, files={"possible_answer/simple.jsonl": json.dumps(truth)}
            )
            ended = _ended(agent, bare["run_id"])
            _ended(agent, told["run_id"])

    assert bare["notes"] == ["simple_0: it has no accepted answers that can be evaluated."]
    assert told["notes"] == []
    assert (ended["checks"]["passed"], ended["checks"]["not_checked"]) == (0, 1)


@pytest.mark.timeout(120)
def test_a_loop_is_given_what_all_its_steps_may_cost(tmp_path: Path, sim: SimProcess) -> None:
    settings = Settings(database_url=new_file(tmp_path / "edison.db", with_engine=True))
    loop = {
        "id": "loop",
        "user": STEP["initial_message"],
        "tools": [WEATHER],
        "mode": "react",
        "max_iterations": 4,
        "mock_tools": {"get_weather": "Sunny, 21 degrees."},
    }
    with open_house(settings, providers=providers_at(sim)) as house:
        session = AgentSession(house, budget_microusd=2_000_000)
        server = AgentServer(house, session)
        with agent_with(server) as agent:
            started = agent.get("start_battery", tests=json.dumps({"prompts": [loop]}), models=[LARGE])
            given = 2_000_000 - (session.ledger.left_microusd or 0)
            ended = _ended(agent, started["run_id"])
            (cell,) = json.loads(agent.use("get_results", run_id=started["run_id"]).text)["cells"]

    assert (ended["settlement"], cell["status"]) == ("all_cells_done", "passed")
    assert len(cell["trace"]["steps"]) == 1
    assert given > 4 * 2048 * 20, "four answers as long as they may be, at 20 USD a million"
