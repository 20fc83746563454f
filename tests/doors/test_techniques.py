"""Techniques: how models are led to what they say, varied and measured like any other factor."""

import json
from pathlib import Path

import pytest

import edison
from edison.domain import Technique
from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_shop_to_refine, a_suite

pytestmark = pytest.mark.timeout(120)

ALL = [one.value for one in Technique]
CALLS = {
    "direct": 1,
    "reason_first": 1,
    "step_by_step": 1,
    "self_consistency": 3,
    "critique_and_revise": 3,
    "panel": 4,
    "debate": 5,
}
"""Questions to a model that any text answers; where the text has a form, it thinks in a question of its own."""


def test_each_technique_of_a_list_is_an_arm_and_all_its_calls_are_estimated_and_billed(
    terminal: Terminal, sim: SimProcess
) -> None:
    arm = {"model": "local/edison-sim-large", "technique": ALL, "max_tokens": 200}
    suite = a_suite(sim, arms=[arm], **JUDGED)
    suite["cases"] = suite["cases"][:2]
    terminal.write("suite.yaml", suite)

    dry = terminal.edison("run", "suite.yaml", "--dry-run")
    ran = terminal.edison("run", "suite.yaml", "--out", "cells.json")
    shown = terminal.edison("show", "latest", "--json").json

    answers, judgments = 2 * sum(CALLS.values()), 2 * len(ALL)
    assert f"14 cells and 14 judgments in {answers + judgments} calls" in dry.err
    assert ran.code == 0, ran.err
    assert sim.totals().charged == answers + judgments
    assert shown["attempts"] == answers + judgments
    arms = json.loads((terminal.folder / "cells.json").read_bytes())["run"]["arms"]
    assert {arm["name"]: arm.get("technique") for arm in arms} == {
        f"local/edison-sim-large ({name})": None if name == "direct" else name for name in ALL
    }
    cost = next(board for board in shown["boards"] if board["board"] == "cost")
    costs = {row["name"]: row["strength"] for row in cost["items"]}
    ranked = sorted(costs, key=lambda name: costs[name])
    assert ranked[-1] == "local/edison-sim-large (debate)"
    assert ranked[0] == "local/edison-sim-large (direct)"


@pytest.mark.parametrize("technique", ["step_by_step", "self_consistency", "debate"])
def test_judges_writers_and_refiners_are_led_too_and_every_call_is_in_the_ledger(
    tmp_path: Path, sim: SimProcess, technique: str
) -> None:
    database = str(tmp_path / "led.db")
    judge = {"model": "local/edison-judge-fair", "technique": technique}
    judged = edison.run(a_suite(sim, **{**JUDGED, "judges": [judge]}), database=database)
    of_judges = sim.totals().charged - 6
    sim.admin.reset()

    drafted = edison.draft(
        "goal", goal="Help.", suite=a_shop_to_refine(sim), technique=technique, database=database, seed=3
    )

    written = {"step_by_step": 2, "self_consistency": 3, "debate": 5}
    assert judged.passed
    assert of_judges == 6 * {"step_by_step": 1, "self_consistency": 3, "debate": 5}[technique]
    assert [one.failed for one in drafted.drafts] == [None] * 3
    assert sim.totals().charged == 3 * written[technique]


def test_a_technique_is_refused_where_nothing_can_be_combined(terminal: Terminal, sim: SimProcess) -> None:
    arm = {"model": "local/edison-sim-large", "technique": "debate", "samples": 3}
    terminal.write("suite.yaml", a_suite(sim, arms=[arm], refine={"technique": "thinking"}))

    said = terminal.edison("run", "suite.yaml").err

    assert "only self-consistency and panels take several samples" in said
    assert "refine.technique: 'thinking' is not known here" in said
