"""A second process for large runs: it works on one run, and leaves with it or with whoever started it."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from edison.actions.files import Folder
from edison.actions.presets.suites import SuiteFile, load_suite
from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Stall

from .commands import Terminal
from .suites import a_suite
from .watching import found_wrong, until, workers_of

SLOW = FaultPlan(rules=(Rule(action=Stall(seconds=0.3)),))
CASES = [{"id": f"c{n}", "country": "France", "expect": "Paris"} for n in range(1_100)]
LARGE = [{"id": f"c{n}", "country": "France", "expect": "Paris"} for n in range(5_000)]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def small_run(either_terminal: Terminal, sim: SimProcess) -> "Iterator[subprocess.Popen[str]]":
    """A run of more shards than one process takes at once, that has begun to ask."""
    suite = either_terminal.write("suite.yaml", a_suite(sim, cases=CASES, concurrency=4))
    sim.admin.set_plan(SLOW)
    with either_terminal.begin("run", suite, "--json") as running:
        until(lambda: len(sim.bill()) >= 4)
        yield running
        running.kill()


@pytest.fixture
def hand(either_terminal: Terminal) -> "Iterator[subprocess.Popen[str]]":
    with either_terminal.begin("hand") as beside:
        yield beside
        beside.kill()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_hand_works_beside_another_process_and_leaves_when_the_run_ends(
    small_run: "subprocess.Popen[str]",
    hand: "subprocess.Popen[str]",
    either_terminal: Terminal,
    sim: SimProcess,
) -> None:
    run_id = _put_to_work(hand, either_terminal)
    sim.admin.set_plan(FaultPlan())

    out, _ = small_run.communicate(timeout=120)

    assert hand.wait(timeout=60) == 0
    assert (small_run.returncode, json.loads(out)["counts"]) == (0, {"ok": 1_100})
    assert not found_wrong(either_terminal, sim, run_id)


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_a_hand_whose_starter_is_gone_finishes_its_calls_and_leaves_the_rest_to_others(
    small_run: "subprocess.Popen[str]",
    hand: "subprocess.Popen[str]",
    either_terminal: Terminal,
    sim: SimProcess,
) -> None:
    run_id = _put_to_work(hand, either_terminal)

    assert hand.stdin is not None
    hand.stdin.close()
    assert hand.wait(timeout=60) == 0
    assert small_run.poll() is None

    sim.admin.set_plan(FaultPlan())
    small_run.communicate(timeout=120)
    assert small_run.returncode == 0
    assert either_terminal.edison("show", run_id, "--json").json["attempts"] == 1_100
    assert not found_wrong(either_terminal, sim, run_id)


def test_a_hand_that_is_not_needed_leaves_without_a_word(terminal: Terminal) -> None:
    said = terminal.process("hand", text="")

    assert (said.code, said.out, said.err) == (0, "", "")


def test_a_large_run_with_many_calls_in_flight_gets_a_hand_and_both_stop_at_ctrl_c(
    terminal: Terminal, sim: SimProcess
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, cases=LARGE, concurrency=128))
    sim.admin.set_plan(SLOW)
    running = terminal.begin("run", suite, "--json")
    until(lambda: len(workers_of(terminal)) == 2 or running.poll() is not None)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=120)
    told = json.loads(out)

    assert running.returncode == 3, err
    assert 0 < told["counts"]["ok"] < 5_000
    assert told["attempts"] == told["counts"]["ok"]

    sim.admin.set_plan(FaultPlan())
    resumed = terminal.edison("resume", told["id"], "--json")
    assert (resumed.code, resumed.json["counts"]) == (0, {"ok": 5_000})
    # Where the first of them is quick, the second comes too late to be needed.
    assert len(workers_of(terminal)) in (3, 4)
    assert not found_wrong(terminal, sim, told["id"])


@pytest.mark.parametrize(
    ("arms", "least", "is_so"), [(1, 4, True), (1, 5, False), (3, 12, True), (3, 13, False)]
)
def test_how_many_cells_a_suite_has_is_told_by_the_lines_of_its_cases(
    tmp_path: Path, arms: int, least: int, is_so: bool
) -> None:
    (tmp_path / "cases.jsonl").write_text("".join(f'{{"id": "{n}", "i": {n}}}\n' for n in range(4)))
    suite = {"name": "s", "arms": [f"openai/m{n}" for n in range(arms)], "prompt": "{{ i }}"}
    from_file = _load({**suite, "cases": "cases.jsonl"}, tmp_path)
    inline = _load({**suite, "cases": [{"id": str(n), "i": n} for n in range(4)]}, tmp_path)

    assert from_file.has_cells(least) is is_so
    assert inline.has_cells(least) is is_so


def _load(suite: dict[str, object], folder: Path) -> SuiteFile:
    return load_suite("suite.yaml", json.dumps(suite).encode(), files=Folder(folder))


def _put_to_work(hand: "subprocess.Popen[str]", terminal: Terminal) -> str:
    """Give a hand the run that is under way; returns its id once both work on it."""
    run_id = str(terminal.edison("runs", "--json").json[0]["id"])
    assert hand.stdin is not None
    hand.stdin.write(f"{run_id}\n")
    hand.stdin.flush()
    until(lambda: len(workers_of(terminal)) == 2)
    return run_id
