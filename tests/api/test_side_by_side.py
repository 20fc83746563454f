"""Side by side over HTTP: no name, cost or time is in an answer before a finding is stored; and batteries."""

import asyncio
import json
from base64 import b64encode
from typing import Any

import pytest

from edison.actions.providers.providers import add_provider
from edison.actions.runs.drive import serve_runs
from edison.actions.runs.uploads import UploadedSuite, start_upload
from edison.sim import SimProcess
from tests.doors.suites import a_provider, a_suite

from .conftest import Answer, Workbench

MODELS = ("local/edison-sim-large", "local/edison-sim-small")
BATTERY = {
    "prompts": [
        {
            "id": "capital",
            "user": "What is the capital of France?",
            "expected": {"response_contains": "Paris"},
        },
        {"id": "moon", "user": "Say moon.", "expected": {"response_contains": "no such word as this"}},
    ]
}


def send(bench: Workbench, path: str, body: object = None, *, key: str) -> Answer:
    return bench.ask("POST", path, body, Idempotency_Key=f"side-by-side-{key}")


def drive(bench: Workbench) -> None:
    asyncio.run(serve_runs(bench.house, stop=asyncio.Event(), until_idle=True))


@pytest.fixture(scope="module")
def both(bench: Workbench, simulator: SimProcess) -> str:
    """A run of two arms."""
    suite = a_suite(simulator, arms=[{"model": model} for model in MODELS])
    run = start_upload(bench.house, UploadedSuite("suite.json", json.dumps(suite), {}), start_key="both-arms")
    drive(bench)
    return run.id


def test_no_name_cost_or_time_leaves_before_a_finding_is_stored(bench: Workbench, both: str) -> None:
    pair = f"/api/runs/{both}/pairs/0"
    request: dict[str, Any] = {"preference": "left", "seen": 0}

    before = bench.ask("GET", pair)
    stored = [send(bench, pair, request, key="left") for _ in range(2)][-1]
    counted = bench.ask("GET", f"/api/runs/{both}/pairs")
    hidden = [before, stored, counted]
    late = send(bench, pair, {**request, "seen": 0}, key="late")
    shown = send(bench, pair, {**request, "seen": 1, "reveal": True}, key="reveal").json

    for answer in hidden:
        assert answer.status == 200, answer.body
        told = answer.body.decode()
        for secret in (
            "edison-sim",
            "local/",
            "latency",
            "cost",
            "usd",
            '"cell',
            "model",
            "token",
            "version",
        ):
            assert secret not in told, secret
    assert (counted.json["judged"], counted.json["hidden"], counted.json["tallies"]) == (1, 1, [])
    assert late.json["code"] == "changed_meanwhile"
    assert {side["name"] for side in shown["revealed"]} == set(MODELS)
    assert all(side["latency_ms"] is not None for side in shown["revealed"])
    assert bench.get(f"/api/runs/{both}/pairs")["tallies"][0]["not_judged"] == 0
    refused = send(bench, pair, {**request, "seen": 2}, key="after")
    assert (refused.status, refused.json["code"]) == (422, "label_refused")

    # What was not revealed one by one is revealed at once.
    reason = {"preference": "not_judged", "why_not": "Both are odd.", "seen": 0}
    send(bench, f"/api/runs/{both}/pairs/1", reason, key="odd")
    revealed = [send(bench, f"/api/runs/{both}/pairs/reveal", key="all") for _ in range(2)][-1].json

    assert (revealed["hidden"], revealed["tallies"][0]["not_judged"]) == (0, 1)
    exported = bench.ask("GET", f"/api/runs/{both}/pairs/export").body.decode()
    assert "Both are odd." in exported
    assert bench.ask("GET", "/api/runs/run_0/pairs/export").json["code"] == "run_missing"
    assert bench.ask("GET", f"/api/runs/{both}/pairs/6").json["code"] == "cell_missing"
    assert bench.ask("GET", f"/api/runs/{both}/pairs?one=0&other=7").json["code"] == "cell_missing"


@pytest.fixture(scope="module")
def models(bench: Workbench, simulator: SimProcess) -> tuple[str, ...]:
    """Two that can be asked, at a provider that is kept."""
    add_provider(bench.house, "local", form=a_provider(simulator))
    return MODELS


def test_a_file_of_tests_is_looked_at_estimated_and_run(bench: Workbench, models: tuple[str, ...]) -> None:
    file = {"name": "two.json", "text": json.dumps(BATTERY)}
    request = {**file, "models": list(models), "runs": 2, "budget_usd": 1.0}

    looked_at = send(bench, "/api/batteries/check", file, key="look").json
    estimate = send(bench, "/api/batteries/estimate", request, key="cost").json
    started = [send(bench, "/api/batteries", request, key="start").json for _ in range(2)]
    drive(bench)

    assert (looked_at["form"], looked_at["tests"], looked_at["evaluated"]) == ("battery", 2, 2)
    assert (estimate["cells"], estimate["budget_usd"]) == (8, 1.0)
    assert started[0]["id"] == started[1]["id"]
    ended = bench.get(f"/api/runs/{started[0]['id']}")
    assert (ended["preset"], ended["done"]) == ("battery", 8)
    rows = bench.get(f"/api/runs/{started[0]['id']}/grid")["items"]
    assert {cell["status"] for column in rows[1]["cells"] for cell in column} == {"failed"}
    assert bench.get(f"/api/runs/{started[0]['id']}/drift")["cells"] == []
    kept = send(bench, f"/api/runs/{started[0]['id']}/drift", {"threshold": 0.3}, key="hold")
    assert kept.status == 200


def test_a_picture_that_a_file_names_comes_as_its_bytes(bench: Workbench) -> None:
    seen = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "{{picture}}"}}]}
    tests = [{"vars": {"picture": "file://dot.png"}}]
    config = {"prompts": [json.dumps([seen])], "providers": [], "tests": tests}
    file = {"name": "config.json", "text": json.dumps(config)}
    bytes_ = b64encode(b"\x89PNG\xff").decode()

    with_it = send(bench, "/api/batteries/check", {**file, "pictures": {"dot.png": bytes_}}, key="with")
    without = send(bench, "/api/batteries/check", file, key="without")
    garbled = send(bench, "/api/batteries/check", {**file, "pictures": {"dot.png": "a"}}, key="garbled")

    assert (with_it.json["tests"], with_it.json["unhonoured"]) == (1, [])
    assert (without.status, without.json["code"]) == (422, "suite_broken")
    assert garbled.status == 422


def test_a_drift_that_a_judge_never_saw_passes_nobody(bench: Workbench, models: tuple[str, ...]) -> None:
    far = {"id": "far", "user": "What is the capital of France?", "expected_response": "Bananas."}
    file = {"name": "one.json", "text": json.dumps({"prompts": [{**far, "pass_criteria": "It is polite."}]})}
    request = {**file, "models": [models[0]], "judge": "local/edison-judge-fair", "drift_threshold": 0.1}

    run = send(bench, "/api/batteries", request, key="far").json["id"]
    drive(bench)

    (cell,) = bench.get(f"/api/runs/{run}/drift")["cells"]
    assert (cell["passes"], cell["passes_else"]) == (False, False)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"text": "{}"}, "suite_broken"),
        ({"sample": "nothing"}, "choice_unknown"),
        ({"paths": ["/etc/passwd"]}, "request_invalid"),
    ],
)
def test_a_file_that_is_no_battery_is_refused(bench: Workbench, changes: dict[str, Any], code: str) -> None:
    refused = send(bench, "/api/batteries/check", {"name": "x.json", "text": "", **changes}, key=f"no-{code}")

    assert (refused.status, refused.json["code"]) == (422, code)


def test_batteries_come_with_edison(bench: Workbench) -> None:
    samples = bench.get("/api/batteries/samples")

    assert [one["name"] for one in samples] == ["tools", "judges", "loops"]
    checked = send(bench, "/api/batteries/check", {"sample": "tools"}, key="sample").json
    assert checked["tests"] == samples[0]["tests"] > 0
    assert checked["unhonoured"] == []


def test_a_loop_is_told_turn_by_turn(bench: Workbench, models: tuple[str, ...]) -> None:
    request = {"sample": "loops", "models": [models[0]]}
    started = send(bench, "/api/batteries", request, key="loops").json
    drive(bench)

    trace = bench.get(f"/api/runs/{started['id']}/cells/0")["trace"]

    assert trace["turns"] >= 1
    assert all(step["tool"] and step["observation"] for step in trace["steps"])
