"""What the API tells, and how it refuses."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from edison.actions.runs.drive import drive_run
from edison.api import WorkbenchServer
from tools.cards import ROOT

from .conftest import Workbench

CONTRACT = ROOT / "contracts" / "openapi.json"


def test_every_address_that_only_tells_answers(bench: Workbench) -> None:
    calls = bench.get(f"/api/runs/{bench.done}/calls?limit=1")["items"]
    known = {
        "run": bench.done,
        "number": "0",
        "attempt": calls[0]["id"],
        "prompt": "shop%2Fanswers",
        "review": "sug_1",
        "dataset": "support",
        "baseline": bench.done,
        "at": "0",
        "experiment": "Shop",
        "template": "first",
        "kind": "rubric",
        "part": "shop",
        "chat": "none",
    }
    told = {
        path: bench.ask(
            "GET",
            path.format(**{**known, "run": bench.drafted if "drafts" in path else bench.done})
            + ("?format=html" if "judges" in path else "?format=json" if path.endswith("export") else ""),
        )
        for path, methods in json.loads(CONTRACT.read_text(encoding="utf-8"))["paths"].items()
        # A feed has no end, and a run of one arm has no pairs.
        if "get" in methods and not path.endswith(("/live", "/pairs", "/pairs/{at}"))
    }

    # The run at hand refines and scans nothing, and says so; nobody chats here.
    missing = (
        *("/api/runs/{run}/refinement", "/api/runs/{run}/scan"),
        *("/api/chats/{chat}", "/api/chats/{chat}/export"),
    )
    found = {path: answer.status for path, answer in told.items() if answer.status != 200}
    assert found == {**dict.fromkeys(missing, 404), "/api/runs/{run}/exported": 409}
    assert all("no-store" in answer.headers["cache-control"] for answer in told.values())


def test_calls_of_the_house_are_paged_newest_first_and_sought_by_who_was_asked(bench: Workbench) -> None:
    everything = bench.get("/api/calls?limit=500")["items"]
    paged, query = list[dict[str, Any]](), "limit=7"
    while query:
        page = bench.get(f"/api/calls?{query}")
        paged += page["items"]
        query = f"limit=7&before={page['next']}" if page["next"] else ""
    one = everything[0]
    sought = f"endpoint={one['endpoint'][2:].upper()}&stage={one['stage']}&state={one['state']}"

    assert paged == everything
    assert [call["opened_at"] for call in paged] == sorted((c["opened_at"] for c in paged), reverse=True)
    assert {(call["kind"], call["run"]) for call in paged} >= {("run", bench.done)}
    same = [c for c in everything if all(c[name] == one[name] for name in ("endpoint", "stage", "state"))]
    assert bench.get(f"/api/calls?limit=500&{sought}") == {"items": same, "next": None}
    assert bench.get("/api/calls?endpoint=nobody%00") == {"items": [], "next": None}
    assert bench.ask("GET", "/api/calls?stage=none").status == 422


def test_a_grid_is_walked_page_by_page_or_leaped_into(bench: Workbench) -> None:
    spine = bench.get(f"/api/runs/{bench.done}/grid/spine")
    names, first = list[str](), 0
    while first is not None:
        page = bench.get(f"/api/runs/{bench.done}/grid?limit=4&first={first}")
        names += [row["case"] for row in page["items"]]
        first = page["next"]

    assert (spine["total"], spine["cursors"]) == (6, [0])
    assert spine["columns"] == bench.get(f"/api/runs/{bench.done}")["columns"]
    assert names == ["france", "chile", "japan", "kenya", "norway", "peru"]


def test_a_cell_tells_the_exact_question_the_judgments_and_every_try(bench: Workbench) -> None:
    cell = bench.get(f"/api/runs/{bench.done}/cells/0")

    assert [message["text"] for message in cell["messages"]] == ["What is the capital of France?"]
    assert cell["expected"] == "Paris"
    assert [one["judge"] for one in cell["judgments"]] == ["local/edison-judge-fair"]
    assert {call["stage"] for call in cell["calls"]} == {"generate", "judge"}
    assert bench.ask("GET", f"/api/runs/{bench.done}/cells/0/answer").body.decode() == cell["answer"]


def test_results_say_who_leads_and_how_sure_that_is(bench: Workbench) -> None:
    results = bench.get(f"/api/runs/{bench.done}/results")

    quality = results["boards"][0]
    assert (quality["board"], quality["headline"]) == ("quality", "local/edison-sim-large is alone here")
    assert quality["items"][0]["observations"] == 6


def test_a_breakdown_goes_through_the_answers_and_says_what_nobody_looked_for(bench: Workbench) -> None:
    found = bench.get(f"/api/runs/{bench.done}/breakdown")

    assert (found["run"], found["safety"], found["looked_for"]) == (bench.done, [], [])
    assert sum(one["cases"] for one in found["facets"] if one["kind"] == found["facets"][0]["kind"]) > 0
    assert found["disagreements"] is None, "one judge cannot disagree"


def test_runs_are_listed_newest_first_and_filtered(bench: Workbench) -> None:
    page = bench.get("/api/runs?limit=1")
    ended = bench.get("/api/runs?open=false")

    assert [run["id"] for run in bench.get("/api/runs")["items"]][-2:] == [bench.waiting, bench.done]
    assert page["next"] == page["items"][0]["id"]
    assert bench.done in [run["id"] for run in ended["items"]]
    assert bench.waiting not in [run["id"] for run in ended["items"]]
    assert bench.get("/api/runs?preset=rank-entries")["items"] == []


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/runs/run_0", 404, "run_missing"),
        ("/api/runs/{run}/cells/99", 404, "cell_missing"),
        ("/api/runs/{run}/cells/99/answer", 404, "cell_missing"),
        ("/api/runs/{run}/cells/one", 422, "request_invalid"),
        (f"/api/runs/{{run}}/cells/{10**20}/answer", 422, "request_invalid"),
        ("/api/runs/{run}/grid?first=-1", 422, "request_invalid"),
        ("/api/runs/{run}/export?format=exe", 422, "request_invalid"),
        ("/api/calls/att_0", 404, "call_missing"),
        ("/api/nothing", 404, "not_found"),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence(bench: Workbench, path: str, status: int, code: str) -> None:
    refused = bench.ask("GET", path.format(run=bench.done))

    assert (refused.status, refused.json["code"]) == (status, code)
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json["detail"].endswith(".")


def a_wish(bench: Workbench, **changes: Any) -> dict[str, Any]:
    return {"name": "suite.json", "suite": json.dumps(bench.suite), **changes}


def test_the_same_key_starts_a_suite_once(bench: Workbench) -> None:
    started = [
        bench.ask("POST", "/api/runs", a_wish(bench, budget_usd=2.5), Idempotency_Key="twice-sent")
        for _ in range(2)
    ]

    assert [answer.status for answer in started] == [201, 201]
    assert started[0].json["id"] == started[1].json["id"]
    assert started[0].json["progress"]["budget_usd"] == 2.5


@pytest.mark.parametrize("path", ["/api/runs", "/api/runs/estimate"])
@pytest.mark.parametrize(
    "code",
    [
        {"arms": [{"name": "script", "command": ["touch", "was-run"]}]},
        {"arms": [{"name": "function", "python": "bot:answer"}]},
        {"checks": [{"python": "checks:polite"}]},
    ],
)
def test_code_of_a_suite_is_refused_unless_the_process_allows_it(
    bench: Workbench, path: str, code: dict[str, Any]
) -> None:
    suite = json.dumps({**bench.suite, **code})

    refused = bench.ask("POST", path, a_wish(bench, suite=suite), Idempotency_Key="code-refused")

    assert (refused.status, refused.json["code"]) == (403, "code_not_allowed")
    assert "EDISON_ALLOW_CODE=1" in refused.json["detail"]


def test_a_suite_is_estimated_before_it_is_paid_for(bench: Workbench) -> None:
    before = len(bench.get("/api/runs")["items"])

    estimate = bench.ask("POST", "/api/runs/estimate", a_wish(bench)).json

    assert (estimate["cells"], estimate["judgments"]) == (6, 6)
    assert 0 < estimate["least_usd"] < estimate["most_usd"]
    assert len(bench.get("/api/runs")["items"]) == before


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"colour": "red"}, "request_invalid"),
        ({"budget_usd": 1e300}, "request_invalid"),
        ({"suite": "name: ["}, "suite_broken"),
        ({"suite": json.dumps({"name": "x", "cases": "/etc/passwd"})}, "suite_broken"),
    ],
)
def test_a_suite_that_cannot_be_taken_is_refused(
    bench: Workbench, changes: dict[str, Any], code: str
) -> None:
    refused = bench.ask("POST", "/api/runs", a_wish(bench, **changes), Idempotency_Key="refused-1")

    assert (refused.status, refused.json["code"]) == (422, code)


def test_files_of_this_machine_are_never_read_for_a_suite_that_was_sent(bench: Workbench) -> None:
    suite = {**bench.suite, "cases": "cases.jsonl"}
    request = a_wish(bench, suite=json.dumps(suite))

    refused = bench.ask("POST", "/api/runs/estimate", request)
    taken = bench.ask(
        "POST",
        "/api/runs/estimate",
        {**request, "files": {"cases.jsonl": '{"country": "Fiji", "expect": "Suva"}'}},
    )

    assert refused.json["code"] == "file_not_readable"
    assert taken.json["cases"] == 1


def test_a_run_is_paused_resumed_and_cancelled(bench: Workbench) -> None:
    started = bench.ask("POST", "/api/runs", a_wish(bench), Idempotency_Key="to-be-moved").json["id"]
    resume = f"/api/runs/{started}/resume"

    paused = bench.ask("POST", f"/api/runs/{started}/pause").json
    resumed = bench.ask("POST", resume, {"budget_usd": 1.5}, Idempotency_Key="resume-once").json
    cancelled = bench.ask("POST", f"/api/runs/{started}/cancel").json
    refused = bench.ask("POST", resume, {}, Idempotency_Key="resume-again")

    assert (paused["state"], resumed["state"]) == ("paused", "running")
    assert resumed["progress"]["budget_usd"] == 1.5
    assert (cancelled["state"], refused.json["state"]) == ("cancelled", "cancelled")
    assert bench.ask("POST", resume, {}).json["code"] == "request_invalid"


def test_a_run_goes_on_once_for_a_key_whatever_happened_to_the_server(bench: Workbench) -> None:
    started = bench.ask("POST", "/api/runs", a_wish(bench), Idempotency_Key="to-be-resumed").json["id"]
    bench.ask("POST", f"/api/runs/{started}/pause")
    resumed = bench.ask("POST", f"/api/runs/{started}/resume", {}, Idempotency_Key="resume-me").json
    bench.ask("POST", f"/api/runs/{started}/pause")
    again = replace(bench, server=WorkbenchServer(bench.house, port=0))
    again.server.start()
    late = again.ask("POST", f"/api/runs/{started}/resume", {}, Idempotency_Key="resume-me").json
    other = again.ask("POST", f"/api/runs/{started}/resume", {}, Idempotency_Key="resume-me-again").json
    again.server.stop()

    assert (resumed["state"], late["state"], other["state"]) == ("running", "paused", "running")
    bench.ask("POST", f"/api/runs/{started}/cancel")


def test_a_house_without_a_demonstration_says_so(bench: Workbench) -> None:
    refused = bench.ask("POST", "/api/demo", {"live": False}, Idempotency_Key="no-demo-here")

    assert (refused.status, refused.json["code"]) == (404, "not_found")


def test_results_are_written_by_a_run_of_their_own_and_fetched_when_it_has_ended(bench: Workbench) -> None:
    begun = [
        bench.ask("POST", f"/api/runs/{bench.done}/exports", {"format": "csv"}, Idempotency_Key="export-once")
        for _ in range(2)
    ]
    one = begun[0].json["run"]
    early = bench.ask("GET", f"/api/runs/{one}/export?format=csv")
    asyncio.run(drive_run(bench.house, one, stop=asyncio.Event()))

    assert [answer.status for answer in begun] == [201, 201]
    assert begun[1].json["run"] == one
    assert (early.status, early.json["code"]) == (409, "not_exported")
    told = bench.get(f"/api/runs/{one}/exported")
    assert (told["pages"], told["pages_done"], told["is_whole"], told["is_kept"]) == (1, 1, True, True)
    direct = bench.ask("GET", f"/api/runs/{bench.done}/export?format=csv")
    assert bench.ask("GET", f"/api/runs/{one}/export?format=csv").body == direct.body
    refused = bench.ask("POST", f"/api/runs/{bench.waiting}/exports", {}, Idempotency_Key="export-early")
    assert (refused.status, refused.json["code"]) == (422, "nothing_to_export")
