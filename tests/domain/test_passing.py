"""One rule of passing."""

from itertools import product

import pytest

from edison.domain import (
    CellOutcome,
    CellStatus,
    CheckResult,
    Finding,
    StatusReason,
    asks_judge,
    await_verdict,
    awaits_verdict,
    passed_checks,
    take_verdict,
    why_status,
    worst_of,
)
from tests.factories import a_check_result, a_judgment, an_output

OK, REFUSED, TROUBLE = CellOutcome.OK, CellOutcome.REFUSED, CellOutcome.FAILED
UNFINISHED = CellOutcome.UNFINISHED
PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED


@pytest.mark.parametrize(
    ("outcome", "findings", "reason", "status"),
    [
        (OK, (PASSED, PASSED), StatusReason.CHECKS_PASSED, CellStatus.PASSED),
        (OK, (PASSED, NOT_CHECKED, FAILED), StatusReason.CHECK_FAILED, CellStatus.FAILED),
        (OK, (PASSED, NOT_CHECKED), StatusReason.CHECK_NOT_MADE, CellStatus.NOT_CHECKED),
        (OK, (), StatusReason.ANSWERED, CellStatus.PASSED),
        (REFUSED, (PASSED,), StatusReason.CHECKS_PASSED, CellStatus.PASSED),
        (REFUSED, (NOT_CHECKED,), StatusReason.CHECK_NOT_MADE, CellStatus.NOT_CHECKED),
        (REFUSED, (), StatusReason.NO_ANSWER, CellStatus.FAILED),
        (UNFINISHED, (PASSED, FAILED), StatusReason.CHECK_FAILED, CellStatus.FAILED),
        (UNFINISHED, (PASSED,), StatusReason.NO_ANSWER, CellStatus.FAILED),
        (UNFINISHED, (NOT_CHECKED,), StatusReason.NO_ANSWER, CellStatus.FAILED),
        (UNFINISHED, (), StatusReason.NO_ANSWER, CellStatus.FAILED),
        (TROUBLE, (NOT_CHECKED,), StatusReason.TROUBLE, CellStatus.TROUBLE),
        (TROUBLE, (), StatusReason.TROUBLE, CellStatus.TROUBLE),
        (CellOutcome.PENDING, (), StatusReason.NOT_ASKED, CellStatus.SKIPPED),
        (CellOutcome.CANCELLED, (), StatusReason.NOT_ASKED, CellStatus.SKIPPED),
    ],
)
def test_a_cell_has_one_status_and_a_reason_for_it(
    outcome: CellOutcome, findings: tuple[Finding, ...], reason: StatusReason, status: CellStatus
) -> None:
    why = why_status(outcome, worst_of(findings))

    assert (why, why.status) == (reason, status)


@pytest.mark.parametrize(("outcome", "worst"), list(product(CellOutcome, (*Finding, None))))
def test_checks_count_as_passed_only_where_all_were_made_on_an_answer(
    outcome: CellOutcome, worst: Finding | None
) -> None:
    status = why_status(outcome, worst).status

    passed = passed_checks(outcome, worst)

    assert (passed is True) is (worst is PASSED and status is CellStatus.PASSED)
    assert (passed is None) is (worst is None or status in (CellStatus.NOT_CHECKED, CellStatus.SKIPPED))


@pytest.mark.parametrize("status", CellStatus)
def test_whatever_has_not_passed_and_was_asked_is_shown_first(status: CellStatus) -> None:
    assert status.is_bad is (status not in (CellStatus.PASSED, CellStatus.SKIPPED))


PASSING = a_check_result(check="contains")
FAILING = a_check_result(check="drift", finding="failed", reason="Too far.")
UNKNOWN = a_check_result(check="drift", finding="not_checked", reason="No vectors.")


@pytest.mark.parametrize(
    ("findings", "is_asked"),
    [((), True), ((PASSING,), True), ((PASSING, FAILING), False), ((PASSING, UNKNOWN), False)],
)
def test_a_judge_that_decides_is_asked_where_all_else_passed(
    findings: tuple[CheckResult, ...], is_asked: bool
) -> None:
    awaited = await_verdict(an_output(), findings)

    assert asks_judge(findings) is asks_judge(awaited) is awaits_verdict(awaited) is is_asked
    assert [one.check for one in awaited[len(findings) :]] == ["judge"] * is_asked
    assert worst_of(one.finding for one in awaited) is not PASSED


def test_nobody_decides_on_what_is_no_answer() -> None:
    assert await_verdict(an_output(status="semantic_failure", reason="refusal"), [PASSING]) == (PASSING,)


@pytest.mark.parametrize(
    ("said", "finding", "reason"),
    [
        ({"scores": ({"criterion": "c", "score": 1, "reason": "Fine."},)}, PASSED, None),
        ({"scores": ({"criterion": "c", "score": 0, "reason": "It guesses."},)}, FAILED, "It guesses."),
        (
            {"scores": ({"criterion": "c", "score": 0},)},
            FAILED,
            "The judge found that it does not meet its criteria.",
        ),
        ({"scores": (), "not_judged": "Garbled."}, NOT_CHECKED, "Not judged: Garbled."),
    ],
)
def test_what_a_judge_decides_takes_the_place_of_what_was_open(
    said: dict[str, object], finding: Finding, reason: str | None
) -> None:
    decided = take_verdict(await_verdict(an_output(), [PASSING]), a_judgment(**said))

    assert not awaits_verdict(decided)
    assert [(one.check, one.finding, one.reason) for one in decided] == [
        ("contains", PASSED, None),
        ("judge", finding, reason),
    ]
    assert await_verdict(an_output(), [FAILING], before=decided) == (FAILING, decided[-1])
