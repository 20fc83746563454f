"""Cards in other commands: every judge of a run or a ranking is shown with what is known of it, and weighed by it."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.engine.essays import as_lines, some_essays

from .commands import Terminal
from .suites import a_provider, a_suite
from .test_judge_commands import a_judge_suite

pytestmark = pytest.mark.timeout(240)

RUBRIC = [{"name": "correct", "scale": "0-5", "description": "What it says is true."}]
JUDGES = ("local/edison-judge-fair", "local/edison-judge-noisy")


def qualify(terminal: Terminal, sim: SimProcess, *judges: str) -> dict[str, Any]:
    """The cards by the name of the judge."""
    terminal.write("judges.yaml", a_judge_suite())
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    named = [part for judge in judges for part in ("--judge", judge)]
    said = terminal.edison(
        *("judge", "qualify", *named, "--suite", "judges.yaml", "--providers", "providers.yaml", "--json")
    )
    return {card["judge"]["name"]: card for card in said.json}


def compare(terminal: Terminal, sim: SimProcess, *judges: Any) -> dict[str, Any]:
    """The panel behind the board of quality, and the id of the run."""
    arms = [
        {"name": name, "model": f"local/edison-sim-{name}", "max_tokens": 200} for name in ("large", "small")
    ]
    suite = terminal.write("suite.yaml", a_suite(sim, arms=arms, rubric=RUBRIC, judges=list(judges)))
    said = terminal.edison("run", suite, "--json", "--quiet").json
    [board] = [board for board in said["boards"] if board["board"] == "quality"]
    return {"run": said["id"], **board["panel"]}


def test_judges_of_scores_are_weighed_by_the_cards_of_an_examination_with_pairs(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    cards = qualify(either_terminal, sim, *JUDGES)

    panel = compare(either_terminal, sim, *JUDGES)

    fair, noisy = panel["judges"]
    assert panel["rule"] == "accuracy on labelled items"
    assert fair["weight"] > noisy["weight"]
    for judge in panel["judges"]:
        card, shown = cards[judge["name"]], judge["card"]
        assert (shown["match"], shown["differs"]) == ("other_mode", [])
        assert shown["standing"] == card["standing"]
        assert shown["measures"]["accuracy"]["value"] == card["measures"]["accuracy"]["value"]


def test_every_report_shows_the_standing_the_date_and_the_figures(
    terminal: Terminal, sim: SimProcess
) -> None:
    [card] = qualify(terminal, sim, JUDGES[0]).values()
    panel = compare(terminal, sim, *JUDGES)

    md, html, as_json = (
        terminal.edison("export", panel["run"], "--format", format).out for format in ("md", "html", "json")
    )

    boards = json.loads(as_json)["boards"]
    seen = [judge["card"] for board in boards if board["panel"] for judge in board["panel"]["judges"]]
    assert [None if one is None else one["made_at"][:10] for one in seen] == [card["made_at"][:10], None]
    words = {"qualified_with_warnings": "qualified with warnings"}.get(card["standing"], card["standing"])
    shown = f"{words} ({card['made_at'][:10]}, in another mode): right in "
    assert [shown in page and "no card" in page for page in (md, html)] == [True, True]


def test_the_screen_shows_the_cards_of_a_run(terminal: Terminal, sim: SimProcess) -> None:
    [card] = qualify(terminal, sim, JUDGES[0]).values()
    panel = compare(terminal, sim, *JUDGES)

    shown = " ".join(terminal.edison("show", panel["run"]).out.split())

    assert f"Card of {JUDGES[0]}: " in shown
    assert f"({card['made_at'][:10]}, in another mode): right in " in shown
    assert f"Card of {JUDGES[1]}: no card." in shown


def test_a_card_of_another_profile_is_labelled_and_weighs_nothing(
    terminal: Terminal, sim: SimProcess
) -> None:
    qualify(terminal, sim, *JUDGES)
    changed = {"model": JUDGES[0], "name": "changed", "thinking": "direct"}

    panel = compare(terminal, sim, changed, JUDGES[1])
    shown = " ".join(terminal.edison("show", panel["run"]).out.split())

    assert [judge["weight"] for judge in panel["judges"]] == [0.5, 0.5]
    assert panel["rule"].startswith("equal")
    assert panel["judges"][0]["card"]["differs"] == ["thinking"]
    assert "from another profile: other thinking" in shown


def test_a_ranking_shows_the_cards_of_its_judges(either_terminal: Terminal, sim: SimProcess) -> None:
    [card] = qualify(either_terminal, sim, JUDGES[0]).values()
    either_terminal.write("essays.jsonl", as_lines(some_essays(6)))
    named = [part for judge in JUDGES for part in ("--judge", judge)]

    said = either_terminal.edison(
        *(
            "rank",
            "essays.jsonl",
            *named,
            "--providers",
            "providers.yaml",
            "--seed",
            "3",
            "--out",
            "page.html",
        )
    )
    told = either_terminal.edison("watch", "latest", "--json").json

    known, unknown = told["judges"]
    assert (known["card"]["standing"], known["card"]["match"]) == (card["standing"], "other_rubric")
    assert unknown["card"] is None
    out = " ".join(said.out.split())
    assert f"({card['made_at'][:10]}, by another rubric): right in " in out
    assert "Card: no card." in out
    page = (either_terminal.folder / "page.html").read_text()
    assert "by another rubric): right in " in page
    assert ">no card<" in page


def test_one_judge_of_random_pairs_is_measured_against_itself(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("essays.jsonl", as_lines(some_essays(20)))
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    ranked = ("rank", "essays.jsonl", "--judge", JUDGES[0], "--providers", "providers.yaml", "--seed", "3")

    random = terminal.edison(*ranked, "--pairing", "random", "--json").json["reliability"]
    shown = terminal.edison(*ranked, "--budget-comparisons", "40")

    assert random["split_half_of"] == "comparisons"
    assert random["split_half"] > 0.5
    assert "Split half: No split-half reliability: pairs were chosen by earlier results" in shown.out
