"""Boards on every page: ties as ties, who judged, whom nobody beats, where judges disagree, what cannot be trusted."""

import json
from xml.etree import ElementTree

import pytest

from edison.domain import Board, CellOutcome, Flag, FrontierStanding, Policy, Ranking, RunReport, Settlement
from edison.formats import write_html, write_json, write_junit, write_markdown
from edison.formats.words.boards import FLAG_WORDS, Names, contenders, letter
from edison.formats.words.notes import tell_notes, tell_panel, tell_point, tell_some
from edison.formats.words.wording import share, tell_doubts, tell_settlement
from tests.factories import SOME_TIME, a_design, a_ranked_item, a_ranking, a_run

from .boards import (
    a_bad_card,
    a_count,
    a_panel,
    a_point,
    a_seat,
    a_tied_board,
    an_error,
    some_disagreements,
)
from .reports import a_cell_report, a_report
from .test_pages import Page, markdown

NOBODY = Names({})


def plain(text: str) -> str:
    return text


def lines_of(ranking: Ranking) -> list[tuple[str, str, str]]:
    return [(line.place, line.ties, line.name) for line in contenders(ranking, names=NOBODY)]


def notes_of(ranking: Ranking) -> list[str]:
    return list(tell_notes(ranking, quote=plain))


def test_places_and_groups_are_those_that_were_tested() -> None:
    assert lines_of(a_tied_board()) == [
        ("1–2", "A", "arm 1"),
        ("1–3", "AB", "arm 2"),
        ("2–3", "B", "arm 3"),
        ("", "", "arm 4"),
    ]


def test_ties_stand_on_every_page() -> None:
    report = a_report(boards=(a_tied_board(),))

    page, text = Page(report), markdown(report)

    assert "1–3ABarm 2" in page.text
    assert "| 1–3 | AB | `arm 2` |" in text
    for told in (page.text, text):
        assert "Who shares a letter is not told apart by these results." in told


@pytest.mark.parametrize(("group", "name"), [(0, "A"), (25, "Z"), (26, "A1"), (53, "B2")])
def test_groups_are_called_by_letters(group: int, name: str) -> None:
    assert letter(group) == name


def test_who_failed_too_often_has_a_value_but_no_place() -> None:
    quick = a_ranked_item(item_id="arm_2", name="quick", strength=0.1, flags=(Flag.MANY_FAILURES,))
    board = a_ranking(board=Board.SPEED, lower_is_better=True, items=(a_ranked_item(name="steady"), quick))

    first, second = contenders(board, names=NOBODY)

    assert first.place == "1"
    assert (second.place, second.value) == ("", "0.10 s")
    assert second.remarks == "failed too often to have a place"


def test_shares_of_a_board_are_called_what_they_are() -> None:
    item = a_ranked_item(measures={"filtered": 0.25, "truncated": 0.5})

    (line,) = contenders(a_ranking(board=Board.RELIABILITY, items=(item,)), names=NOBODY)

    assert line.further == (("held back by a filter", "25.0 %"), ("cut off", "50.0 %"))


def test_a_judge_is_called_by_its_name_even_where_that_means_something_elsewhere() -> None:
    (line,) = contenders(a_ranking(items=(a_ranked_item(measures={"total": 0.5}),)), names=NOBODY)

    assert line.further == (("total", "0.500"),)


@pytest.mark.parametrize("flag", list(Flag))
def test_every_flag_has_words(flag: Flag) -> None:
    assert FLAG_WORDS[flag]


def test_a_panel_is_told_with_weights_silence_and_cards() -> None:
    assert list(tell_panel(a_panel(), quote=plain)) == [
        "Judged by judge 1 (weight 50 %, 0 of 40 without a finding (0 %)); "
        "judge 2 (weight 50 %, 6 of 40 without a finding (15 %)).",
        "Card of judge 1: no card.",
        "Card of judge 2: unqualified (2026-01-01, by another rubric): right in 52 %.",
        "Weights of the judges: equal: for a reason.",
        "Whether the judges err together is not known. There are 2 judges.",
    ]


def test_how_far_a_judge_agrees_with_people_is_told_with_its_interval() -> None:
    known = {"value": 0.9, "n": 24, "interval": {"low": 0.7, "high": 0.97, "level": 0.95}}
    bare = {"value": 0.5, "n": 2}
    panel = a_panel(judges=(a_seat(1, people=known), a_seat(2, people=bare)))

    told = [line for line in tell_panel(panel, quote=plain) if "agrees with people" in line]

    assert told == [
        "judge 1 agrees with people in 90 % of 24 labelled cases (70 % to 97 %).",
        "judge 2 agrees with people in 50 % of 2 labelled cases.",
    ]


def test_one_judge_needs_no_weight() -> None:
    panel = a_panel(judges=(a_seat(1, weight=1.0),), no_shared_errors="")

    assert list(tell_panel(panel, quote=plain)) == [
        "Judged by judge 1 (0 of 40 without a finding (0 %)).",
        "Card of judge 1: no card.",
    ]


def test_errors_that_judges_share_are_told_and_those_beyond_chance_warned_of() -> None:
    certain = a_panel(
        shared_errors=(an_error(0.9, is_certain=True), an_error(0.1, is_certain=False)), no_shared_errors=""
    )
    perhaps = a_panel(
        shared_errors=(an_error(0.2, is_certain=False), an_error(0.1, is_certain=False)), no_shared_errors=""
    )

    told = list(tell_panel(certain, quote=plain))

    assert told[4] == "Errors of judge 1 and judge 2 correlate by 0.900, beyond chance."
    assert told[5].startswith("Judges that err together are no second opinion")
    assert len(told) == 6
    assert list(tell_panel(perhaps, quote=plain))[4:] == [
        "Errors of judge 1 and judge 2 correlate by 0.200, which may be chance."
    ]


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (FrontierStanding.ON, "nobody beats it on both"),
        (FrontierStanding.PERHAPS_ON, "that quick might is not ruled out"),
        (FrontierStanding.PERHAPS_OFF, "not beyond doubt"),
        (FrontierStanding.OFF, "quick is both better and cheaper, beyond doubt."),
    ],
)
def test_the_frontier_is_told_with_its_doubts(standing: FrontierStanding, told: str) -> None:
    point = a_point(standing)

    assert told in tell_point(point, quote=plain)
    assert notes_of(a_ranking(frontier=(point,)))[0].startswith("Quality against cost, steady: ")


@pytest.mark.parametrize(
    ("names", "told"),
    [(["a"], "a"), (["a", "b", "c"], "a or b or c"), (list("abcde"), "a, b, c or one of 2 more")],
)
def test_of_many_rivals_some_are_named(names: list[str], told: str) -> None:
    assert tell_some(names) == told


def test_a_judge_of_the_family_of_what_it_judges_is_named_on_every_page() -> None:
    akin = ("arm 1", "arm 2", "arm 3", "arm 4", "arm 5")
    report = a_report(boards=(a_tied_board(panel=a_panel(judges=(a_seat(1, akin=akin), a_seat(2)))),))

    for told in (Page(report).text, markdown(report).replace("`", "")):
        assert (
            "judge 1 is of one family with arm 1, arm 2, arm 3 and 2 more, whose answers it may prefer"
            in told
        )
        assert "judge 2 is of one family" not in told


def test_the_page_draws_the_panel() -> None:
    seats = (a_seat(1, name="<b>"), a_seat(2, not_judged=6, card=a_bad_card()))
    errors = (an_error(0.9, is_certain=True), an_error(0.1, is_certain=False))
    panel = a_panel(judges=seats, shared_errors=errors)

    page = Page(a_report(boards=(a_tied_board(panel=panel), a_ranking(board="evaluator", panel=panel))))

    assert "<b>maker 150 %400 (0 %)no card" in page.text
    assert (
        "judge 2maker 250 %406 (15 %)unqualified (2026-01-01, by another rubric): right in 52 %" in page.text
    )
    assert "<b>judge 20.90beyond chance" in page.text
    assert "may be chance" in page.text
    assert "no second opinion" in page.text
    assert "Weights: equal: for a reason." in page.text
    assert "Whether they err together is not known. There are 2 judges." in page.text
    assert page.source.count("<details open>") == 1
    assert page.open == []


def test_the_page_draws_one_judge_without_weights() -> None:
    panel = a_panel(judges=(a_seat(1, weight=1.0),), no_shared_errors="")

    page = Page(a_report(boards=(a_tied_board(panel=panel),)))

    assert "Who judged" in page.text
    assert "Weights:" not in page.text
    assert "err together" not in page.text


def test_errors_that_may_be_chance_are_shown_without_a_warning() -> None:
    panel = a_panel(shared_errors=(an_error(0.1, is_certain=False),), no_shared_errors="")

    page = Page(a_report(boards=(a_tied_board(panel=panel),)))

    assert "may be chance" in page.text
    assert "no second opinion" not in page.text


def test_the_page_draws_quality_against_cost() -> None:
    points = (
        a_point(FrontierStanding.ON, name="cheap", item_id="arm_2", cost_usd=0.001, quality=0.5),
        a_point(FrontierStanding.OFF, name="x" * 40, item_id="arm_9", cost_usd=0.0015, quality=0.2),
        a_point(FrontierStanding.PERHAPS_ON, name="<dear>", item_id="arm_1", cost_usd=0.004),
    )
    cost = a_ranking(
        board=Board.COST,
        lower_is_better=True,
        items=(
            a_ranked_item(item_id="arm_2", strength=0.001, interval={"low": -0.001, "high": 0.002}),
            a_ranked_item(item_id="arm_1", strength=0.004),
        ),
    )

    page = Page(a_report(boards=(a_tied_board(frontier=points), cost)))

    assert "Quality against cost" in page.text
    assert "<dear>0.90$0.004000perhaps on it" in page.text
    assert f"{'x' * 24}…" in page.text
    assert "beaten" in page.text
    assert "polyline" in page.tags
    assert page.source.count("class='whisker'") == 3
    assert page.open == []


def test_where_judges_disagree_is_listed() -> None:
    report = a_report(disagreements=some_disagreements())

    page, text = Page(report), markdown(report)

    assert "Where judges disagree (12)" in page.text
    assert "<fish>steadyv100.70judge 1 gives 0.20, judge 2 0.90." in page.text
    assert "The widest 1 of 12 are listed." in page.text
    assert "12 of 40 answers on which judges disagree" in page.text
    assert "## Where judges disagree (12)" in text
    assert "- `<fish>` · `steady` · `v1`: `judge 1 gives 0.20, judge 2 0.90.`" in text


def test_where_all_are_listed_or_all_agree_nothing_more_is_said() -> None:
    whole = Page(a_report(disagreements=some_disagreements(count=1)))
    agreed = a_report(disagreements=some_disagreements(count=0, cells=()))

    assert "are listed" not in whole.text
    assert "Where judges disagree" not in Page(agreed).text + markdown(agreed)


UNREAD = "Not trustworthy: the judge strict gave no finding in 6 of 40 judgments (15 %); at most 10 % may be missing."


def test_a_judge_that_cannot_be_read_makes_a_run_untrustworthy_on_every_page() -> None:
    report = a_report(judges=(a_count(),))

    written = json.loads(b"".join(write_json(report, [])))
    suites = ElementTree.fromstring(b"".join(write_junit(report, [a_cell_report()])))

    assert tell_doubts(report) == [UNREAD]
    assert UNREAD in Page(report).text
    assert f"**`{UNREAD}`**" in markdown(report)
    assert written["trust"] == {"trustworthy": False, "doubts": [UNREAD]}
    assert written["counts"]["judges"] == [
        {"name": "strict", "asked": 40, "not_judged": 6, "unreadable": 0.15}
    ]
    assert suites[0][0][0].attrib == {"name": "not_trustworthy", "value": UNREAD}


def test_the_limits_are_those_of_the_policy() -> None:
    run = a_run(experiment=a_design(policy=Policy(most_unreadable=0.2, success_rate=0.5)))
    outcomes = {CellOutcome.OK: 2, CellOutcome.FAILED: 2}

    assert tell_doubts(a_report(run=run, judges=(a_count(),), outcomes=outcomes)) == []


def test_trouble_makes_a_run_untrustworthy() -> None:
    report = a_report(outcomes={CellOutcome.OK: 2, CellOutcome.FAILED: 1, CellOutcome.PENDING: 1})

    assert tell_doubts(report) == [
        "Not trustworthy: trouble left 1 of 3 cells without an answer (33 %); at least 80 % have to be answered."
    ]


def test_a_run_that_cost_more_than_its_budget_says_so() -> None:
    run = a_run(settlement=Settlement.BUDGET_SPENT, ended_at=SOME_TIME)
    whole, beyond = (
        tell_settlement(a_report(run=run, spent_microusd=spent, budget_microusd=200_000))
        for spent in (200_000, 1_000_000)
    )

    assert whole == "The run stopped because its budget is spent."
    assert beyond == (
        f"{whole} It cost $1.000000, more than its budget of $0.200000: what was under way still had to be paid."
    )


def test_nothing_speaks_against_a_run_that_has_not_begun() -> None:
    assert tell_doubts(a_report(outcomes={CellOutcome.PENDING: 4})) == []


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.0, "0 %"), (0.001, "less than 1 %"), (0.5, "50 %"), (0.999, "more than 99 %"), (1.0, "100 %")],
)
def test_a_share_is_not_rounded_to_nothing_or_to_all(value: float, told: str) -> None:
    assert share(value) == told


def test_the_json_file_holds_ties_panel_and_frontier() -> None:
    board = a_tied_board(panel=a_panel(), frontier=(a_point(FrontierStanding.ON),))
    report = a_report(boards=(board,), disagreements=some_disagreements())

    written = json.loads(b"".join(write_json(report, [])))

    (shown,) = written["boards"]
    assert shown["compared"] == "difference"
    assert shown["groups"] == [["arm_1", "arm_2"], ["arm_2", "arm_3"]]
    assert shown["items"][1]["span"] == {"rank": 2, "low": 1, "high": 3}
    assert shown["items"][1]["groups"] == [0, 1]
    assert shown["pairs"][0]["ahead"] == "arm_1"
    assert shown["panel"]["judges"][1]["not_judged"] == 6
    assert shown["frontier"][0]["standing"] == "on"
    assert written["disagreements"]["count"] == 12


def test_the_json_file_names_what_the_numbers_rest_on() -> None:
    found = json.loads(b"".join(write_json(a_report(), [])))["run"]["provenance"]

    assert (found["seed"], found["preset"]) == (7, "compare-models")
    assert found["dataset"] == {"id": "set_1", "name": "Questions", "version": 1, "cases": 2}
    assert found["rubric"] == {"id": "rub_1", "name": "Good replies", "version": 1}
    assert found["policy"]["success_rate"] == 0.8
    assert found["policy"]["most_unreadable"] == 0.1
    (judge,) = found["judges"]
    assert (judge["id"], judge["version"], judge["mode"], judge["model"]) == (
        "jdg_1",
        1,
        "pointwise",
        "sim/judge",
    )
    assert (found["prompt_versions"], found["arms"]) == (["ver_1"], ["arm_1", "arm_2"])


def test_pages_name_what_the_numbers_rest_on() -> None:
    judged, bare = a_report(), a_report(run=a_run())

    assert "seed 7, rubric rub_1 (version 1), judged blindly by jdg_1 (version 1)" in Page(judged).text
    assert "seed 7, at least 80 % of the cells" in markdown(bare)
    assert json.loads(b"".join(write_json(bare, [])))["run"]["provenance"]["rubric"] is None


def test_a_report_is_the_same_bytes_each_time() -> None:
    report: RunReport = a_report(boards=(a_tied_board(panel=a_panel()),), disagreements=some_disagreements())

    for write in (write_json, write_html, write_markdown):
        assert b"".join(write(report, [a_cell_report()])) == b"".join(write(report, [a_cell_report()]))
