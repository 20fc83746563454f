"""`edison run --cache`: the same question is not paid for twice, where somebody wishes so."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(240)

COLD = {"arms": [{"model": "local/edison-sim-large", "max_tokens": 200, "temperature": 0}], **JUDGED}


def run(terminal: Terminal, suite: str, *wishes: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A run as machines are told of it, and its cells."""
    said = terminal.edison("run", suite, "--json", "--quiet", "--out", "cells.jsonl", *wishes)
    assert said.code == 0, said.err
    lines = (terminal.folder / "cells.jsonl").read_text().splitlines()
    return said.json, [json.loads(line) for line in lines]


def test_kept_answers_cost_nothing_and_are_marked(either_terminal: Terminal, sim: SimProcess) -> None:
    suite = either_terminal.write("suite.yaml", a_suite(sim, cache=True, **COLD))

    first, asked = run(either_terminal, suite)
    second, kept = run(either_terminal, suite)

    assert [cell["text"] for cell in kept] == [cell["text"] for cell in asked]
    assert {cell["cached"] for cell in asked} == {False}
    assert {(cell["cached"], cell["latency_ms"]) for cell in kept} == {(True, None)}
    assert second["judgments"]["judged"] == len(kept), "judges are asked each time"
    assert second["attempts"] < first["attempts"]
    assert 0 < second["spent_usd"] < first["spent_usd"]
    assert {board["board"] for board in second["boards"]}.isdisjoint({"speed", "cost"})


@pytest.mark.parametrize(
    ("in_suite", "wishes", "kept"),
    [(False, ("--cache",), True), (True, ("--no-cache",), False), (False, (), False)],
)
def test_the_command_decides_over_the_suite(
    terminal: Terminal, sim: SimProcess, in_suite: bool, wishes: tuple[str, ...], kept: bool
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, cache=in_suite, **COLD))
    run(terminal, suite, "--cache")

    _, cells = run(terminal, suite, *wishes)

    assert {cell["cached"] for cell in cells} == {kept}


def test_kept_answers_are_taken_while_they_are_young_and_thrown_away(
    terminal: Terminal, sim: SimProcess
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, cache="7d", **COLD))
    run(terminal, suite)

    spared = terminal.edison("cache", "purge", "--older-than", "1h")
    _, kept = run(terminal, suite)
    purged = terminal.edison("cache", "purge")
    _, asked = run(terminal, suite)

    assert spared.out == "Thrown away: 0 answers, 0 bytes.\n"
    assert {cell["cached"] for cell in kept} == {True}
    assert purged.out.startswith(f"Thrown away: {len(kept):,} answers, ")
    assert {cell["cached"] for cell in asked} == {False}


def test_a_length_of_time_that_is_none_is_refused(terminal: Terminal) -> None:
    refused = terminal.edison("cache", "purge", "--older-than", "a week")

    assert refused.code == 2
    assert "such as 7d" in refused.err
