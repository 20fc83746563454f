"""Requests with a key: what is asked for and its key are written together, or neither of them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select

from edison.store.tables import METADATA

from .conftest import Workbench

REFUSES = "CREATE TRIGGER refuses BEFORE INSERT ON request BEGIN SELECT RAISE(ABORT, 'it dies here'); END"
CHANGE = {"system": "Be kind.", "user": "{{ question }}", "changelog": ""}
PAIR = {"preference": "left", "note": "", "seen": 0}
MODELS = [{"model": "sim/edison-sim-small"}]
PROVIDER = {"name": "gone", "kind": "openai-compatible", "base_url": "http://127.0.0.1:9/v1"}


def acts(bench: Workbench, kept: dict[str, Any]) -> dict[str, tuple[str, str, object]]:
    """All that is one transaction, in an order in which each is possible after those before it."""
    project, prompt = "/api/projects/keys", "/api/prompts/keys/versions"
    begun = {"name": "Keys", "definition": {"goal": "Help."}}
    return {
        "a project": ("POST", "/api/projects", {"slug": "keys"}),
        "its change": ("POST", f"{project}/change", {"seen": 0, "name": "Other"}),
        "an end of it": ("POST", f"{project}/remove", {"seen": 1}),
        "a prompt": ("POST", "/api/prompts", {"name": "keys", "text": "{{ question }}"}),
        "its revision": ("POST", f"{prompt}/1/revise", CHANGE),
        "its restoring": ("POST", f"{prompt}/1/restore", None),
        "its use": ("POST", f"{prompt}/1/promote", {"seen": 3, "note": "So it is.", "anyway": True}),
        "an experiment": ("POST", "/api/experiments", begun),
        "a chat": ("POST", "/api/chats", {"models": MODELS}),
        "a label": ("POST", f"/api/runs/{bench.done}/cells/0/label", {"label": "pass", "seen": 0}),
        "a decision": ("POST", "/api/reviews/sug_1/decide", {"decision": "approve", "hunk": 1, "seen": 0}),
        "an end of a review": ("POST", "/api/reviews/sug_1/close", {"seen": 1}),
        "an end of a provider": ("POST", "/api/providers/gone/remove", {"seen": kept["changed_at"]}),
        "an assignment": ("PUT", "/api/assignments/keys", {"task": "Write a letter."}),
        "its end": ("POST", "/api/assignments/keys/remove", {"seen": 0}),
        "what failed, again": ("POST", f"/api/runs/{bench.done}/rerun", None),
        "a run that goes on": ("POST", f"/api/runs/{bench.waiting}/resume", {}),
    }


def test_what_cannot_be_noted_is_not_done_and_what_was_noted_is_done_once(bench: Workbench) -> None:
    kept = bench.ask("POST", "/api/providers", PROVIDER).json
    bench.ask("POST", f"/api/runs/{bench.waiting}/pause")
    wrong: dict[str, Any] = {}
    for name, (method, path, body) in acts(bench, kept).items():
        key = f"once: {name}"
        before = stored(bench)
        with dying(bench):
            died = bench.ask(method, path, body, Idempotency_Key=key).status
        left = stored(bench)
        done = bench.ask(method, path, body, Idempotency_Key=key)
        after = stored(bench)
        again = bench.ask(method, path, body, Idempotency_Key=key)
        found = (
            died,
            left == before,
            done.status < 300,
            after != before,
            again.status,
            stored(bench) == after,
        )
        if found != (500, True, True, True, done.status, True):
            wrong[name] = (found, done.body)

    assert wrong == {}


def test_a_key_stands_for_one_request(bench: Workbench) -> None:
    cells = f"/api/runs/{bench.done}/cells"
    key = "of one request"
    first = bench.ask("POST", f"{cells}/1/label", {"label": "pass", "seen": 0}, Idempotency_Key=key)
    before = stored(bench)
    others = {
        "another body": ("POST", f"{cells}/1/label", {"label": "fail", "seen": 0}),
        "another cell": ("POST", f"{cells}/2/label", {"label": "pass", "seen": 0}),
        "another route": ("POST", "/api/projects", {"slug": "other"}),
        "a run": ("POST", "/api/runs", {"suite": json.dumps(bench.suite)}),
    }
    told = {name: bench.ask(*asked, Idempotency_Key=key) for name, asked in others.items()}

    assert first.status == 200
    assert {name: (one.status, one.json["code"]) for name, one in told.items()} == dict.fromkeys(
        others, (409, "key_used")
    )
    assert key in told["a run"].json["detail"]
    assert stored(bench) == before


def test_a_run_is_started_once_by_its_key_and_by_nothing_else(bench: Workbench) -> None:
    request = {"suite": json.dumps({**bench.suite, "name": "by a key"})}
    started = [bench.ask("POST", "/api/runs", request, Idempotency_Key="by a key").json for _ in range(2)]
    other = bench.ask("POST", "/api/runs", {**request, "limit": 1}, Idempotency_Key="by a key")

    assert started[0]["id"] == started[1]["id"]
    assert (other.status, other.json["code"]) == (409, "key_used")


def test_what_was_made_is_told_again_whatever_came_after(bench: Workbench) -> None:
    add = {"name": "told again", "text": "{{ question }}"}
    prompt = "/api/prompts/told again/versions".replace(" ", "%20")
    asked: dict[str, tuple[str, object]] = {
        "added": ("/api/prompts", add),
        "revised": (f"{prompt}/1/revise", CHANGE),
        "restored": (f"{prompt}/1/restore", None),
    }
    made = {
        key: bench.ask("POST", path, body, Idempotency_Key=f"told: {key}").json["number"]
        for key, (path, body) in asked.items()
    }
    again = {
        key: bench.ask("POST", path, body, Idempotency_Key=f"told: {key}").json["number"]
        for key, (path, body) in asked.items()
    }

    assert made == again == {"added": 1, "revised": 2, "restored": 3}


@contextmanager
def dying(bench: Workbench) -> Iterator[None]:
    """Whoever notes a key meanwhile does not live to."""
    with bench.house.store.work() as work:
        work.connection.exec_driver_sql(REFUSES)
    yield
    with bench.house.store.work() as work:
        work.connection.exec_driver_sql("DROP TRIGGER refuses")


def stored(bench: Workbench) -> dict[str, list[Any]]:
    """All that the archive holds of ours."""
    with bench.house.store.reading() as work:
        return {
            table.name: [tuple(row) for row in work.connection.execute(select(table))]
            for table in METADATA.sorted_tables
        }
