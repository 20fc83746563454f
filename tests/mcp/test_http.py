"""Agents over HTTP: who is let in, what a token may do and spend, and what is told meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest

from edison.actions.agents.tokens import list_tokens, make_token, revoke_token
from edison.actions.house import House
from edison.settings import Settings
from edison.sim import BillRecord, SimProcess
from edison.sim.faults import FaultPlan, Rule, Stall
from edison.wiring import open_house

from .conftest import HttpDoor, agent_with, parameters_for, served

LARGE = "local/edison-sim-large"
HELLO = [{"role": "user", "content": "What is the capital of France?"}]
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@dataclass(frozen=True)
class Served:
    """A process with the door open, and the house on the same database."""

    address: str
    house: House

    def token(self, name: str, spend_usd: float | None = None) -> str:
        return make_token(self.house, name, spend_usd=spend_usd).token

    def taken_usd(self, name: str) -> float:
        return next(one.taken_usd for one in list_tokens(self.house) if one.name == name)


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory, simulator: SimProcess) -> Iterator[Served]:
    parameters = parameters_for(tmp_path_factory.mktemp("http"), simulator)
    settings = Settings(database_url=(parameters.env or {})["EDISON_DATABASE_URL"])
    with open_house(settings) as house, served(parameters) as address:
        yield Served(address, house)


def asked_of(sim: SimProcess) -> list[BillRecord]:
    """Questions to models; listing them costs nothing."""
    return [record for record in sim.bill() if record.operation == "chat"]


@pytest.mark.parametrize(
    ("headers", "path", "status", "code"),
    [
        ({}, "", 401, "token_missing"),
        ({"Authorization": "Bearer edison_guessed"}, "", 401, "token_missing"),
        ({"Host": "evil.example"}, "", 403, "host_refused"),
        ({"Origin": "https://evil.example"}, "", 403, "origin_refused"),
        ({}, "/../admin", 404, "path_unknown"),
    ],
)
def test_who_is_not_let_in(door: Served, headers: dict[str, str], path: str, status: int, code: str) -> None:
    answer = httpx2.post(door.address + path, headers=headers, json=PING)

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_a_token_without_money_reads_and_nothing_else(door: Served, sim: SimProcess) -> None:
    with agent_with(HttpDoor(door.address, door.token("reader"))) as reader:
        assert LARGE in reader.get("list_models")["models"]
        asked = reader.refused("complete", model_id=LARGE, messages=HELLO)
        ended = reader.refused("cancel_run", run_id="latest")
        started = reader.refused("start_battery", tests="{}", models=[LARGE])

    assert (asked, ended, started) == ("not_permitted", "run_missing", "not_permitted")
    assert asked_of(sim) == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_what_a_token_spends_stays_taken_and_its_cap_holds(door: Served, sim: SimProcess, mode: str) -> None:
    name = f"spender-{mode}"
    token = door.token(name, 0.02)
    with agent_with(HttpDoor(door.address, token, mode)) as spender:
        said = spender.use("complete", model_id=LARGE, messages=HELLO, max_tokens=100)
    with agent_with(HttpDoor(door.address, token, mode)) as again:
        # Long answers are dear: what is left does not cover the worst of it.
        refused = again.refused("complete", model_id=LARGE, messages=HELLO, max_tokens=2000)
        unpriced = again.refused("complete", model_id="unpriced/edison-sim-large", messages=HELLO)

    [billed] = asked_of(sim)
    assert "Paris" in said.text
    assert (refused, unpriced) == ("budget_spent", "price_unknown")
    assert door.taken_usd(name) == pytest.approx(billed.microusd / 1e6)


def test_a_token_that_is_revoked_opens_nothing(door: Served) -> None:
    token = door.token("gone")
    headers = {"Authorization": f"Bearer {token}"}
    before = httpx2.post(door.address, headers=headers, json=PING).status_code
    revoke_token(door.house, "gone")

    assert (before == 401, httpx2.post(door.address, headers=headers, json=PING).status_code) == (False, 401)


def test_an_agent_hears_that_its_call_goes_on(door: Served, sim: SimProcess) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=1.5), times=1),)))
    heard: list[str | None] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append(message)

    with agent_with(HttpDoor(door.address, door.token("listener", 1))) as agent:
        asked = {"model_id": LARGE, "messages": HELLO, "max_tokens": 50}
        agent.run(agent.client.call_tool("complete", asked, progress_callback=hear))

    assert heard[0] == "complete has been under way for 1 s."


def test_sessions_of_one_token_are_not_anothers(door: Served) -> None:
    begin = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
    accepted = {"Accept": "application/json, text/event-stream"}
    mine, theirs = (
        {**accepted, "Authorization": f"Bearer {door.token(name)}"} for name in ("mine", "theirs")
    )
    session = httpx2.post(door.address, headers=mine, json=begin).headers["mcp-session-id"]

    stolen = httpx2.post(door.address, headers={**theirs, "mcp-session-id": session}, json=PING)
    own = httpx2.post(door.address, headers={**mine, "mcp-session-id": session}, json=PING)

    assert (own.status_code, stolen.status_code) == (200, 404)
