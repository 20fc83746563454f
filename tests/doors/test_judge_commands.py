"""`edison judge`: a suite with known answers goes in, a card of each judge comes out and is kept."""

from typing import Any

import pytest

from edison.sim import SimProcess
from tests.engine.essays import some_essays

from .commands import Said, Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

ESSAYS = sorted(some_essays(24), key=lambda essay: essay.quality)


def a_judge_suite() -> dict[str, Any]:
    """Pairs of essays of which one is clearly better, the better one by turns on either side."""
    pairs: list[dict[str, Any]] = []
    for number, (worse, better) in enumerate(zip(ESSAYS[:12], ESSAYS[12:], strict=True)):
        a, b, right = (better, worse, "a") if number % 2 else (worse, better, "b")
        pairs.append(
            {
                "id": f"pair-{number}",
                "kind": "pair",
                "a": a.text,
                "b": b.text,
                "right": right,
                "category": "clear_discrimination",
            }
        )
    return {"name": "essays", "cases": pairs}


def _qualify(terminal: Terminal, sim: SimProcess, *more: str, judges: str = "fair") -> Said:
    terminal.write("suite.yaml", a_judge_suite())
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    named = [part for name in judges.split() for part in ("--judge", f"local/edison-judge-{name}")]
    return terminal.edison(
        *("judge", "qualify", *named, "--suite", "suite.yaml", "--providers", "providers.yaml", *more)
    )


def test_a_sharp_judge_is_right_and_a_biased_one_is_found_out(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    said = _qualify(either_terminal, sim, "--json", judges="fair left")

    fair, left = said.json
    assert fair["measures"]["pair_accuracy"]["value"] > 0.9
    assert fair["biases"] == []
    assert "position" in left["biases"]
    assert said.code == (1 if "unqualified" in (fair["standing"], left["standing"]) else 0)


def test_cards_are_kept_and_listed(terminal: Terminal, sim: SimProcess) -> None:
    told = _qualify(terminal, sim)

    listed, as_json = terminal.edison("judge", "cards"), terminal.edison("judge", "cards", "--json")

    assert "local/edison-judge-fair" in told.out
    assert listed.out.splitlines()[0] == told.out.splitlines()[0]
    assert len(as_json.json) == 1


def test_a_judge_that_nobody_serves_is_not_qualified(terminal: Terminal, sim: SimProcess) -> None:
    said = _qualify(terminal, sim, judges="absent")

    assert said.code == 1
    assert "not qualified" in said.out


def test_the_starter_suite_examines_in_both_ways(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("providers.yaml", {"local": a_provider(sim)})

    said = terminal.edison(
        *("judge", "qualify", "--judge", "local/edison-judge-fair", "--providers", "providers.yaml", "--json")
    )

    [card] = said.json
    assert card["measures"]["verdict_accuracy"]["n"] >= 20
    assert card["measures"]["pair_accuracy"]["n"] >= 100


def test_a_suite_that_cannot_be_read_is_refused_before_anybody_is_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("suite.yaml", {"name": "empty", "cases": []})
    terminal.write("providers.yaml", {"local": a_provider(sim)})

    said = terminal.edison(
        *("judge", "qualify", "--judge", "local/edison-judge-fair", "--suite", "suite.yaml"),
        *("--providers", "providers.yaml"),
    )

    assert said.code == 2
    assert not any(record.operation == "chat.completions" for record in sim.bill())
