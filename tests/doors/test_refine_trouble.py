"""`edison refine` where something goes wrong on the way: nothing hangs, and what is missing is told."""

import pytest

from edison.sim import FaultPlan, Match, Rule, SimProcess
from edison.sim.faults import Fail, Reply

from .commands import Terminal
from .suites import a_shop_to_refine

pytestmark = pytest.mark.timeout(240)

ONE_ROUND = {"refiner": "local/edison-writer-good", "rounds": 1, "candidates": 1}
GARBAGE = Reply(text="Lorem ipsum dolor sit amet.")


def test_an_arm_that_fails_altogether_holds_nothing_up_and_what_is_missing_is_told(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    refusing = Rule(action=Fail(status=400, sentence="No."), match=Match(model="edison-sim-small"))
    sim.admin.set_plan(FaultPlan(rules=(refusing,)))
    arms = [{"model": f"local/edison-sim-{size}", "max_tokens": 200} for size in ("medium", "small")]
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=ONE_ROUND, arms=arms))

    refined = terminal.edison("refine", "shop.yaml", "--quiet", "--json")

    assert refined.code == 1, refined.err
    told = refined.json
    [candidate] = told["rounds"][0]["candidates"]
    assert (candidate["verdict"], candidate["reason"]) == ("not_yet_known", "missing_results")
    summary = " ".join(told["summary"])
    assert "Not trustworthy: trouble left 48 of 96 cells without an answer (50 %)" in summary
    assert "Next: mend what left answers or judgments missing" in summary


def test_a_judge_that_is_never_understood_is_named_where_the_other_one_decides(
    terminal: Terminal, sim: SimProcess
) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=GARBAGE, match=Match(model="edison-judge-strict")),)))
    judges = ["local/edison-judge-fair", "local/edison-judge-strict"]
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=ONE_ROUND, judges=judges))

    refined = terminal.edison("refine", "shop.yaml")

    assert "Not trustworthy: the judge local/edison-judge-strict gave no finding in " in refined.out
    assert "judge-fair gave no finding" not in refined.out


def test_what_nobody_can_judge_of_a_persons_words_is_no_gain_that_is_too_small(
    terminal: Terminal, sim: SimProcess
) -> None:
    rounds = {**ONE_ROUND, "rounds": 2, "autonomy": "manual"}
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=rounds))

    terminal.edison("refine", "shop.yaml", "--quiet")
    terminal.edison("review", "latest", "edit", "--hunk", "1", "--text", "You answer customers of a shop.")
    terminal.edison("review", "latest", "apply")
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=GARBAGE, match=Match(model="edison-judge-fair")),)))
    ended = terminal.edison("resume", "latest")

    assert "version 3: not known (written by a person), adopted" in ended.out
    assert "What version 3 gains over the first is not known" in ended.out
    assert "the last gain was too small" not in ended.out
    assert "Round 2, from version 3" in ended.out


def test_a_refiner_that_writes_nothing_is_not_told_as_changes_that_guards_refused(
    terminal: Terminal, sim: SimProcess
) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=GARBAGE, match=Match(model="edison-writer-good")),)))
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine={**ONE_ROUND, "rounds": 2}))

    refined = terminal.edison("refine", "shop.yaml")

    assert refined.code == 1
    assert "No change was proposed in 2 rounds: 2 questions for one brought none." in refined.out
    assert "Nothing was compared on held-out cases, so the prompt stays as it was." in refined.out


def test_where_nothing_is_answered_no_quality_is_told(terminal: Terminal, sim: SimProcess) -> None:
    refusing = Rule(action=Fail(status=400, sentence="No."), match=Match(model="edison-sim-*"))
    sim.admin.set_plan(FaultPlan(rules=(refusing,)))
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=ONE_ROUND))

    refined = terminal.edison("refine", "shop.yaml")

    assert refined.code == 1
    assert "Round 1, from version 1: nothing could be measured\n" in refined.out
    assert "Next: mend what left answers or judgments missing" in refined.out
    assert "quality 0" not in refined.out
    assert terminal.edison("resume", "latest", "--json").json["rounds"][0]["quality"] is None
