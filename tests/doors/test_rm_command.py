"""Taking runs away: texts go, money stays, and nothing that goes on is touched."""

from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_suite


def test_a_removed_run_is_gone_with_its_texts_and_its_money_stays(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    suite = either_terminal.write("suite.yaml", a_suite(sim))
    run = either_terminal.edison("run", suite, "--json").json
    other = either_terminal.edison("run", suite, "--json").json
    paid = either_terminal.edison("rm", run["id"], "--yes", "--json")

    assert paid.json == [
        {
            "id": run["id"],
            "cells": 6,
            "comparisons": 0,
            "calls": 6,
            "spent_usd": run["spent_usd"],
            "unpriced_calls": 0,
        }
    ]
    assert [one["id"] for one in either_terminal.edison("runs", "--json").json] == [other["id"]]
    assert either_terminal.edison("show", run["id"]).code == 2
    assert either_terminal.edison("show", other["id"], "--failed").code == 0
    told = [line for line in either_terminal.edison("events", "--json").out.splitlines() if run["id"] in line]
    assert "run.removed" in told[-1]
    assert not [line for line in either_terminal.edison("doctor").out.splitlines() if "missing" in line]


def test_where_nobody_can_be_asked_it_has_to_be_said(terminal: Terminal, sim: SimProcess) -> None:
    run = terminal.edison("run", terminal.write("suite.yaml", a_suite(sim)), "--json").json

    unsaid, nothing = terminal.edison("rm", run["id"]), terminal.edison("rm")
    young = terminal.edison("rm", "--older-than", "1d", "--yes")

    assert (unsaid.code, nothing.code, young.code) == (2, 2, 0)
    assert "There is no such run." in young.out
    assert len(terminal.edison("runs", "--json").json) == 1
    assert terminal.edison("rm", "--older-than", "1s", "--yes").code == 0


def test_what_has_not_ended_is_refused_before_anybody_is_asked_and_nothing_goes(
    terminal: Terminal, sim: SimProcess
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))
    ended = terminal.edison("run", suite, "--json").json["id"]
    going = terminal.edison("run", suite, "--detach").out.strip()

    asked, both = terminal.edison("rm", going), terminal.edison("rm", ended, going, "--yes")

    assert "has not ended" in asked.err
    assert "--yes" not in asked.err
    assert (asked.code, both.code) == (2, 2)
    assert "has not ended" in both.err
    assert len(terminal.edison("runs", "--json").json) == 2
