"""Batteries from the command line: looked at, run with tools, loops and drift, and refused."""

import json
import re
import signal
from pathlib import Path
from typing import IO, Any

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
            "assert": [{"type": "latency", "threshold": 60000}, {"type": "python", "value": "output != ''"}]
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
    allowed = terminal.edison("check", "config.yaml", "--allow-code")
    terminal.edison("recheck", "latest", "--allow-code")
    again = terminal.edison("export", "latest", "--format", "json").json["cells"][0]

    assert ran.code == 1
    assert [one["finding"] for one in again["checks"] if one["check"] == "snippet"] == ["passed"]
    assert list(cells) == ["promptfoo_1", "promptfoo_1-2", "enough-of-it"]
    assert [(check["check"], check["finding"]) for check in cells["promptfoo_1"]["checks"]] == [
        ("latency", "passed"),
        ("snippet", "not_checked"),
        ("contains", "failed"),
    ]
    assert "The provider exec:something is not one that can be asked here" in ran.err
    assert "python is not checked: it is code, which is run only with --allow-code." in looked.out
    assert "python is not checked" not in allowed.out
    assert "python is not evaluated: it is code, which is not weighed against others here." in looked.out
    assert "enough-of-it: regex is not evaluated: " in looked.out
    assert "By the answer alone: 2 of 3 (66.7 %)." in share.out


def test_what_a_file_of_tests_holds_is_told_to_machines(terminal: Terminal) -> None:
    tests = [{"vars": {"country": "Peru"}, "assert": [{"type": "contains", "value": "Lima"}]}]
    config = {"prompts": ["Where is {{country}}?"], "providers": ["openai:any"], "tests": tests}
    terminal.write("config.yaml", config)

    one = terminal.edison("check", "config.yaml", "--file-only", "--json").json
    folder = terminal.edison("check", "--share", ".", "--json").json

    assert one["tallies"] == [{"type": "contains", "sort": "answer", "found": 1, "evaluated": 1}]
    assert folder["files"] == [{"name": "config.yaml", "checked": one, "trouble": None}]
    assert (folder["loaded"], folder["evaluated"], folder["assertions"]) == (1, 1, 1)


def test_only_the_best_answer_to_a_test_passes(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal
    prompts = ["What is the capital of {{country}}?", "Never name a city. Speak of {{country}}."]
    test = {
        "vars": {"country": ["France", "Peru"]},
        "assert": [
            {"type": "not-contains", "value": "Atlantis"},
            {"type": "select-best", "value": "names the capital"},
            {"type": "max-score"},
        ],
    }
    config = {"prompts": prompts, "providers": ["openai:edison-sim-large"], "tests": [test]}
    terminal.write("config.yaml", config)
    providers = terminal.write("providers.yaml", {"openai": a_provider(sim)})
    asked = ("run", "config.yaml", "--providers", providers)

    ran = terminal.edison(*asked, "--judge-model", "openai/edison-judge-fair")
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    again = terminal.edison("recheck", "latest", "--json")
    after = terminal.edison("export", "latest", "--format", "json").json["cells"]

    def findings(kind: str, cells: list[dict[str, Any]]) -> list[str]:
        return [one["finding"] for cell in cells for one in cell["checks"] if one["check"] == kind]

    assert ran.code == 1, ran.err
    assert "4 cells and 4 judgments" in ran.err
    assert findings("select_best", cells) == ["passed", "failed"] * 2
    assert findings("max_score", cells) == ["passed", "failed"] * 2
    assert [cell["status"] for cell in cells] == ["passed", "failed"] * 2
    assert len(re.findall(r"^\[\d/4\] .* ✓", ran.err, re.M)) == 2
    assert (again.code, after) == (1, cells)


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
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    unknown = terminal.edison("run", battery, "--models", "local/nobody", "--providers", providers)
    assert unknown.code == 2
    assert "There is no local/nobody; choose one of local/edison-" in unknown.err


def test_what_texts_mean_is_measured_from_the_command_line(terminal: Terminal, sim: SimProcess) -> None:
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    terminal.write("golden.txt", "It rains. It rains again. It rains still. The sun explodes.")

    drift = terminal.edison("geometry", "drift", "Paris is the capital.", "The capital is Paris.", "--json")
    variants = terminal.edison(
        "geometry", "variants", "plain=File the report.", "passive=The report is filed.", "far=Cats purr."
    )
    trajectory = terminal.edison("geometry", "trajectory", "@golden.txt")
    match = terminal.edison("geometry", "compare", "@golden.txt", "@golden.txt", "--json")
    vary = terminal.edison(
        "geometry", "vary", "File it.", "--model", "local/edison-sim-large", "--providers", providers
    )

    assert drift.json["band"] == "near identical"
    assert drift.json["z"] < -8
    assert "Far and still close enough to say the same: passive." in variants.out
    assert trajectory.out.startswith("4 sentences, 1 spike.")
    assert match.json["acceleration_dtw"] == 0
    assert vary.code == 0
    assert "imperative: File it." in vary.out
    assert terminal.edison("geometry", "variants", "x").code == 2


def test_a_file_that_is_watched_is_run_again_and_only_what_changed_is_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    first = {"id": "france", "user": "What is the capital of France?"}
    second = {"id": "peru", "user": "What is the capital of Peru?", "expected": {"no_tool_call": True}}
    file = terminal.write("own.json", json.dumps({"prompts": [first]}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    asked = ("--providers", providers, "--models", "local/edison-sim-large", "--watch")
    before = _questions(sim)

    watching = terminal.begin("run", file, *asked)
    assert watching.stderr is not None
    try:
        _read_until(watching.stderr, "Ctrl-C ends.")
        terminal.write("own.json", json.dumps({"prompts": [{"id": "blank", "user": ""}]}))
        refused = _read_until(watching.stderr, "Ctrl-C ends.")
        terminal.write("own.json", json.dumps({"prompts": [first, second]}))
        _read_until(watching.stderr, "Ctrl-C ends.")
        watching.send_signal(signal.SIGINT)
        code = watching.wait(20)
    finally:
        watching.kill()
        watching.communicate()

    assert "[suite_broken]" in refused
    assert _questions(sim) - before == 2
    assert code == 0


def _read_until(stream: IO[str], word: str) -> str:
    told = ""
    for line in stream:
        told += line
        if word in line:
            return told
    raise AssertionError(told)


def test_the_grid_of_a_run_is_a_picture(terminal: Terminal, sim: SimProcess) -> None:
    tests = [{"id": name, "user": f"What is the capital of {name}?"} for name in ("France", "Peru")]
    file = terminal.write("own.json", json.dumps({"prompts": tests}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})

    terminal.edison(
        "run",
        file,
        "--providers",
        providers,
        "--models",
        "local/edison-sim-large",
        "-o",
        "grid.png",
        "--quiet",
    )

    assert (terminal.folder / "grid.png").read_bytes().startswith(b"\x89PNG")


def _questions(sim: SimProcess) -> int:
    return sum(one.operation != "models.list" for one in sim.bill())


def test_a_judge_that_cannot_be_read_passes_nobody_and_is_asked_again(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    asked = {"id": "one", "user": "What is the capital of France?", "pass_criteria": "It names Paris."}
    file = terminal.write("own.json", json.dumps({"prompts": [asked]}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    models = ("--models", "local/edison-sim-large", "--judge-model", "local/edison-judge-fair")
    garbage = Rule(action=Reply(text="Lorem ipsum dolor sit amet."), match=Match(model="edison-judge-*"))
    sim.admin.set_plan(FaultPlan(rules=(garbage,)))

    ran = terminal.edison("run", file, "--providers", providers, *models, "--json")
    (before,) = terminal.edison("export", "latest", "--format", "json").json["cells"]
    sim.admin.set_plan(FaultPlan())
    again = terminal.edison("rerun", "latest", "--failed", "--providers", providers, "--json")
    (after,) = terminal.edison("export", "latest", "--format", "json").json["cells"]

    assert ran.code != 0
    assert (before["checks"][-1]["check"], before["checks"][-1]["finding"]) == ("judge", "not_checked")
    assert before["checks"][-1]["reason"].startswith("Not judged: ")
    assert after["checks"][-1]["finding"] in ("passed", "failed")
    assert again.code in (0, 1)
    assert after["text"] == before["text"]
