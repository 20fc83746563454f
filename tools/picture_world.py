"""A workbench with something on every page, made through its own API on the simulator; no key, no network."""

import http.client
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any
from zlib import crc32

from edison.sim import default_world

_PATIENCE_S = 300
_PAUSE = Event()
_RUBRIC = [
    {"name": "polite", "weight": 0.5, "scale": "0-5", "description": "It is friendly and to the point."},
    {"name": "grounded", "weight": 0.5, "scale": "0-5", "description": "It names the policy it rests on."},
]
_ESSAYS = {
    "Ada": "Cities should have more trees. They cool the streets, hold the rain, and people walk further under them.",
    "Ben": "Trees are good. They are green. I like trees because they are nice and green and good for cities.",
    "Cleo": "A tree costs little and gives much: shade in July, a place for birds, and a reason to sit down and talk.",
    "Dan": "cities have cars and trees and houses, cars need place so trees can not be everywhere",
    "Eve": "Who plants a tree plants a cooler street. Yet roots break pipes, and somebody must pay for that too.",
    "Fay": "Trees. My street has none. In summer it is hot and nobody walks there, so shops close.",
}


@dataclass(frozen=True)
class World:
    """Where everything stands."""

    comparison: str
    refined: str
    waiting: str
    review: str
    ranking: str
    battery: str
    experiment: str
    chat: str


class Workbench:
    """The API of a workbench that listens."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token

    def ask(self, method: str, path: str, body: object = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=120)
        sent = None if body is None else json.dumps(body)
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"{method} {path} {crc32(str(sent).encode())}",
        }
        connection.request(method, path, body=sent, headers=headers)
        reply = connection.getresponse()
        text = reply.read()
        connection.close()
        if reply.status >= 300:
            raise SystemExit(f"{method} {path}: {reply.status} {text.decode(errors='replace')[:800]}")
        return json.loads(text) if text[:1] in (b"{", b"[") else text.decode(errors="replace")

    def wait(self, run: str, *, until: Callable[[str], bool]) -> None:
        end = time.monotonic() + _PATIENCE_S
        while not until(self.ask("GET", f"/api/runs/{run}")["state"]):
            if time.monotonic() > end:
                raise SystemExit(f"{run} does not get there")
            _PAUSE.wait(0.3)


def fill(workbench: Workbench) -> World:
    """Runs of every kind, prompts, cases, a project, labels and a chat."""
    comparison = workbench.ask("POST", "/api/demo", {"live": False})["id"]
    _ended(workbench, comparison)
    _library(workbench)
    refined = _refinement(workbench, "autopilot", name="shop answers")
    waiting = _refinement(workbench, "manual", name="shop letters")
    ranking = workbench.ask("POST", "/api/rankings", _ranking())["id"]
    battery = workbench.ask("POST", "/api/batteries", _battery())["id"]
    exam = {"judges": ["sim/edison-judge-fair", "sim/edison-judge-harsh"], "judgments": 120}
    examination = workbench.ask("POST", "/api/judges", exam)["id"]
    for run in (refined, ranking, battery, examination):
        _ended(workbench, run)
    workbench.wait(waiting, until=lambda state: state in ("waiting", "ended"))
    _labels(workbench, comparison)
    waits = workbench.ask("GET", "/api/reviews")
    return World(
        comparison=comparison,
        refined=refined,
        waiting=waiting,
        review=waits[0]["id"] if waits else "",
        ranking=ranking,
        battery=battery,
        experiment=_experiment(workbench),
        chat=_chat(workbench),
    )


def _ended(workbench: Workbench, run: str) -> None:
    workbench.wait(run, until=lambda state: state in ("ended", "cancelled"))


def _cases(count: int) -> list[dict[str, object]]:
    shop = [case for case in default_world(7).cases(count * 6, seed=7) if case.domain == "support"]
    return [
        {
            "id": case.id,
            "question": case.text,
            "expect": case.expected,
            "tags": [case.topic],
            "difficulty": 1 + (at * at) % 5,
        }
        for at, case in enumerate(shop[:count])
    ]


def _refinement(workbench: Workbench, autonomy: str, *, name: str) -> str:
    suite = {
        "name": name,
        "goal": "Answer customers of a small online shop correctly, politely and completely.",
        "arms": [{"model": "sim/edison-sim-medium", "max_tokens": 200}],
        "prompt": {"system": "You answer customers of a small online shop.", "user": "{{ question }}"},
        "cases": _cases(96),
        "rubric": _RUBRIC,
        "judges": ["sim/edison-judge-fair"],
        "refine": {"refiner": "sim/edison-writer-good", "rounds": 3, "candidates": 2, "autonomy": autonomy},
        "seed": 7,
        "budget_usd": 5,
    }
    request = {"name": f"{name}.json", "suite": json.dumps(suite), "refine": {"autonomy": autonomy}}
    return str(workbench.ask("POST", "/api/runs", request)["id"])


def _library(workbench: Workbench) -> None:
    workbench.ask("POST", "/api/projects", {"slug": "shop", "name": "Small shop"})
    first = (
        "You answer customers of a small online shop.\nBe brief and friendly.\n\nOrder status: {{ status }}"
    )
    workbench.ask("POST", "/api/prompts", {"name": "order status", "text": first})
    words = "You answer customers of a small online shop.\nBe brief and friendly. Say sorry where something went wrong."
    revised = {
        "system": words,
        "user": "Order status: {{ status }}\n\n{{ question }}",
        "changelog": "Apologise.",
    }
    workbench.ask("POST", "/api/prompts/order%20status/versions/1/revise", revised)
    other = {"system": f"{words}\nNever promise a date.", "user": first, "changelog": "No promises."}
    workbench.ask("POST", "/api/prompts/order%20status/versions/1/revise", other)
    table = "\n".join(json.dumps(case) for case in _cases(60))
    workbench.ask("POST", "/api/datasets", {"name": "customers", "file": "customers.jsonl", "content": table})
    provider = {"name": "office", "kind": "openai-compatible", "base_url": "http://127.0.0.1:9/v1"}
    workbench.ask("POST", "/api/providers", {**provider, "key": "not-a-key"})


def _ranking() -> dict[str, object]:
    judges = ["sim/edison-judge-fair", "sim/edison-judge-harsh"]
    return {
        "name": "essays on trees",
        "texts": _ESSAYS,
        "judges": judges,
        "goal": "Should cities plant trees?",
    }


def _battery() -> dict[str, object]:
    models = ["sim/edison-sim-large", "sim/edison-sim-medium", "sim/edison-sim-small"]
    return {"sample": "tools", "models": models, "runs": 3}


def _labels(workbench: Workbench, run: str) -> None:
    for cell in range(4):
        label = {"label": "pass" if cell % 3 else "fail", "note": "Read by hand.", "seen": 0}
        workbench.ask("POST", f"/api/runs/{run}/cells/{cell}/label", label)


def _experiment(workbench: Workbench) -> str:
    made = workbench.ask("POST", "/api/experiments?project=shop", {"template": "classification"})
    definition = {**made["definition"], "goal": "Sort messages of customers into five classes."}
    change = {"seen": made["revision"], "definition": definition}
    workbench.ask("PATCH", f"/api/experiments/{made['id']}", change)
    workbench.ask("POST", "/api/experiments", {"name": "Shorter letters"})
    run = workbench.ask("POST", f"/api/experiments/{made['id']}/runs", {})["id"]
    _ended(workbench, run)
    return str(made["id"])


def _chat(workbench: Workbench) -> str:
    models = [{"model": "sim/edison-sim-large"}, {"model": "sim/edison-sim-small"}]
    chat = workbench.ask("POST", "/api/chats", {"models": models})["id"]
    workbench.ask("POST", f"/api/chats/{chat}/ask", {"text": "What is the capital of France?", "seen": 0})
    return str(chat)
