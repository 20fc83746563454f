"""What a person sees when a run is over: one screen, and ways to see more."""

import json
import re

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_provider, a_suite

pytestmark = pytest.mark.timeout(240)

TWO_BY_TWO = {
    "arms": [
        {"model": "local/edison-sim-large", "name": "a model with a rather long name", "temperature": 0},
        {"model": "local/edison-sim-tiny", "name": "another model with a long name", "temperature": 0},
    ],
    "prompts": [
        {"name": "plain", "user": "What is the capital of {{ country }}?"},
        {"name": "in-json", "user": "Name the capital of {{ country }} as JSON."},
    ],
}


@pytest.fixture
def failed(terminal: Terminal, sim: SimProcess) -> str:
    """The id of a run of which every answer fails a check, at a price that nobody knows."""
    suite = a_suite(sim, **TWO_BY_TWO, checks=[{"icontains": "Atlantis"}])
    del suite["prompt"], suite["providers"]["local"]["price"]
    said = terminal.edison("run", terminal.write("bad.yaml", suite), "--json")
    assert said.code == 1
    return said.json["id"]


def test_the_end_fits_on_one_screen_and_breaks_no_word(
    terminal: Terminal, sim: SimProcess, failed: str
) -> None:
    terminal.set("COLUMNS", "80")

    said = terminal.edison("resume", failed, "--out", "report.html", "--out", "cells.csv", "--out", "pr.md")
    full = terminal.edison("resume", failed, "--full")

    lines = said.out.splitlines()
    assert said.code == 1
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "Checks passed" not in said.out
    told = " ".join(said.out.split())
    assert "Prompts: " in told
    assert "(0 % passed, interval 0 to 42 %) is not told apart from" in told
    assert "Models: " in told
    assert "icontains Atlantis:" in told
    assert "france · a model with a rather long name · plain" in told
    assert f"edison show {failed} --failed" in told
    assert "Verdict: checks failed: 0 of 24 passed every check, cost unknown." in told
    assert "Report: report.html, cells.csv, pr.md" in told
    for page in ("report.html", "pr.md"):
        written = (terminal.folder / page).read_text()
        first, rest = written.index("Prompts: "), written.index("What went wrong")
        assert written.index("The run is complete.") < first < rest, "who is ahead stands above all else"
        assert "Models: " in written
    assert (terminal.folder / "cells.csv").is_file()
    assert "Checks passed" in full.out


def test_what_was_not_checked_is_called_so_and_comes_after_what_failed(
    terminal: Terminal, sim: SimProcess
) -> None:
    checks = [{"icontains": "Paris"}, {"cost": {"at_most_usd": 1}}]
    suite = a_suite(sim, checks=checks, arms=[{"model": "local/edison-sim-large", "temperature": 0}])
    del suite["providers"]["local"]["price"]

    told = terminal.edison("run", terminal.write("a.yaml", suite), "--case", "france", "--case", "peru").out

    worst = told.partition("What failed worst:")[2].partition("All that failed")[0]
    assert "icontains Paris:" in worst
    assert re.search(r"\n    not checked: cost", worst)
    assert worst.index("icontains Paris:") < worst.index("not checked: cost")


def test_progress_names_the_prompt_where_there_are_several(terminal: Terminal, sim: SimProcess) -> None:
    suite = a_suite(sim, prompts=TWO_BY_TWO["prompts"])
    del suite["prompt"]

    told = terminal.edison("run", terminal.write("two.yaml", suite), "--case", "peru").err
    alone = terminal.edison("run", terminal.write("one.yaml", a_suite(sim)), "--case", "peru").err

    lines = re.findall(r"^\[./2\] (.+) \| (.+) \| (\w+) [✓✗] ", told, re.M)
    assert sorted(prompt for _, prompt, _ in lines) == ["in-json", "plain"]
    assert re.search(r"^\[1/1\] [^|]+ \| peru [✓✗] ", alone, re.M)


def test_whoever_wants_quiet_gets_the_verdict_in_a_line(terminal: Terminal, failed: str) -> None:
    said = terminal.edison("resume", failed, "--quiet")

    [line] = said.out.splitlines()
    assert line.startswith("capitals: checks failed: 0 of 24 passed every check, cost unknown.")


def test_what_failed_is_shown_with_all_about_it(terminal: Terminal, failed: str) -> None:
    told = terminal.edison("show", failed, "--failed", "--case", "peru").out
    as_json = terminal.edison("show", failed, "--case", "peru", "--json").out
    nobody = terminal.edison("show", failed, "--case", "atlantis").out

    assert told.count("peru · ") == 4
    assert "  country: Peru\n  expected: Lima\n  answer: " in told
    assert "  failed icontains Atlantis:" in told
    assert [json.loads(line)["inputs"] for line in as_json.splitlines()] == [{"country": "Peru"}] * 4
    assert nobody == "There is no such cell.\n"


def test_an_answer_that_was_cut_off_is_called_so_beside_what_it_passed(
    terminal: Terminal, sim: SimProcess
) -> None:
    arms = [{"model": "local/edison-sim-large", "max_tokens": 3}]
    suite = a_suite(sim, arms=arms, checks=[{"length": {"max_words": 40}}])

    said = terminal.edison("run", terminal.write("cut.yaml", suite), "--case", "peru")
    shown = terminal.edison("show", "latest", "--case", "peru").out

    assert said.code == 0
    assert "  The answer was cut off at its length limit.\n  passed length" in shown


def test_runs_are_listed_under_a_header(terminal: Terminal, failed: str) -> None:
    header, row = terminal.edison("runs").out.splitlines()

    assert header.split() == ["run", "age", "state", "passed", "cost", "name"]
    assert row.split()[0] == failed
    assert "ended" in row
    assert "0/24" in row
    assert "unknown" in row


def test_cases_that_were_changed_under_their_names_are_told_beside_what_moved(
    terminal: Terminal, sim: SimProcess
) -> None:
    suite = a_suite(sim)
    terminal.edison("run", terminal.write("suite.yaml", suite), "--quiet")
    [before] = terminal.edison("runs").out.splitlines()[1:]
    suite["cases"][0]["expect"] = "Lyon"
    suite["cases"][1]["country"] = "Bolivia"
    name = before.split()[0]

    worse = terminal.edison("run", terminal.write("suite.yaml", suite), "--baseline", name)
    as_json = terminal.edison("compare", "latest", name, "--json").json
    same = terminal.edison("compare", name, name)

    told = " ".join(worse.out.split())
    assert "2 cases of the same name say or expect something else than before: france, chile" in told
    assert as_json["changed_cases"] == ["france", "chile"]
    assert "something else" not in same.out


def test_a_baseline_may_be_a_file(terminal: Terminal, sim: SimProcess) -> None:
    good = terminal.write("good.yaml", a_suite(sim))
    bad = terminal.write("bad.yaml", a_suite(sim, checks=[{"icontains": "{{ expect }}"}, "empty"]))
    terminal.edison("run", good, "--out", "before.json")
    terminal.write("other.json", {"cells": []})
    tagged = [{"id": "france", "country": "France", "expect": "Paris", "tags": ["europe"]}]

    same = terminal.edison("run", good, "--baseline", "before.json", "--json")
    worse = terminal.edison("run", bad, "--baseline", "before.json", "--json")
    allowed = terminal.edison("run", bad, "--baseline", "before.json", "--allow-flips", "6", "--json")
    no_run = terminal.edison("run", good, "--baseline", "other.json")
    terminal.edison("run", terminal.write("tagged.yaml", a_suite(sim, cases=tagged)))
    compared = terminal.edison("compare", "latest", "before.json", "--json")
    told = terminal.edison("compare", "latest", "before.json")

    assert (same.code, same.json["baseline"]["matched"]) == (0, 6)
    assert (worse.code, worse.json["verdict"]) == (4, "regressed")
    assert (allowed.code, allowed.json["verdict"]) == (1, "checks_failed")
    assert no_run.code == 2
    assert "edison export RUN --out FILE.json" in no_run.err
    assert (compared.code, compared.json["matched"], compared.json["regressed"]) == (0, 1, False)
    assert [(one["tag"], one["after"]) for one in compared.json["tags"]] == [("europe", 1.0)]
    assert "  tag europe: 1.000 before, 1.000 now (1 pair," in told.out
    assert told.out.endswith("Not worse than before.\n")


def test_the_version_is_an_option_too(terminal: Terminal) -> None:
    assert terminal.edison("--version").out == terminal.edison("version").out


def test_a_rehearsal_asks_nothing_and_shows_the_first_questions(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim))

    said = terminal.edison("run", suite, "--dry-run", "--case", "peru", "--case", "japan", "--limit", "1")
    nobody = terminal.edison("run", suite, "--tag", "sea", "--case", "peru")

    assert said.code == 0
    assert "capitals: 1 cell, about $" in said.err
    assert "[user] What is the capital of Japan?" in said.out
    assert "Peru" not in said.out
    assert "Nothing was asked." in said.out
    assert terminal.edison("runs", "--json").json == []
    assert nobody.code == 2
    assert "No case is called peru and tagged sea." in nobody.err


def test_a_quality_below_what_was_asked_for_fails_the_run(terminal: Terminal, sim: SimProcess) -> None:
    asked = {
        "quality": 0.2,
        "quality_low": 1.0,
        "criteria": {"correct": 0.1},
        "criteria_low": {"correct": 1.0},
    }
    suite = a_suite(sim, **JUDGED, checks=[], min_quality=asked)

    said = terminal.edison("run", terminal.write("suite.yaml", suite))

    assert said.code == 1
    assert "Too low: the lower end of quality of local/edison-sim-large is 0." in said.out
    assert "Too low: the lower end of criterion correct of local/edison-sim-large is 0." in said.out
    assert "Too low: criterion correct" not in said.out
    assert "Verdict: below quality: 6 of 6 answered" in said.out


def test_half_an_aws_key_is_told_in_a_sentence_that_names_the_provider(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.set("HALF_A_KEY", "only-half")
    bedrock = a_provider(sim, "bedrock", api_key_env="HALF_A_KEY", key_style="sigv4", region="eu-west-1")
    terminal.write("providers.yaml", {"cloud": bedrock})
    suite = a_suite(sim, providers={}, arms=["cloud/edison-sim-large"])

    said = terminal.edison("run", terminal.write("suite.yaml", suite), "--providers", "providers.yaml")

    assert said.code == 2
    assert "cloud" in said.err
    assert "access_key_id:secret_access_key" in said.err
    assert "only-half" not in said.err


def test_what_it_will_cost_is_known_from_what_it_cost_before(terminal: Terminal, sim: SimProcess) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, **JUDGED))
    spent = terminal.edison("run", suite, "--json").json["spent_usd"]

    told = terminal.edison("run", suite, "--dry-run").err

    likely, most = map(float, re.findall(r"\$([0-9.]+[0-9])", told))
    assert 0.5 * spent < likely < 2 * spent < most


def test_everything_that_happens_to_a_run_is_an_event_of_its_level(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.set("EDISON_LOG_FORMAT", "json")
    suite = terminal.write("suite.yaml", a_suite(sim))

    said = terminal.edison("--log-level", "debug", "run", suite, "--quiet")

    events = [json.loads(line) for line in said.err.splitlines()]
    ours = [event["event"] for event in events if event["event"] != "library.spoke"]
    assert ours == [
        "worker.started",
        "run.taken_up",
        "shard.begun",
        "shard.finished",
        "run.ended",
        "worker.stopped",
    ]
    assert terminal.edison("run", suite, "--quiet").err == ""
    told = json.loads(terminal.edison("show", "nothing").err)
    assert (told["event"], "run_missing" in told["said"]) == ("command.noted", True)
    assert told["level"] == "info"
    assert told["timestamp"].endswith("Z")
