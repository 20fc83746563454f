"""Batteries from the command line: looked at, run with tools, loops and drift, and refused."""

import json
import re
from pathlib import Path

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

WEATHER = {
    "name": "get.weather",
    "description": "The weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
TOKYO = {"user": "What is the weather in Tokyo?", "tools": [WEATHER]}
BATTERY = {
    "test_suite": "own",
    "prompts": [
        {
            **TOKYO,
            "id": "tool",
            "category": "tools",
            "tool_choice": "required",
            "expected": {"tool_name": "get.weather", "params_required": ["city"], "sparkles": True},
        },
        {
            **TOKYO,
            "id": "loop",
            "category": "loops",
            "mode": "react",
            "mock_tools": {"get.weather": {"_default": "Sunny, 21 degrees."}},
            "expected": {"tool_name": "get.weather", "response_contains": "21"},
            "trajectory": {"order": ["get.weather"], "max_steps": 3},
        },
        {
            "id": "drift",
            "category": "words",
            "user": "What is the capital of France?",
            "expected_response": "Bananas are rich in potassium.",
        },
    ],
}


def test_a_battery_is_run_with_tools_loops_and_drift(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal
    file = terminal.write("own.json", json.dumps(BATTERY))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    asked = ("--models", "local/edison-sim-large")

    ran = terminal.edison(
        "run", file, "--providers", providers, *asked, "--drift-threshold", "0.3", "--runs", "2", "--json"
    )
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    page = terminal.edison("export", "latest", "--format", "html").out
    bill = len(sim.bill())
    moved = terminal.edison("recheck", "latest", "--drift-threshold", "1.5", "--json")
    prix = terminal.edison("export", "latest", "--format", "prix-json").json
    back = terminal.edison("export", "latest", "--format", "promptfoo").json

    assert ran.code == 1
    assert ran.json["checks"] == {"passed": 4, "failed": 2, "not_checked": 0}
    assert "tool: expected.sparkles is not known and is not evaluated." in ran.err
    told = {cell["case_id"]: cell for cell in cells}
    (drift,) = (check for check in told["drift"]["checks"] if check["check"] == "drift")
    assert drift["reason"].startswith("Drift ")
    assert drift["reason"].endswith("exceeds threshold 0.3")
    assert drift["embedder"] == "all-MiniLM-L6-v2-onnx-int8"
    assert drift["measured"] > 0.3
    assert (moved.code, moved.json["checks"]["passed"], moved.json["recheck"]["changed"]) == (0, 6, 2)
    assert len(sim.bill()) == bill
    assert (prix["runs_total"], prix["seeds"][1] - prix["seeds"][0]) == (2, 1)
    assert {one["status"] for one in prix["aggregates"]} == {"consistent_pass"}
    assert back["results"]["stats"] == {"successes": 6, "failures": 0, "errors": 0}
    assert told["loop"]["trace"]["steps"][0]["observation"] == "Sunny, 21 degrees."
    assert "Loop: 2 turns, 1 calls answered, 0 failed" in page


def test_a_judge_is_asked_where_all_else_passed_and_decides(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    capital = {"user": "What is the capital of France?", "pass_criteria": "It names Paris."}
    tests = [
        {**capital, "id": "wrong", "expected": {"response_contains": "Atlantis"}},
        {**capital, "id": "judged", "fail_criteria": ["It is rude."]},
        {"id": "plain", "user": "What is the capital of Peru?"},
    ]
    file = terminal.write("judged.json", json.dumps({"prompts": tests}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    asked = ("--models", "local/edison-sim-large", "--judge-model", "local/edison-judge-fair")

    ran = terminal.edison("run", file, "--providers", providers, *asked, "--timeout", "60")
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    quiet = terminal.edison("run", file, "--providers", providers, *asked, "--quiet")
    again = terminal.edison("recheck", "latest", "--json")

    wrong, judged, plain = cells
    assert ran.code == 1
    told = sorted(re.findall(r"^\[(\d)/3\] local/edison-sim-large \| (\w+) [✓✗] \d+\.\ds", ran.err, re.M))
    assert ([number for number, _ in told], {test for _, test in told}) == (
        ["1", "2", "3"],
        {"wrong", "judged", "plain"},
    )
    assert "| wrong ✗" in ran.err
    assert "[1/3]" not in quiet.err
    assert not wrong["judgments"]
    assert not plain["judgments"]
    assert "judge" not in [check["check"] for check in (*wrong["checks"], *plain["checks"])]
    [quality] = [judgment["quality"] for judgment in judged["judgments"]]
    verdict = judged["checks"][-1]
    assert (verdict["check"], verdict["finding"]) == ("judge", "passed" if quality else "failed")
    assert again.json["recheck"]["replaced"] == 0


def test_a_promptfoo_configuration_is_run_by_its_own_providers(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    config = {
        "prompts": ["What is the capital of {{country}}?"],
        "providers": ["openai:edison-sim-large", "exec:something"],
        "defaultTest": {
            "assert": [{"type": "latency", "threshold": 60000}, {"type": "javascript", "value": "1"}]
        },
        "tests": [
            {"vars": {"country": ["France", "Peru"]}, "assert": [{"type": "contains", "value": "Atlantis"}]},
            {
                "description": "Enough of it",
                "vars": {"country": "France"},
                "threshold": 0.5,
                "assert": [
                    {"type": "not-contains", "value": "Atlantis", "weight": 3},
                    {"type": "regex", "value": "(?=x)"},
                ],
            },
        ],
    }
    terminal.write("config.yaml", config)
    providers = terminal.write("providers.yaml", {"openai": a_provider(sim)})

    ran = terminal.edison("run", "config.yaml", "--providers", providers, "--json")
    cells = {
        cell["case_id"]: cell
        for cell in terminal.edison("export", "latest", "--format", "json").json["cells"]
    }
    looked = terminal.edison("check", "config.yaml")
    share = terminal.edison("check", "--share", ".")

    assert ran.code == 1
    assert list(cells) == ["promptfoo_1", "promptfoo_1-2", "enough-of-it"]
    assert [(check["check"], check["finding"]) for check in cells["promptfoo_1"]["checks"]] == [
        ("latency", "passed"),
        ("contains", "failed"),
    ]
    assert "The provider exec:something is not one that can be asked here" in ran.err
    assert "javascript is not evaluated: it is code, which is not run." in looked.out
    assert "enough-of-it: regex is not evaluated: " in looked.out
    assert "By the answer alone: 2 of 3 (66.7 %)." in share.out


def test_a_file_is_looked_at_and_whatever_is_not_done_is_named(terminal: Terminal, tmp_path: Path) -> None:
    file = terminal.write("own.json", json.dumps(BATTERY))
    broken = {"prompts": [{"id": "a", "user": "x", "expected": {"match_mode": "fuzzy"}}]}
    terminal.write("broken.json", json.dumps(broken))
    terminal.write("notes.txt", "nothing")

    looked = terminal.edison("check", file)
    refused = terminal.edison("check", str(tmp_path / "broken.json"))
    share = terminal.edison("check", "--share", str(tmp_path), "--json")
    told = terminal.edison("check", "--share", str(tmp_path))

    assert looked.out.splitlines() == [
        "3 tests in 3 categories (battery).",
        "2 of 2 assertions evaluated.",
        "  not honoured: tool: expected.sparkles is not known and is not evaluated.",
    ]
    assert refused.code == 2
    assert "match_mode is not known" in refused.err
    assert (share.json["loaded"], len(share.json["files"])) == (1, 2)
    assert "1 of 2 files can be used (50.0 %)." in told.out
    assert terminal.edison("check").code == 2


@pytest.mark.parametrize(("name", "tests"), [("tools", 4), ("judges", 4), ("loops", 3)])
def test_three_batteries_come_with_edison(terminal: Terminal, name: str, tests: int) -> None:
    looked = terminal.edison("check", f"starter:{name}", "--json")

    assert (looked.json["tests"], looked.json["unhonoured"]) == (tests, [])


def test_a_suite_is_looked_at_and_says_itself_who_answers(terminal: Terminal, sim: SimProcess) -> None:
    suite = {
        "providers": {"local": a_provider(sim)},
        "arms": ["local/edison-sim-large"],
        "prompt": "Say {{ word }}.",
        "cases": [{"word": "yes", "tags": ["short"]}],
    }
    file = terminal.write("suite.yaml", suite)
    battery = terminal.write("own.json", json.dumps(BATTERY))

    assert terminal.edison("check", file, "--json").json["tests"] == 1
    assert "option_not_for_suites" in terminal.edison("run", file, "--models", "local/x").err
    assert "models_not_named" in terminal.edison("run", battery).err
