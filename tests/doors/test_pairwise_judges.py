"""Judges of pairs in a suite: outputs of one case are compared, and a board says who wins."""

import csv
from typing import Any

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import CAPITALS, a_suite

pytestmark = pytest.mark.timeout(240)

STAGES = {"min": 1, "max": 3, "labels": {"1": "wrong", "2": "partly right", "3": "right"}}
RUBRIC = [{"name": "good", "scale": STAGES, "description": "It answers the question."}]
ARMS = [
    {"name": name, "model": f"local/edison-sim-{name}", "max_tokens": 200}
    for name in ("small", "large", "tiny")
]
PAIRS = len(CAPITALS) * 3
"""Three arms meet in three pairs on every case."""
CELLS = len(CAPITALS) * len(ARMS)


def compare(terminal: Terminal, sim: SimProcess, **changes: Any) -> dict[str, Any]:
    suite = a_suite(
        sim,
        arms=ARMS,
        rubric=RUBRIC,
        judges=[{"model": "local/edison-judge-fair", "mode": "pairwise"}],
        **changes,
    )
    return terminal.edison("run", terminal.write("suite.yaml", suite), "--json", "--quiet").json


def test_outputs_are_compared_in_pairs_and_the_better_model_is_ahead(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    said = compare(either_terminal, sim)

    boards = {board["board"]: board for board in said["boards"]}
    order = [item["name"] for item in boards["pairwise"]["items"]]
    assert order[0] == "large"
    assert said["judgments"]["planned"] == said["judgments"]["judged"] == PAIRS
    assert said["settlement"] == "pairs_exhausted"
    exported = either_terminal.edison("export", said["id"], "-f", "comparisons").out
    rows = list(csv.DictReader(exported.splitlines()))
    assert len(rows) == PAIRS
    assert len({row["case"] for row in rows}) == len(CAPITALS)
    assert all(
        row["reason"] and row["winner"] in (row["shown_first"], row["shown_second"], "tie") for row in rows
    )


@pytest.mark.parametrize(
    ("judge", "judgments", "each"),
    [
        ({"mode": "pairwise"}, PAIRS, 1),
        ({"mode": "pairwise", "technique": "critique_and_revise"}, PAIRS, 3),
        ({"mode": "pointwise"}, CELLS, 1),
        ({"mode": "pointwise", "technique": "panel", "samples": 5}, CELLS, 5),
        ({"mode": "verdict"}, CELLS, 1),
        ({"mode": "verdict", "technique": "debate"}, CELLS, 5),
    ],
)
def test_what_was_estimated_is_what_is_asked(
    terminal: Terminal, sim: SimProcess, judge: dict[str, Any], judgments: int, each: int
) -> None:
    asking = {"model": "local/edison-judge-fair", **judge}
    path = terminal.write("suite.yaml", a_suite(sim, arms=ARMS, rubric=RUBRIC, judges=[asking]))

    told = terminal.edison("run", path, "--dry-run", "--json").json
    terminal.edison("run", path, "--quiet")

    assert (told["cells"], told["judgments"]) == (CELLS, judgments)
    asked = [record for record in sim.bill() if record.operation != "models.list"]
    assert told["calls"] == len(asked) == CELLS + judgments * each
