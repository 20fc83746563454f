"""What is looked after over HTTP besides runs: refinements, judges, labels of outputs, providers and their keys."""

import asyncio
import json

import pytest
from pydantic import JsonValue

from edison.actions.providers.providers import add_provider
from edison.actions.runs.drive import serve_runs
from edison.sim import SimProcess
from tests.doors.suites import a_provider, a_shop_to_refine

from .conftest import Answer, Workbench

KEY = "sk-nobody-may-ever-read-this"


def send(bench: Workbench, path: str, body: object = None, *, key: str) -> Answer:
    return bench.ask("POST", path, body, Idempotency_Key=f"instruments-{key}")


def drive(bench: Workbench) -> None:
    asyncio.run(serve_runs(bench.house, stop=asyncio.Event(), until_idle=True))


@pytest.mark.timeout(120)
def test_a_refinement_is_started_waits_for_a_person_and_is_told_round_by_round(
    bench: Workbench, simulator: SimProcess
) -> None:
    suite = json.dumps(a_shop_to_refine(simulator, cases=30))
    request = {"name": "shop.json", "suite": suite, "refine": {"rounds": 1, "autonomy": "approve_each"}}

    estimate = bench.ask("POST", "/api/runs/estimate", request).json
    run = send(bench, "/api/runs", request, key="refine").json
    begun = bench.get(f"/api/runs/{run['id']}/refinement")
    drive(bench)
    asks = bench.get(f"/api/runs/{run['id']}/refinement")
    for hunk in bench.get(f"/api/reviews/{asks['waiting'][0]}")["hunks"]:
        decision = {"decision": "approve", "hunk": hunk["number"], "seen": hunk["number"] - 1}
        send(bench, f"/api/reviews/{asks['waiting'][0]}/decide", decision, key=f"hunk-{hunk['number']}")
    decided = bench.get(f"/api/reviews/{asks['waiting'][0]}")
    send(bench, f"/api/reviews/{decided['id']}/close", {"seen": decided["revision"]}, key="close")
    drive(bench)
    ended = bench.get(f"/api/runs/{run['id']}/refinement")
    columns = [one["version"] for one in bench.get(f"/api/runs/{run['id']}")["columns"]]
    rows = bench.get(f"/api/runs/{run['id']}/grid")["items"]
    tried = next(cell for row in rows for cell in row["cells"][1])
    asked = bench.get(f"/api/runs/{run['id']}/cells/{tried['number']}")["messages"]

    assert estimate["most_usd"] > 0
    assert (run["shown_as"], run["preset"]) == ("rounds", "refine-prompt")
    assert (begun["rounds"], begun["summary"], begun["stop"]["rounds_done"]) == ([], [], 0)
    assert (asks["state"], asks["autonomy"], len(asks["waiting"])) == ("waiting", "approve_each", 1)
    assert (ended["state"], ended["waiting"], ended["prompt"]) == ("ended", [], "shop")
    assert ended["stop"] | {"tokens_spent": 0} == {
        "rounds": 1,
        "rounds_done": 1,
        "gain": 0.02,
        "window": 2,
        "in_vain": 0,
        "tokens": None,
        "tokens_spent": 0,
    }
    assert ended["rounds"][0]["adopted"] == ended["champion"] == 2
    assert ended["rounds"][0]["candidates"][0]["diff"]
    assert ended["summary"]
    assert columns == [1, 2], "versions that were written on the way have columns as well"
    assert asked[0]["text"].strip() == ended["system"].strip()
    assert (len(asks["rounds"]), asks["stop"]["in_vain"]) == (1, 0), (
        "what waits for a person is shown, not decided"
    )
    refused = bench.ask("GET", f"/api/runs/{bench.done}/refinement")
    assert (refused.status, refused.json["code"]) == (404, "not_refined")


def test_judges_are_examined_with_the_starter_suite_or_one_that_was_sent(bench: Workbench) -> None:
    request = {"judges": ["sim/edison-judge-fair"], "judgments": 12, "seed": 7}

    estimate = bench.ask("POST", "/api/judges/estimate", request).json
    started = [send(bench, "/api/judges", request, key="examine").json["id"] for _ in range(2)]
    nobody = send(bench, "/api/judges", {"judges": []}, key="nobody")
    broken = bench.ask("POST", "/api/judges/estimate", {**request, "suite": "name: [no"})

    assert estimate["judges"]
    assert estimate["judgments"] > 0
    assert started[0] == started[1], "the same key examines once"
    assert bench.get(f"/api/runs/{started[0]}")["shown_as"] == "cards"
    with bench.house.store.reading() as work:
        assert work.runs.get(started[0]).seed == 7
    assert nobody.status == 422
    assert broken.status == 422


def test_an_output_is_labelled_and_corrected_by_the_number_of_its_cell(bench: Workbench) -> None:
    cell = f"/api/runs/{bench.done}/cells/0/label"

    passed = [send(bench, cell, {"label": "pass", "seen": 0}, key="pass").json for _ in range(2)][-1]
    better = {"score": 0.5, "correction": "Paris.", "note": "Short.", "seen": 1}
    corrected = send(bench, cell, better, key="better").json
    late = send(bench, cell, {"note": "Written by what is gone.", "seen": 1}, key="late")
    nothing = send(bench, cell, {"seen": 2}, key="nothing")
    elsewhere = f"/api/runs/{bench.done}/cells/999/label"
    nowhere = send(bench, elsewhere, {"label": "pass", "seen": 0}, key="nowhere")

    assert [(one["label"], one["revision"]) for one in passed["labels"]] == [("pass", 1)]
    [said] = corrected["labels"]
    assert (said["label"], said["score"], said["correction"], said["revision"]) == ("pass", 0.5, "Paris.", 2)
    assert bench.get(f"/api/runs/{bench.done}/labels")["judges"][0]["cases"] == 1
    assert (late.status, late.json["code"]) == (409, "changed_meanwhile")
    assert (nothing.json["code"], nowhere.json["code"]) == ("label_refused", "label_refused")


def test_a_provider_is_kept_with_its_key_tried_and_forgotten(bench: Workbench, simulator: SimProcess) -> None:
    address = a_provider(simulator)["base_url"]
    request = {"name": "mine", "kind": "openai-compatible", "base_url": address, "key": KEY}

    kept = bench.ask("POST", "/api/providers", request)
    tried = bench.ask("POST", "/api/providers/mine/test").json
    servers = {one["provider"]: one for one in bench.get("/api/servers")}
    both = bench.ask("POST", "/api/providers", {**request, "key_variable": "MY_KEY"})
    unseen = bench.ask("POST", "/api/providers", request)
    again = bench.ask("PATCH", "/api/providers/mine", {"key": KEY, "seen": kept.json["changed_at"]})
    late = bench.ask("PATCH", "/api/providers/mine", {"key": KEY, "seen": kept.json["changed_at"]})
    settings = bench.ask("GET", "/api/settings")
    remove = "/api/providers/mine/remove"
    stays = send(bench, remove, {"seen": kept.json["changed_at"]}, key="too late")
    left = send(bench, remove, {"seen": again.json["changed_at"]}, key="remove").json
    gone = bench.ask("POST", "/api/providers/mine/test")

    assert (kept.status, kept.json["key"], kept.json["address"]) == (201, "stored", address)
    assert tried["models"] > 0
    assert (unseen.status, again.status, late.status) == (409, 200, 409)
    assert [one.json["code"] for one in (late, stays)] == ["changed_meanwhile"] * 2
    assert len(servers["mine"]["models"]) == tried["models"]
    assert (both.status, both.json["code"]) == (422, "provider_settings")
    assert KEY.encode() not in kept.body + both.body + settings.body, "no key ever goes out"
    assert settings.json["allowed"] is None
    assert {"openai", "anthropic"} <= {kind["name"] for kind in settings.json["kinds"]}
    assert ("mine" in {one["name"] for one in left}, gone.json["code"]) == (False, "provider_unknown")


def test_a_change_of_a_provider_leaves_all_that_it_does_not_name(
    bench: Workbench, simulator: SimProcess
) -> None:
    """Prices and limits, what only a file can say, and the key that nobody sees."""
    address = a_provider(simulator)["base_url"]
    form = {"kind": "openai-compatible", "base_url": address, "timeout_s": 30.0, "concurrency": 3}
    price: dict[str, JsonValue] = {"input": 5.0, "output": 20.0, "cached": 1.0}
    before = add_provider(bench.house, "kept", form={**form, "price": price}, key=KEY)

    def change(**changes: object) -> Answer:
        seen = next(
            one["changed_at"] for one in bench.get("/api/settings")["providers"] if one["name"] == "kept"
        )
        return bench.ask("PATCH", "/api/providers/kept", {**changes, "seen": seen})

    faster = change(requests_per_minute=90.0).json
    dearer = change(price_out=30.0, concurrency=None).json
    tried = bench.ask("POST", "/api/providers/kept/test").status
    moved = change(base_url="http://127.0.0.1:9/v1")
    half = change(price_in=None)
    named = change(key_variable="MY_KEY", base_url="http://127.0.0.1:9/v1").json
    with bench.house.store.reading() as work:
        left = work.providers.get("kept")

    assert before.key == "stored"
    assert {
        name: faster[name] for name in ("price_in", "price_out", "requests_per_minute", "concurrency")
    } == {
        "price_in": 5.0,
        "price_out": 20.0,
        "requests_per_minute": 90.0,
        "concurrency": 3,
    }
    assert (dearer["price_in"], dearer["price_out"], dearer["concurrency"]) == (5.0, 30.0, None)
    assert (dearer["key"], dearer["further"], tried) == ("stored", ["timeout_s"], 200)
    assert moved.json["code"] == "provider_settings"
    assert f"stored for {address} and goes nowhere else" in moved.json["detail"]
    assert "price.input" in half.json["detail"], "nothing is taken from a price by halves"
    assert (named["variable"], named["base_url"]) == ("MY_KEY", "http://127.0.0.1:9/v1")
    assert left is not None
    assert (left.sealed_key, left.form["price"]) == (None, {**price, "output": 30.0})


def test_half_a_price_is_refused(bench: Workbench) -> None:
    request = {"name": "half", "kind": "openai-compatible", "base_url": "http://127.0.0.1:9/v1"}

    half = bench.ask("POST", "/api/providers", {**request, "price_in": 5})

    assert (half.status, half.json["code"]) == (422, "provider_settings")
    assert "price.output" in half.json["detail"]
