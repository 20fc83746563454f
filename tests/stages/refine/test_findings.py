"""Findings: what is weak, what lags, and which answers show it."""

import pytest

from edison.domain import (
    CellOutcome,
    CellReport,
    Check,
    CheckResult,
    FacetKind,
    Finding,
    Findings,
    LaggingFacet,
    OutputId,
    OutputStatus,
)
from edison.stages.refine import find_weaknesses
from tests.factories import a_criterion, a_judgment, a_rubric, an_output

RUBRIC = a_rubric(
    criteria=(
        a_criterion(name="correct", weight=0.5, scale={"min": 0, "max": 5}),
        a_criterion(name="polite", weight=0.5, scale={"min": 1, "max": 3}),
        a_criterion(name="overall", weight=0.0, scale={"min": 0, "max": 5}),
    )
)


def a_cell(number: int, correct: float, polite: float, **changes: object) -> CellReport:
    scores = [
        {"criterion": "correct", "score": correct, "reason": "It is wrong."},
        {"criterion": "polite", "score": polite},
        {"criterion": "overall", "score": 3},
        {"criterion": "unheard of", "score": 3},
    ]
    judgment = a_judgment(id=f"jud_{number}", scores=scores, suggestions=("Ask for the date.",))
    told = {
        "number": number,
        "case": f"case-{number}",
        "arm": "large",
        "version": 1,
        "repeat": 0,
        "outcome": CellOutcome.OK,
        "output": an_output(text=f"Answer {number}. " + "x" * 2000),
        "judgments": (judgment, a_judgment(id="jud_x", scores=(), not_judged="Unreadable.")),
    }
    return CellReport(**{**told, **changes})


def find(*cells: CellReport, checks: tuple[Check, ...] = (), difficult: tuple[str, ...] = ()) -> Findings:
    kinds = {
        cell.case: [
            *((FacetKind.TAG, tag) for tag in cell.tags),
            (FacetKind.DIFFICULTY, "5" if cell.case in difficult else "1"),
        ]
        for cell in cells
    }
    inputs = {"case-1": "How much is it?"}
    return find_weaknesses(cells, inputs=inputs, rubric=RUBRIC, kinds=kinds, checks=checks)


def test_criteria_are_ordered_by_their_own_scales_and_have_intervals() -> None:
    found = find(
        *(a_cell(number, correct=4, polite=1.5) for number in range(8)), a_cell(9, correct=3, polite=2)
    )

    assert [one.name for one in found.weak] == ["polite", "correct"]
    assert found.weak[0].mean == pytest.approx((8 * 0.25 + 0.5) / 9)
    assert found.weak[0].interval.low < found.weak[0].mean < found.weak[0].interval.high
    assert (found.cases, found.weak[0].judgments) == (9, 9)
    assert found.quality == pytest.approx((8 * (0.8 + 0.25) / 2 + (0.6 + 0.5) / 2) / 9)


def test_tags_whose_cases_do_worse_are_named_if_there_are_enough_of_them() -> None:
    slow = [a_cell(number, correct=1, polite=1, tags=("refund",)) for number in range(3)]
    good = [a_cell(number, correct=5, polite=3, tags=("parcel",)) for number in range(3, 8)]
    few = [a_cell(9, correct=0, polite=1, tags=("other",))]

    (lagging,) = find(*slow, *good, *few).lagging

    assert (lagging.kind, lagging.name) == (FacetKind.TAG, "refund")
    assert (lagging.cases, lagging.mean) == (3, pytest.approx(0.1))
    assert find(*slow).lagging == ()


def test_whatever_cases_have_in_common_may_lag() -> None:
    slow = [a_cell(number, correct=1, polite=1) for number in range(3)]
    good = [a_cell(number, correct=5, polite=3) for number in range(3, 8)]

    (lagging,) = find(*slow, *good, difficult=("case-0", "case-1", "case-2")).lagging

    assert (lagging.kind, lagging.name, lagging.cases) == (FacetKind.DIFFICULTY, "5", 3)
    assert (
        LaggingFacet.model_validate({"tag": "refund", "mean": 0.1, "others": 0.6, "cases": 3}).name
        == "refund"
    )


def test_exemplars_are_the_worst_but_of_different_kinds_and_some_that_pass() -> None:
    alike = [a_cell(number, correct=0, polite=1.5, tags=("refund",)) for number in range(1, 7)]
    other = a_cell(8, correct=4, polite=1, tags=("parcel",))
    good = a_cell(9, correct=5, polite=3, tags=("parcel",))

    found = find(*alike, other, good)

    assert [one.case for one in found.failing] == ["case-1", "case-8", "case-2", "case-3", "case-4"]
    assert [one.case for one in found.passing] == ["case-9"]
    first = found.failing[0]
    assert (first.input, first.judgments) == ("How much is it?", ("jud_1",))
    assert first.reasons == ("correct: It is wrong.",)
    assert first.advice == ("Ask for the date.",)
    assert first.answer.endswith(" …")


def a_refusal(number: int, **changes: object) -> CellReport:
    refused = an_output(text="", status=OutputStatus.SEMANTIC_FAILURE, reason="refusal")
    return a_cell(number, 0, 0, output=refused, outcome=CellOutcome.REFUSED, judgments=(), **changes)


def test_what_is_no_answer_is_worth_nothing_and_shown_and_trouble_on_the_way_is_not() -> None:
    trouble = an_output(text="", status=OutputStatus.ERROR, reason="timeout")
    failed = a_cell(3, 0, 0, output=trouble, outcome=CellOutcome.FAILED, judgments=())

    found = find(a_refusal(1), a_cell(2, correct=5, polite=3), failed)

    assert (found.quality, found.cases) == (0.5, 2)
    assert found.failing[0].case == "case-1"
    assert found.failing[0].fails == ("no answer (refused)",)
    assert [(one.what, one.failed, one.answers) for one in found.fails] == [("no answer (refused)", 1, 2)]
    assert [one.case for one in found.passing] == ["case-2"]


def test_a_refusal_that_was_asked_for_is_no_weakness() -> None:
    asked_for = a_refusal(1, checks=(a_finding("expect_refusal", "", passed=True),))
    by_the_way = a_refusal(3, checks=(a_finding("length", "", passed=True),))

    found = find(asked_for, a_cell(2, correct=5, polite=3), by_the_way)

    assert [(one.what, one.failed, one.answers) for one in found.fails] == [("no answer (refused)", 1, 3)]
    assert found.quality == pytest.approx(2 / 3)
    assert {one.case for one in found.passing} == {"case-1", "case-2"}


def a_finding(check: str, value: str, *, passed: bool = False) -> CheckResult:
    return CheckResult(
        output_id=OutputId("out_1"),
        check=check,
        finding=Finding.PASSED if passed else Finding.FAILED,
        reason=None if passed else f"It has {value}.",
        value=value,
    )


def test_answers_that_fail_checks_are_counted_and_shown_without_what_a_case_expects() -> None:
    checks = (
        Check(kind="icontains", value="refund", negated=True),
        Check(kind="icontains", value="policy", negated=True),
        Check(kind="icontains", value="{{ expect }}"),
    )
    wordy = (a_finding("not_icontains", "policy"), a_finding("icontains", "Paris", passed=True))
    wrong = (a_finding("not_icontains", "policy"), a_finding("icontains", "Rome"))
    cells = [
        a_cell(1, correct=5, polite=3, checks=wordy),
        a_cell(2, correct=5, polite=3, checks=wrong),
        a_cell(3, correct=4, polite=3),
    ]

    found = find(*cells, checks=checks)

    assert [(one.what, one.failed, one.answers) for one in found.fails] == [
        ("the check not_icontains: policy", 2, 3),
        ("the check icontains", 1, 3),
    ]
    assert [one.case for one in found.failing] == ["case-2", "case-1", "case-3"]
    assert [one.case for one in found.passing] == ["case-3"]
    assert "Rome" not in found.model_dump_json()


def test_where_nothing_was_judged_nothing_is_found() -> None:
    unjudged = a_cell(1, correct=9, polite=2, judgments=())

    assert find(unjudged, a_cell(2, correct=1, polite=1, output=None)) == Findings(quality=0.0, cases=0)
    assert find(a_cell(3, correct=9, polite=2)).cases == 0
