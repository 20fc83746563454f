"""What `edison refine` puts on the wire: all of the prompt, and nothing that says whose an answer is."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from edison.actions.results.calls import list_calls, show_exchange
from edison.cli.door import opened
from edison.domain import RunId, StageName
from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_shop_to_refine

pytestmark = pytest.mark.timeout(240)

NAMES = ("ARM-ONE", "ARM-TWO", "PROMPT-NAME", "edison-sim", "ver_", "version 1", "version 2", "arm_")
TOOL = {"name": "find_order", "description": "Finds.", "parameters": {"type": "object", "properties": {}}}


def test_all_of_a_prompt_is_sent_in_every_wave_and_nobody_who_judges_or_writes_is_told_a_name(
    terminal: Terminal, sim: SimProcess
) -> None:
    pairs = {"model": "local/edison-judge-fair", "mode": "pairwise", "name": "pairs"}
    wish = {"refiner": "local/edison-writer-good", "rounds": 1, "candidates": 1, "challenge": "pairwise"}
    suite = a_shop_to_refine(sim, cases=20, refine=wish, judges=["local/edison-judge-fair", pairs], repeats=2)
    shot = {"user": "Hello?", "assistant": "Hello, I am SHOWN-BEFORE."}
    suite["prompt"] = {
        **{"name": "PROMPT-NAME", "user": "{{ question }}", "few_shots": [shot]},
        **{"tools": [TOOL], "tool_choice": "none"},
    }
    suite["arms"] = [
        {"model": "local/edison-sim-medium", "name": "ARM-ONE", "stop": ["STOP-HERE"], "seed": 5},
        {"model": "local/edison-sim-large", "name": "ARM-TWO", "stop": ["STOP-HERE"], "seed": 5},
    ]
    terminal.write("shop.yaml", suite)

    run = RunId(terminal.edison("refine", "shop.yaml", "--quiet", "--json").json["run"])
    sent = list(all_sent(run))

    answered = [body for stage, body in sent if stage is StageName.GENERATE]
    asked = [json.dumps(body["messages"]) for stage, body in sent if stage is not StageName.GENERATE]
    # Development and held-out cases, these for parent and candidate, on two arms and twice each.
    assert len(answered) >= (8 + 8 + 8) * 2 * 2
    for body in answered:
        assert [one["role"] for one in body["messages"]] == ["user", "assistant", "user"], (
            "no empty system text"
        )
        assert body["messages"][1]["content"] == shot["assistant"]
        assert [one["function"]["name"] for one in body["tools"]] == ["find_order"]
        assert body["stop"] == ["STOP-HERE"]
    assert {body["seed"] for body in answered} == {5, 6}, "each repeat is a draw of its own"
    assert any("TEXT A" in text for text in asked)
    assert any("SUGGESTIONS OF JUDGES" in text for text in asked)
    assert [name for name in NAMES for text in asked if name in text] == []
    compared = sum("TEXT A" in text for text in asked)
    assert compared == 8 * 2 * 2, "each candidate meets its parent once, and nobody else"


def all_sent(run: RunId) -> Iterator[tuple[StageName, dict[str, Any]]]:
    """Every request of a run as it was on the wire."""
    with opened() as house:
        after: str | None = ""
        while after is not None:
            page = list_calls(house, run, after=after)
            for call in page.items:
                yield call.stage, json.loads(show_exchange(house, call.id).request)
            after = page.next
