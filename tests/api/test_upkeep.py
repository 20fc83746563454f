"""What is looked after over HTTP: runs are removed, answers checked again, assignments kept, experiments found."""

import json
from copy import copy
from datetime import timedelta

from edison.actions.runs.control import show_old_runs
from edison.domain import FrozenClock

from .conftest import Answer, Workbench

CHECKS = "- icontains: nobody says this\n"


def test_a_run_that_has_ended_is_removed_and_its_cost_stays(bench: Workbench) -> None:
    request = {"name": "suite.json", "suite": json.dumps(bench.suite)}
    run = bench.ask("POST", "/api/runs", request, Idempotency_Key="to-be-removed").json["id"]
    early = bench.ask("POST", f"/api/runs/{run}/remove", Idempotency_Key="too-early")
    bench.ask("POST", f"/api/runs/{run}/cancel")
    removed = [bench.ask("POST", f"/api/runs/{run}/remove", Idempotency_Key="remove-it") for _ in range(2)]

    assert (early.status, early.json["code"]) == (409, "run_not_moved")
    assert [answer.status for answer in removed] == [204, 204], "the same key removes once"
    assert bench.ask("GET", f"/api/runs/{run}").status == 404
    assert run not in [one["id"] for one in bench.get("/api/runs")["items"]]


def test_what_would_go_with_old_runs_is_shown_before_they_are_removed(bench: Workbench) -> None:
    next_year = copy(bench.house)
    next_year.clock = FrozenClock(bench.house.clock.now() + timedelta(days=365))

    young = bench.get("/api/runs/old?older_than=30d")
    wrong = bench.ask("GET", "/api/runs/old?older_than=soon")
    old = show_old_runs(next_year, older_than="30d")

    ended = [one["id"] for one in reversed(bench.get("/api/runs?open=false")["items"])]
    held = [one.held for one in old.items]
    assert young == {"items": [], "more": 0}
    assert (wrong.status, wrong.json["code"]) == (422, "duration_broken")
    assert [one.id for one in held] == ended
    assert bench.done in ended
    assert bench.waiting not in ended
    [shown] = [one for one in held if one.id == bench.done]
    assert (shown.cells > 0, shown.calls > 0) == (True, True)


def test_stored_answers_are_checked_again_by_other_checks_and_by_their_own(bench: Workbench) -> None:
    recheck = f"/api/runs/{bench.done}/recheck"
    before = bench.get(f"/api/runs/{bench.done}")["progress"]["attempts"]

    other = bench.ask("POST", recheck, {"checks": CHECKS}).json
    own = bench.ask("POST", recheck, {}).json
    broken = bench.ask("POST", recheck, {"checks": "- nobody_knows_it: 1\n"})

    assert other["outputs"] == own["outputs"] > 0
    assert (other["broken"], own["mended"]) == (own["mended"], other["broken"])
    assert other["broken"] > 0
    assert (broken.status, broken.json["code"]) == (422, "suite_broken")
    assert bench.get(f"/api/runs/{bench.done}")["progress"]["attempts"] == before, "nobody was asked"


def test_an_assignment_is_kept_given_anew_and_removed(bench: Workbench) -> None:
    place, scale = "/api/assignments/later-start", bench.get("/api/scales")[0]
    request = {"task": "Argue for it.", "scale": scale["name"], "judges": ["sim/edison-judge-fair"]}
    texts = {"Ada": "Pupils who sleep learn more. " * 20, "Ben": "No, and again no. " * 20}
    grades = (scale["grades"][-1], scale["grades"][0])
    anchors = {name: {"grade": grade, "text": texts[name]} for name, grade in zip(texts, grades, strict=True)}

    def put(body: object, key: str, at: str = place) -> Answer:
        return bench.ask("PUT", at, body, Idempotency_Key=f"assignment-{key}")

    kept = put({**request, "anchors": anchors}, "new").json
    anew = put({"seen": 0, "task": "Other."}, "anew").json
    late = put({"seen": 0, "task": "Late."}, "late")
    file = put({"scale": "/etc/passwd"}, "file", f"{place}-2")
    unseen = bench.ask("POST", f"{place}/remove", {"seen": 0}, Idempotency_Key="unseen-end")
    left = bench.ask("POST", f"{place}/remove", {"seen": 1}, Idempotency_Key="remove-assignment").json

    assert (kept["task"], kept["judges"], len(kept["anchors"])) == (request["task"], request["judges"], 2)
    assert (anew["task"], anew["judges"]) == ("Other.", request["judges"])
    assert late.json["code"] == "changed_meanwhile"
    assert file.json["code"] == "choice_unknown", "no file of the server is named"
    assert (unseen.status, unseen.json["code"], left) == (409, "changed_meanwhile", [])


def test_experiments_of_all_projects_are_listed_with_theirs(bench: Workbench) -> None:
    bench.ask("POST", "/api/projects", {"slug": "shop"}, Idempotency_Key="a-project")
    bench.ask("POST", "/api/experiments?project=shop", {"name": "In it"}, Idempotency_Key="in-a-project")

    everywhere = {one["name"]: one["project"] for one in bench.get("/api/experiments?everywhere=true")}
    nowhere = [one["name"] for one in bench.get("/api/experiments")]

    assert bench.get("/api/runs?project=shop") == {"items": [], "next": None}
    wish = {"name": "Asked in it", "definition": bench.suite}
    asked = bench.ask("POST", "/api/experiments?project=shop", wish, Idempotency_Key="asked-in-it").json["id"]
    run = bench.ask("POST", f"/api/experiments/{asked}/runs", {}, Idempotency_Key="run-in-it").json["id"]
    of_shop = bench.get("/api/runs?project=shop")["items"]
    bench.ask("POST", f"/api/runs/{run}/cancel")
    assert [one["id"] for one in of_shop] == [run]
    assert bench.ask("GET", "/api/runs?project=nowhere").status == 404
    assert everywhere == {"In it": "shop", "Shop": None}
    assert nowhere == ["Shop"]
