"""What people see while a run goes on."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from edison.actions.results.baselines import BaselineComparison, MeanChange
from edison.actions.results.showing import ShownBoard, ShownRun
from edison.actions.runs.prepare import Estimate
from edison.actions.runs.progress import RunProgress
from edison.cli.screen import Screen, draw_report, tell_comparison, tell_progress
from edison.domain import CellOutcome, RunReport
from edison.stats.comparing import ComparisonVerdict
from tests.factories import a_design, a_judge, a_rubric, a_run, a_snapshot


def a_progress(*, eta_s: float | None = 3725.0, has_judge: bool = True) -> RunProgress:
    judges = {"rubric": a_rubric(), "judges": (a_judge(),)} if has_judge else {}
    report = RunReport(
        run=a_run(snapshot=a_snapshot(**judges)),
        planned=100,
        outcomes={CellOutcome.OK: 40, CellOutcome.PENDING: 60},
        judged=30,
        judgments_planned=40,
        spent_microusd=1_234_500,
    )
    return RunProgress(report, per_second=12.34, eta_s=eta_s)


@pytest.mark.parametrize(
    ("progress", "told"),
    [
        (a_progress(), "40 of 100 cells, 30 judgments, $1.2345, 12.3/s, 1 h 02 min left"),
        (a_progress(eta_s=65, has_judge=False), "40 of 100 cells, $1.2345, 12.3/s, 1 min 05 s left"),
        (a_progress(eta_s=4.4), "40 of 100 cells, 30 judgments, $1.2345, 12.3/s, 4 s left"),
        (a_progress(eta_s=None), "40 of 100 cells, 30 judgments, $1.2345, 12.3/s, time left unknown"),
    ],
)
def test_progress_is_one_line_with_cost_rate_and_time_left(progress: RunProgress, told: str) -> None:
    assert tell_progress(progress) == told


def test_progress_of_a_ranking_counts_comparisons_and_promises_no_end() -> None:
    report = a_progress().report
    run = report.run.model_copy(update={"experiment": a_design(preset="rank-entries")})
    ranking = RunProgress(report.model_copy(update={"run": run}), per_second=3.4, eta_s=0)

    assert tell_progress(ranking) == "30 comparisons of 100 texts, $1.2345, 3.4/s"


def test_on_a_terminal_a_ranking_shows_its_texts_and_comparisons_and_no_bar_to_an_end() -> None:
    report = a_progress().report
    run = report.run.model_copy(update={"experiment": a_design(preset="rank-entries")})
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100)

    with Screen(console=console).following() as watch:
        assert watch is not None
        watch(RunProgress(report.model_copy(update={"run": run}), per_second=3.4, eta_s=0))

    assert "30 comparisons of 100 texts, $1.2345, 3.4/s" in written.getvalue()
    assert "cells" not in written.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_what_stands_beside_a_board_goes_on_below_its_beginning(width: int) -> None:
    written = io.StringIO()
    meaning = "Seconds until the answer was there, for the middle one of all answers; fewer are better." * 2
    board = ShownBoard("Speed", meaning, "few", (), ("Nobody beats it on both, but that " * 5,))

    draw_report(ShownRun("run_1", "shop", "Done.", (), (), (board,)), Console(file=written, width=width))

    lines = written.getvalue().splitlines()[2:]
    assert max(map(len, lines)) <= width
    told = [line for line in lines[lines.index("") + 1 :] if line.strip()]
    assert told[0].startswith("Speed  Seconds")
    beside = [line for line in told[1:] if "Place" not in line and "─" not in line]
    assert all(line.startswith("  ") for line in beside)


def test_on_a_terminal_bars_move() -> None:
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100)

    with Screen(console=console).following() as watch:
        assert watch is not None
        watch(a_progress())

    assert "cells" in written.getvalue()
    assert "40 of 100" in written.getvalue()
    assert "30 of 100" in written.getvalue()
    assert "$1.2345" in written.getvalue()


@pytest.mark.parametrize(
    ("least", "most", "told"),
    [
        (None, None, "at an unknown price"),
        (0, 0, "at no cost"),
        (1_000, 2_500_000, "about $0.0020, at most $2.5000"),
    ],
)
def test_what_it_may_cost_is_told_before_it_starts(
    capsys: pytest.CaptureFixture[str], least: int | None, most: int | None, told: str
) -> None:
    Screen().estimate("shop", Estimate(240, 480, 720, least, least and 2 * least, most))
    Screen(quiet=True).estimate("shop", Estimate(240, 480, 720, least, least and 2 * least, most))

    assert capsys.readouterr().err == f"shop: 240 cells and 480 judgments, {told}.\n"


def test_a_comparison_names_what_was_lost_and_how_quality_moved() -> None:
    change = MeanChange("large", 0.9, 0.7, 60, ComparisonVerdict.WORSE)
    comparison = BaselineComparison("run_0", 60, (), 0, 3, (change,), passes=(replace(change, name="tiny"),))

    lines = list(tell_comparison(comparison))

    assert lines[0].startswith(
        "Against run_0: 60 cells compared, 0 passed before and fail now, 3 the other way"
    )
    assert lines[1] == "  tiny draws its answers: 90 % passed before, 70 % now (60 pairs, worse)"
    assert lines[2] == "  quality of large: 0.900 before, 0.700 now (60 pairs, worse)"
