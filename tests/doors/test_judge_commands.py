"""`edison judge`: a suite with known answers goes in, a card of each judge comes out and is kept."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.engine.essays import some_essays

from .commands import Said, Terminal
from .suites import JUDGED, a_provider, a_suite

pytestmark = pytest.mark.timeout(240)

ESSAYS = sorted(some_essays(24), key=lambda essay: essay.quality)


def a_judge_suite() -> dict[str, Any]:
    """Pairs of essays of which one is clearly better, the better one by turns on either side."""
    pairs: list[dict[str, Any]] = []
    for number, (worse, better) in enumerate(zip(ESSAYS[:12], ESSAYS[12:], strict=True)):
        a, b, right = (better, worse, "a") if number % 2 else (worse, better, "b")
        pairs.append(
            {
                "id": f"pair-{number}",
                "kind": "pair",
                "a": a.text,
                "b": b.text,
                "right": right,
                "category": "clear_discrimination",
            }
        )
    return {"name": "essays", "cases": pairs}


def _qualify(terminal: Terminal, sim: SimProcess, *more: str, judges: str = "fair") -> Said:
    terminal.write("suite.yaml", a_judge_suite())
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    named = [part for name in judges.split() for part in ("--judge", f"local/edison-judge-{name}")]
    return terminal.edison(
        *("judge", "qualify", *named, "--suite", "suite.yaml", "--providers", "providers.yaml", *more)
    )


def test_a_sharp_judge_is_right_and_a_biased_one_is_found_out(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    said = _qualify(either_terminal, sim, "--json", judges="fair left")

    fair, left = said.json
    assert fair["measures"]["pair_accuracy"]["value"] > 0.9
    assert fair["biases"] == []
    assert "position" in left["biases"]
    assert said.code == (1 if "unqualified" in (fair["standing"], left["standing"]) else 0)


def test_cards_are_kept_and_listed(terminal: Terminal, sim: SimProcess) -> None:
    told = _qualify(terminal, sim)

    listed, as_json = terminal.edison("judge", "cards"), terminal.edison("judge", "cards", "--json")
    page = terminal.edison("judge", "cards", "--out", "cards.html")
    refused = terminal.edison("judge", "cards", "--out", "cards.pdf")

    assert "local/edison-judge-fair" in told.out
    assert listed.out.splitlines()[0] == told.out.splitlines()[0]
    assert len(as_json.json) == 1
    assert (page.code, refused.code) == (0, 2)
    assert "local/edison-judge-fair" in (terminal.folder / "cards.html").read_text(encoding="utf-8")
    assert terminal.edison("judge", "cards", "--out", "cards.md").code == 0
    assert (terminal.folder / "cards.md").read_text(encoding="utf-8").startswith("## Judge")


def test_an_examination_finishes_itself_whoever_goes_on_with_it(terminal: Terminal, sim: SimProcess) -> None:
    first = _qualify(terminal, sim, "--json").json

    resumed = terminal.edison("resume", "latest", "--providers", "providers.yaml")
    as_json = terminal.edison(
        "resume", "latest", "--providers", "providers.yaml", "--json", "--out", "examined.jsonl"
    )

    assert resumed.code == as_json.code == 0
    assert (terminal.folder / "examined.jsonl").stat().st_size > 0
    assert "local/edison-judge-fair" in resumed.out
    assert as_json.json == first


def test_a_judge_that_its_provider_does_not_have_is_refused_before_anybody_is_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    said = _qualify(terminal, sim, judges="fair absent")

    assert said.code == 2
    assert "There is no local/edison-judge-absent; choose one of" in said.err
    assert not any(record.operation == "chat.completions" for record in sim.bill())


def test_the_starter_suite_examines_in_both_ways_and_finds_the_fair_judge_fair(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("providers.yaml", {"local": a_provider(sim)})

    said = terminal.edison(
        *("judge", "qualify", "--judge", "local/edison-judge-fair", "--providers", "providers.yaml", "--json")
    )

    [card] = said.json
    assert (said.code, card["standing"]) == (0, "qualified")
    assert card["measures"]["verdict_accuracy"]["n"] >= 20
    assert card["measures"]["pair_accuracy"]["n"] >= 100


def test_a_suite_that_cannot_be_read_is_refused_before_anybody_is_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("suite.yaml", {"name": "empty", "cases": []})
    terminal.write("providers.yaml", {"local": a_provider(sim)})

    said = terminal.edison(
        *("judge", "qualify", "--judge", "local/edison-judge-fair", "--suite", "suite.yaml"),
        *("--providers", "providers.yaml"),
    )

    assert said.code == 2
    assert not any(record.operation == "chat.completions" for record in sim.bill())


def some_verdicts(count: int) -> dict[str, Any]:
    """Answers with a stage, and nothing to compare: what is left of the judgments goes into asking again."""
    capitals = [("France", "Paris"), ("Chile", "Santiago"), ("Japan", "Tokyo"), ("Norway", "Oslo")]
    return {
        "name": "capitals",
        "rubric": [
            {"name": "correct", "scale": {"min": 0, "max": 1, "labels": {0: "fail", 1: "pass"}}},
        ],
        "cases": [
            {
                "id": f"case-{number}",
                "kind": "verdict",
                "task": f"What is the capital of {country}?",
                "answer": f"The capital of {country} is {capital}.",
                "right": "pass",
                "category": "clear_discrimination",
            }
            for number, (country, capital) in enumerate(capitals[:count])
        ],
    }


def _examine(terminal: Terminal, sim: SimProcess, suite: dict[str, Any], *more: str) -> Said:
    terminal.write("suite.yaml", suite)
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    return terminal.edison(
        "judge", "qualify", "--suite", "suite.yaml", "--providers", "providers.yaml", *more
    )


def _judgments_of(terminal: Terminal, run: str) -> list[list[dict[str, Any]]]:
    exported = terminal.edison("export", run, "--format", "jsonl").out
    return [json.loads(line)["judgments"] for line in exported.splitlines()]


def test_verdicts_are_asked_for_as_often_as_planned(either_terminal: Terminal, sim: SimProcess) -> None:
    said = _examine(
        either_terminal,
        sim,
        some_verdicts(4),
        *("--judge", "local/edison-judge-fair"),
        "--judgments",
        "10",
        "--json",
    )

    [card] = said.json
    judgments = _judgments_of(either_terminal, card["run"])
    shown = either_terminal.edison("show", card["run"], "--json").json["judgments"]
    assert sorted(map(len, judgments)) == [2, 2, 3, 3]
    assert card["measures"]["verdict_accuracy"]["n"] == 10
    assert card["measures"]["self_consistency"]["n"] >= 10
    assert (shown["planned"], shown["judged"] + shown["not_judged"]) == (10, 10)
    assert [judge["asked"] for judge in shown["by_judge"]] == [10]


def test_a_suite_that_is_too_large_is_asked_in_part(terminal: Terminal, sim: SimProcess) -> None:
    suite = some_verdicts(4)
    suite["cases"] += [{**case, "task": case.get("task", "")} for case in a_judge_suite()["cases"]]

    said = _examine(terminal, sim, suite, "--judge", "local/edison-judge-fair", "--judgments", "14", "--json")

    [card] = said.json
    asked = sum(map(len, _judgments_of(terminal, card["run"])))
    assert asked == 2, "4 of 28 questions are verdicts, and so are 2 of 14"
    assert card["measures"]["verdict_accuracy"]["n"] == asked


def test_two_profiles_of_one_model_get_cards_of_their_own(terminal: Terminal, sim: SimProcess) -> None:
    plain = {"name": "plain", "model": "local/edison-judge-fair"}
    direct = {**plain, "name": "direct", "thinking": "direct", "instructions": "Look at the arguments."}
    terminal.write("judged.yaml", a_suite(sim, **{**JUDGED, "judges": [plain, direct]}))

    said = _examine(terminal, sim, a_judge_suite(), "--judges-of", "judged.yaml", "--json")
    told = terminal.edison("judge", "cards").out

    one, other = said.json
    assert [card["judge"]["name"] for card in said.json] == ["plain", "direct"]
    assert one["measures"]["judged_rate"]["n"] == other["measures"]["judged_rate"]["n"] == 120
    assert "Asked for pairs: direct, written as json, with instructions of its own." in told


def test_what_people_chose_reaches_the_card(either_terminal: Terminal, sim: SimProcess) -> None:
    pairs = a_judge_suite()["cases"]
    labels = [{"pair": pair["id"], "choice": pair["right"], "person": "anna"} for pair in pairs]
    either_terminal.write("people.jsonl", "".join(f"{json.dumps(label)}\n" for label in labels))

    said = _qualify(either_terminal, sim, "--people", "people.jsonl", "--json")
    told = either_terminal.edison("judge", "cards").out

    measures = said.json[0]["measures"]
    assert measures["kappa_with_people"]["n"] == 24, "both look at all twelve pairs"
    assert measures["kappa_with_people"]["value"] > 0.7
    assert measures["alpha_with_people"]["value"] > 0.7
    assert "Cohen's kappa with people" in told


def test_labels_that_come_later_make_the_card_anew_without_a_call(
    terminal: Terminal, sim: SimProcess
) -> None:
    first = _qualify(terminal, sim, "--json").json[0]
    terminal.write("people.csv", "pair,choice,person\n" + "".join(f"pair-{n},tie,ben\n" for n in range(12)))
    paid = len(sim.bill())

    said = terminal.edison("judge", "card", first["run"], "--people", "people.csv", "--json")

    [card] = said.json
    assert "kappa_with_people" not in first["measures"]
    assert card["measures"]["agreement_with_people"]["value"] < 0.1
    assert card["suite"] == first["suite"]
    assert len(sim.bill()) == paid
    assert len(terminal.edison("judge", "cards", "--json").json) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("card", "latest", "--suite", "other.yaml"), "asked about other texts than those of"),
        (("qualify",), "nobody is named"),
        (("qualify", "--judge", "local/m", "--people", "absent.csv"), "absent.csv"),
        (("qualify", "--judge", "local/m", "--people", "people.csv"), "there is no pair 'nothing'"),
    ],
)
def test_an_examination_that_cannot_be_is_refused_in_words(
    terminal: Terminal, sim: SimProcess, arguments: tuple[str, ...], told: str
) -> None:
    terminal.write("people.csv", "pair,choice\nnothing,a\n")
    terminal.write("other.yaml", {**a_judge_suite(), "cases": a_judge_suite()["cases"][1:]})
    if arguments[0] == "card":
        _qualify(terminal, sim)

    said = terminal.edison("judge", *arguments)

    assert said.code == 2
    assert told in " ".join(said.err.split())


def test_a_run_that_examined_nobody_makes_no_card(terminal: Terminal, sim: SimProcess) -> None:
    terminal.edison("run", terminal.write("suite.yaml", a_suite(sim)), "--quiet")

    said = terminal.edison("judge", "card", "latest")

    assert said.code == 2
    assert "examined nobody" in said.err
