"""Checking again from the command line: exit codes, what is said, and nothing asked of anyone."""

import pytest

from edison.sim import SimProcess
from tests.database import open_quickly
from tests.invariants import gather, violations

from .commands import Said, Terminal
from .suites import a_suite

pytestmark = pytest.mark.timeout(240)

EXACT = [{"similarity": {"to": "{{ expect }}", "at_least": 1}}]
LOOSE = [{"similarity": {"to": "{{ expect }}", "at_least": 0.01}}, "not_refusal"]


def run_and_recheck(terminal: Terminal, sim: SimProcess, checks: object, *more: str) -> tuple[Said, Said]:
    """A run of six capitals, and its recheck by a file of checks."""
    ran = terminal.edison("run", terminal.write("suite.yaml", a_suite(sim)), "--json", "--quiet")
    return ran, terminal.edison("recheck", "latest", "--checks", terminal.write("checks.yaml", checks), *more)


def test_checks_are_made_again_and_nobody_is_asked(either_terminal: Terminal, sim: SimProcess) -> None:
    ran, failed = run_and_recheck(either_terminal, sim, EXACT, "--json")
    bill = len(sim.bill())
    shown = either_terminal.edison("show", "latest", "--json").json
    own = either_terminal.edison("recheck", "latest", "--json")

    assert (ran.code, failed.code, own.code) == (0, 1, 0)
    assert failed.json["verdict"] == "checks_failed"
    assert failed.json["checks"] == shown["checks"] == {"passed": 0, "failed": 6, "not_checked": 0}
    assert failed.json["recheck"] == {
        **{"outputs": 6, "findings": 6, "replaced": 6, "changed": 0},
        **{"added": 6, "dropped": 6, "mended": 0, "broken": 6},
    }
    assert own.json["recheck"]["mended"] == 6
    assert own.json["checks"] == ran.json["checks"] == {"passed": 6, "failed": 0, "not_checked": 0}
    assert _board(own) == _board(ran)
    assert _board(failed)[0]["strength"] == 0
    assert len(sim.bill()) == bill
    assert not _found_wrong(either_terminal, sim, own.json["id"])


def _board(said: Said) -> list[dict[str, object]]:
    (items,) = (board["items"] for board in said.json["boards"] if board["board"] == "checks")
    return items


def _found_wrong(terminal: Terminal, sim: SimProcess, run_id: str) -> list[str]:
    store = open_quickly(terminal.database)
    try:
        return violations(gather(store, run_id, sim.bill()))  # pyright: ignore[reportArgumentType]
    finally:
        store.close()


def test_people_are_told_how_many_findings_changed(terminal: Terminal, sim: SimProcess) -> None:
    _, said = run_and_recheck(terminal, sim, LOOSE)

    assert said.code == 0
    assert "6 outputs checked again, 12 findings: 0 changed, 12 added, 6 dropped." in said.out
    assert said.out.endswith("Verdict: passed.\n")


@pytest.mark.parametrize("point", ["commit.before", "commit.after"])
def test_killed_at_a_commit_it_is_completed_by_the_same_command(
    terminal: Terminal, sim: SimProcess, point: str
) -> None:
    terminal.edison("run", terminal.write("suite.yaml", a_suite(sim)), "--quiet")
    command = ("recheck", "latest", "--json", "--checks", terminal.write("checks.yaml", EXACT))
    terminal.set("EDISON_FAULT_POINT", point)
    died = terminal.process(*command)
    terminal.set("EDISON_FAULT_POINT", "rename.before")

    completed = terminal.edison(*command)

    assert (died.code, completed.code) == (-9, 1)
    assert completed.json["recheck"]["replaced"] == (6 if point == "commit.before" else 0)
    assert completed.json["checks"] == {"passed": 0, "failed": 6, "not_checked": 0}
    assert _board(completed)[0]["strength"] == 0


def test_checks_that_cannot_be_made_are_bad_input(terminal: Terminal, sim: SimProcess) -> None:
    terminal.edison("run", terminal.write("suite.yaml", a_suite(sim)), "--quiet")
    refused = {
        "checks.yaml cannot be used: line 1, column 2, checks[0]: there is no check": [{"alike": "x"}],
        "its value must be a mapping of to, at_least": [{"similarity": "x"}],
        "The cases of capitals do not fit": [{"contains": "{{ nothing }}"}],
        "it holds too little": [],
    }

    said = {
        told: terminal.edison("recheck", "latest", "--checks", terminal.write("checks.yaml", checks))
        for told, checks in refused.items()
    }

    assert {told: one.err for told, one in said.items() if one.code != 2 or told not in one.err} == {}


@pytest.mark.parametrize("arguments", [["nothing"], ["latest", "--checks", "nowhere.yaml"]])
def test_what_is_not_there_is_bad_input(terminal: Terminal, arguments: list[str]) -> None:
    assert terminal.edison("recheck", *arguments).code == 2


def test_of_a_run_that_has_not_ended_one_is_told_so(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))
    terminal.set("EDISON_FAULT_POINT", "settle.before")
    assert terminal.process("run", suite).code == -9
    terminal.set("EDISON_FAULT_POINT", "rename.before")

    said = terminal.edison("recheck", "latest", "--json")

    assert "The run has not ended" in said.err
    assert (said.code, said.json["verdict"]) == (3, "unfinished")
