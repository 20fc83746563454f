"""What is kept, decided about and ranked over HTTP: projects, prompts, reviews, sets of cases, texts."""

from pathlib import Path
from typing import Any

import pytest

from edison.actions.providers.providers import add_provider
from edison.sim import SimProcess
from tests.doors.suites import a_provider
from tests.factories import a_stored_suggestion

from .conftest import Answer, Workbench


def send(bench: Workbench, path: str, body: object = None, *, key: str) -> Answer:
    return bench.ask("POST", path, body, Idempotency_Key=f"library-{key}")


def test_a_prompt_is_revised_restored_and_put_into_use_through_its_gate(bench: Workbench) -> None:
    versions = "/api/prompts/shop%2Fanswers/versions"
    texts = {"system": "Be kind.", "user": "Answer {{ question }}", "changelog": "Kinder."}

    revised = [send(bench, f"{versions}/1/revise", texts, key="revise") for _ in range(2)]
    restored = send(bench, f"{versions}/1/restore", key="restore").json
    wish = {"seen": restored["revision"], "note": "Known for years."}
    refused = send(bench, f"{versions}/2/promote", wish, key="gate")
    promoted = send(bench, f"{versions}/2/promote", {**wish, "anyway": True}, key="anyway").json
    late = send(bench, f"{versions}/1/promote", {**wish, "anyway": True}, key="late")

    assert [answer.status for answer in revised] == [201, 201]
    kept = [(one["number"], one["parent"], one["system"]) for one in bench.get(versions)]
    assert kept == [(3, 1, ""), (2, 1, "Be kind."), (1, None, "")]
    assert (refused.status, refused.json["code"]) == (409, "promotion_refused")
    assert refused.json["fields"]["lacking"] == ["nothing was measured of it on held-out cases"]
    assert promoted["is_production"]
    assert late.json["code"] == "changed_meanwhile"
    in_use = {one["name"]: one["production"] for one in bench.get("/api/prompts")}
    assert in_use["shop/answers"] == 2
    assert bench.get("/api/prompts/shop%2Fanswers/changes")[-1]["note"] == "Without proof: Known for years."
    assert send(bench, f"{versions}/1/revise", {**texts, "tool": 1}, key="more").status == 422
    assert send(bench, f"{versions}/9/restore", key="none").json["code"] == "version_missing"


def test_a_prompt_is_kept_as_a_text_or_as_it_stands_in_a_suite(bench: Workbench) -> None:
    wish = {"name": "ticket", "text": "system: Be exact.\nuser: '{{ ticket }}'", "is_mapping": True}

    added = send(bench, "/api/prompts", wish, key="ticket").json
    refused = send(bench, "/api/prompts", {**wish, "text": "{{ broken", "is_mapping": False}, key="broken")

    assert (added["number"], added["system"], added["user"]) == (1, "Be exact.", "{{ ticket }}")
    assert (refused.status, refused.json["code"]) == (422, "suite_broken")


def test_a_change_is_decided_hunk_by_hunk_and_becomes_a_version(bench: Workbench) -> None:
    review = "/api/reviews/sug_1"
    edit = {"decision": "edit", "hunk": 2, "text": "Name the rule.", "note": "Shorter.", "seen": 0}

    waiting = bench.get("/api/reviews")
    begun = send(bench, f"{review}/decide", {"decision": "reject", "hunk": 1, "seen": 0}, key="no").json
    undone = send(bench, f"{review}/decide", {"decision": "withdraw", "hunk": 1, "seen": 1}, key="undo").json
    send(bench, f"{review}/decide", {"decision": "reject", "hunk": 1, "seen": 2}, key="no-again")
    late = send(bench, f"{review}/close", {"seen": 0}, key="too-early")
    other_tab = {"decision": "approve", "hunk": 1, "seen": 0}
    unseen = send(bench, f"{review}/decide", other_tab, key="other-tab")
    edited = [send(bench, f"{review}/decide", edit, key="edit") for _ in range(2)][-1].json
    closed = send(bench, f"{review}/close", {"seen": edited["revision"]}, key="close").json

    assert [one["id"] for one in waiting] == ["sug_1"]
    assert [hunk["review"] and hunk["review"]["decision"] for hunk in begun["hunks"]] == ["reject", None]
    assert late.json["code"] == "changed_meanwhile"
    assert (unseen.status, unseen.json["code"]) == (409, "decided_by_another"), "whoever both are called"
    assert [hunk["review"] for hunk in undone["hunks"]] == [None, None], "it is open again"
    assert edited["revision"] == 4, "the same key decides once"
    assert (closed["outcome"], closed["version"]) == ("edit", 2)
    assert bench.get("/api/reviews") == []
    assert bench.get("/api/prompts/shop/versions")[0]["system"].endswith("Name the rule.")
    assert send(bench, f"{review}/decide", {**edit, "decision": "maybe"}, key="maybe").status == 422
    assert send(bench, f"{review}/decide", edit, key="again").json["code"] == "suggestion_closed"


def test_cases_are_imported_with_other_columns_split_and_approved(bench: Workbench) -> None:
    table = "who,question,answer\nann,Where is it?,coming\nbob,It broke!,sorry\ncem,Too late!,sorry\n"
    wish = {
        "name": "tricky",
        "file": "tricky.csv",
        "content": table,
        "kind": "synthetic",
        "columns": {"id": "who", "expect": "answer"},
    }

    kept = [send(bench, "/api/datasets", wish, key="tricky").json for _ in range(2)]
    approved = send(bench, "/api/datasets/tricky/approve", {"version": 1, "cases": ["ann", "cem"]}, key="yes")
    dealt = send(bench, "/api/datasets/tricky/split", {"version": 2}, key="split").json
    page = bench.get("/api/datasets/tricky/cases?first=1&limit=1")

    assert [(one["version"], one["cases"], one["is_verified"]) for one in kept] == [(1, 3, False)] * 2
    assert (approved.status, approved.json["is_verified"]) == (201, True)
    assert [one["version"] for one in bench.get("/api/datasets/tricky/versions")] == [1, 2, dealt["version"]]
    assert [(one["id"], one["tags"]) for one in page["cases"]] == [("cem", [])]
    assert page["cases"][0]["variables"] == {"question": "Too late!"}
    refused = send(bench, "/api/datasets", {**wish, "name": "no name"}, key="named")
    assert (refused.status, refused.json["code"]) == (422, "dataset_refused")
    assert bench.ask("GET", "/api/datasets/none/cases").json["code"] == "dataset_unknown"


def test_a_case_is_written_anew_by_somebody_who_saw_the_newest_version(bench: Workbench) -> None:
    table = "id,question,expect,tags\nann,Where is it?,coming,late\nbob,It broke!,sorry,broken\n"
    send(bench, "/api/datasets", {"name": "edited", "file": "edited.csv", "content": table}, key="edited")
    wish = {
        "version": 1,
        "case": "ann",
        "variables": {"question": "Where is my lamp?"},
        "answer": "On its way.",
        "tags": ["late", "lamp"],
        "difficulty": 4,
    }

    made = bench.ask("POST", "/api/datasets/edited/edit", wish)
    late = bench.ask("POST", "/api/datasets/edited/edit", {**wish, "answer": "Lost."})
    unknown = bench.ask("POST", "/api/datasets/edited/edit", {**wish, "version": 2, "case": "cem"})
    coverage = bench.get("/api/datasets/edited/coverage")

    assert (made.status, made.json["version"], made.json["parent"]) == (201, 2, 1)
    assert (late.status, late.json["code"]) == (409, "changed_meanwhile")
    assert (unknown.status, unknown.json["code"]) == (422, "dataset_refused")
    first, second = bench.get("/api/datasets/edited/cases")["cases"]
    assert (first["variables"], first["expect"]) == (wish["variables"], {"answer": "On its way."})
    assert (first["difficulty"], second["variables"]) == (4, {"question": "It broke!"})
    assert bench.get("/api/datasets/edited/cases?version=1")["cases"][0]["expect"] == {"answer": "coming"}
    assert {(cell["tag"], cell["difficulty"]) for cell in coverage["cells"]} >= {("lamp", 4), ("broken", 3)}


def test_a_run_is_held_against_another(bench: Workbench) -> None:
    compared = bench.get(f"/api/runs/{bench.done}/compare/{bench.done}")

    assert (compared["matched"], compared["broken"], compared["regressed"]) == (6, 0, False)
    assert bench.ask("GET", f"/api/runs/{bench.done}/compare/run_0").json["code"] == "run_missing"


def test_a_project_is_made_renamed_archived_and_deleted(bench: Workbench) -> None:
    wish = {"slug": "letters", "name": "Letters"}

    made = [send(bench, "/api/projects", wish, key="project") for _ in range(2)]
    renamed = {"seen": 0, "slug": "essays", "name": "Essays"}
    changed = [send(bench, "/api/projects/letters/change", renamed, key="rename") for _ in range(2)][-1].json
    late = send(bench, "/api/projects/essays/change", {"seen": 0, "name": "Late"}, key="late-name")
    away = send(bench, "/api/projects/essays/change", {"seen": 1, "is_archived": True}, key="away").json
    too_late = send(bench, "/api/projects/essays/remove", {"seen": 1, "with_runs": True}, key="unseen")
    left = send(bench, "/api/projects/essays/remove", {"seen": away["revision"]}, key="gone").json

    assert [answer.status for answer in made] == [201, 201]
    assert (changed["slug"], changed["name"], changed["revision"]) == ("essays", "Essays", 1)
    assert late.json["code"] == too_late.json["code"] == "changed_meanwhile"
    assert away["is_archived"]
    assert left == bench.get("/api/projects?archived=true")
    assert "essays" not in [project["slug"] for project in left]
    assert send(bench, "/api/projects", {"slug": "No Slug"}, key="no-slug").status == 422
    assert (
        send(bench, "/api/projects/essays/remove", {"seen": 0}, key="none").json["code"] == "project_missing"
    )


TEXTS = {"late": "School should start later.", "early": "No.", "sleep": "Pupils who sleep learn more."}


def test_texts_that_were_sent_are_estimated_and_ranked_once(bench: Workbench, simulator: SimProcess) -> None:
    add_provider(bench.house, "local", form=a_provider(simulator))
    anchors = {
        "good": {"grade": "A", "text": "Start at nine: sleep is how pupils learn."},
        "poor": {"grade": "E", "text": "Later is better because it is."},
    }
    wish = {
        "name": "Later start",
        "goal": "Argue for a later start of school.",
        "texts": TEXTS,
        "anchors": anchors,
        "scale": "A-F",
        "judges": ["local/edison-judge-fair"],
        "comparisons": 12,
        "budget_usd": 1.5,
    }

    estimate = send(bench, "/api/rankings/estimate", wish, key="look").json
    started = [send(bench, "/api/rankings", wish, key="rank") for _ in range(2)]

    assert (estimate["cases"], estimate["judgments"], estimate["budget_usd"]) == (5, 12, 1.5)
    assert [answer.status for answer in started] == [201, 201]
    assert started[0].json["id"] == started[1].json["id"]
    assert [run["name"] for run in bench.get("/api/runs?preset=rank-entries")["items"]] == ["Later start"]
    assert bench.get("/api/scales")[0]["grades"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"scale": "scale.yaml"}, "choice_unknown"),
        ({"scale": None}, "contest_refused"),
        ({"anchors": {"good": {"grade": "Z", "text": "Start at nine."}}}, "suite_broken"),
        ({"judges": []}, "contest_refused"),
        ({"assignment": "nobody-kept-it"}, "assignment_missing"),
        ({"paths": ["/etc"]}, "request_invalid"),
    ],
)
def test_a_ranking_that_cannot_be_taken_is_refused_and_reads_no_file(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], code: str
) -> None:
    (tmp_path / "scale.yaml").write_text("grades: [A, B]", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    anchors = {"good": {"grade": "A", "text": "Start at nine."}}
    wish = {"texts": TEXTS, "anchors": anchors, "scale": "A-F", "judges": ["local/edison-judge-fair"]}

    refused = send(bench, "/api/rankings/estimate", {**wish, **changes}, key="refused")

    assert refused.json["code"] == code


def test_reviews_of_every_project_are_found(bench: Workbench) -> None:
    send(bench, "/api/projects", {"slug": "elsewhere"}, key="a project elsewhere")
    kept = a_stored_suggestion(id="sug_elsewhere")
    with bench.house.store.work() as work:
        change = kept.change.model_copy(update={"project_id": work.projects.get("elsewhere").id})
        work.suggestions.add(kept.model_copy(update={"change": change}))

    found = {
        query: "sug_elsewhere" in [one["id"] for one in bench.get(f"/api/reviews{query}")]
        for query in ("", "?project=elsewhere", "?everywhere=true")
    }

    assert bench.get("/api/reviews/sug_elsewhere")["project"] == "elsewhere"
    assert found == {"": False, "?project=elsewhere": True, "?everywhere=true": True}
