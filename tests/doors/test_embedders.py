"""Vectors by a provider's model in place of those made here: batteries, rechecking, geometry, and their money."""

import json
from typing import Any

import pytest

import edison
from edison.actions.results.calls import list_spending
from edison.settings import load_settings
from edison.sim import SimProcess
from edison.sim.faults import Fail, FaultPlan, Match, Rule
from edison.wiring import open_house

from .commands import Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

EMBEDDER = "local/edison-embed-small"
DRIFTING = {
    "test_suite": "words",
    "prompts": [
        {
            "id": name,
            "user": f"What is the capital of {name}?",
            "expected_response": "Bananas are rich in potassium.",
            "embedding_validation": {"type": "refusal_cluster"},
        }
        for name in ("France", "Spain", "Peru")
    ],
}


def embedded(sim: SimProcess) -> list[str]:
    """The names of all calls for vectors."""
    return [one.idempotency or "" for one in sim.bill() if one.model == "edison-embed-small"]


def run_drifting(terminal: Terminal, sim: SimProcess, *wishes: str) -> "dict[str, Any]":
    file = terminal.write("words.json", json.dumps(DRIFTING))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    asked = ("run", file, "--providers", providers, "--models", "local/edison-sim-large", "--json")
    return terminal.edison(*asked, "--drift-threshold", "0.1", *wishes).json


def test_a_battery_goes_by_the_vectors_of_a_provider(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal

    ran = run_drifting(terminal, sim, "--embedder", EMBEDDER, "--budget", "1")
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    asked = len(embedded(sim))
    moved = terminal.edison("recheck", "latest", "--drift-threshold", "1.9", "--json")
    again = terminal.edison("recheck", "latest", "--json")

    drifts = [check for cell in cells for check in cell["checks"] if check["check"] == "drift"]
    assert [one["embedder"] for one in drifts] == [EMBEDDER] * 3
    assert all(one["measured"] > 0.1 and abs(one["z"]) < 10 for one in drifts), (
        "held against a null of its own"
    )
    clusters = [one for cell in cells for one in cell["checks"] if "cluster" in one["check"]]
    assert len(clusters) == 3
    assert all(one["embedder"] == EMBEDDER for one in clusters)
    assert 2 <= asked <= 6, (
        "references, refusals and unrelated texts are asked about once, whoever asks first"
    )
    assert len(set(embedded(sim))) == asked
    assert moved.json["recheck"]["changed"] == 3
    assert again.json["recheck"]["changed"] == 3, "the run's own threshold counts again"
    assert len(embedded(sim)) == asked, "what is kept is not asked for"
    here = run_drifting(terminal, sim)
    assert ran["spent_usd"] > here["spent_usd"], "vectors are paid for as well"
    assert len(embedded(sim)) == asked, "vectors of this machine cost nothing"


def test_trouble_with_an_embedder_leaves_drift_unchecked(terminal: Terminal, sim: SimProcess) -> None:
    broken = Rule(match=Match(model="edison-embed-small"), action=Fail(status=400))
    sim.admin.set_plan(FaultPlan(rules=(broken,)))
    run_drifting(terminal, sim, "--embedder", EMBEDDER)
    sim.admin.set_plan(FaultPlan())
    cells = terminal.edison("export", "latest", "--format", "json").json["cells"]
    mended = terminal.edison("recheck", "latest", "--providers", "providers.yaml", "--json")

    drifts = [check for cell in cells for check in cell["checks"] if check["check"] == "drift"]
    assert [one["finding"] for one in drifts] == ["not_checked"] * 3
    assert mended.json["checks"]["not_checked"] == 0
    assert mended.json["recheck"]["changed"] == 6


def test_an_embedder_keeps_to_the_budget_and_to_what_is_allowed(
    terminal: Terminal, sim: SimProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = terminal.write("words.json", json.dumps(DRIFTING))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim), "other": a_provider(sim)})
    asked = ("run", file, "--providers", providers, "--models", "local/edison-sim-large")

    dry = terminal.edison(*asked, "--dry-run").err
    dearer = terminal.edison(*asked, "--dry-run", "--embedder", EMBEDDER).err
    unknown = terminal.edison(*asked, "--embedder", "local/no-such-embedder", "--budget", "1")
    strange = terminal.edison(*asked, "--embedder", "nowhere/embed")
    monkeypatch.setenv("EDISON_ALLOWED", "local/*")
    held = terminal.edison(*asked, "--embedder", "other/edison-embed-small")

    assert dry != dearer
    assert (unknown.code, strange.code, held.code) == (2, 2, 2)
    assert "other/edison-embed-small" in held.err
    assert "may not be asked here" in held.err
    assert "model_unknown" in unknown.err or "edison-embed-small" in unknown.err
    assert not [one for one in sim.bill() if one.operation in ("chat", "embeddings")]


def test_geometry_goes_by_the_vectors_of_a_provider(terminal: Terminal, sim: SimProcess) -> None:
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})
    by = ("--embedder", EMBEDDER, "--providers", providers, "--json")
    texts = (
        "The cat sat on the mat. It slept. Rain fell all day.",
        "The cat slept. Rain fell on the mat all day.",
    )

    here = terminal.edison("geometry", "drift", *texts, "--json").json
    there = terminal.edison("geometry", "drift", *texts, *by).json
    asked = len(embedded(sim))
    again = terminal.edison("geometry", "drift", *texts, *by).json
    kept = len(embedded(sim))
    moved = terminal.edison("geometry", "trajectory", texts[0], *by).json
    matched = terminal.edison("geometry", "compare", *texts, *by).json
    varied = terminal.edison(
        "geometry", "variants", "imperative=Sort it.", "polite=Please sort it.", *by
    ).json
    with open_house(load_settings()) as house:
        spent = {one.run_name: one for one in list_spending(house) if one.endpoint == EMBEDDER}

    assert there["embedder"] == EMBEDDER
    assert there["distance"] != here["distance"]
    assert there == again
    assert asked == kept == 2, "both texts in one call, unrelated texts in another, and never again"
    assert moved["n_sentences"] == 3
    assert 0 <= matched["fitness_score"] <= 1
    assert varied["from_baseline"]["polite"] > 0
    assert spent.keys() >= {"geometry drift", "geometry trajectory"}, "such calls stand in the ledger too"
    assert {one.stage for one in spent.values()} == {"check"}


def test_coverage_clusters_by_the_vectors_of_a_provider(terminal: Terminal, sim: SimProcess) -> None:
    providers = {"local": a_provider(sim)}
    given = terminal.write("providers.yaml", providers)
    texts = ("Where is my parcel?", "Where is my parcel?", "The soup was cold and bland.")
    cases = [json.dumps({"id": f"c{at}", "q": text}) for at, text in enumerate(texts)]
    terminal.write("cases.jsonl", "\n".join(cases))
    terminal.edison("data", "import", "cases.jsonl", "--name", "why")
    by = ("coverage", "why", "--embedder", EMBEDDER, "--providers", given)

    too_dear = terminal.edison(*by, "--budget", "0")
    unasked = len(embedded(sim))
    measured = terminal.edison(*by, "--budget", "1", "--json")
    library = edison.data.at(database=terminal.database)
    again = library.coverage("why", embedder=EMBEDDER, providers=providers)
    with open_house(load_settings()) as house:
        spent = {one.run_name for one in list_spending(house) if one.endpoint == EMBEDDER}

    assert (too_dear.code, unasked) == (3, 0), too_dear.err
    assert [one["cases"] for one in measured.json["sizes"] if one["kind"] == "cluster"] == [2, 1]
    assert again.as_json() == measured.json
    assert len(embedded(sim)) == 1, "what is kept is not asked for again"
    assert spent == {"coverage"}
    assert "--budget" in terminal.edison("coverage", "why", "--budget", "1").err
