"""`edison run`: from a file to a report, and the exit codes that scripts rely on."""

import json
from xml.etree import ElementTree

import pytest

from edison.domain import AttemptId, RunId
from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Fail, Reply
from tests.database import open_quickly
from tests.invariants import gather

from .commands import Terminal
from .suites import JUDGED, a_provider, a_suite

pytestmark = pytest.mark.timeout(240)

ALWAYS_WRONG = {"checks": [{"contains": "Atlantis"}]}
EVERY_CALL_FAILS = FaultPlan(rules=(Rule(action=Fail(status=400, sentence="No.")),))


def test_a_file_goes_in_and_a_report_comes_out(either_terminal: Terminal, sim: SimProcess) -> None:
    suite = either_terminal.write("suite.yaml", a_suite(sim, **JUDGED))

    said = either_terminal.edison("run", suite)

    assert said.code == 0, said.err
    assert "capitals" in said.out
    assert "The run is complete." in said.out
    assert "Quality: " in said.out
    assert "Verdict: passed: 6 of 6 passed every check, cost $0." in said.out
    assert "6 cells and 6 judgments, about $" in said.err


def test_the_first_command_makes_the_database(new_terminal: Terminal, sim: SimProcess) -> None:
    suite = new_terminal.write("suite.yaml", a_suite(sim))

    said = new_terminal.edison("run", suite, "--json")

    assert said.code == 0, said.err
    assert [run["id"] for run in new_terminal.edison("runs", "--json").json] == [said.json["id"]]


def test_a_worker_that_left_in_good_order_is_not_called_dead(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    suite = either_terminal.write("suite.yaml", a_suite(sim))
    either_terminal.edison("run", suite)

    said = either_terminal.edison("run", suite)

    assert said.code == 0, said.err
    assert "workers.died" not in said.err


def test_machines_get_one_object_and_nothing_else(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, **JUDGED))

    said = terminal.edison("run", suite, "--json", "--quiet")

    assert said.err == ""
    told = said.json
    assert told["state"] == "ended"
    assert told["settlement"] == "all_cells_done"
    assert told["counts"] == {"ok": 6}
    [judge] = told["judgments"].pop("by_judge")
    assert (judge["name"], judge["asked"], judge["not_judged"]) == ("local/edison-judge-fair", 6, 0)
    assert told["judgments"] == {"planned": 6, "judged": 6, "not_judged": 0}
    assert told["verdict"] == "passed"
    assert told["exit_code"] == 0
    assert {board["board"] for board in told["boards"]} >= {"quality", "checks", "cost"}


@pytest.mark.parametrize(
    ("changes", "arguments", "code", "verdict"),
    [
        ({}, (), 0, "passed"),
        (ALWAYS_WRONG, (), 1, "checks_failed"),
        (ALWAYS_WRONG, ("--fail-under", "0"), 0, "passed"),
        ({**ALWAYS_WRONG, "fail_under": 0}, (), 0, "passed"),
        (ALWAYS_WRONG, ("--fail-under", "0.5"), 1, "below_threshold"),
        ({"fail_under": 1}, (), 0, "passed"),
        ({"budget_usd": 0.000001}, (), 3, "budget_spent"),
        ({}, ("--budget", "0.000001"), 3, "budget_spent"),
    ],
)
def test_the_exit_code_says_what_became_of_the_run(
    terminal: Terminal,
    sim: SimProcess,
    changes: dict[str, object],
    arguments: tuple[str, ...],
    code: int,
    verdict: str,
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, **changes))

    said = terminal.edison("run", suite, "--json", *arguments)

    assert (said.code, said.json["verdict"]) == (code, verdict)
    assert said.json["exit_code"] == code


def test_an_answer_that_could_not_be_checked_has_not_passed(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, checks=["json_valid"]))
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(text="[" * 201)),)))

    said = terminal.edison("run", suite, "--json")
    shared = terminal.edison("run", suite, "--json", "--fail-under", "0.5")
    junit = ElementTree.fromstring(terminal.edison("export", "latest", "--format", "junit").out)

    assert (said.code, said.json["verdict"]) == (1, "not_checked")
    assert said.json["checks"] == {"passed": 0, "failed": 0, "not_checked": 6}
    assert (shared.code, shared.json["verdict"]) == (1, "below_threshold")
    assert (junit.get("failures"), junit.get("errors")) == ("0", "6")


def test_trouble_of_the_provider_is_not_a_failed_check(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))
    sim.admin.set_plan(EVERY_CALL_FAILS)

    said = terminal.edison("run", suite, "--json")

    assert (said.code, said.json["verdict"]) == (3, "cells_failed")
    assert said.json["counts"] == {"failed": 6}


def test_what_failed_is_asked_again_and_only_that(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))
    sim.admin.set_plan(EVERY_CALL_FAILS)
    first = terminal.edison("run", suite, "--json")
    sim.admin.set_plan(FaultPlan())

    again = terminal.edison("rerun", first.json["id"], "--failed", "--json")
    once_more = terminal.edison("rerun", first.json["id"], "--failed", "--json")

    assert (again.code, again.json["counts"]) == (0, {"ok": 6})
    assert "Asked for again: 6 answers and judgments." in again.err
    assert once_more.code == 0
    assert "Asked for again: 0 answers and judgments." in once_more.err
    assert once_more.json["attempts"] == 12


def test_what_passed_before_and_fails_now_is_a_regression(either_terminal: Terminal, sim: SimProcess) -> None:
    suite = a_suite(sim)
    question = suite.pop("prompt")
    suite["prompts"] = [{"name": name, "user": question} for name in ("plain", "curt")]
    good = either_terminal.write("good.yaml", suite)
    bad = either_terminal.write("bad.yaml", {**suite, "checks": [{"icontains": "{{ expect }}"}, "empty"]})
    baseline = either_terminal.edison("run", good, "--json").json["id"]

    same = either_terminal.edison("run", good, "--baseline", baseline, "--json")
    worse = either_terminal.edison("run", bad, "--baseline", baseline, "--json")
    told = either_terminal.edison("run", bad, "--baseline", baseline)

    assert (same.code, same.json["verdict"], same.json["baseline"]["broken"]) == (0, "passed", 0)
    assert (worse.code, worse.json["verdict"], worse.json["baseline"]["broken"]) == (4, "regressed", 12)
    assert told.code == 4
    assert [one["prompt"] for one in worse.json["baseline"]["first_broken"]][:2] == ["plain", "curt"]
    assert "no longer passes: france by local/edison-sim-large, curt" in told.out


def test_a_fall_in_quality_is_a_regression_too(terminal: Terminal, sim: SimProcess) -> None:
    cases = [{"id": f"q{n}", "question": case.text} for n, case in enumerate(sim.admin.cases(24, seed=3))]
    judged = {**JUDGED, "checks": [], "cases": cases, "prompt": "{{ question }}"}
    strong = a_suite(sim, **judged, arms=[{"model": "local/edison-sim-large", "name": "one"}])
    weak = a_suite(sim, **judged, arms=[{"model": "local/edison-sim-tiny", "name": "one"}])
    before = terminal.edison("run", terminal.write("strong.yaml", strong), "--json").json["id"]

    after = terminal.edison("run", terminal.write("weak.yaml", weak), "--baseline", before, "--json")

    assert (after.code, after.json["verdict"]) == (4, "regressed")
    [quality] = after.json["baseline"]["qualities"]
    assert quality["verdict"] == "worse"
    assert quality["after"] < quality["before"]


OWN_WORDS = """You mark exams. This is how you mark:
{{ rubric }}
The question was: {{ task }}
A pupil wrote: {{ answer }}"""


def test_a_judge_is_asked_in_the_words_of_the_suite(terminal: Terminal, sim: SimProcess) -> None:
    judge = {"model": "local/edison-judge-fair", "prompt": OWN_WORDS}
    suite = terminal.write("suite.yaml", a_suite(sim, **{**JUDGED, "judges": [judge]}))

    said = terminal.edison("run", suite, "-o", "report.json", "--json")

    assert said.code == 0, said.err
    cells = json.loads((terminal.folder / "report.json").read_text())["cells"]
    judged = [cell["judgments"][0] for cell in cells]
    assert all(one["not_judged"] is None and one["quality"] > 0.5 for one in judged)
    store = open_quickly(terminal.database)
    try:
        attempts = gather(store, RunId(said.json["id"])).attempts
        with store.reading() as work:
            sent = [work.ledger.exchange(AttemptId(one.id)) for one in attempts]
    finally:
        store.close()
    asked = [raw.request.decode() for raw in sent if raw is not None]
    own = [request for request in asked if "You mark exams." in request]
    assert len(own) == len(cells)
    assert all("A pupil wrote: " in request and "What it says is true." in request for request in own)
    assert not any("edison-sim-large" in request for request in own)


def test_a_baseline_without_a_cell_in_common_is_bad_input(terminal: Terminal, sim: SimProcess) -> None:
    one = terminal.write("one.yaml", a_suite(sim))
    other = terminal.write(
        "other.yaml", a_suite(sim, cases=[{"id": "x", "country": "Italy", "expect": "Rome"}])
    )
    baseline = terminal.edison("run", one, "--json").json["id"]

    said = terminal.edison("run", other, "--baseline", baseline)

    assert said.code == 2
    assert "baseline_differs" in said.err


def test_options_win_over_the_file(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, seed=1))

    said = terminal.edison("run", suite, "--repeats", "2", "--seed", "42", "--concurrency", "3", "--json")

    assert (said.code, said.json["counts"], said.json["seed"]) == (0, {"ok": 12}, 42)


def test_providers_may_stand_in_a_file_of_their_own(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, providers={}))
    providers = terminal.write("providers.yaml", {"local": a_provider(sim)})

    without = terminal.edison("run", suite)
    said = terminal.edison("run", suite, "--providers", providers)

    assert (without.code, said.code) == (2, 0)
    assert "provider_unknown" in without.err


def test_results_are_written_to_a_file_in_the_format_of_its_name(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))

    said = terminal.edison("run", suite, "--out", "results.jsonl", "--quiet")

    assert said.code == 0
    assert said.out.startswith("capitals: passed: 6 of 6 ")
    lines = (terminal.folder / "results.jsonl").read_text().splitlines()
    assert [json.loads(line)["case_id"] for line in lines][:2] == ["france", "chile"]


@pytest.mark.parametrize("place", ["missing/results.jsonl", ".", "results.pdf"])
def test_a_place_that_cannot_be_written_is_found_out_before_anything_is_paid(
    terminal: Terminal, sim: SimProcess, place: str
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))

    said = terminal.edison("run", suite, "--out", place)

    assert said.code == 2
    assert sim.totals().requests == 0


def test_progress_is_plain_lines_where_nobody_looks(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))

    said = terminal.edison("run", suite)

    assert "Started run_" in said.err
    assert "\x1b" not in said.err + said.out
