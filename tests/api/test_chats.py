"""Chats over HTTP: heard as they speak, stopped one by one or all, their slots free at once."""

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

from edison.actions.chats.asking import ChatBench, ask_chat
from edison.actions.providers.providers import add_provider
from edison.domain import ChatId, ChatTurn
from edison.sim import SimProcess
from edison.sim.faults import FaultPlan, Match, Rule, Stall
from tests.doors.suites import a_provider
from tests.doors.watching import until

from .conftest import Workbench

LARGE, SMALL = "one/edison-sim-large", "one/edison-sim-small"
_KEYS = count(1)


class Stream:
    """The answer to a question, read line by line."""

    def __init__(self, bench: Workbench, chat: str, body: dict[str, Any]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", bench.server.port, timeout=20)
        headers = {"Authorization": f"Bearer {bench.server.token}", "Content-Type": "application/json"}
        self._connection.request("POST", f"/api/chats/{chat}/ask", body=json.dumps(body), headers=headers)
        self.reply = self._connection.getresponse()

    def events(self) -> Iterator[tuple[str, Any]]:
        kind = ""
        while line := self.reply.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            if name == "data":
                yield kind, json.loads(value)
        self.cut()

    def cut(self) -> None:
        self.reply.close()
        self._connection.close()


@pytest.fixture(scope="module")
def one(bench: Workbench, simulator: SimProcess) -> Workbench:
    add_provider(bench.house, "one", form=a_provider(simulator, concurrency=1))
    return bench


def begin(bench: Workbench, *models: str, **more: Any) -> str:
    request = {"models": [{"model": model, "max_tokens": 100} for model in models], **more}
    answer = bench.ask("POST", "/api/chats", request, Idempotency_Key=f"a chat {next(_KEYS)}")
    assert answer.status == 201, answer.body
    return answer.json["id"]


def test_each_model_is_heard_piece_by_piece_and_kept(one: Workbench, sim: SimProcess) -> None:
    chat = begin(one, LARGE, SMALL, "one/nobody")

    question = {"text": "What is the capital of France?", "seen": 0}
    events = list(Stream(one, chat, question).events())
    twice = dict(Stream(one, chat, question).events())

    answers = {said["column"]: said for kind, said in events if kind == "answer"}
    pieces = [said["text"] for kind, said in events if kind == "delta" and said["column"] == 0]
    assert len(pieces) > 1
    assert twice["refused"]["code"] == "chat_refused", "sent twice, it is paid for once"
    assert "".join(pieces) == answers[0]["text"]
    assert [answers[column]["state"] for column in range(3)] == ["answered", "answered", "failed"]
    assert one.get(f"/api/chats/{chat}")["answers"] == [answers[column] for column in range(3)]
    assert one.ask("GET", f"/api/chats/{chat}/export?format=battery").json["prompts"][0]["id"] == "turn-1"
    spent = {line["endpoint"]: line for line in one.get("/api/costs") if line["run"] == chat}
    assert {name: (line["kind"], line["attempts"]) for name, line in spent.items()} == {
        LARGE: ("chat", 1),
        SMALL: ("chat", 1),
        "one/nobody": ("chat", 1),
    }
    assert spent[LARGE]["spent_usd"] == pytest.approx(answers[0]["cost_usd"])


def test_stopping_gives_the_slot_back_at_once(one: Workbench, sim: SimProcess) -> None:
    # One call at a time: whoever waits behind these would wait for ten minutes.
    slow = Rule(action=Stall(seconds=600, where="mid_body"), match=Match(nth=(1, 2)))
    sim.admin.set_plan(FaultPlan(rules=(slow,)))
    chat = begin(one, LARGE)
    stopped = Stream(one, chat, {"text": "What is the capital of France?", "seen": 0})
    said = next(stopped.events())
    busy = dict(Stream(one, chat, {"text": "Hello?", "seen": 1}).events())
    assert one.ask("POST", f"/api/chats/{chat}/stop?column=0").status == 204
    rest = list(stopped.events())
    left = Stream(one, chat, {"text": "What is the capital of Spain?", "seen": 1})
    next(left.events())
    left.cut()
    other = begin(one, LARGE)
    quick = list(Stream(one, other, {"text": "What is the capital of Italy?", "seen": 0}).events())

    assert said[0] == "delta"
    assert busy["refused"]["code"] == "chat_refused"
    assert (rest[-1][0], rest[-1][1]["state"]) == ("answer", "stopped")
    assert rest[-1][1]["text"]
    assert quick[-1][1]["state"] == "answered"
    # Whoever hung up is not told; that it was stopped is written a moment later.
    until(lambda: len(one.get(f"/api/chats/{chat}")["answers"]) == 2)
    assert [answer["state"] for answer in one.get(f"/api/chats/{chat}")["answers"]] == ["stopped", "stopped"]


async def test_what_is_stopped_twice_while_it_is_written_is_kept(one: Workbench, sim: SimProcess) -> None:
    slow = Rule(action=Stall(seconds=600, where="mid_body"))
    sim.admin.set_plan(FaultPlan(rules=(slow,)))
    chat, bench, may_write = begin(one, LARGE), ChatBench(one.house), threading.Event()
    asking = ask_chat(one.house, bench, chat, ChatTurn(text="What is the capital of France?"))
    await anext(asking)
    (answering,) = bench.under_way.values()
    # Nobody has time to write.
    loop = asyncio.get_running_loop()
    loop.set_default_executor(busy := ThreadPoolExecutor(1))
    busy.submit(may_write.wait)

    for _ in range(3):
        bench.stop(ChatId(chat))
        await asyncio.sleep(0.05)
    await asking.aclose()
    may_write.set()
    await asyncio.wait([answering])

    assert [answer["state"] for answer in one.get(f"/api/chats/{chat}")["answers"]] == ["stopped"]
    await bench.close()


def test_a_cell_is_opened_and_settings_are_each_models_own(one: Workbench, sim: SimProcess) -> None:
    cell = {"run": one.done, "cell": 0, "models": [SMALL]}
    opened = one.ask("POST", "/api/chats/from-cell", cell, Idempotency_Key="from a cell").json
    again = one.ask("POST", "/api/chats/from-cell", cell, Idempotency_Key="from a cell").json
    other = [
        {"model": opened["columns"][0]["model"], "system": "Be brief."},
        {"model": LARGE, "temperature": 1},
    ]
    changed = one.ask("PUT", f"/api/chats/{opened['id']}/models", {"models": other, "seen": 0})
    late = one.ask("PUT", f"/api/chats/{opened['id']}/models", {"models": other, "seen": 0})
    asked = list(Stream(one, opened["id"], {"text": opened["draft"], "columns": [1], "seen": 0}).events())
    refused = one.ask("PUT", f"/api/chats/{opened['id']}/models", {"models": other[:1], "seen": 1})
    nothing = dict(Stream(one, opened["id"], {"text": " ", "seen": 1}).events())
    nobody = dict(Stream(one, opened["id"], {"text": "Hello?", "columns": [7], "seen": 1}).events())

    assert opened["draft"].startswith("What is the capital of ")
    assert (opened["origin"]["run_id"], again["id"]) == (one.done, opened["id"])
    assert [column["system"] for column in changed.json["columns"]] == ["Be brief.", ""]
    assert (changed.json["revision"], late.status, late.json["code"]) == (1, 409, "changed_meanwhile")
    assert {said["column"] for _, said in asked} == {1}
    assert (refused.status, refused.json["code"]) == (422, "chat_refused")
    assert (nothing["refused"]["code"], nobody["refused"]["code"]) == ("chat_refused", "chat_refused")
    assert one.ask("DELETE", f"/api/chats/{opened['id']}").status == 204
    assert one.ask("GET", f"/api/chats/{opened['id']}").status == 404
    assert opened["id"] not in [chat["id"] for chat in one.get("/api/chats")["items"]]


def test_chats_are_listed_in_lines_and_pages(one: Workbench) -> None:
    made = [begin(one, SMALL) for _ in range(3)]
    list(Stream(one, made[2], {"text": "Say hello. " * 99, "seen": 0}).events())

    first = one.get("/api/chats?limit=2")
    rest = one.get(f"/api/chats?limit=200&before={first['next']}")

    lines = [line["id"] for line in (*first["items"], *rest["items"])]
    assert lines[:3] == made[::-1]
    assert rest["next"] is None
    line = first["items"][0]
    assert (line["turns"], line["models"], len(line["about"])) == (1, [SMALL], 200)
    assert "answers" not in line
    assert one.ask("GET", "/api/chats?before=nobody").json["code"] == "chat_missing"
