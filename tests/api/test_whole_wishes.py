"""Whatever the command line can be told is told over HTTP as well: some of the cases, files of a ranking, scans."""

import asyncio
import json
from base64 import b64encode
from typing import Any

import pytest

from edison.actions.providers.providers import add_provider
from edison.actions.results.reports import read_run
from edison.actions.runs.drive import serve_runs
from edison.sim import SimProcess
from tests.doors.suites import a_provider, a_shop_to_refine

from .conftest import Answer, Workbench

TEXTS = {"late": "School should start later.", "early": "No.", "sleep": "Pupils who sleep learn more."}


def send(bench: Workbench, path: str, body: object = None, *, key: str) -> Answer:
    return bench.ask("POST", path, body, Idempotency_Key=f"whole-wishes-{key}")


def drive(bench: Workbench) -> None:
    asyncio.run(serve_runs(bench.house, stop=asyncio.Event(), until_idle=True))


def a_wish(bench: Workbench, **changes: Any) -> dict[str, Any]:
    cases = [
        {"id": "france", "country": "France", "expect": "Paris", "tags": ["europe"]},
        {"id": "chile", "country": "Chile", "expect": "Santiago", "tags": ["america"]},
        {"id": "spain", "country": "Spain", "expect": "Madrid", "tags": ["europe"]},
    ]
    return {"name": "suite.json", "suite": json.dumps({**bench.suite, "cases": cases}), **changes}


@pytest.mark.parametrize(
    ("some", "cases"),
    [
        ({}, 3),
        ({"limit": 1}, 1),
        ({"only_cases": ["chile", "spain"]}, 2),
        ({"only_tags": ["europe"]}, 2),
        ({"only_tags": ["europe"], "limit": 1}, 1),
    ],
)
def test_a_suite_is_asked_about_some_of_its_cases(bench: Workbench, some: dict[str, Any], cases: int) -> None:
    estimate = bench.ask("POST", "/api/runs/estimate", a_wish(bench, **some))

    assert estimate.json["cases"] == cases


def test_a_choice_that_leaves_nothing_is_refused_by_its_words(bench: Workbench) -> None:
    refused = bench.ask("POST", "/api/runs/estimate", a_wish(bench, only_tags=["asia"]))

    assert (refused.status, refused.json["code"]) == (422, "cases_do_not_fit")
    assert "asia" in refused.json["detail"]


def test_a_run_stops_after_a_stage_so_that_a_person_may_look(bench: Workbench) -> None:
    wish = a_wish(bench, limit=1, pause_after="generate")

    run = send(bench, "/api/runs", wish, key="pause").json["id"]
    drive(bench)
    stopped = bench.get(f"/api/runs/{run}")
    wrong = bench.ask("POST", "/api/runs/estimate", a_wish(bench, pause_after="review"))

    assert (stopped["state"], stopped["cases"]) == ("waiting", 1)
    assert stopped["judgments"]["judged"] == 0
    assert wrong.json["code"] == "request_invalid"


def test_an_experiment_is_looked_at_and_run_with_some_of_its_cases(bench: Workbench) -> None:
    definition = json.loads(a_wish(bench)["suite"])
    begun = send(bench, "/api/experiments", {"definition": definition}, key="experiment").json["id"]

    looked = bench.ask("POST", f"/api/experiments/{begun}/check", {"only_tags": ["america"]}).json
    run = send(bench, f"/api/experiments/{begun}/runs", {"limit": 2}, key="experiment-run").json

    assert (looked["is_ready"], looked["estimate"]["cases"]) == (True, 1)
    assert (run["cases"], run["experiment"]) == (2, begun)


def test_a_battery_is_run_with_some_of_its_tests(bench: Workbench) -> None:
    wish = {"sample": "tools", "models": ["sim/edison-sim-small"], "limit": 2, "seed": 7}

    estimate = bench.ask("POST", "/api/batteries/estimate", wish).json

    assert estimate["cases"] == 2


def test_a_refinement_is_told_its_strategy_and_how_candidates_are_challenged(
    bench: Workbench, simulator: SimProcess
) -> None:
    suite = json.dumps(a_shop_to_refine(simulator, cases=30))
    refine = {
        "rounds": 1,
        "strategy": "rewrite",
        "challenge": "scores",
        "technique": "reason_first",
        "seed": 11,
    }
    wish = {"name": "shop.json", "suite": suite, "refine": refine}

    run = send(bench, "/api/runs", wish, key="refine")
    unknown = bench.ask("POST", "/api/runs/estimate", {**wish, "refine": {"strategy": "luck"}})
    unfit = bench.ask("POST", "/api/runs/estimate", {**wish, "refine": {"challenge": "pairwise"}})

    assert run.status == 201, run.body
    assert (run.json["seed"], bench.get(f"/api/runs/{run.json['id']}/refinement")["strategy"]) == (
        11,
        "rewrite",
    )
    assert unknown.json["code"] == "request_invalid"
    assert unfit.json["code"] == "not_refinable"


def test_files_people_weights_and_a_rubric_of_a_ranking_are_sent(
    bench: Workbench, simulator: SimProcess
) -> None:
    add_provider(bench.house, "local", form=a_provider(simulator))
    table = b"id,text\nnap,A nap at noon helps.\nbus,Buses run earlier than pupils wake.\n"
    judged = "left,right,winner,judge\nlate,early,left,Ada\nnap,bus,right,Ada\n"
    wish = {
        "name": "Sent",
        "texts": TEXTS,
        "files": [{"name": "more.csv", "content": b64encode(table).decode()}],
        "judges": ["local/edison-judge-fair"],
        "rubric": {"name": "rubric.yaml", "content": "- name: reasons\n  description: It gives reasons.\n"},
        "people": {"name": "people.csv", "content": judged},
        "weights": {"Ada": 2, "local/edison-judge-fair": 1},
        "scale_file": {"name": "scale.yaml", "content": "name: two\ngrades: [weak, strong]\n"},
        "anchors": {"good": {"grade": "strong", "text": "Sleep is how pupils learn."}},
        "comparisons": 12,
        "seed": 5,
        "deadline": "1h",
    }

    estimate = bench.ask("POST", "/api/rankings/estimate", wish)
    run = send(bench, "/api/rankings", wish, key="rank").json["id"]
    drive(bench)
    ranking = bench.get(f"/api/runs/{run}/ranking")
    waves = ranking["waves"]
    [asked] = [one for one in ranking["judges"] if not one["is_person"]]

    assert estimate.json["cases"] == 6, estimate.body
    assert [one["number"] for one in waves] == list(range(1, len(waves) + 1))
    assert all(one["judged"] + one["not_judged"] == one["judgments"] for one in waves)
    assert sum(one["judged"] for one in waves) == asked["comparisons"], (
        "those of people were dealt in no wave"
    )
    assert {one["name"] for one in ranking["judges"] if one["is_person"]} == {"Ada"}
    assert len(ranking["items"]) + len(ranking["unplaced"]) == 6
    for format in ("comparisons", "reasons"):
        written = bench.ask("GET", f"/api/runs/{run}/export?format={format}")
        assert (written.status, written.headers["content-type"].split(";")[0]) == (200, "text/csv")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {"people": {"name": "people.csv", "content": "left,right,winner\nlate,nobody,left\n"}},
            "table_broken",
        ),
        ({"rubric": {"name": "rubric.yaml", "content": "- description: nameless\n"}}, "suite_broken"),
        ({"weights": {"stranger": 2}}, "contest_refused"),
        ({"deadline": "soon"}, "contest_refused"),
        ({"files": [{"name": "a.pdf", "content": b64encode(b"x").decode()}]}, "suite_broken"),
        ({"files": [{"name": "a.txt", "content": "YQ"}]}, "request_invalid"),
    ],
)
def test_what_a_ranking_cannot_use_is_told(bench: Workbench, changes: dict[str, Any], code: str) -> None:
    wish = {"texts": TEXTS, "judges": ["sim/edison-judge-fair"], **changes}

    refused = bench.ask("POST", "/api/rankings/estimate", wish)

    assert refused.json["code"] == code, refused.body


def test_an_assignment_keeps_instructions_and_a_rubric_that_was_sent(bench: Workbench) -> None:
    wish = {
        "task": "Argue for a later start.",
        "instructions": "Write to the head teacher.",
        "rubric": {"name": "rubric.txt", "content": "A good text gives reasons."},
    }

    kept = bench.ask("PUT", "/api/assignments/with-rubric", wish, Idempotency_Key="whole-wishes-assignment")

    assert kept.json["instructions"] == "Write to the head teacher."
    assert [one["description"] for one in kept.json["criteria"]] == ["A good text gives reasons."]


def test_outputs_of_a_run_are_looked_through_once_for_a_key(bench: Workbench) -> None:
    path = f"/api/runs/{bench.done}/scan"

    started = [send(bench, path, {"kinds": ["pii", "secrets"]}, key="scan").json for _ in range(2)]
    drive(bench)
    found = bench.get(f"/api/runs/{started[0]['id']}/scan")
    [line] = [one for one in bench.get("/api/runs?preset=scan")["items"] if one["id"] == started[0]["id"]]
    told = bench.get(f"/api/runs/{started[0]['id']}")["progress"]
    unfit = send(bench, path, {"kinds": ["toxicity"]}, key="scan-toxicity")
    going = send(bench, f"/api/runs/{started[0]['id']}/scan", {}, key="scan-scan")

    assert started[0]["id"] == started[1]["id"]
    assert started[0]["shown_as"] == "scan"
    assert (found["of_run"], found["pages"], found["pages_done"]) == (bench.done, 1, 1)
    assert [(one["pages"], one["pages_done"]) for one in (line, told)] == [(1, 1), (1, 1)]
    assert told["stages"] == [], "it is counted in pages, and ranks nothing"
    assert [one["kind"] for one in found["counts"]] == ["pii", "secrets"]
    assert found["looked_at"] == found["outputs"] > 0
    assert unfit.json["code"] == "choice_unknown"
    assert going.json["code"] == "nothing_to_scan"


@pytest.mark.timeout(120)
def test_cards_are_made_anew_from_what_is_stored_and_taken_as_a_file(bench: Workbench) -> None:
    examined = send(
        bench, "/api/judges", {"judges": ["sim/edison-judge-fair"], "judgments": 24}, key="examine"
    ).json["id"]
    drive(bench)
    attempts = bench.get(f"/api/runs/{examined}")["attempts"]

    [card] = bench.ask("POST", f"/api/judges/cards/{examined}", {}).json
    people = {"name": "people.csv", "content": "pair,choice,person\nnobody-knows-it,a,Ada\n"}
    wrong = bench.ask("POST", f"/api/judges/cards/{examined}", {"people": people})
    other = bench.ask("POST", f"/api/judges/cards/{bench.done}", {})
    page = bench.ask("GET", "/api/judges/export?format=html")

    assert card["judge"]["name"] == "sim/edison-judge-fair"
    assert bench.get(f"/api/runs/{examined}")["attempts"] == attempts, "nobody was asked"
    assert wrong.status == 422, wrong.body
    assert other.json["code"] == "examination_refused"
    assert b"edison-judge-fair" in page.body


@pytest.mark.parametrize("format", ["facets", "png", "prix-json", "promptfoo", "promptfoo-config"])
def test_every_format_of_a_run_is_offered(bench: Workbench, format: str) -> None:
    written = bench.ask("GET", f"/api/runs/{bench.done}/export?format={format}")

    assert (written.status, len(written.body) > 0) == (200, True)
    assert written.headers["content-disposition"].startswith("attachment")


def test_labels_are_taken_as_a_table(bench: Workbench) -> None:
    send(bench, f"/api/runs/{bench.done}/cells/0/label", {"label": "pass", "seen": 0}, key="label")

    table = bench.ask("GET", f"/api/runs/{bench.done}/labels/export")

    assert table.headers["content-type"].startswith("text/csv")
    assert b"pass" in table.body
    assert bench.ask("GET", "/api/runs/nobodys/labels/export").json["code"] == "run_missing"


def test_edits_of_a_kept_prompt_wait_for_a_review(bench: Workbench) -> None:
    wish = {
        "kind": "prompt",
        "mode": "improve",
        "goal": "Answer customers politely.",
        "model": "sim/edison-writer-good",
        "alternatives": 1,
        "prompt": "shop/answers",
    }

    run = send(bench, "/api/drafts", wish, key="improve").json["run"]
    drive(bench)
    written = bench.get(f"/api/drafts/{run}")
    nobody = send(bench, "/api/drafts", {**wish, "prompt": "nobody"}, key="improve-nobody")

    assert bench.get(f"/api/reviews/{written['suggestion']}")["prompt"] == "shop/answers"
    assert nobody.json["code"] == "prompt_missing"


def test_a_ranking_is_forecast_before_anybody_is_asked(bench: Workbench) -> None:
    files = [{"name": "more.csv", "content": b64encode(b"id,text\nlong,Yes and yes.\n").decode()}]
    wish = {"texts": TEXTS, "files": files}

    usual, sure = (
        bench.ask("POST", "/api/rankings/forecast", {**wish, **more}).json
        for more in ({}, {"accuracy": 0.95})
    )
    alone = bench.ask("POST", "/api/rankings/forecast", {"texts": {"one": "No."}})

    assert (usual["texts"], usual["accuracy"]) == (4, 0.75)
    assert [one["reliability"] for one in usual["needed"]] == [0.7, 0.8, 0.9]
    assert sure["needed"][0]["comparisons"] < usual["needed"][0]["comparisons"]
    assert not any("--" in one for one in usual["assumptions"]), "no option of a command stands in it"
    assert (alone.status, alone.json["code"]) == (422, "contest_refused")


def test_how_many_calls_are_in_flight_is_told_for_every_kind_of_run(bench: Workbench) -> None:
    judges = ["sim/edison-judge-fair"]
    wishes = {
        "/api/runs": a_wish(bench, limit=1),
        "/api/rankings": {"texts": TEXTS, "judges": judges},
        "/api/judges": {"judges": judges, "judgments": 4},
        "/api/batteries": {"sample": "tools", "models": ["sim/edison-sim-small"], "limit": 1},
    }

    started = {
        path: send(bench, path, {**wish, "concurrency": 3}, key=f"flight {path}")
        for path, wish in wishes.items()
    }
    none = bench.ask("POST", "/api/runs/estimate", a_wish(bench, concurrency=0))

    assert {path: run.status for path, run in started.items()} == dict.fromkeys(wishes, 201)
    parallel = {
        path: read_run(bench.house, run.json["id"]).experiment.policy.parallel
        for path, run in started.items()
    }
    assert parallel == dict.fromkeys(wishes, 3)
    assert none.json["code"] == "request_invalid"


def test_a_comparison_of_runs_says_how_many_cells_may_break(bench: Workbench) -> None:
    wish = a_wish(bench)
    runs = [send(bench, "/api/runs", wish, key=f"flips {number}").json["id"] for number in range(2)]
    drive(bench)
    before, after = runs
    bench.ask("POST", f"/api/runs/{after}/recheck", {"checks": "- icontains: nobody says this\n"})

    strict, lenient = (bench.get(f"/api/runs/{after}/compare/{before}?allow_flips={most}") for most in (0, 3))

    assert (strict["broken"], strict["regressed"], strict["allow_flips"]) == (3, True, 0)
    assert (lenient["regressed"], lenient["allow_flips"]) == (False, 3)


def test_answers_are_checked_again_by_the_vectors_of_a_provider(
    bench: Workbench, simulator: SimProcess
) -> None:
    add_provider(bench.house, "vectors", form=a_provider(simulator))
    recheck = f"/api/runs/{bench.done}/recheck"
    similar = {"checks": "- similar: {to: Paris, at_least: 0.1}\n"}

    here = bench.ask("POST", recheck, similar)
    there = bench.ask("POST", recheck, {**similar, "embedder": "vectors/edison-embed-small"})
    nobody = bench.ask("POST", recheck, {**similar, "embedder": "nowhere/embed"})
    asked = {one["endpoint"] for one in bench.get("/api/calls?limit=500")["items"]}

    assert (here.status, there.status) == (200, 200), there.body
    assert "vectors/edison-embed-small" in asked
    assert nobody.json["code"] == "provider_unknown", "a slip leaves what was found as it was"
