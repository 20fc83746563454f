"""What is said of a judge holds for every question it is asked: in the first wave, in later ones and in retries."""

import json
from typing import Any

import pytest

from edison.domain import AttemptId, RunId
from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Match, Reply
from tests.database import open_quickly
from tests.engine.essays import as_lines, some_essays
from tests.invariants import gather

from .commands import Terminal
from .suites import a_suite

pytestmark = pytest.mark.timeout(240)

WISH = "Weigh the reasons that a text gives before its style."
STRICT = {
    "model": "local/edison-judge-fair",
    "name": "strict",
    "temperature": 0.4,
    "max_tokens": 777,
    "instructions": WISH,
}


def _requests(terminal: Terminal, run: str) -> list[tuple[int, dict[str, Any]]]:
    """Every question that was sent, with how often its judge had been asked about the pair."""
    store = open_quickly(terminal.database)
    try:
        attempts = gather(store, RunId(run)).attempts
        with store.reading() as work:
            sent = [(one.generation, work.ledger.exchange(AttemptId(one.id))) for one in attempts]
    finally:
        store.close()
    return [(generation, json.loads(raw.request)) for generation, raw in sent if raw is not None]


def test_overrides_survive_every_wave_and_retry(either_terminal: Terminal, sim: SimProcess) -> None:
    # What is wrong with a request stays wrong and is asked once; a refusal may be another time.
    refusing = Rule(action=Reply(finish="refusal", text="No."), match=Match(share=0.2))
    sim.admin.set_plan(FaultPlan(rules=(refusing,), seed=3))
    either_terminal.write("essays.jsonl", as_lines(some_essays(6)))
    rubric = [{"name": "quality", "description": "Which is better?", "scale": "0-1"}]
    either_terminal.write("suite.yaml", a_suite(sim, judges=[STRICT], rubric=rubric))

    said = either_terminal.edison(
        "rank", "essays.jsonl", "--judges-of", "suite.yaml", "--seed", "3", "--json"
    )

    assert said.code == 0, said.err
    assert [judge["name"] for judge in said.json["judges"]] == ["strict"]
    sent = _requests(either_terminal, said.json["run"])
    assert len(sent) > said.json["comparisons"]
    assert max(generation for generation, _ in sent) > 1
    for _, request in sent:
        assert (request["temperature"], request["max_tokens"]) == (0.4, 777)
        assert WISH in json.dumps(request["messages"])


def test_somebody_has_to_judge(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("essays.jsonl", as_lines(some_essays(3)))

    said = terminal.edison("rank", "essays.jsonl")

    assert said.code == 2
    assert "contest_refused" in said.err
