"""What repeats of one cell say together."""

import pytest

from edison.domain import CellStatus, Consistency, tally_repeats

PASS, FAIL, TROUBLE = CellStatus.PASSED, CellStatus.FAILED, CellStatus.TROUBLE


@pytest.mark.parametrize(
    ("statuses", "consistency", "told"),
    [
        ([PASS, PASS], Consistency.CONSISTENT_PASS, 2),
        ([PASS, TROUBLE], Consistency.CONSISTENT_PASS, 1),
        ([FAIL, FAIL], Consistency.CONSISTENT_FAIL, 2),
        ([PASS, FAIL, PASS], Consistency.INCONSISTENT, 3),
        ([TROUBLE, CellStatus.NOT_CHECKED], Consistency.ERROR, 0),
        ([PASS, CellStatus.SKIPPED], Consistency.PENDING, 1),
    ],
)
def test_repeats_agree_or_not_and_errors_stand_apart(
    statuses: list[CellStatus], consistency: Consistency, told: int
) -> None:
    tally = tally_repeats(statuses)

    assert (tally.consistency, tally.told) == (consistency, told)
