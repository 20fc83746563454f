"""`edison rank` killed without a word, and `edison resume` after it: nothing lost, nothing asked or told twice."""

import os
import signal
import subprocess

import pytest

from edison.domain import AttemptState, EventType, RunId
from edison.sim import FaultPlan, Rule, SimProcess, default_world
from edison.sim.faults import Stall
from tests.database import open_quickly
from tests.engine.essays import as_lines, some_essays
from tests.invariants import Evidence, gather, same_comparisons, violations

from .commands import Said, Terminal
from .suites import a_provider
from .watching import until

# Starting a process takes a while on a busy machine.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SIX = some_essays(6)
SLOW = FaultPlan(rules=(Rule(action=Stall(seconds=0.2)),))
ENDS = (EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED, EventType.CONTEST_FAILED)
IN_FLIGHT = 2
JUDGE = "edison-judge-fair"


def _wish(terminal: Terminal, sim: SimProcess) -> list[str]:
    terminal.write("essays.jsonl", as_lines(SIX))
    terminal.write("providers.yaml", {"local": a_provider(sim, price=_price(JUDGE))})
    terminal.set("EDISON_WORKER_STALE_S", "2")
    return [
        *("rank", "essays.jsonl", "--judge", f"local/{JUDGE}", "--providers", "providers.yaml"),
        *("--seed", "3", "--concurrency", str(IN_FLIGHT), "--json"),
    ]


def _price(model: str) -> dict[str, float]:
    """What the simulator takes for a model, so that both sides come to the same bill."""
    [card] = [card for card in default_world(7).models() if card.id == model]
    return {"input": card.usd_per_million_input, "output": card.usd_per_million_output}


def _resume(terminal: Terminal) -> Said:
    return terminal.edison("resume", "latest", "--json", "--providers", "providers.yaml")


def _evidence(terminal: Terminal, sim: SimProcess, run: str) -> Evidence:
    store = open_quickly(terminal.database)
    try:
        evidence = gather(store, RunId(run), sim.bill())
    finally:
        store.close()
    assert violations(evidence) == []
    return evidence


def _told(evidence: Evidence) -> list[EventType]:
    return [event.type for event in evidence.events if event.type in ENDS]


def _begin(terminal: Terminal, wish: list[str], *, asked: int, sim: SimProcess) -> "subprocess.Popen[str]":
    """A ranking in a process of its own that has asked so much."""
    before = _chats(sim)
    running = terminal.begin(*wish)
    until(lambda: _chats(sim) - before >= asked or running.poll() is not None)
    return running


@pytest.mark.parametrize(
    ("database_url", "asked"), [("sqlite", 1), ("postgres", 7)], indirect=["database_url"]
)
def test_a_killed_ranking_goes_on_and_equals_an_undisturbed_one(
    either_terminal: Terminal, sim: SimProcess, asked: int
) -> None:
    wish = _wish(either_terminal, sim)
    peaceful = either_terminal.edison(*wish)
    sim.admin.set_plan(SLOW)
    running = _begin(either_terminal, wish, asked=asked, sim=sim)

    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    sim.admin.set_plan(FaultPlan())
    resumed = _resume(either_terminal)

    assert running.returncode == -signal.SIGKILL
    assert (peaceful.code, resumed.code) == (0, 0), resumed.err
    assert resumed.json.keys() == peaceful.json.keys()
    assert resumed.json["items"] == peaceful.json["items"]
    assert resumed.json["run"] != peaceful.json["run"]
    evidence = _evidence(either_terminal, sim, resumed.json["run"])
    undisturbed = _evidence(either_terminal, sim, peaceful.json["run"])
    assert same_comparisons(evidence) == same_comparisons(undisturbed)
    lost = sum(one.state is AttemptState.OUTCOME_UNKNOWN for one in evidence.attempts)
    assert lost <= IN_FLIGHT
    assert len(evidence.attempts) == len(evidence.comparisons) + lost
    assert _told(evidence) == [EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED]


@pytest.mark.parametrize(
    ("database_url", "point"),
    [("sqlite", "settle.after:1"), ("postgres", "settle.before:1")],
    indirect=["database_url"],
)
def test_an_end_that_was_killed_on_the_way_is_told_once(
    either_terminal: Terminal, sim: SimProcess, point: str
) -> None:
    wish = _wish(either_terminal, sim)
    either_terminal.set("EDISON_FAULT_POINT", point)
    killed = either_terminal.process(*wish)
    either_terminal.set("EDISON_FAULT_POINT", "")

    resumed = _resume(either_terminal)

    assert killed.code == -signal.SIGKILL
    assert resumed.code == 0, resumed.err
    evidence = _evidence(either_terminal, sim, resumed.json["run"])
    assert len(evidence.attempts) == len(evidence.comparisons)
    assert _told(evidence) == [EventType.CONTEST_PUBLISHED, EventType.CONTEST_COMPLETED]


def _chats(sim: SimProcess) -> int:
    return sum(one.operation == "chat" for one in sim.bill())
