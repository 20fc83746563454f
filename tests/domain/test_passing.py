"""One rule of passing."""

from itertools import product

import pytest

from edison.domain import (
    CellOutcome,
    CellStatus,
    Finding,
    StatusReason,
    passed_checks,
    why_status,
    worst_of,
)

OK, REFUSED, TROUBLE = CellOutcome.OK, CellOutcome.REFUSED, CellOutcome.FAILED
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
