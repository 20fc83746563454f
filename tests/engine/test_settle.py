"""Why a run ends in which something is missing."""

import pytest

from edison.domain import Settlement
from edison.engine.driver.workflows import STALLED_SWEEPS, settle


@pytest.mark.parametrize(
    ("budget_spent", "stalled", "reason"),
    [
        (False, 0, Settlement.NOT_YET),
        (True, 0, Settlement.BUDGET_SPENT),
        (False, STALLED_SWEEPS - 1, Settlement.NOT_YET),
        (False, STALLED_SWEEPS, Settlement.NO_PROGRESS),
        (True, STALLED_SWEEPS, Settlement.BUDGET_SPENT),
    ],
)
def test_a_run_ends_by_its_name(budget_spent: bool, stalled: int, reason: Settlement) -> None:
    assert settle(budget_spent=budget_spent, stalled=stalled) is reason
