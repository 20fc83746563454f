"""JUnit: what a build server makes of a run."""

from xml.etree import ElementTree

import pytest

from edison.domain import Answered, CellOutcome, CellReport
from edison.formats import write_junit
from tests.factories import an_output

from .reports import (
    a_cell_report,
    a_check_not_made,
    a_failed_check,
    a_hostile_cell,
    a_passed_check,
    a_report,
    a_trouble,
)


def suites_of(*cells: CellReport) -> ElementTree.Element:
    return ElementTree.fromstring(b"".join(write_junit(a_report(), cells)))


def test_every_arm_has_a_suite_even_where_cells_come_case_by_case() -> None:
    cells = [a_cell_report(case=case, arm=arm) for case in ("a", "b") for arm in ("arm_1", "arm_2", "other")]

    suites = suites_of(*cells)

    assert suites.get("name") == "Prices"
    assert [(suite.get("name"), suite.get("tests")) for suite in suites] == [
        ("steady", "2"),
        ("quick", "2"),
        ("other", "2"),
    ]
    assert [test.get("name") for test in suites[0]] == ["a (v1, repeat 0)", "b (v1, repeat 0)"]


def test_a_suite_without_cells_is_there_and_empty() -> None:
    assert [suite.get("tests") for suite in suites_of()] == ["0", "0"]


def test_a_failed_check_is_a_failure_trouble_an_error_and_the_unasked_skipped() -> None:
    suites = suites_of(
        a_cell_report(checks=(a_passed_check(),)),
        a_cell_report(
            checks=(a_failed_check(), a_passed_check(), a_failed_check("regex", reason="No digit."))
        ),
        a_trouble(),
        a_cell_report(outcome=CellOutcome.CANCELLED, output=None, answered=Answered()),
        a_cell_report(outcome=CellOutcome.PENDING, output=None, answered=Answered()),
    )

    steady = suites[0]
    assert {key: steady.get(key) for key in ("tests", "failures", "errors", "skipped", "time")} == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
        "skipped": "2",
        "time": "2.468",
    }
    passed, failed, trouble, cancelled, pending = steady
    assert list(passed) == []
    failure = failed.find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("contains", "'Four' is not in it.")
    assert failure.text == "contains: 'Four' is not in it.\nregex: No digit."
    assert failed.findtext("system-out") == "Answer: Four."
    error = trouble.find("error")
    assert error is not None
    assert (error.get("type"), error.get("message")) == ("failed", "The deadline passed.")
    assert cancelled.find("skipped") is not None
    assert pending.find("skipped") is not None


@pytest.mark.parametrize(
    ("outcome", "checks", "fails"),
    [
        (CellOutcome.REFUSED, (), True),
        (CellOutcome.REFUSED, (a_passed_check("refusal"),), False),
        (CellOutcome.TRUNCATED, (a_failed_check(),), True),
        (CellOutcome.OK, (), False),
    ],
)
def test_an_answer_that_is_none_fails_where_nothing_was_checked(
    outcome: CellOutcome, checks: tuple[object, ...], fails: bool
) -> None:
    (test, *_) = suites_of(a_cell_report(outcome=outcome, checks=checks))[0]

    assert (test.find("failure") is not None) is fails


def test_a_check_that_could_not_be_made_is_an_error_with_its_reason() -> None:
    cell = a_cell_report(checks=(a_passed_check(), a_check_not_made(reason="It nests too deeply.")))

    suites = suites_of(cell)

    assert (suites.get("failures"), suites.get("errors")) == ("0", "1")
    told = suites[0].find("properties/property[@name='not_checked']")
    assert told is not None
    assert told.get("value") == "1"
    error = suites[0].find("testcase/error")
    assert error is not None
    assert (error.get("type"), error.get("message")) == ("json_valid", "It nests too deeply.")
    assert suites[1].find("properties") is None


def test_hostile_text_stays_text_and_what_xml_cannot_carry_is_made_visible() -> None:
    (test, *_) = suites_of(a_hostile_cell())[0]

    out = test.findtext("system-out") or ""
    assert "<script>" in out
    assert "\\x00\\x07 \\ud800" in out
    assert "\r\n" in out


def test_a_long_answer_is_cut() -> None:
    cell = a_cell_report(output=an_output(text="x" * 10_000), checks=(a_failed_check(),))

    (test, *_) = suites_of(cell)[0]

    assert len(test.findtext("system-out") or "") == len("Answer: ") + 4_002


def test_thousands_of_tests_are_kept_small_and_written_whole() -> None:
    cells = [
        a_cell_report(case=f"case {number}", checks=(a_failed_check(),), output=an_output(text="x" * 3000))
        for number in range(300)
    ]

    suites = suites_of(*cells)

    assert len(suites[0]) == 300
    assert suites[0][299].get("name") == "case 299 (v1, repeat 0)"
