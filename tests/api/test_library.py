"""What is kept and decided about over HTTP: prompts."""

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
    assert bench.get("/api/prompts")[0]["production"] == 2
    assert bench.get("/api/prompts/shop%2Fanswers/changes")[-1]["note"] == "Without proof: Known for years."
    assert send(bench, f"{versions}/1/revise", {**texts, "tool": 1}, key="more").status == 422
    assert send(bench, f"{versions}/9/restore", key="none").json["code"] == "version_missing"


def test_a_prompt_is_kept_as_a_text_or_as_it_stands_in_a_suite(bench: Workbench) -> None:
    wish = {"name": "ticket", "text": "system: Be exact.\nuser: '{{ ticket }}'", "is_mapping": True}

    added = send(bench, "/api/prompts", wish, key="ticket").json
    refused = send(bench, "/api/prompts", {**wish, "text": "{{ broken", "is_mapping": False}, key="broken")

    assert (added["number"], added["system"], added["user"]) == (1, "Be exact.", "{{ ticket }}")
    assert (refused.status, refused.json["code"]) == (422, "suite_broken")
