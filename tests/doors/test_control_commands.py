"""Stopping and going on: Ctrl-C, SIGTERM, pause, resume, cancel, and workers that take up what was left."""

import json
import signal
import subprocess
from collections.abc import Iterator

import pytest

from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Stall

from .commands import Terminal
from .suites import a_suite
from .watching import found_wrong, until

SLOW = FaultPlan(rules=(Rule(action=Stall(seconds=0.3)),))
QUICK = FaultPlan()
ON_A_FILE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
CASES = [{"id": f"c{n}", "country": "France", "expect": "Paris"} for n in range(60)]


# Starting a process takes a while on a busy machine.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def slow_run(either_terminal: Terminal, sim: SimProcess) -> "Iterator[subprocess.Popen[str]]":
    """A run of sixty cells, two at a time, that has begun to ask."""
    suite = either_terminal.write("suite.yaml", a_suite(sim, cases=CASES, concurrency=2))
    sim.admin.set_plan(SLOW)
    running = either_terminal.begin("run", suite, "--json")
    try:
        until(lambda: sum(one.operation == "chat" for one in sim.bill()) >= 4)
        yield running
    finally:
        running.kill()
        running.communicate()


def test_ctrl_c_keeps_every_answer_and_says_how_to_go_on(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal, sim: SimProcess
) -> None:
    slow_run.send_signal(signal.SIGINT)
    out, err = slow_run.communicate(timeout=120)
    told = json.loads(out)

    assert slow_run.returncode == 3
    assert f"Go on with: edison resume {told['id']}" in err
    assert told["verdict"] == "unfinished"
    assert 0 < told["counts"]["ok"] < 60
    assert not found_wrong(either_terminal, sim, told["id"])

    sim.admin.set_plan(QUICK)
    resumed = either_terminal.edison("resume", told["id"], "--json")

    assert (resumed.code, resumed.json["counts"]) == (0, {"ok": 60})
    assert resumed.json["attempts"] == 60
    assert not found_wrong(either_terminal, sim, told["id"])


def test_sigterm_is_like_ctrl_c_and_any_later_worker_goes_on(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal, sim: SimProcess
) -> None:
    slow_run.terminate()
    out, _ = slow_run.communicate(timeout=120)
    sim.admin.set_plan(QUICK)

    worked = either_terminal.edison("worker", "--until-idle")

    assert (slow_run.returncode, worked.code) == (3, 0)
    shown = either_terminal.edison("show", json.loads(out)["id"], "--json").json
    assert (shown["settlement"], shown["counts"]) == ("all_cells_done", {"ok": 60})


@ON_A_FILE
def test_a_worker_that_may_not_ask_halts_the_run_and_resume_goes_on_where_it_may(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal, sim: SimProcess
) -> None:
    slow_run.terminate()
    run_id = json.loads(slow_run.communicate(timeout=120)[0])["id"]
    sim.admin.set_plan(QUICK)
    sent = len(sim.bill())

    either_terminal.set("EDISON_ALLOWED", "other")
    worked = either_terminal.edison("worker", "--until-idle")
    shown = either_terminal.edison("show", run_id)
    assert worked.code == 0
    assert "may not be asked here" in " ".join(shown.out.split())
    assert len(sim.bill()) == sent

    either_terminal.set("EDISON_ALLOWED", "local")
    resumed = either_terminal.edison("resume", run_id, "--json")
    assert (resumed.code, resumed.json["counts"]) == (0, {"ok": 60})
    assert not found_wrong(either_terminal, sim, run_id)


@ON_A_FILE
def test_the_second_ctrl_c_leaves_at_once(slow_run: "subprocess.Popen[str]", sim: SimProcess) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=60)),)))
    before = len(sim.bill())
    until(lambda: len(sim.bill()) > before or slow_run.poll() is not None)

    slow_run.send_signal(signal.SIGINT)
    said = slow_run.stderr
    assert said is not None
    until(lambda: "Press Ctrl-C again" in said.readline())
    slow_run.send_signal(signal.SIGINT)

    assert slow_run.wait(timeout=60) == 3


def test_a_run_finished_from_elsewhere_ends_its_command_with_the_proper_verdict(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal
) -> None:
    finished = either_terminal.edison("finish", "latest", "--json")
    out, _ = slow_run.communicate(timeout=120)
    told = json.loads(out)

    assert told["verdict"] == finished.json["verdict"] == "stopped_by_person"
    assert slow_run.returncode == finished.code


@ON_A_FILE
def test_a_run_paused_from_elsewhere_ends_its_command_and_can_be_resumed(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal, sim: SimProcess
) -> None:
    paused = either_terminal.edison("pause", "latest")
    out, _ = slow_run.communicate(timeout=120)
    shown = either_terminal.edison("show", "latest", "--json").json
    sim.admin.set_plan(QUICK)
    resumed = either_terminal.edison("resume", "latest", "--json")

    assert (paused.code, slow_run.returncode) == (0, 3)
    assert json.loads(out)["verdict"] == "paused"
    assert shown["state"] == "paused"
    assert (resumed.code, resumed.json["counts"]) == (0, {"ok": 60})


@ON_A_FILE
def test_a_cancelled_run_is_over_for_ever(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal
) -> None:
    cancelled = either_terminal.edison("cancel", "latest")
    out, _ = slow_run.communicate(timeout=120)
    again = either_terminal.edison("cancel", "latest")
    resumed = either_terminal.edison("resume", "latest", "--json")
    told = json.loads(out)

    assert (cancelled.code, slow_run.returncode) == (0, 3)
    assert (told["state"], told["verdict"]) == ("cancelled", "cancelled")
    assert told["counts"]["cancelled"] + told["counts"]["ok"] == 60
    assert again.code == 2
    assert "run_not_moved" in again.err
    assert (resumed.code, resumed.json["state"]) == (3, "cancelled")


@ON_A_FILE
def test_somebody_else_may_look_on(
    slow_run: "subprocess.Popen[str]", either_terminal: Terminal, sim: SimProcess
) -> None:
    sim.admin.set_plan(QUICK)

    watched = either_terminal.edison("watch", "latest", "--json")

    slow_run.communicate(timeout=120)
    assert (watched.code, slow_run.returncode) == (0, 0)
    assert watched.json["counts"] == {"ok": 60}


def test_a_spent_budget_can_be_raised(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, budget_usd=0.000001))
    spent = terminal.edison("run", suite, "--json")

    resumed = terminal.edison("resume", spent.json["id"], "--budget", "5", "--json")

    assert (spent.code, spent.json["settlement"]) == (3, "budget_spent")
    assert (resumed.code, resumed.json["counts"]) == (0, {"ok": 6})


def test_a_key_that_is_refused_halts_the_run_until_there_is_a_better_one(
    terminal: Terminal, sim: SimProcess
) -> None:
    local = {"kind": "openai", "base_url": sim.base_url("openai"), "api_key_env": "MY_KEY", "price": 0}
    suite = terminal.write("suite.yaml", a_suite(sim, providers={"local": local}))
    terminal.set("MY_KEY", "sk-canary-of-yesterday-0123456789")
    sim.admin.revoke_keys("sk-canary-of-yesterday-0123456789")

    halted = terminal.edison("run", suite, "--json")
    terminal.set("MY_KEY", "sk-canary-of-today-0123456789")
    resumed = terminal.edison("resume", halted.json["id"], "--json")

    assert (halted.code, halted.json["state"], halted.json["verdict"]) == (3, "halted", "halted")
    assert halted.json["halted"]["code"] == "auth_refused"
    assert f"Go on with: edison resume {halted.json['id']}" in halted.err
    assert "Go on with" not in resumed.err
    assert (resumed.code, resumed.json["counts"]) == (0, {"ok": 6})
    assert "canary" not in halted.out + halted.err + resumed.out + resumed.err


def test_a_workbench_that_is_asked_to_leave_as_soon_as_it_is_open_leaves(terminal: Terminal) -> None:
    begun = terminal.begin("up", "--no-browser", "--port", "0", "--json")
    assert begun.stdout is not None
    assert json.loads(begun.stdout.readline())["port"]

    begun.send_signal(signal.SIGINT)
    _, noted = begun.communicate(timeout=60)

    assert (begun.returncode, noted[:9]) == (0, "Stopping:"), noted
