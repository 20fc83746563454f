"""`edison refine`: a prompt goes in, a better one comes out with the proof, or nothing does."""

import json
import re

import pytest

from edison.sim import SimProcess
from edison.sim.world import Persona, WriterTraits

from .commands import Terminal
from .suites import JUDGED, a_shop_to_refine, a_suite

pytestmark = pytest.mark.timeout(240)

ONE_ROUND = {"refiner": "local/edison-writer-good", "rounds": 1, "candidates": 1}


def test_a_prompt_that_asks_for_too_little_is_improved_and_the_version_is_kept(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    terminal.write("shop.yaml", a_shop_to_refine(sim))

    refined = terminal.edison("refine", "shop.yaml", "--quiet", "--json", "--out", "shop.html")

    assert refined.code == 0, refined.err
    told = refined.json
    first = told["rounds"][0]
    assert first["adopted"] == 2
    assert (first["candidates"][0]["verdict"], first["candidates"][0]["interval"][0] > 0) == ("better", True)
    low, high = first["candidates"][0]["quality_interval"]
    assert low < first["candidates"][0]["quality"] < high
    assert first["candidates"][0]["diff"].count("+You answer customers") == 1
    assert told["gain"]["is_sealed"]
    assert told["champion"] >= 2
    shown = terminal.edison("show", "latest")
    assert "The agreed number of rounds is done." in shown.out
    assert "Next: read the diffs" in shown.out
    log = terminal.edison("prompt", "log", "shop", "--json").json
    assert [one["parent"] for one in log["versions"]][-2:] == [1, None]
    assert log["versions"][0]["author"] == "autopilot"
    assert "adopted" in (terminal.folder / "shop.html").read_text(encoding="utf-8")
    again = terminal.edison("resume", "latest", "--out", "shop.json")
    assert "Round 1, from version 1: quality" in again.out
    assert re.search(r"version 2: quality [\d.]+ \([\d.]+ to [\d.]+\), \+0", again.out)
    assert "Next: read the diffs" in again.out
    assert json.loads((terminal.folder / "shop.json").read_text(encoding="utf-8")) == told
    assert terminal.edison("refine", "shop.yaml", "--out", "shop.csv").code == 2
    beforehand = terminal.edison("refine", "shop.yaml", "--dry-run")
    assert f"were used before for this prompt, by {told['run']}" in " ".join(beforehand.err.split())


def test_a_person_decides_days_later_and_the_version_is_theirs(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=ONE_ROUND))

    waiting = terminal.edison("refine", "shop.yaml", "--quiet", "--autonomy", "approve_each")
    [asked] = terminal.edison("answer", "latest", "--json").json
    terminal.edison("answer", "latest", "approve", "--note", "Reads well.")
    ended = terminal.edison("resume", "latest", "--json", "--quiet")
    promoted = terminal.edison("prompt", "promote", "shop", "2")

    assert (waiting.code, "It asks people." in waiting.err) == (3, True)
    assert asked["choices"] == ["approve", "reject", "request_changes"]
    assert "Adopt version 2?" in asked["text"]
    assert "+You answer customers" in asked["text"]
    assert (ended.code, ended.json["champion"]) == (0, 2)
    log = terminal.edison("prompt", "log", "shop", "--json").json["versions"]
    assert [(one["author"], one["proof"] and one["proof"]["verdict"]) for one in log] == [
        ("usr_local", "better"),
        ("usr_local", None),
    ]
    assert promoted.out == "Promoted version 2 of shop (from version 1, in use).\n"


def test_whoever_waits_may_be_told_to_go_on_by_the_rule(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal
    rounds = {**ONE_ROUND, "rounds": 2, "gain": 0.0, "autonomy": "manual"}
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=rounds))

    terminal.edison("refine", "shop.yaml", "--quiet")
    kept = terminal.edison("autonomy", "latest", "approve_each")
    asked = terminal.edison("reviews", "--json").json
    terminal.edison("review", "latest", "edit", "--hunk", "1", "--text", "Say {{ nothing }}.")
    half = terminal.edison("autonomy", "latest", "autopilot")
    told_before = terminal.edison("events", "latest", "--json").out
    terminal.edison("review", "latest", "withdraw", "--hunk", "1")
    left = terminal.edison("autonomy", "latest", "autopilot")
    ended = terminal.edison("resume", "latest", "--json", "--quiet")

    assert (kept.code, left.code, len(asked)) == (0, 0, 1)
    assert (half.code, "[hunk_refused]" in half.err) == (2, True)
    assert told_before.count("autonomy.changed") == 1, "nothing of a choice that cannot be followed is kept"
    [decided] = terminal.edison("reviews", "--all", "--json").json
    assert (decided["outcome"], decided["version"]) == ("approve", 2)
    assert decided["hunks"][0]["review"]["note"] == "Left to the rule: autopilot was chosen."
    assert ended.json["rounds"][0]["adopted"] == 2
    told = terminal.edison("events", "latest", "--json").out
    assert told.count("autonomy.changed") == 2
    assert told.count("person.asked") == 1
    refused = terminal.edison("autonomy", "latest", "manual")
    assert (refused.code, "run_not_moved" in refused.err) == (2, True)


def test_a_hunk_in_a_persons_words_is_measured_and_gone_on_from(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine={**ONE_ROUND, "autonomy": "manual"}))
    mine = "You answer customers of a small online shop warmly."

    terminal.edison("refine", "shop.yaml", "--quiet")
    listed = terminal.edison("reviews")
    shown = terminal.edison("review", "latest")
    edited = terminal.edison("review", "latest", "edit", "--hunk", "1", "--text", mine, "--note", "Warm.")
    done = terminal.edison("review", "latest", "apply")
    late = terminal.edison("review", "latest", "reject")
    ended = terminal.edison("resume", "latest", "--json", "--quiet")

    assert "shop: " in listed.out
    assert "Hunk 1 (system)" in shown.out
    assert "  asked for by local/edison-judge-fair: Add an instruction for" in shown.out
    assert "held-out cases: " in shown.out
    assert "0 of 1 hunks are open" in edited.out
    assert done.out.startswith("Applied as version 2 of shop. A worker goes on")
    assert (late.code, "[suggestion_closed]" in late.err) == (2, True)
    written = ended.json["rounds"][0]["candidates"][-1]
    assert (written["version"], written["reason"], written["verdict"]) == (
        3,
        "written_by_a_person",
        "not_decided",
    )
    assert written["difference"] is not None
    assert (ended.json["champion"], ended.json["system"]) == (3, mine)
    last, first = terminal.edison("prompt", "log", "shop", "--json").json["versions"]
    assert (last["number"], last["changelog"], first["number"]) == (2, "Warm.", 1)
    assert last["proof"]["difference"] == written["difference"]
    assert "In the history of shop, version 3 is version 2." in ended.json["summary"]
    assert "it is not shown to be better" in terminal.edison("prompt", "promote", "shop", "2").err
    assert "review.decided" in terminal.edison("events").out


def test_a_change_of_a_run_that_has_ended_is_still_decided_and_told_what_it_changes(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine={**ONE_ROUND, "autonomy": "manual"}))

    terminal.edison("refine", "shop.yaml", "--quiet")
    waits = terminal.edison("review", "latest")
    terminal.edison("finish", "latest")
    before = terminal.edison("show", "latest", "--json").json
    ended = terminal.edison("review", "latest")
    applied = terminal.edison("review", "latest", "approve")
    closed = terminal.edison("review", "latest", "--json").json

    stays = "Its run has ended: its results, its summary and its best version stay as they are."
    made = "What is approved becomes the next version of shop; who decides is its author."
    assert f"{made} The run goes on from there." in waits.out
    assert f"{made} {stays}" in ended.out
    assert applied.out == f"Applied as version 2 of shop. {stays}\n"
    assert (closed["outcome"], closed["version"], closed["run_waits"]) == ("approve", 2, False)
    assert terminal.edison("show", "latest", "--json").json == before
    assert terminal.edison("prompt", "log", "shop", "--json").json["versions"][0]["author"] == "usr_local"


def test_a_person_who_rejects_leaves_the_prompt_as_it_was(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine={**ONE_ROUND, "autonomy": "manual"}))

    terminal.edison("refine", "shop.yaml", "--quiet")
    so_far = terminal.edison("show", "latest")
    rejected = terminal.edison("review", "latest", "request-changes", "--note", "Say it shorter.")
    ended = terminal.edison("resume", "latest", "--json", "--quiet")
    quietly = terminal.edison("resume", "latest", "--quiet")

    assert so_far.out.count("  version 2: ") == 1
    assert rejected.out.startswith("Changes are requested.")
    assert (ended.code, ended.json["champion"]) == (1, 1)
    assert "[prompt_missing]" in terminal.edison("prompt", "log", "shop").err
    assert quietly.out.count("\n") == 1
    assert "0 adopted" in quietly.out
    assert "usr_local: request changes. Say it shorter.\n" in terminal.edison("resume", "latest").out


def test_a_text_is_written_anew_and_judges_of_pairs_decide(terminal: Terminal, sim: SimProcess) -> None:
    pairs = {"model": "local/edison-judge-fair", "mode": "pairwise", "name": "pairs"}
    suite = a_shop_to_refine(sim, refine=ONE_ROUND, judges=["local/edison-judge-fair", pairs])
    terminal.write("shop.yaml", suite)

    words = ("--strategy", "rewrite", "--challenge", "pairwise", "--quiet", "--json")
    refined = terminal.edison("refine", "shop.yaml", *words)

    assert refined.code == 0, refined.err
    told = refined.json
    [candidate] = told["rounds"][0]["candidates"]
    assert (told["strategy"], told["champion"], candidate["verdict"]) == ("rewrite", 2, "better")
    assert candidate["parent_quality"] == 0.5
    assert candidate["cost_usd"] > 0
    assert [one["weight"] for one in told["judges"]] == [1.0]
    lone = terminal.edison("refine", terminal.write("lone.yaml", a_shop_to_refine(sim)), *words)
    assert (lone.code, "no judge compares" in lone.err) == (2, True)


def test_gepa_evolves_a_text_that_passes_the_same_gates(terminal: Terminal, sim: SimProcess) -> None:
    suite = a_shop_to_refine(sim, cases=20, refine={**ONE_ROUND, "strategy": "gepa"})
    for at, case in enumerate(suite["cases"]):
        # Few to evolve on: gepa asks batch by batch.
        case["split"] = "development" if at < 5 else "held_out"
    terminal.write("shop.yaml", suite)

    refined = terminal.edison("refine", "shop.yaml", "--quiet", "--json")

    assert refined.code == 0, refined.err
    told = refined.json
    [candidate] = told["rounds"][0]["candidates"]
    assert (told["strategy"], candidate["verdict"]) == ("gepa", "better")
    assert candidate["note"].startswith("Development cases: ")
    again = terminal.edison("resume", "latest", "--json")
    assert again.json == told


def test_changes_that_do_harm_are_not_adopted(terminal: Terminal, sim: SimProcess) -> None:
    bad = {"refiner": "local/edison-writer-harmful", "rounds": 2, "candidates": 1}
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine=bad))

    refined = terminal.edison("refine", "shop.yaml", "--seed", "3")

    assert refined.code in (0, 1), refined.err
    assert "rounds proposed 2 changes" in refined.out


def test_what_judges_like_better_and_checks_do_not_is_not_adopted(
    terminal: Terminal, sim: SimProcess
) -> None:
    unlike = [{"not_icontains": "policy"}]
    terminal.write("shop.yaml", a_shop_to_refine(sim, cases=60, refine=ONE_ROUND, checks=unlike))

    refined = terminal.edison("refine", "shop.yaml", "--quiet", "--json")

    assert refined.code == 1, refined.out
    [candidate] = refined.json["rounds"][0]["candidates"]
    assert (candidate["verdict"], candidate["reason"]) == ("held_back", "more_answers_fail_checks")
    checked = candidate["checked"]
    assert checked["answers"] >= checked["failed"] > checked["parent_failed"]
    assert any("held back because more of the answers fail a check" in one for one in refined.json["summary"])


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, "no judge scores single answers"),
        (JUDGED, "held-out cases, and nothing can be shown with fewer than"),
        ({**JUDGED, "prompt": ["{{ country }}?", "And {{ country }}?"]}, "several prompts"),
    ],
)
def test_what_cannot_be_refined_is_refused_before_anything_is_paid_for(
    terminal: Terminal, sim: SimProcess, changes: dict[str, object], why: str
) -> None:
    terminal.write("suite.yaml", a_suite(sim, **changes))

    refused = terminal.edison("refine", "suite.yaml")

    assert (refused.code, why in refused.err, "[not_refinable]" in refused.err) == (2, True, True)
    assert sim.totals().microusd == 0


TOOL = {
    "name": "find_order",
    "description": "Finds an order.",
    "parameters": {"type": "object", "properties": {}},
}


def test_a_tool_is_told_more_of_and_the_person_who_approves_sees_it(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    sim.admin.set_persona(Persona(id="tool-writer", writer=WriterTraits(bad=0, malformed=0, tools=1)))
    wish = {**ONE_ROUND, "refiner": "local/tool-writer", "autonomy": "manual"}
    suite = a_shop_to_refine(sim, cases=20, refine=wish)
    suite["prompt"]["tools"] = [TOOL]
    terminal.write("shop.yaml", suite)

    terminal.edison("refine", "shop.yaml", "--quiet")
    shown = terminal.edison("review", "latest")
    terminal.edison("review", "latest", "approve")
    ended = terminal.edison("resume", "latest", "--json", "--quiet")

    assert "Hunk 1 (tools)" in shown.out
    assert ended.json["champion"] == 2, ended.err
    told = "Finds an order. Call it before you answer."
    kept = terminal.edison("prompt", "show", "shop", "2", "--json").json
    assert kept["tools"] == [{**TOOL, "description": told}]
    assert f"--- tool find_order\n{told}" in terminal.edison("prompt", "show", "shop", "2").out
    differs = terminal.edison("prompt", "diff", "shop", "1", "2").out
    assert differs.startswith("--- tools (version 1)")
    assert f'+    "description": "{told}",' in differs


def test_what_a_run_of_a_project_asks_is_not_hidden_from_whoever_looks_for_all(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim, refine={**ONE_ROUND, "autonomy": "manual"}))
    terminal.edison("project", "add", "store")
    terminal.edison("experiment", "import", "shop.yaml", "--project", "store")

    before = terminal.edison("reviews")
    terminal.edison("experiment", "run", "shop", "--how", "refine", "--quiet")
    listed = terminal.edison("reviews")
    terminal.edison("review", "latest", "reject")
    after = terminal.edison("reviews")

    assert before.out == after.out == "Nothing waits for a decision.\n"
    assert listed.out == "In the project store: 1 change more. edison reviews --project store\n"
