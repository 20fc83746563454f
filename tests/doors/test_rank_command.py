"""`edison rank`: from texts to an order, and the exit codes that scripts rely on."""

import json
from typing import Any

import pytest

from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Fail, Match, Reply
from tests.engine.essays import as_lines, in_true_order, names_of, some_essays

from .commands import Said, Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(240)

TEN, SIX, FOUR, THREE = some_essays(10), some_essays(6), some_essays(4), some_essays(3)
GARBAGE = FaultPlan(rules=(Rule(action=Reply(text="Lorem ipsum dolor sit amet.")),))
ALWAYS_THE_FIRST = FaultPlan(
    rules=(Rule(action=Reply(text='{"reason": "It is first.", "winner": "A", "confidence": 5}')),)
)


def _rank(terminal: Terminal, sim: SimProcess, *more: str, judge: str = "fair", texts: Any = TEN) -> Said:
    terminal.write("essays.jsonl", as_lines(texts))
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    judges = [part for name in judge.split() for part in ("--judge", f"local/edison-judge-{name}")]
    return terminal.edison(
        "rank", "essays.jsonl", *judges, "--providers", "providers.yaml", "--seed", "3", *more
    )


def test_texts_go_in_and_an_order_comes_out(either_terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(either_terminal, sim, texts=THREE)

    assert said.code == 0, said.err
    assert said.out.startswith("The order can be used: it is dependable (reliability 0.")
    assert "essays: 12 comparisons" in said.out
    assert "Ended: stable. The ranking is stable: further comparisons would hardly move it." in said.out
    assert "Reliability: " in said.out
    assert "essays: 3 texts and at most 120 comparisons, about $" in said.err
    assert "Started run_" in said.err


def test_a_judge_that_its_provider_does_not_have_is_refused_before_anybody_is_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    said = _rank(terminal, sim, judge="fair absent", texts=THREE)

    assert said.code == 2
    assert "There is no local/edison-judge-absent; choose one of" in said.err
    assert not any(record.operation == "chat.completions" for record in sim.bill())


def test_a_worthless_order_is_said_to_be_so_first_and_everywhere(terminal: Terminal, sim: SimProcess) -> None:
    sim.admin.set_plan(ALWAYS_THE_FIRST)
    terminal.write("anchors.csv", f"id,grade\n{FOUR[0].id},F\n{FOUR[1].id},A\n")
    terminal.write("scale.yaml", {"name": "two", "grades": ["F", "A"]})
    graded = ("--anchors", "anchors.csv", "--scale", "scale.yaml")

    said = _rank(terminal, sim, *graded, "--json", "--out", "page.html", texts=FOUR)
    shown = terminal.edison("show", "latest")
    quiet = terminal.edison("watch", "latest", "--quiet")
    told = [json.loads(line) for line in terminal.edison("events", "latest", "--json").out.splitlines()]

    worth = said.json["worth"]
    assert (said.code, quiet.code) == (1, 1)
    assert (worth["use"], worth["usable"]) == ("nothing", False)
    assert worth["sentence"].startswith("Do not use this order: it is not dependable")
    assert not said.json["grades"]["available"]
    assert [item["grade"] for item in said.json["items"]] == [None] * 4
    assert shown.out.startswith(worth["sentence"])
    assert (terminal.folder / "page.html").read_text().index(worth["sentence"]) < 9_000
    rich = next(one["told"] for one in told if one["type"] == "contest.published")
    assert (rich["sentence"], rich["worth"]) == (worth["sentence"], "nothing")
    assert [one["about"]["wave"] for one in told if one["type"] == "ranking.moved"][:2] == ["1", "2"]


def test_machines_get_one_object_with_every_key(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--json", "--budget-comparisons", "50")

    told = said.json
    assert said.code == 0
    assert next(iter(told)) == "worth"
    assert {"items", "reliability", "flags", "settlement", "comparisons", "cost_usd", "grades"} <= set(told)
    assert told["settlement"] == "comparisons_spent"
    assert all(0 <= item["normalised_score"] <= 1 for item in told["items"])
    assert told["cost_usd"] > 0
    assert told["items"][0]["rank"] == 1
    assert in_true_order(TEN, names_of(told)) > 0.8


def test_a_judge_who_prefers_what_is_shown_first_is_shown_and_does_no_harm(
    terminal: Terminal, sim: SimProcess
) -> None:
    said = _rank(terminal, sim, "--both-orders", "--json", "--budget-comparisons", "60", judge="left")
    quiet = terminal.edison("watch", said.json["run"], "--quiet")
    told = terminal.edison("watch", said.json["run"])

    [judge] = said.json["judges"]
    assert judge["first_chosen"] > 0.7
    assert judge["flips"] > 0.3
    assert said.json["position_effect"] > 1
    assert all(item["skew"] == 0 for item in said.json["items"])
    assert in_true_order(TEN, names_of(said.json)) > 0.8
    [line] = quiet.out.splitlines()
    assert line.startswith(f"essays: {said.json['worth']['sentence']} 60 comparisons.")
    assert line.endswith(said.json["run"])
    assert "Being shown first is worth +" in told.out


def test_what_stands_under_bold_type_bullets_and_fences_is_read(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--json", judge="decorated", texts=THREE)

    assert said.code == 0
    assert [judge["not_judged"] for judge in said.json["judges"]] == [0]


def test_when_nothing_can_be_read_no_order_is_published(terminal: Terminal, sim: SimProcess) -> None:
    sim.admin.set_plan(GARBAGE)

    said = _rank(terminal, sim, "--json", "--budget-comparisons", "12", texts=THREE)
    told = terminal.edison("watch", said.json["run"])

    assert (said.code, told.code) == (3, 3)
    assert said.json["settlement"] == "gate_failed"
    assert (said.json["items"], said.json["comparisons"]) == ([], 0)
    assert said.json["judges"][0]["not_judged"] > 0
    assert "too many failed" in said.json["flags"]
    assert "Too many comparisons failed, so no order is published." in told.out
    assert "not judged." in told.out


def test_seven_of_ten_comparisons_are_too_few_for_an_order(terminal: Terminal, sim: SimProcess) -> None:
    refusing = Rule(action=Fail(status=400, sentence="No."), match=Match(every=3))
    sim.admin.set_plan(FaultPlan(rules=(refusing,), seed=5))

    said = _rank(terminal, sim, "--json", "--budget-comparisons", "20", texts=SIX)
    told = terminal.edison("watch", said.json["run"])

    [judge] = said.json["judges"]
    assert (said.code, said.json["settlement"], said.json["items"]) == (3, "gate_failed", [])
    assert 0.5 < judge["comparisons"] / (judge["comparisons"] + judge["not_judged"]) < 0.8
    assert f"{judge['not_judged']} of {judge['comparisons'] + judge['not_judged']} not judged." in told.out


def test_judges_may_be_allowed_to_call_a_tie(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--ties", "--json", texts=THREE)

    assert said.code == 0, said.err
    assert len(said.json["items"]) == 3


def test_ten_texts_and_a_noisy_judge_end_by_a_name(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--budget-comparisons", "50", "--json", judge="noisy")

    assert said.code in (0, 1)
    assert said.json["settlement"] in ("stable", "comparisons_spent")
    assert said.json["comparisons"] <= 50


def test_three_texts_meet_again_in_the_other_order(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--json", texts=THREE, judge="noisy")

    assert said.code in (0, 1)
    assert 6 <= said.json["comparisons"] <= 120
    assert said.json["judges"][0]["flips"] is not None


@pytest.mark.parametrize(
    ("grades", "available"),
    [
        (["A"], False),
        (["A", "F"], True),
    ],
)
def test_grades_need_anchors_of_two_grades(
    terminal: Terminal, sim: SimProcess, grades: list[str], available: bool
) -> None:
    best_first = sorted(TEN, key=lambda one: -one.quality)
    anchored = [best_first[0]] if len(grades) == 1 else [best_first[0], best_first[-1]]
    rows = [{"id": one.id, "grade": grade} for one, grade in zip(anchored, grades, strict=True)]
    terminal.write("anchors.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    terminal.write("scale.yaml", {"name": "three", "grades": ["F", "C", "A"]})

    graded = ("--anchors", "anchors.jsonl", "--scale", "scale.yaml", "--budget-comparisons", "45")
    said = _rank(terminal, sim, *graded, "--json")

    assert said.code == 0, said.err
    assert said.json["grades"]["available"] is available
    assert len(said.json["items"]) == 10
    if available:
        spread = [item["probabilities"] for item in said.json["items"] if item["anchor_grade"] is None]
        assert all(abs(sum(of.values()) - 1) < 1e-6 for of in spread)
        assert any(max(of.values()) < 0.95 for of in spread)
    else:
        assert "grade" in said.json["grades"]["reason"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--judge", "nobody/model"), "provider_unknown"),
        (("--judge", "openai/gpt-5"), "key_missing"),
        (("--judge", "nonsense"), "endpoint_name"),
        (("--judge", "local/edison-judge-fair", "--anchors", "essays.jsonl"), "contest_refused"),
        (("--judge", "local/edison-judge-fair", "--pairing", "magic"), "choice_unknown"),
        (("--judge", "local/edison-judge-fair", "--budget-ends", "weep"), "choice_unknown"),
        (("--judge", "local/edison-judge-fair", "--deadline", "soon"), "contest_refused"),
        (("--judge", "local/edison-judge-fair", "--shift", "0"), "contest_refused"),
        (("--judge", "local/edison-judge-fair", "--weight", "nobody=2"), "contest_refused"),
        (("--judge", "local/edison-judge-fair", "--weight", "local/edison-judge-fair=-1"), "contest_refused"),
        (("--judge", "local/edison-judge-fair", "--people", "missing.csv"), "file_not_readable"),
        (("--judge", "local/edison-judge-fair", "--out", "missing/page.html"), "file_not_writable"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_asked(
    terminal: Terminal, sim: SimProcess, arguments: tuple[str, ...], code: str
) -> None:
    terminal.write("essays.jsonl", as_lines(TEN))
    terminal.write("providers.yaml", {"local": a_provider(sim)})

    said = terminal.edison("rank", "essays.jsonl", "--providers", "providers.yaml", *arguments)

    assert said.code == 2
    assert code in said.err
    assert sim.totals().requests == 0


def test_how_many_comparisons_it_will_take_is_said_beforehand(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("essays.jsonl", as_lines(SIX))
    terminal.write("one.jsonl", as_lines(SIX[:1]))

    said = terminal.edison("rank", "essays.jsonl", "--plan", "--accuracy", "0.9", "--json")
    told = terminal.edison("rank", "essays.jsonl", "--plan", "--accuracy", "0.55")
    refused = terminal.edison("rank", "one.jsonl", "--plan")

    needed = [one["comparisons"] for one in said.json["needed"]]
    assert (said.code, said.json["texts"]) == (0, 6)
    assert needed == sorted(needed)
    assert "0.9 is not reached with 60 comparisons for each text." in told.out
    assert "Assumed: One judge puts 55 % of randomly chosen pairs in their true order" in told.out
    assert (refused.code, "contest_refused" in refused.err) == (2, True)
    assert sim.totals().requests == 0


def test_one_text_cannot_be_ranked(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, texts=TEN[:1])

    assert said.code == 2
    assert "contest_refused" in said.err
    assert sim.totals().requests == 0


def test_what_people_said_is_in_the_same_fit(terminal: Terminal, sim: SimProcess) -> None:
    best_first = [one.id for one in sorted(THREE, key=lambda one: -one.quality)]
    worst, best = best_first[-1], best_first[0]
    terminal.write("people.csv", "left,right,winner,judge\n" + f"{worst},{best},left,Ada\n" * 40)

    without = _rank(terminal, sim, "--json", texts=THREE)
    said = _rank(terminal, sim, "--people", "people.csv", "--json", texts=THREE)
    assert said.code in (0, 1), said.err
    told = terminal.edison("watch", said.json["run"])

    assert names_of(without.json)[0] == best
    assert names_of(said.json)[0] == worst
    [ada] = [judge for judge in said.json["judges"] if judge["is_person"]]
    assert (ada["name"], ada["comparisons"]) == ("Ada", 40)
    assert "Ada (a person): 40 comparisons" in told.out


def test_money_that_is_spent_can_be_added(either_terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(either_terminal, sim, "--budget", "0.03", "--concurrency", "2", "--json", texts=SIX)

    resumed = either_terminal.edison(
        "resume", said.json["run"], "--budget", "5", "--json", "--providers", "providers.yaml"
    )

    assert (said.code, said.json["settlement"]) == (3, "budget_spent")
    assert said.json["cost_usd"] <= 0.03
    assert (resumed.code, resumed.json["settlement"]) == (0, "pairs_exhausted")
    assert len(resumed.json["items"]) == 6


def test_a_ranking_that_somebody_ends_is_published_with_the_reason(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    halting = Rule(action=Fail(status=401, sentence="No."), match=Match(nth=tuple(range(7, 99))))
    sim.admin.set_plan(FaultPlan(rules=(halting,)))
    wishes = ("--least-comparisons", "30", "--shift", "0.5", "--wave", "2", "--success-rate", "0")
    _rank(either_terminal, sim, *wishes, "--weight", "local/edison-judge-fair=2", "--quiet", texts=FOUR)

    said = either_terminal.edison("finish", "latest", "--json")
    again = either_terminal.edison("finish", "latest")
    told = [
        json.loads(line) for line in either_terminal.edison("events", "latest", "--json").out.splitlines()
    ]

    assert said.json["settlement"] == "stopped_by_person"
    assert said.code in (0, 1)
    assert 0 < said.json["comparisons"] < 12
    assert (again.code, "run_not_moved" in again.err) == (2, True)
    ends = [one["type"] for one in told if not one["type"].startswith("stage.")]
    assert ends[-4:] == [
        "contest.halted",
        "contest.published",
        "contest.completed",
        "run.settled",
    ]


def test_what_failed_is_asked_again_and_nothing_else(terminal: Terminal, sim: SimProcess) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Fail(status=400, sentence="No.")),)))
    failed = _rank(terminal, sim, "--json", texts=some_essays(4))
    sim.admin.set_plan(FaultPlan())

    again = terminal.edison(
        "rerun", failed.json["run"], "--failed", "--json", "--providers", "providers.yaml"
    )

    assert (failed.code, failed.json["settlement"]) == (3, "gate_failed")
    assert again.code in (0, 1), again.err
    assert again.json["comparisons"] >= failed.json["judges"][0]["not_judged"]
    assert len(again.json["items"]) == 4


def test_a_page_for_people_is_written(terminal: Terminal, sim: SimProcess) -> None:
    said = _rank(terminal, sim, "--out", "report.html", "--out", "order.csv", texts=THREE)
    shown = terminal.edison("watch", "latest")

    assert said.code == 0
    assert said.out.endswith("Report: report.html, order.csv\n")
    run_id = terminal.edison("runs", "--json").json[0]["id"]
    assert shown.out.endswith(f"Report: edison export {run_id} --out report.html\n")
    page = (terminal.folder / "report.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert THREE[0].id in page
