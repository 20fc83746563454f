"""The HTML report and the Markdown summary: for people, whatever the texts say."""

import re
from base64 import b64encode
from datetime import timedelta, timezone
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from edison.domain import (
    WAITS_FOR_PEOPLE,
    CellOutcome,
    CellReport,
    DesiredState,
    Facet,
    FacetKind,
    FacetMean,
    FacetResult,
    Halt,
    Interval,
    RunReport,
    Settlement,
)
from edison.formats import write_facets, write_html, write_markdown
from tests.factories import SOME_TIME, a_judgment, a_ranked_item, a_ranking, a_run, an_output

from .reports import (
    HOSTILE,
    a_cell_report,
    a_check_not_made,
    a_failed_check,
    a_full_judgment,
    a_hostile_cell,
    a_passed_check,
    a_report,
    a_trouble,
    some_boards,
)


class Page(HTMLParser):
    """What a browser would see: elements, and the text between them."""

    def __init__(self, report: RunReport, *cells: CellReport) -> None:
        super().__init__()
        self.source = b"".join(write_html(report, cells)).decode()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "br", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.text += data


def markdown(report: RunReport, *cells: CellReport) -> str:
    return b"".join(write_markdown(report, cells)).decode()


def ended(settlement: Settlement) -> RunReport:
    return a_report(run=a_run(settlement=settlement, ended_at=SOME_TIME))


def test_the_page_stands_alone_and_runs_nothing_but_our_script() -> None:
    page = Page(a_report(boards=some_boards()), a_cell_report(), a_hostile_cell())

    assert page.open == []
    assert not {"link", "img", "iframe", "object"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
    assert not [value for name, value in page.attributes if name == "href" and not value.startswith("#")]
    [script] = re.findall("<script>(.*?)</script>", page.source, re.DOTALL)
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'sha256-{allowed}'; style-src" in page.source
    assert "prefers-color-scheme: dark" in page.source


def test_hostile_text_is_shown_and_does_nothing() -> None:
    page = Page(a_report(), a_hostile_cell())

    assert "<script>alert('x')</script> & \"q\"" in page.text
    assert "\\x00\\x07 \\ud800" in page.text


def test_the_page_tells_how_the_run_ended_and_what_was_counted() -> None:
    page = Page(
        a_report(
            checks_passed=2,
            checks_failed=1,
            judgments_planned=4,
            judged=3,
            not_judged=1,
            spent_microusd=1_500_000,
            held_microusd=1,
        )
    )

    assert "Prices" in page.text
    assert "The run has not ended yet." in page.text
    assert "Tell prices." in page.text
    for fact in ("4 cells planned", "3 answered", "2 passed every check", "3 of 4 judged", "1 not judged"):
        assert fact in page.text
    assert "$1.500000 spent" in page.text
    assert "$0.000001 perhaps billed" in page.text


def test_what_could_not_be_checked_is_counted_and_shown_first_with_its_reason() -> None:
    cell = a_cell_report(checks=(a_passed_check(), a_check_not_made()))

    page = Page(a_report(not_checked=1), cell)

    assert "1 not checked" in page.text
    assert "What went wrong (1)" in page.text
    assert "json_valid: It nests too deeply." in page.text


def test_means_by_what_cases_are_like_are_shown_with_what_they_rest_on() -> None:
    mean = FacetMean(value=0.5, interval=Interval(low=0.25, high=0.75), observations=1200, cases=40)
    rows = (
        FacetResult(name="all", quality=mean, passing=mean.model_copy(update={"interval": None})),
        FacetResult(name="<steady>"),
    )
    facets = tuple(Facet(kind=FacetKind.TAG, name=f"tag {one}", cases=40, rows=rows) for one in range(101))

    page = Page(a_report(facets=facets))

    assert "tag: tag 040all0.500.25 to 0.751,20050.0 %1,200" in page.text.replace("\n", "")
    assert "<steady>" in page.text
    assert "tag 100" not in page.text
    assert "The first 100 of 101 groups are listed" in page.text


def test_means_by_what_cases_are_like_stand_in_a_table_and_in_a_summary() -> None:
    mean = FacetMean(value=0.5, interval=Interval(low=0.25, high=0.75), observations=1200, cases=40)
    rows = (
        FacetResult(name="all", quality=mean, passing=mean.model_copy(update={"interval": None})),
        FacetResult(name="=steady"),
    )
    facets = tuple(Facet(kind=FacetKind.TAG, name=f"tag {one}", cases=40, rows=rows) for one in range(21))
    report = a_report(facets=facets)

    records = b"".join(write_facets(report, ())).decode().splitlines()
    summary = b"".join(write_markdown(report, ())).decode()

    assert records[0] == "by,value,cases,contender,measure,mean,low,high,observations"
    assert records[1:3] == [
        "tag,tag 0,40,all,quality,0.5,0.25,0.75,1200",
        "tag,tag 0,40,all,passing,0.5,,,1200",
    ]
    assert len(records) == 1 + 2 * 21
    assert "| tag | `tag 0` | 40 | 0.50 (0.25 to 0.75), 1,200 results | 0.500, 1,200 results |" in summary
    assert "1 more: `edison export run_1 --format facets`" in summary
    nobody_judged = facets[0].model_copy(update={"rows": (FacetResult(name="all"),)})
    assert "| 40 |  |  |" in b"".join(write_markdown(a_report(facets=(nobody_judged,)), ())).decode()


def test_the_page_tells_the_time_in_one_zone() -> None:
    began = SOME_TIME.astimezone(timezone(timedelta(hours=5)))

    assert "begun 2026-01-01 12:00 UTC" in Page(a_report(run=a_run(began_at=began))).text


@pytest.mark.parametrize("settlement", [settlement for settlement in Settlement if settlement.is_end])
def test_every_settlement_has_words(settlement: Settlement) -> None:
    told = Page(ended(settlement)).text

    assert re.search(r"[a-z]{2,}\.", told)
    assert settlement.value not in told or "_" not in settlement.value


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"desired": DesiredState.PAUSED}, "The run is paused."),
        (
            {"halted": Halt(code="quota_gone", sentence="The quota is used up.")},
            "waiting for someone: The quota",
        ),
        (
            {"halted": Halt(code=WAITS_FOR_PEOPLE, sentence="It waits for people: 2 questions are open.")},
            "It waits for people: 2 questions are open.",
        ),
    ],
)
def test_a_run_that_stands_still_says_why(changes: dict[str, object], told: str) -> None:
    report = a_report(run=a_run(**changes))

    assert told in Page(report).text
    assert told in markdown(report)
    assert f"someone: {told}" not in markdown(report), "who is waited for is said once"


def test_a_board_shows_names_values_intervals_and_who_is_not_told_apart() -> None:
    page = Page(a_report(boards=some_boards()))

    assert "Scores of the judges" in page.text
    assert "Careful: few cases." in page.text
    assert "1–2steady0.900.80 to 0.9512" in page.text
    assert "1–2quick0.850.70 to 0.9010very uncertain, few comparisons" in page.text
    assert "3third0.20" in page.text
    assert "1steady0.50 s0.40 s to 0.60 s" in page.text
    assert "2quick1.50 s" in page.text
    assert "1steady$0.000000in all $0.120000a|b $1.000000" in page.text
    assert "quickno results0results are missing" in page.text
    assert "1–2steady100.0 %" in page.text
    assert "not told apart by these results" in page.text
    assert page.tags.count("svg") == 8 + 3, (
        "an interval for each, and a picture of each board with two that are placed"
    )
    assert ("aria-label", "0.90, 0.80 to 0.95") in page.attributes


def test_intervals_are_drawn_on_one_axis() -> None:
    board = a_ranking(
        board="speed",
        lower_is_better=True,
        items=(
            a_ranked_item(strength=1, interval={"low": 0, "high": 2}),
            a_ranked_item(item_id="arm_2", strength=3, interval={"low": 2, "high": 4}),
        ),
    )

    source = Page(a_report(boards=(board,))).source

    assert "x1='0.0' x2='100.0'" in source
    assert "x1='100.0' x2='200.0'" in source
    assert "cx='150.0'" in source


def test_what_went_wrong_comes_first() -> None:
    page = Page(
        a_report(),
        a_cell_report(case="fine"),
        a_cell_report(case="unasked", outcome=CellOutcome.PENDING, output=None),
        a_cell_report(case="wrong", checks=(a_failed_check(),)),
        a_trouble(),
    )

    assert "What went wrong (2)" in page.text
    assert page.text.index("wrong · steady") < page.text.index("fine · steady")
    assert "contains: 'Four' is not in it." in page.text
    assert "failed: The deadline passed." in page.text
    assert "No answer could be had." in page.text
    assert "1 of 4 cells are left out here" in page.text
    assert "edison export run_1 --format jsonl" in page.text


def test_verdicts_are_shown_by_their_stages() -> None:
    judgments = (
        a_judgment(scores=(), verdict={"scale_size": 4, "stages": (2, 3)}, reason="It shows some."),
        a_judgment(scores=(), verdict={"scale_size": 4}),
    )

    page = Page(a_report(), a_cell_report(judgments=judgments))

    assert "Stage 2, 3 of 4. It shows some." in page.text
    assert "Abstained." in page.text


def test_judgments_are_shown_with_reasons_and_suggestions() -> None:
    judgments = (
        a_full_judgment(
            {"Accuracy": 4, "Kindness": 5},
            suggestions=("Be brief.", {"text": "Say why.", "because": "It does not."}),
        ),
        a_full_judgment({"Accuracy": 4}, id="jmt_2"),
    )

    page = Page(a_report(), a_cell_report(judgments=judgments, checks=(a_passed_check(),)))

    assert "Judge strict: 0.850 of 1" in page.text
    assert "Accuracy4Accuracy!" in page.text
    assert "Be brief.Say why. It does not." in page.text
    assert "passed not_empty" in page.text


def test_a_long_answer_is_cut_with_a_note() -> None:
    page = Page(a_report(), a_cell_report(output=an_output(text="x" * 5_000)))

    assert "(1,000 more characters)" in page.text


def test_the_summary_for_a_pull_request_fits_on_a_screen() -> None:
    report = a_report(boards=some_boards()[:1])
    wrong = a_cell_report(case="a|b", checks=(a_failed_check(reason="No `Four`"),))

    text = markdown(report, a_cell_report(), wrong)

    assert text.startswith("# `Prices`\n\nThe run has not ended yet.\n")
    assert "| answered | 3 |" in text
    assert "## Quality\n\nScores of the judges on the rubric, from 0 to 1.\nCareful: few cases.\n" in text
    assert "| 1–2 |  | `steady` | 0.90 | 0.80 to 0.95 | 12 |  |" in text
    assert "## What went wrong (1 of 2 cells)" in text
    assert "- `a|b` · `steady` · `v1`: `contains`: `` No `Four` ``" in text


def test_who_has_no_results_has_no_place_and_no_number_in_a_summary() -> None:
    text = markdown(a_report(boards=some_boards()[2:3]))

    assert "| 1 |  | `steady` | $0.000000 |  | 10 | `in all` $0.120000, `a\\|b` $1.000000 |" in text
    assert "|  |  | `quick` | no results |  | 0 | results are missing |" in text


def test_at_most_ten_wrong_cells_are_listed_in_a_summary() -> None:
    text = markdown(a_report(), *(a_cell_report(checks=(a_failed_check(),)) for _ in range(12)))

    assert text.count("\n- ") == 10
    assert "2 more: `edison export run_1 --format jsonl` writes every cell." in text


def test_hostile_text_cannot_leave_its_code_span() -> None:
    text = markdown(a_report(), a_hostile_cell())

    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "script" in text
    assert not re.search("script|@team|evil", outside)
    assert "\\x00\\x07 \\ud800" in text
    assert HOSTILE not in text


def test_a_reason_that_says_nothing_or_too_much_is_short() -> None:
    silent = a_cell_report(
        outcome=CellOutcome.EMPTY, output=an_output(text="", status="semantic_failure", reason="empty")
    )
    text = markdown(a_report(), silent, a_cell_report(checks=(a_failed_check(reason="x" * 500),)))

    assert "empty`: `The answer is empty.`" in text
    assert f"`{'x' * 200}…`" in text


def test_a_pipe_in_a_name_does_not_break_the_table() -> None:
    board = a_ranking(
        items=(a_ranked_item(name="a|b"), a_ranked_item(item_id="arm_2", name=" ", strength=0.1))
    )

    text = markdown(a_report(boards=(board,)))

    assert "| 1–2 |  | `a\\|b` |" in text
    assert "| 1–2 |  |  |" in text


def test_numbers_have_as_many_digits_as_their_interval_is_worth() -> None:
    narrow = FacetMean(value=0.98765, interval=Interval(low=0.98764, high=0.98766), observations=9, cases=9)
    facet = Facet(kind=FacetKind.TAG, name="t", cases=9, rows=(FacetResult(name="all", quality=narrow),))
    board = a_ranking(
        board="quality",
        items=(
            a_ranked_item(strength=0.500012, interval={"low": 0.500011, "high": 0.500013}),
            a_ranked_item(item_id="arm_2", strength=0.4, interval={"low": 0.1, "high": 0.7}),
        ),
    )

    page = Page(a_report(boards=(board,), facets=(facet,)))

    assert "0.987650" in page.text
    assert "0.987640 to 0.987660" in page.text
    assert "0.50001200.5000110 to 0.5000130" in page.text.replace("\n", "")
