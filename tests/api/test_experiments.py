"""Experiments over HTTP: begun once, written with the revision that was seen, checked, run; drafts for them."""

from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from edison.api import WorkbenchServer

from .conftest import Answer, Workbench

KEY = "experiment-key-"


def sent(bench: Workbench, method: str, path: str, body: object = None, *, key: str) -> Answer:
    return bench.ask(method, path, body, Idempotency_Key=KEY + key)


def test_an_experiment_is_begun_once_written_checked_and_run(bench: Workbench) -> None:
    begun = sent(bench, "POST", "/api/experiments", {"name": "Capitals"}, key="1").json
    again = sent(bench, "POST", "/api/experiments", {"name": "Capitals"}, key="1").json
    place = f"/api/experiments/{begun['id']}"
    empty = bench.ask("POST", f"{place}/check", {}).json
    definition: dict[str, Any] = {**bench.suite, "name": "Capitals"}
    written = sent(bench, "PATCH", place, {"seen": 0, "definition": definition}, key="2").json
    late = sent(bench, "PATCH", place, {"seen": 0, "definition": {"goal": "Mine"}}, key="3")
    whole = bench.ask("POST", f"{place}/check", {"how": "run"}).json
    run = sent(bench, "POST", f"{place}/runs", {"how": "run"}, key="run").json
    same = sent(bench, "POST", f"{place}/runs", {"how": "run"}, key="run").json

    assert begun["id"] == again["id"]
    assert (empty["is_ready"], empty["missing"]) == (False, ["arms", "prompt", "cases"])
    assert (written["revision"], written["definition"]) == (1, definition)
    assert (late.status, late.json["code"], late.json["fields"]["revision"]) == (409, "experiment_edited", 1)
    assert '"goal": "Mine"' in late.json["fields"]["yours"]
    assert (whole["is_ready"], whole["mistakes"], whole["estimate"]["cells"]) == (True, [], 6)
    assert (run["id"], run["experiment"]) == (same["id"], begun["id"])
    [line] = [one for one in bench.get("/api/experiments?status=running") if one["id"] == begun["id"]]
    assert (line["runs"], line["last_run"]["id"]) == (1, run["id"])
    assert bench.ask("GET", f"{place}/export").body.startswith(b"name: Capitals\n")
    refused = sent(bench, "DELETE", f"{place}?seen=1", key="4")
    assert (refused.status, refused.json["code"]) == (422, "experiment_refused")


def test_what_was_begun_under_a_key_is_not_begun_again_by_another_server(bench: Workbench) -> None:
    begun = sent(bench, "POST", "/api/experiments", {"name": "Once"}, key="once").json
    other = WorkbenchServer(bench.house, port=0)
    other.start()
    try:
        again = sent(
            replace(bench, server=other), "POST", "/api/experiments", {"name": "Once"}, key="once"
        ).json
    finally:
        other.stop()

    assert again["id"] == begun["id"]
    assert [one["name"] for one in bench.get("/api/experiments")].count("Once") == 1


def test_mistakes_name_their_place_in_the_definition(bench: Workbench) -> None:
    wrong = {**bench.suite, "arms": [{"model": "local/edison-sim-large", "temperature": "hot"}], "repeat": 3}
    made = sent(bench, "POST", "/api/experiments", {"definition": wrong}, key="5").json
    found = bench.ask("POST", f"/api/experiments/{made['id']}/check", {}).json
    copy = sent(bench, "POST", "/api/experiments", {"copy_of": made["id"], "name": "Copy"}, key="6").json
    gone = sent(bench, "DELETE", f"/api/experiments/{copy['id']}?seen=0", key="7")

    assert {mistake["path"] for mistake in found["mistakes"]} == {"arms[0].temperature", "repeat"}
    assert gone.status == 204
    assert bench.ask("GET", f"/api/experiments/{copy['id']}").status == 404


def test_an_experiment_begins_with_a_template_or_a_file(bench: Workbench) -> None:
    whole = bench.get("/api/templates/translation?model=openai/gpt-4o")
    made = sent(bench, "POST", "/api/experiments", {"template": "translation"}, key="8").json
    suite = "name: From a file\nprompt: {file: p.txt}\n"
    filed = {"suite": suite, "files": {"p.txt": "Answer {{ q }}"}}
    read = sent(bench, "POST", "/api/experiments", filed, key="9").json

    assert "openai/gpt-4o" in str(whole["definition"]["arms"])
    assert made["definition"]["cases"] == whole["definition"]["cases"]
    assert (read["name"], read["files"]) == ("From a file", {"p.txt": "Answer {{ q }}"})
    taken = bench.ask("GET", f"/api/experiments/{read['id']}/export")
    assert taken.headers["content-disposition"] == 'attachment; filename="edison.zip"'
    with ZipFile(BytesIO(taken.body)) as packed:
        assert packed.namelist() == ["edison.yaml", "p.txt"]
        assert b"file: p.txt" in packed.read("edison.yaml")
        assert packed.read("p.txt") == b"Answer {{ q }}"


def test_a_model_writes_for_an_experiment_what_it_says_it_needs(bench: Workbench) -> None:
    made = sent(
        bench, "POST", "/api/experiments", {"definition": {**bench.suite, "goal": "Name it."}}, key="a"
    ).json
    request = {"kind": "prompt", "mode": "improve", "experiment": made["id"]}
    runs = len(bench.get("/api/runs")["items"])
    estimate = bench.ask("POST", "/api/drafts/estimate", request).json
    assert (estimate["calls"], len(bench.get("/api/runs")["items"])) == (1, runs), "nothing is stored"
    assert 0 < estimate["least_usd"] < estimate["most_usd"]
    started = sent(bench, "POST", "/api/drafts", request, key="b").json
    cases = {"name": "cities", "count": 2, "kind": "adversarial"}
    wanted = {"kind": "cases", "experiment": made["id"], "cases": cases}
    generating = sent(bench, "POST", "/api/drafts", wanted, key="c").json
    nobody = sent(bench, "POST", "/api/drafts", {"kind": "goal", "goal": "Help."}, key="d")

    assert (started["state"], started["kind"], started["drafts"]) == ("running", "prompt", [])
    assert bench.get(f"/api/drafts/{generating['run']}")["kind"] == "cases"
    assert (nobody.status, nobody.json["code"]) == (422, "draft_refused")


def test_parts_are_kept_and_set_inactive(bench: Workbench) -> None:
    place = "/api/parts/judge/fair"
    kept = bench.ask("PUT", place, {"value": {"model": "sim/edison-judge-fair"}, "newest": 0}).json
    wrong = bench.ask(
        "PUT", place, {"value": {"model": "sim/edison-judge-fair", "mode": "loud"}, "newest": 1}
    )
    late = bench.ask("PUT", place, {"value": {"model": "sim/edison-judge-harsh"}, "newest": 0})
    retired = bench.ask("POST", f"{place}/activity", {"is_active": False}).json

    assert (kept["version"], retired["version"], retired["is_active"]) == (1, 2, False)
    assert (wrong.status, wrong.json["code"]) == (422, "suite_broken")
    assert (late.status, late.json["code"]) == (409, "changed_meanwhile")
    assert [one["version"] for one in bench.get(place)] == [2, 1]
    assert "fair" not in [one["name"] for one in bench.get("/api/parts?kind=judge")]


def test_drafts_for_an_experiment_go_by_its_kept_parts_as_long_as_they_are_active(bench: Workbench) -> None:
    parts: dict[str, Any] = {
        "rubric/mild": [{"name": "true", "weight": 1, "description": "It is so."}],
        "judge/mild": {"model": "local/edison-judge-fair", "instructions": "Be mild."},
    }
    for name, value in parts.items():
        assert bench.ask("PUT", f"/api/parts/{name}", {"value": value, "newest": 0}).status == 200
    definition = {**bench.suite, "goal": "Name capitals.", "rubric": "kept:mild", "judges": ["kept:mild"]}
    made = sent(bench, "POST", "/api/experiments", {"definition": definition}, key="kept").json
    wishes = [
        {"kind": "prompt", "mode": "draft", "experiment": made["id"]},
        {"kind": "rubric", "mode": "improve", "experiment": made["id"]},
        {"kind": "judge", "mode": "complete", "experiment": made["id"]},
    ]

    estimates = [bench.ask("POST", "/api/drafts/estimate", wish) for wish in wishes]
    bench.ask("POST", "/api/parts/judge/mild/activity", {"is_active": False})
    refused = bench.ask("POST", "/api/drafts/estimate", wishes[0])

    assert [one.status for one in estimates] == [200, 200, 200], [one.json for one in estimates]
    assert (refused.json["code"], "set inactive" in refused.json["detail"]) == ("experiment_refused", True)
