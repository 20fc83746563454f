"""CSV for spreadsheets: cells that stay cells."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Answered, CellOutcome, CellReport, CheckResult, Finding
from edison.formats import CasesKind, read_cases, write_csv
from edison.formats.exports.formulas import guard, unguard
from tests.factories import a_judgment, an_output

from .reports import (
    HOSTILE,
    a_cell_report,
    a_failed_check,
    a_full_judgment,
    a_hostile_cell,
    a_passed_check,
    a_report,
    a_trouble,
)

FORMULAS = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "@SUM(A1:A9)",
    "+1+1",
    "-1+1",
    "-2+3+cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    '=HYPERLINK("http://x")',
    "'=1+1",
    "''=1",
    "＝1+1",
    "-",
    "=",
    "+x",
]


def records_of(*cells: CellReport) -> list[dict[str, str]]:
    text = b"".join(write_csv(a_report(), cells)).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_cell_has_a_record_with_a_column_for_every_score() -> None:
    judgments = (
        a_full_judgment({"Accuracy": 4, "Kindness": 5}),
        a_full_judgment({"Accuracy": 2, "Kindness": 5}, id="jmt_2", repeat=1),
    )
    cell = a_cell_report(
        checks=(a_passed_check(), a_failed_check()), judgments=judgments, tags=("food", "cheap")
    )

    (record,) = records_of(cell)

    assert record == {
        "case_id": "fish",
        "arm": "steady",
        "version": "1",
        "prompt": "v1",
        "repeat": "0",
        "outcome": "ok",
        "inputs": "",
        "expected": "",
        "text": "Four.",
        "passed": "no",
        "checks": "not_empty: passed; contains: failed ('Four' is not in it.)",
        "strict: quality": "0.7",
        "strict: Accuracy": "3",
        "strict: Kindness": "5",
        "safety": "",
        "safety_flags": "",
        "not_judged": "",
        "latency_ms": "1234",
        "tokens_in": "10",
        "tokens_out": "2",
        "cost_usd": "0.0015",
        "cached": "no",
        "tags": "food, cheap",
    }


def test_what_is_not_known_is_left_empty() -> None:
    (record,) = records_of(a_trouble())

    assert {
        record[key] for key in ("text", "passed", "checks", "strict: quality", "latency_ms", "cost_usd")
    } == {""}


@pytest.mark.parametrize(
    ("findings", "passed"),
    [
        ((), ""),
        (("passed",), "yes"),
        (("not_checked", "failed"), "no"),
        (("passed", "not_checked"), "not checked"),
    ],
)
def test_passed_says_whether_every_check_was_made_and_passed(findings: tuple[str, ...], passed: str) -> None:
    checks = tuple(
        CheckResult(output_id=an_output().id, check="x", finding=Finding(finding), reason="Why not.")
        for finding in findings
    )

    assert records_of(a_cell_report(checks=checks))[0]["passed"] == passed


def test_an_unfinished_loop_has_not_passed_whatever_its_checks_say() -> None:
    cell = a_cell_report(outcome=CellOutcome.UNFINISHED, checks=(a_passed_check(),))

    assert records_of(cell)[0]["passed"] == "no"


def test_why_nobody_judged_has_a_column() -> None:
    (record,) = records_of(a_cell_report(judgments=(a_judgment(scores=(), not_judged="It was silent."),)))

    assert (record["not_judged"], record["strict: quality"]) == ("It was silent.", "")


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_begins_like_a_formula(text: str) -> None:
    (record,) = records_of(a_cell_report(output=an_output(text=text), case=text, tags=(text,)))

    for cell in (record["text"], record["case_id"], record["tags"]):
        assert cell[0] == "'"
        assert unguard(cell) == text


@pytest.mark.parametrize("text", ["-5", "+3.25", "-1e5", "5", "it is -5", "a=b", "", "'tis"])
def test_numbers_and_other_texts_stay_as_they_are(text: str) -> None:
    assert records_of(a_cell_report(output=an_output(text=text)))[0]["text"] == text


@pytest.mark.parametrize(
    ("microusd", "written"),
    [(0, "0"), (1, "0.000001"), (15, "0.000015"), (5_000_000, "5"), (10**12, "1000000")],
)
def test_money_is_written_out(microusd: int, written: str) -> None:
    assert records_of(a_cell_report(answered=Answered(microusd=microusd)))[0]["cost_usd"] == written


def test_what_a_file_cannot_carry_is_made_visible() -> None:
    (record,) = records_of(a_hostile_cell())

    assert record["text"] == HOSTILE.replace("\x00", "\\x00").replace("\ud800", "\\ud800")


@given(st.text())
def test_a_guard_is_taken_away_exactly_once(text: str) -> None:
    assert unguard(guard(text)) == text


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_text_survives_an_export_that_is_read_as_cases(text: str) -> None:
    cell = a_cell_report(output=an_output(text=text), outcome=CellOutcome.OK)

    (case,) = read_cases(write_csv(a_report(), [cell]), kind=CasesKind.CSV, name="export.csv")

    assert case.variables["text"] == text


def test_an_answer_that_was_kept_is_marked() -> None:
    (record,) = records_of(a_cell_report(answered=Answered(microusd=0, from_cache=True)))

    assert (record["cached"], record["cost_usd"], record["latency_ms"]) == ("yes", "0", "")
