"""How fast a run goes, and how long it will take."""

import pytest

from edison.actions.runs.progress import Pace
from edison.domain import CellOutcome, RunReport
from tests.factories import a_judge, a_rubric, a_run, a_snapshot

JUDGED_RUN = a_run(
    snapshot=a_snapshot(rubric=a_rubric(), judges=(a_judge(), a_judge(id="jdg_2", name="other")))
)


def a_report(done: int, *, judged: int = 0) -> RunReport:
    """A hundred cells with two judges each."""
    outcomes = {CellOutcome.OK: done, CellOutcome.PENDING: 100 - done}
    return RunReport(
        run=JUDGED_RUN, planned=100, outcomes=outcomes, judged=judged, judgments_planned=2 * done
    )


def test_at_the_first_look_nothing_can_be_said() -> None:
    progress = Pace().look(a_report(10), at=0.0)

    assert (progress.per_second, progress.eta_s) == (0.0, None)


def test_answers_and_judgments_both_count() -> None:
    pace = Pace()
    pace.look(a_report(0), at=0.0)

    progress = pace.look(a_report(20, judged=10), at=10.0)

    assert progress.per_second == 3.0
    assert progress.eta_s == pytest.approx((300 - 30) / 3)


def test_only_the_last_while_counts() -> None:
    pace = Pace()
    pace.look(a_report(0), at=0.0)
    for second in range(1, 60):
        pace.look(a_report(50), at=float(second))

    progress = pace.look(a_report(60), at=60.0)

    assert progress.per_second == pytest.approx(10 / 20, rel=0.1)


def test_a_run_that_is_done_has_no_time_left() -> None:
    pace = Pace()
    pace.look(a_report(90, judged=180), at=0.0)

    assert pace.look(a_report(100, judged=200), at=1.0).eta_s == 0
