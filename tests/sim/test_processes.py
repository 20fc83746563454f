"""Several processes on one port: one set of files, batches, limits, plans and one bill."""

import http.client
from collections import Counter
from collections.abc import Iterator

import orjson
import pytest

from edison.sim import FaultPlan, KeyLimit, Match, Rule, SimProcess, SimSettings
from edison.sim.faults import Disconnect, Fail
from edison.sim.world import Persona

from .asking import MODEL, a_chat, ask, knock

ENOUGH = 40
"""Connections are dealt out by the kernel; with this many, each process gets some."""


@pytest.fixture(scope="module")
def _crew() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(processes=3)) as process:
        yield process


@pytest.fixture
def crew(_crew: SimProcess) -> SimProcess:
    _crew.admin.reset()
    return _crew


def statuses(crew: SimProcess, count: int = ENOUGH) -> Counter[int]:
    return Counter(knock(crew, "openai-chat").status for _ in range(count))


def test_all_processes_answer_alike_and_write_one_bill(crew: SimProcess) -> None:
    texts = {knock(crew, "openai-chat").json["choices"][0]["message"]["content"] for _ in range(ENOUGH)}
    ids = {(record.process, record.sequence) for record in crew.bill()}

    assert len(texts) == 1
    assert len(ids) == ENOUGH
    assert {process for process, _ in ids} == {0, 1, 2}


def test_every_answer_has_an_id_of_its_own(crew: SimProcess) -> None:
    assert len({knock(crew, "openai-chat").json["id"] for _ in range(ENOUGH)}) == ENOUGH


def test_a_plan_holds_everywhere_as_soon_as_it_is_set(crew: SimProcess) -> None:
    crew.admin.set_plan(FaultPlan(rules=(Rule(action=Fail(status=503)),)))
    failing = statuses(crew)

    crew.admin.set_plan(FaultPlan())

    assert failing == {503: ENOUGH}
    assert statuses(crew) == {200: ENOUGH}


def test_requests_are_counted_across_processes(crew: SimProcess) -> None:
    crew.admin.set_plan(FaultPlan(rules=(Rule(action=Fail(status=500), match=Match(nth=(5, 10, 15))),)))

    found = [knock(crew, "openai-chat").status for _ in range(20)]

    assert [number for number, status in enumerate(found, 1) if status == 500] == [5, 10, 15]


def test_a_limit_is_shared_by_all_processes(crew: SimProcess) -> None:
    crew.admin.set_speed(0.0)
    crew.admin.set_limits([KeyLimit(requests_per_minute=7)])

    assert statuses(crew) == {200: 7, 429: ENOUGH - 7}
    # What a caller was told is noted once it is told: the next request may be there a moment earlier.
    assert ENOUGH - 10 <= len(crew.admin.violations()) <= ENOUGH - 8


def test_time_is_the_same_in_all_processes(crew: SimProcess) -> None:
    crew.admin.set_speed(0.0)
    crew.admin.advance(1_000_000)

    created = {knock(crew, "openai-chat").json["created"] for _ in range(ENOUGH)}

    assert len(created) == 1


def test_a_persona_is_known_everywhere(crew: SimProcess) -> None:
    crew.admin.set_persona(Persona(id="somebody"))

    found = Counter(ask(crew, "/v1/chat/completions", a_chat(model="somebody")).status for _ in range(ENOUGH))

    assert found == {200: ENOUGH}


def test_files_and_batches_are_found_from_every_process(crew: SimProcess) -> None:
    requests = [
        {
            "custom_id": "a",
            "params": {"model": MODEL, "max_tokens": 9, "messages": [{"role": "user", "content": "x"}]},
        }
    ]
    headers = {"anthropic-version": "2023-06-01"}
    batches = "/anthropic/v1/messages/batches"
    created = ask(crew, batches, {"requests": requests}, headers=headers).json
    crew.admin.tick(created["id"])

    answers = [
        ask(crew, f"{batches}/{created['id']}/results", method="GET", headers=headers) for _ in range(ENOUGH)
    ]

    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert orjson.loads(answers[0].body)["custom_id"] == "a"


def test_a_line_that_the_first_process_tears_is_torn(crew: SimProcess) -> None:
    rule = Rule(action=Disconnect(where="mid_body"), match=Match(operation="files.list"))
    crew.admin.set_plan(FaultPlan(rules=(rule,)))

    for _ in range(10):
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            ask(crew, "/v1/files", method="GET")
