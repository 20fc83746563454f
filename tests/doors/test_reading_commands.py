"""Looking at what there is: runs, show, export, and words that a terminal must not act on."""

import csv
import io
import json
import os
import pty
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(240)

KEYS = [
    *("case_id", "arm", "version", "prompt", "repeat", "outcome", "status", "inputs", "expected"),
    *("text", "checks", "safety", "judgments"),
    *("latency_ms", "tokens_in", "tokens_out", "cost_usd", "cached"),
]
HOSTILE = "a\x1b[2J\x1b]0;owned\x07\u202eb\x9b31mc\r\x08d"


@pytest.fixture
def done(terminal: Terminal, sim: SimProcess) -> str:
    """The id of a run that is over."""
    suite = terminal.write("suite.yaml", a_suite(sim, **JUDGED))
    return terminal.edison("run", suite, "--json", "--quiet").json["id"]


def test_runs_are_listed_newest_first(terminal: Terminal, sim: SimProcess, done: str) -> None:
    other = terminal.edison("run", terminal.write("other.yaml", a_suite(sim, name="other")), "--json")

    listed = terminal.edison("runs", "--json").json
    shown = terminal.edison("runs", "--limit", "1").out

    assert [run["id"] for run in listed] == [other.json["id"], done]
    assert all(run["counts"] == {"ok": 6} for run in listed)
    assert {(run["state"], run["settlement"]) for run in listed} == {("ended", "all_cells_done")}
    assert "other" in shown
    assert done not in shown


def test_where_nothing_ran_one_is_told_how_to_begin(terminal: Terminal) -> None:
    assert "edison run FILE" in terminal.edison("runs").out


@pytest.mark.parametrize(
    "part", [lambda run: run, lambda run: run[-6:], lambda _: "latest", lambda _: "capitals"]
)
def test_a_run_is_found_by_what_one_calls_it(terminal: Terminal, done: str, part: "object") -> None:
    said = terminal.edison("show", part(done), "--json")  # pyright: ignore[reportCallIssue]

    assert said.json["id"] == done


def test_a_run_that_is_not_there_is_bad_input(terminal: Terminal) -> None:
    for command in ("show", "watch", "pause", "resume", "cancel", "export"):
        said = terminal.edison(command, "nothing")

        assert said.code == 2
        assert "There is no run 'nothing'" in said.err


def test_people_see_counts_and_boards(terminal: Terminal, done: str) -> None:
    said = terminal.edison("show", done)

    assert "The run is complete." in said.out
    assert all(board in said.out for board in ("Quality", "Checks passed", "Speed", "Cost", "Reliability"))
    assert "local/edison-sim-large" in said.out


def test_jsonl_has_a_line_per_cell_with_the_promised_keys(terminal: Terminal, done: str) -> None:
    lines = [json.loads(line) for line in terminal.edison("export", done).out.splitlines()]

    assert len(lines) == 6
    assert all(list(line) == KEYS for line in lines)
    assert {line["outcome"] for line in lines} == {"ok"}


def test_every_format_can_be_read_by_those_it_is_for(terminal: Terminal, done: str) -> None:
    written = {
        name: terminal.edison("export", done, "--format", name).out
        for name in ("json", "csv", "junit", "html", "md")
    }

    assert len(json.loads(written["json"])["cells"]) == 6
    assert len(list(csv.DictReader(io.StringIO(written["csv"])))) == 6
    assert len(ElementTree.fromstring(written["junit"]).findall(".//testcase")) == 6
    assert written["html"].lstrip().lower().startswith("<!doctype html>")
    assert written["md"].startswith("# ")


def test_an_unknown_format_is_bad_input(terminal: Terminal, done: str) -> None:
    said = terminal.edison("export", done, "--format", "pdf")

    assert said.code == 2
    assert (
        "Nothing is exported as 'pdf'; there are json, jsonl, csv, facets, comparisons, junit, html, md"
        in said.err
    )


def test_an_export_to_a_file_is_whole_or_not_there(terminal: Terminal, done: str) -> None:
    place = terminal.folder / "out.csv"
    place.write_text("what was there before")
    terminal.set("EDISON_FAULT_POINT", "rename.before")

    died = terminal.process("export", done, "--out", "out.csv")
    before = place.read_text()
    terminal.set("EDISON_FAULT_POINT", "rename.after")
    died_later = terminal.process("export", done, "--out", "out.csv")

    assert (died.code, died_later.code) == (-9, -9)
    assert before == "what was there before"
    assert len(list(csv.DictReader(io.StringIO(place.read_text())))) == 6


def test_whoever_stops_reading_an_export_has_had_enough(terminal: Terminal, done: str) -> None:
    command = f"{sys.executable} -m edison export {done} --format json | head -c 10; echo ${{PIPESTATUS[0]}}"

    shown = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True, cwd=terminal.folder
    )

    assert shown.stdout.endswith("0\n")
    assert shown.stderr == ""


def test_words_from_outside_cannot_act_on_a_terminal(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write(
        "suite.json",
        a_suite(sim, name=HOSTILE, arms=[{"model": "local/edison-sim-large", "name": f"arm {HOSTILE}"}]),
    )

    ran = _at_a_terminal(terminal, "run", suite)
    shown = [_at_a_terminal(terminal, *command) for command in (["runs"], ["show", "latest"])]
    refused = _at_a_terminal(terminal, "show", HOSTILE)

    for said in (ran, *shown, refused):
        assert "owned" not in said
        assert "\x1b[2J" not in said
        assert "\u202e" not in said
        assert "\x9b" not in said


def _at_a_terminal(terminal: Terminal, *arguments: str) -> str:
    """What a command writes to a real terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "edison", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=terminal.folder,
    )
    os.close(theirs)
    pieces: list[bytes] = []
    try:
        while piece := os.read(ours, 65536):
            pieces.append(piece)
    except OSError:
        # The terminal is gone when the last process that held it has ended.
        pass
    os.close(ours)
    process.wait(timeout=60)
    return b"".join(pieces).decode("utf-8", "replace")


def test_a_run_is_compared_with_the_one_before_it_of_the_same_name(
    terminal: Terminal, sim: SimProcess, done: str
) -> None:
    alone = terminal.edison("compare", "latest")
    again = terminal.edison("run", "suite.yaml", "--json", "--quiet").json["id"]
    terminal.edison("run", terminal.write("other.yaml", a_suite(sim, name="other")), "--quiet")

    compared = terminal.edison("compare", again, "--json")

    assert alone.code == 2
    assert f"edison compare {done} RUN" in alone.err
    assert (compared.code, compared.json["id"]) == (0, done)
