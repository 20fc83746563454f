"""Whether a run passed, and why not."""

import pytest

from edison.actions.results.verdicts import RunVerdict, find_shortfalls, judge_run, passing_of
from edison.domain import Board, CellOutcome, DesiredState, Halt, RunReport, Safety, Settlement
from tests.factories import SOME_TIME, a_design, a_ranked_item, a_ranking, a_run

DONE = {"settlement": Settlement.ALL_CELLS_DONE, "ended_at": SOME_TIME}
OK, FAILED, REFUSED = CellOutcome.OK, CellOutcome.FAILED, CellOutcome.REFUSED


def a_report(
    outcomes: dict[CellOutcome, int], *, run: dict[str, object] | None = None, **counts: int
) -> RunReport:
    """A run that is over, unless said otherwise."""
    return RunReport.model_validate(
        {
            "run": a_run(**(DONE if run is None else run)),
            "planned": sum(outcomes.values()),
            "outcomes": outcomes,
            **counts,
        }
    )


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        (a_report({OK: 4}), RunVerdict.PASSED),
        (a_report({OK: 4}, checks_passed=4), RunVerdict.PASSED),
        (a_report({OK: 4}, checks_passed=3, checks_failed=1), RunVerdict.CHECKS_FAILED),
        (a_report({OK: 3, REFUSED: 1}, no_answer=1), RunVerdict.NO_ANSWER),
        (a_report({OK: 3, REFUSED: 1}, checks_passed=3, no_answer=1), RunVerdict.NO_ANSWER),
        (a_report({OK: 3, REFUSED: 1}, checks_passed=3, checks_failed=1), RunVerdict.CHECKS_FAILED),
        (a_report({OK: 3, FAILED: 1}), RunVerdict.CELLS_FAILED),
        (a_report({OK: 3, FAILED: 1}, checks_passed=2, checks_failed=1), RunVerdict.CELLS_FAILED),
        (a_report({OK: 4}, checks_passed=3, not_checked=1), RunVerdict.NOT_CHECKED),
        (a_report({OK: 4}, not_checked=4), RunVerdict.NOT_CHECKED),
        (a_report({OK: 4}, checks_passed=2, checks_failed=1, not_checked=1), RunVerdict.CHECKS_FAILED),
        (a_report({OK: 4}, judgments_planned=4, judged=3, not_judged=1), RunVerdict.PASSED),
        (a_report({OK: 4}, judgments_planned=4, not_judged=4), RunVerdict.NOT_JUDGED),
    ],
)
def test_without_a_threshold_everything_has_to_pass(report: RunReport, verdict: RunVerdict) -> None:
    assert judge_run(report) is verdict


@pytest.mark.parametrize(
    ("report", "fail_under", "verdict"),
    [
        (a_report({OK: 4}, checks_passed=3, checks_failed=1), 0.75, RunVerdict.PASSED),
        (a_report({OK: 4}, checks_passed=3, checks_failed=1), 0.76, RunVerdict.BELOW_THRESHOLD),
        (a_report({OK: 3, REFUSED: 1}, no_answer=1), 0.75, RunVerdict.PASSED),
        (a_report({OK: 3, REFUSED: 1}, no_answer=1), 0.8, RunVerdict.BELOW_THRESHOLD),
        (a_report({OK: 3, REFUSED: 1}, checks_passed=3, no_answer=1), 0.8, RunVerdict.BELOW_THRESHOLD),
        (a_report({OK: 3, FAILED: 1}), 0.75, RunVerdict.PASSED),
        (a_report({OK: 3, FAILED: 1}), 1.0, RunVerdict.CELLS_FAILED),
        (a_report({OK: 3, FAILED: 1}, checks_passed=2, checks_failed=1), 0.9, RunVerdict.BELOW_THRESHOLD),
        (a_report({OK: 3, FAILED: 1}, checks_passed=2, checks_failed=1), 0.7, RunVerdict.CELLS_FAILED),
        (a_report({OK: 4}, checks_passed=3, not_checked=1), 0.75, RunVerdict.PASSED),
        (a_report({OK: 4}, checks_passed=3, not_checked=1), 0.76, RunVerdict.BELOW_THRESHOLD),
        (a_report({OK: 4}, not_checked=4), 0.1, RunVerdict.BELOW_THRESHOLD),
    ],
)
def test_with_a_threshold_that_share_has_to_pass(
    report: RunReport, fail_under: float, verdict: RunVerdict
) -> None:
    assert judge_run(report, fail_under=fail_under) is verdict


@pytest.mark.parametrize(
    ("run", "verdict"),
    [
        ({"settlement": Settlement.BUDGET_SPENT, "ended_at": SOME_TIME}, RunVerdict.BUDGET_SPENT),
        ({"settlement": Settlement.CANCELLED, "ended_at": SOME_TIME}, RunVerdict.CANCELLED),
        ({"settlement": Settlement.NO_PROGRESS, "ended_at": SOME_TIME}, RunVerdict.NO_PROGRESS),
        ({"desired": DesiredState.PAUSED}, RunVerdict.PAUSED),
        ({"desired": DesiredState.PAUSED, "halted": Halt(code="x", sentence="X.")}, RunVerdict.HALTED),
        ({}, RunVerdict.UNFINISHED),
    ],
)
def test_a_run_that_is_not_whole_is_trouble_whatever_its_checks_say(
    run: dict[str, object], verdict: RunVerdict
) -> None:
    report = a_report({OK: 4}, run=run, checks_passed=4)

    assert judge_run(report, fail_under=0.0, regressed=True) is verdict
    assert verdict.is_trouble


def test_a_regression_is_named_before_a_failed_check_and_after_trouble() -> None:
    worse = a_report({OK: 4}, checks_passed=3, checks_failed=1)
    troubled = a_report({OK: 3, FAILED: 1})

    assert judge_run(worse, regressed=True) is RunVerdict.REGRESSED
    assert judge_run(worse, regressed=True, fail_under=0.5) is RunVerdict.REGRESSED
    assert judge_run(troubled, regressed=True) is RunVerdict.CELLS_FAILED


def test_of_nothing_everything_passed() -> None:
    assert passing_of(a_report({})).share == 1.0


@pytest.mark.parametrize(
    ("floor", "verdict"),
    [
        ({"board": "quality", "least": 0.6}, RunVerdict.PASSED),
        ({"board": "quality", "least": 0.7}, RunVerdict.BELOW_QUALITY),
        ({"board": "quality", "least": 0.6, "by_interval": True}, RunVerdict.BELOW_QUALITY),
        ({"board": "quality", "least": 0.5, "by_interval": True}, RunVerdict.PASSED),
        ({"board": "evaluator", "least": 0.1}, RunVerdict.BELOW_QUALITY),
        ({"board": "quality", "criterion": "correct", "least": 0.8}, RunVerdict.PASSED),
        (
            {"board": "quality", "criterion": "correct", "least": 0.8, "by_interval": True},
            RunVerdict.BELOW_QUALITY,
        ),
        (
            {"board": "quality", "criterion": "short", "least": 0.3, "by_interval": True},
            RunVerdict.BELOW_QUALITY,
        ),
        ({"board": "quality", "criterion": "other", "least": 0.1}, RunVerdict.BELOW_QUALITY),
    ],
    ids=[
        "reached",
        "too low",
        "not sure enough",
        "sure enough",
        "no such board",
        "criterion reached",
        "criterion not sure enough",
        "criterion without an interval",
        "criterion nobody scored",
    ],
)
def test_a_judged_run_fails_below_the_quality_that_was_asked_for(
    floor: dict[str, object], verdict: RunVerdict
) -> None:
    experiment = a_design(policy={"min_quality": [floor]})
    criteria = (
        {"criterion": "correct", "mean": 0.9, "interval": {"low": 0.7, "high": 0.95}},
        {"criterion": "short", "mean": 0.4},
    )
    item = a_ranked_item(
        strength=0.63, interval={"low": 0.55, "high": 0.7}, observations=12, criteria=criteria
    )
    boards = (a_ranking(board=Board.QUALITY, items=(item,)),)
    report = a_report({OK: 4}, run={**DONE, "experiment": experiment}).model_copy(update={"boards": boards})

    assert judge_run(report) is verdict
    assert [short.floor.least for short in find_shortfalls(report)] == (
        [] if verdict is RunVerdict.PASSED else [floor["least"]]
    )


def test_whoever_has_no_results_or_no_interval_reaches_nothing() -> None:
    experiment = a_design(policy={"min_quality": [{"board": "quality", "least": 0.1, "by_interval": True}]})
    items = (
        a_ranked_item(strength=0.9, interval=None, observations=12),
        a_ranked_item(item_id="arm_2", observations=0),
    )
    boards = (a_ranking(board=Board.QUALITY, items=items),)
    report = a_report({OK: 4}, run={**DONE, "experiment": experiment}).model_copy(update={"boards": boards})

    assert [short.reached for short in find_shortfalls(report)] == [None, None]


@pytest.mark.parametrize(
    ("most", "clean", "verdict"),
    [
        (None, 0.5, RunVerdict.PASSED),
        (0.5, 0.5, RunVerdict.PASSED),
        (0.4, 0.5, RunVerdict.UNSAFE),
        (0.0, 1.0, RunVerdict.PASSED),
        (0.0, None, RunVerdict.UNSAFE),
    ],
)
def test_more_found_than_allowed_or_nothing_looked_through_fails(
    most: float | None, clean: float | None, verdict: RunVerdict
) -> None:
    report = a_report({OK: 4})
    snapshot = report.run.snapshot.model_copy(update={"safety": Safety(most_flagged=most)})
    items = () if clean is None else (a_ranked_item(strength=clean, name="steady"),)
    unseen = (a_ranked_item(observations=0),)
    safe = report.model_copy(
        update={
            "run": report.run.model_copy(update={"snapshot": snapshot}),
            "boards": (a_ranking(board="safety", items=items or unseen),),
        }
    )

    assert judge_run(safe) is verdict
    assert judge_run(safe.model_copy(update={"boards": ()})) is (
        RunVerdict.PASSED if most is None else RunVerdict.UNSAFE
    )
