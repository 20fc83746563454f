"""Comparing models from the command line: boards kept apart, ties shown, panels weighed, doubts said."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_suite

pytestmark = pytest.mark.timeout(240)

RUBRIC = [
    {"name": "correct", "scale": "0-5", "description": "What it says is true.", "weight": 1},
    {"name": "Overall", "scale": "0-5", "description": "Your impression of the whole.", "weight": 0},
]


def a_comparison(sim: SimProcess, *judges: str, **changes: Any) -> dict[str, Any]:
    """Two models on six capitals."""
    arms = [
        {"name": name, "model": f"local/edison-sim-{name}", "max_tokens": 200} for name in ("large", "small")
    ]
    judged = [f"local/{judge}" for judge in judges]
    return a_suite(sim, arms=arms, rubric=RUBRIC, judges=judged, **changes)


def run(terminal: Terminal, suite: dict[str, Any]) -> dict[str, Any]:
    return terminal.edison("run", terminal.write("suite.yaml", suite), "--json", "--quiet").json


def boards_of(said: dict[str, Any]) -> dict[str, Any]:
    return {board["board"]: board for board in said["boards"]}


def test_every_board_of_a_comparison_tells_ties_and_who_judged(terminal: Terminal, sim: SimProcess) -> None:
    said = run(terminal, a_comparison(sim, "edison-judge-fair", "edison-judge-harsh"))

    found = boards_of(said)
    assert set(found) == {"quality", "evaluator", "checks", "speed", "cost", "reliability"}
    for board in found.values():
        assert len(board["pairs"]) == 1
        assert all(item["span"]["low"] <= item["span"]["rank"] for item in board["items"])
    panel = found["quality"]["panel"]
    assert [judge["weight"] for judge in panel["judges"]] == [0.5, 0.5]
    assert panel["rule"].startswith("equal")
    assert [judge["asked"] for judge in panel["judges"]] == [12, 12]
    assert {point["name"] for point in found["quality"]["frontier"]} == {"large", "small"}


def test_what_judges_disagree_on_is_counted_and_listed(terminal: Terminal, sim: SimProcess) -> None:
    said = run(terminal, a_comparison(sim, "edison-judge-lenient", "edison-judge-harsh"))

    shown = terminal.edison("show", said["id"])
    exported = json.loads(terminal.edison("export", said["id"], "--format", "json").out)

    listed = exported["disagreements"]
    assert said["disagreements"] == listed["count"] == len(listed["cells"])
    assert listed["compared"] == 12
    assert {cell["case"] for cell in listed["cells"]} <= {
        "france",
        "chile",
        "japan",
        "kenya",
        "norway",
        "peru",
    }
    assert f"{listed['count']} of 12" in " ".join(shown.out.split())
    assert "Judged by" in shown.out


def test_a_judge_that_cannot_be_read_makes_the_run_untrustworthy(terminal: Terminal, sim: SimProcess) -> None:
    said = run(terminal, a_comparison(sim, "edison-judge-fair", "edison-judge-nobody"))

    shown = terminal.edison("show", said["id"]).out

    assert said["trustworthy"] is False
    assert "edison-judge-nobody" in said["doubts"][0]
    assert "not_trustworthy" in boards_of(said)["quality"]["flags"]
    assert "Not trustworthy" in shown


def test_the_same_seed_and_inputs_give_the_same_boards(terminal: Terminal, sim: SimProcess) -> None:
    suite = a_comparison(sim, "edison-judge-fair", "edison-judge-noisy", repeats=2)

    first, second = run(terminal, suite), run(terminal, suite)

    assert first["id"] != second["id"]
    assert _provenance(terminal, first) == _provenance(terminal, second)
    for board in ("quality", "evaluator", "checks", "cost", "reliability"):
        assert boards_of(first)[board] == boards_of(second)[board]


def test_a_model_that_always_fails_is_last_everywhere(terminal: Terminal, sim: SimProcess) -> None:
    suite = a_comparison(sim, "edison-judge-fair")
    suite["arms"].append({"name": "broken", "model": "local/edison-sim-nobody", "max_tokens": 200})

    said = run(terminal, suite)

    for board in said["boards"]:
        assert board["items"][-1]["name"] == "broken"
        if board["board"] != "reliability":
            assert (board["items"][-1]["observations"], board["items"][-1]["span"]) == (0, None)
    assert said["trustworthy"] is False


def _provenance(terminal: Terminal, said: dict[str, Any]) -> dict[str, Any]:
    return json.loads(terminal.edison("export", said["id"], "--format", "json").out)["run"]["provenance"]


def test_two_versions_that_ask_the_same_are_not_called_an_improvement(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    cases = [{"id": f"q{n}", "question": case.text} for n, case in enumerate(sim.admin.cases(24, seed=3))]
    suite = a_suite(
        sim,
        prompt=["{{ question }}", "{{ question }}\n"],
        cases=cases,
        checks=[],
        rubric=RUBRIC,
        judges=["local/edison-judge-fair"],
    )

    [pair] = boards_of(run(either_terminal, suite))["quality"]["pairs"]

    assert pair["complete"] == 24
    assert pair["interval"]["low"] <= 0 <= pair["interval"]["high"]
    assert pair["interval"]["low"] < pair["interval"]["high"]
    assert pair["ahead"] is None


def test_judges_go_by_criteria_of_the_cases_and_results_are_told_by_what_cases_are_like(
    terminal: Terminal, sim: SimProcess
) -> None:
    cases = [
        {
            "id": f"case {n}",
            "country": country,
            "tags": [tag],
            "criteria": ["Is it true?", "Is it short?"][: 1 + n % 2],
        }
        for n, (country, tag) in enumerate([("France", "europe"), ("Norway", "europe"), ("Chile", "america")])
    ]
    suite = a_comparison(sim, "edison-judge-fair", cases=cases, checks=[])
    suite.pop("rubric")

    said = run(terminal, suite)

    exported = json.loads(terminal.edison("export", said["id"], "--format", "json").out)
    judged = [judgment for cell in exported["cells"] for judgment in cell["judgments"]]
    assert {tuple(judgment["scores"]) for judgment in judged} == {
        ("Is it true?",),
        ("Is it true?", "Is it short?"),
    }
    assert all(0 <= judgment["quality"] <= 1 for judgment in judged)
    quality = boards_of(said)["quality"]
    assert [item["observations"] for item in quality["items"]] == [3, 3]
    tags = {facet["name"]: facet for facet in exported["facets"] if facet["kind"] == "tag"}
    assert {name: facet["cases"] for name, facet in tags.items()} == {"europe": 2, "america": 1}
    assert [row["quality"]["observations"] for row in tags["europe"]["rows"]] == [4, 2, 2]
    assert exported["safety"] == said["safety"] == []
    assert exported["facets"] == said["facets"]
