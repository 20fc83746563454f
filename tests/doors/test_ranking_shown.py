"""A ranking of texts as the other commands show and write it: show, export, resume, rerun, and bad names for files."""

import csv
import io
import json

import pytest

from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Fail
from tests.engine.essays import as_lines, some_essays

from .commands import Said, Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

FOUR = some_essays(4)
KEY = "sk-canary-of-rankings-0123456789"
REFUSING = FaultPlan(rules=(Rule(action=Fail(status=400, sentence="No.")),))


def _rank(terminal: Terminal, sim: SimProcess, *more: str) -> Said:
    terminal.write("essays.jsonl", as_lines(FOUR))
    terminal.set("MY_KEY", KEY)
    terminal.write("providers.yaml", {"local": a_provider(sim, "openai", api_key_env="MY_KEY")})
    judge = ("--judge", "local/edison-judge-fair", "--seed", "3")
    return terminal.edison("rank", "essays.jsonl", *judge, "--providers", "providers.yaml", *more)


def test_a_run_that_ranked_texts_shows_their_order(either_terminal: Terminal, sim: SimProcess) -> None:
    ranked = _rank(either_terminal, sim, "--json").json

    shown = either_terminal.edison("show", "latest", "--json").json
    told = either_terminal.edison("show", "latest").out

    assert {key: shown[key] for key in ranked} == ranked
    assert (shown["id"], shown["state"]) == (ranked["run"], "ended")
    assert "boards" not in shown
    assert all(one.id in told for one in FOUR)
    assert "Reliability: " in told
    assert "Ended: stable." in told
    assert "cells planned" in told


def test_a_ranking_that_was_cancelled_says_that_there_is_no_order(
    terminal: Terminal, sim: SimProcess
) -> None:
    sim.admin.revoke_keys(KEY)
    _rank(terminal, sim, "--quiet")
    halted = terminal.edison("show", "latest").out
    terminal.edison("cancel", "latest")

    cancelled = terminal.edison("show", "latest").out

    assert "It has not ended yet." in halted
    assert "No order was made of the comparisons" in halted
    assert "No order was made of the comparisons" in cancelled
    assert "Ended: cancelled." in cancelled


@pytest.mark.parametrize("command", [("resume",), ("rerun", "--failed")])
def test_a_ranking_that_goes_on_is_written_as_its_file_is_named(
    terminal: Terminal, sim: SimProcess, command: tuple[str, ...]
) -> None:
    sim.admin.set_plan(REFUSING)
    failed = _rank(terminal, sim, "--json").json
    sim.admin.set_plan(FaultPlan())
    name, *options = command
    more = ("--providers", "providers.yaml", "--quiet")

    refused = terminal.edison(name, failed["run"], *options, "--out", "order.xml", *more)
    page = terminal.edison(name, failed["run"], *options, "--out", "order.html", *more)
    numbers = terminal.edison(name, failed["run"], *options, "--out", "order.json", *more)
    named = terminal.edison(name, failed["run"], *options, "--out", "order", "--format", "json", *more)

    assert failed["settlement"] == "gate_failed"
    assert refused.code == 2
    assert "Nothing is exported as 'xml'; there are html, json, csv, md, comparisons, reasons." in refused.err
    assert not (terminal.folder / "order.xml").exists()
    ends = 0 if name == "rerun" else 3
    assert (page.code, numbers.code, named.code) == (ends, ends, ends)
    assert (terminal.folder / "order.html").read_text().lower().startswith("<!doctype html>")
    assert json.loads((terminal.folder / "order.json").read_text())["run"] == failed["run"]
    assert (terminal.folder / "order").read_text() == (terminal.folder / "order.json").read_text()


def test_a_ranking_is_exported_as_a_page_or_for_machines(terminal: Terminal, sim: SimProcess) -> None:
    ranked = _rank(terminal, sim, "--json").json

    poured = terminal.edison("export", "latest")
    page = terminal.edison("export", "latest", "--format", "html")
    saved = terminal.edison("export", "latest", "--out", "order.json")
    refused = terminal.edison("export", "latest", "--format", "junit")
    order, comparisons, reasons = (
        list(csv.DictReader(io.StringIO(terminal.edison("export", "latest", "--format", name).out)))
        for name in ("csv", "comparisons", "reasons")
    )
    markdown = terminal.edison("export", "latest", "--format", "md").out

    assert [row["text"] for row in order] == [item["id"] for item in ranked["items"]]
    assert len(comparisons) == ranked["comparisons"]
    assert (comparisons[0]["wave"], comparisons[0]["judge"]) == ("1", "local/edison-judge-fair")
    assert [row["text"] for row in reasons[:6]] == [ranked["items"][0]["id"]] * 6
    assert {row["outcome"] for row in reasons} == {"won", "lost"}
    assert ranked["worth"]["sentence"] in markdown.splitlines()[2]
    assert json.loads(poured.out) == ranked
    assert page.out.lower().startswith("<!doctype html>")
    assert saved.code == 0
    assert json.loads((terminal.folder / "order.json").read_text()) == ranked
    assert refused.code == 2
    assert "format_unknown" in refused.err


def test_a_file_of_an_unknown_kind_is_refused_before_anything_is_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    said = _rank(terminal, sim, "--out", "order.xml")

    assert said.code == 2
    assert "format_unknown" in said.err
    assert sim.totals().requests == 0


def test_numbers_are_written_where_the_file_is_named_so(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--out", "order.json", "--json")

    assert json.loads((terminal.folder / "order.json").read_text()) == said.json


def test_anchors_that_were_not_compared_are_not_said_to_be_missing(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("anchors.csv", "id,text,grade\ngood,A fine text.,A\nbad,A poor text.,F\n")
    terminal.write("scale.yaml", {"name": "two", "grades": ["F", "A"]})

    told = _rank(
        terminal,
        sim,
        *("--anchors", "anchors.csv", "--scale", "scale.yaml", "--budget-comparisons", "1", "--json"),
    ).json

    assert told["comparisons"] == 1
    assert len(told["unplaced"]) == 4
    assert not told["grades"]["available"]
    assert "There are no anchors" not in told["grades"]["reason"]


def test_a_key_stands_nowhere(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--json", "--out", "order.html")
    shown = terminal.edison("show", "latest")
    exported = terminal.edison("export", "latest")

    page = (terminal.folder / "order.html").read_text()
    assert said.code == 0
    assert not any(KEY in told for one in (said, shown, exported) for told in (one.out, one.err))
    assert KEY not in page
    assert KEY.encode() not in (terminal.folder / "edison.db").read_bytes()


def test_a_command_that_follows_another_takes_nobody_for_dead(terminal: Terminal, sim: SimProcess) -> None:
    _rank(terminal, sim, "--quiet")

    second = _rank(terminal, sim, "--quiet")

    assert second.err == ""


def test_what_the_judges_were_told_can_be_read(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--goal", "Should schools start later?", "--json", "--out", "order.html")

    [told] = said.json["prompts"].values()
    assert "Should schools start later?" in told
    assert "(the one text)" in told
    assert not any(one.text in told for one in FOUR)
    assert "What was asked of local/edison-judge-fair" in (terminal.folder / "order.html").read_text()
