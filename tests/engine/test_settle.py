"""Why a run ends."""

import pytest

from edison.domain import DesiredState, Settlement
from edison.engine.driver.settle import STALLED_SWEEPS, Progress, settle

RUNNING = DesiredState.RUNNING


@pytest.mark.parametrize(
    ("progress", "reason"),
    [
        (Progress(RUNNING, missing=0), Settlement.ALL_CELLS_DONE),
        (Progress(RUNNING, missing=3), Settlement.NOT_YET),
        (Progress(RUNNING, missing=3, budget_spent=True), Settlement.BUDGET_SPENT),
        (Progress(RUNNING, missing=0, budget_spent=True), Settlement.ALL_CELLS_DONE),
        (Progress(RUNNING, missing=3, stalled=STALLED_SWEEPS - 1), Settlement.NOT_YET),
        (Progress(RUNNING, missing=3, stalled=STALLED_SWEEPS), Settlement.NO_PROGRESS),
        (Progress(DesiredState.CANCELLED, missing=0), Settlement.CANCELLED),
    ],
)
def test_a_run_ends_by_its_name(progress: Progress, reason: Settlement) -> None:
    assert settle(progress) is reason
