"""Conversations as cases, through the command that people use."""

import json
import signal
from pathlib import Path

import pytest

from edison.domain import StageName
from edison.sim import SimProcess
from tests.database import open_quickly

from .commands import Terminal
from .suites import JUDGED, a_provider

pytestmark = pytest.mark.timeout(120)

CHAT = """
import pathlib

HERE = pathlib.Path(__file__).parent


def answer(asked):
    with (HERE / "asked.log").open("a") as log:
        log.write(f"{asked['case']['who']} {len(asked['messages'])}\\n")
    return {"answer": f"{asked['case']['who']}, {asked['prompt']} and {len(asked['messages'])}", "cost": 0.001}


def whole(seen):
    return len(seen["messages"]) >= 4
"""


def _suite(terminal: Terminal, **keys: object) -> str:
    terminal.write("chat.py", CHAT)
    suite = {
        "arms": [{"name": "bot", "python": "chat:answer", "price": 0.01, "concurrency": 1}],
        "prompt": {"system": "Be kind.", "user": "{{ turn }}"},
        "cases": [{"id": who, "who": who, "turns": ["Hello", "Why", "Bye"]} for who in ("Ann", "Bob")],
        "checks": [{"contains": "Bye and 6"}, {"python": "chat:whole"}],
        **keys,
    }
    return terminal.write("suite.yaml", suite)


def _cells(folder: Path) -> list[dict[str, object]]:
    return json.loads((folder / "report.json").read_text())["cells"]


def test_a_conversation_is_held_checked_at_its_end_and_shown_whole(terminal: Terminal) -> None:
    said = terminal.edison("run", _suite(terminal), "--allow-code", "-o", "report.json", "-o", "report.html")

    assert said.code == 0, said.err + said.out
    first = _cells(terminal.folder)[0]
    assert str(first["text"]).startswith("User: Hello\n\nAssistant: Ann, Hello and 2\n\nUser: Why")
    assert first["cost_usd"] == 0.003
    assert "User: Why" in (terminal.folder / "report.html").read_text()


def test_a_simulated_user_is_asked_within_the_budget_and_judges_see_it_all(
    terminal: Terminal, sim: SimProcess
) -> None:
    user = {"goal": "Learn the capital of Peru.", "model": "local/edison-sim-large", "limit": 2}
    keys = {
        "providers": {"local": a_provider(sim)},
        "cases": [{"who": "Ann", "user": {**user, "max_tokens": 400}}],
        "checks": [{"python": "chat:whole"}],
        "budget_usd": 1,
        **JUDGED,
    }
    suite = _suite(terminal, **keys)
    before = _chats(sim)

    said = terminal.edison("run", suite, "--allow-code", "-o", "report.json")
    poor = terminal.edison("run", suite, "--allow-code", "--budget", "0.000001")

    assert said.code == 0, said.err + said.out
    (cell,) = _cells(terminal.folder)
    judgments = cell["judgments"]
    assert isinstance(judgments, list)
    assert judgments[0]["not_judged"] is None
    # Twice the user, and the judge; the poor run asked nobody.
    assert _chats(sim) - before == 3
    assert poor.code == 3


def _chats(sim: SimProcess) -> int:
    return sum(one.operation == "chat" for one in sim.bill())


def test_a_prompt_without_a_place_for_turns_is_refused(terminal: Terminal) -> None:
    refused = terminal.edison("run", _suite(terminal, prompt="Hello"), "--allow-code")

    assert refused.code == 2
    assert "Ann: it is a conversation, and the prompt has no {{ turn }}" in refused.err


@pytest.mark.parametrize(
    ("database_url", "point"),
    [("sqlite", "receive.after:4"), ("postgres", "receive.after:4")],
    indirect=["database_url"],
)
def test_a_conversation_that_was_killed_goes_on_at_its_open_turn(
    either_terminal: Terminal, point: str
) -> None:
    terminal = either_terminal
    suite = _suite(terminal, concurrency=1)
    terminal.set("EDISON_WORKER_STALE_S", "1")
    terminal.set("EDISON_FAULT_POINT", point)
    killed = terminal.process("run", suite, "--allow-code")
    terminal.set("EDISON_FAULT_POINT", "")
    answered = _answered(terminal)

    resumed = terminal.edison("resume", "latest", "--allow-code")

    assert killed.code == -signal.SIGKILL, killed.err
    assert resumed.code == 0, resumed.err + resumed.out
    asked = (terminal.folder / "asked.log").read_text().split("\n")[:-1]
    assert len(_answered(terminal)) == 6
    assert 0 < len(answered) < 6
    assert {turn: asked.count(turn) for turn in answered} == dict.fromkeys(answered, 1)
    assert len(asked) <= 6 + 2


def _answered(terminal: Terminal) -> list[str]:
    """The turns that have an answer in the database, as the bot notes them down."""
    store = open_quickly(terminal.database)
    try:
        with store.reading() as work:
            run = work.runs.find("latest")
            found = work.ledger.answers(run.id, StageName.GENERATE, first=0, last=2)
    finally:
        store.close()
    return [
        f"{('Ann', 'Bob')[unit]} {2 * number + 2}"
        for (unit, _), replies in found.items()
        for number, _ in enumerate(replies)
    ]
