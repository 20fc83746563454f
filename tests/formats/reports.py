"""Reports for tests: a small run with two arms, a rubric and a judge."""

from collections.abc import Mapping
from typing import Any, cast

from edison.domain import (
    Answered,
    Board,
    CellOutcome,
    CellReport,
    CheckResult,
    Finding,
    Judgment,
    Output,
    RunReport,
)
from tests.factories import (
    a_criterion,
    a_design,
    a_judge,
    a_judgment,
    a_ranked_item,
    a_ranking,
    a_rubric,
    a_run,
    a_snapshot,
    an_arm,
    an_output,
)

HOSTILE = (
    "<script>alert('x')</script> & \"q\" =cmd|' /C calc'!A0 \x00\x07 \ud800 @team `a` | b\n\r\n| ]]> ‮evil"
)
"""What a model may write: markup, a formula, control characters, half a surrogate pair, a mention."""


def a_report(**changes: object) -> RunReport:
    snapshot = a_snapshot(
        arms=(an_arm(), an_arm(id="arm_2", name="quick")),
        rubric=a_rubric(
            criteria=(a_criterion("Accuracy", weight=0.75), a_criterion("Kindness", weight=0.25))
        ),
        judges=(a_judge(),),
        goal="Tell prices.",
    )
    defaults: dict[str, object] = {
        "run": a_run(snapshot=snapshot, experiment=a_design(name="Prices")),
        "planned": 4,
        "outcomes": {CellOutcome.OK: 3, CellOutcome.PENDING: 1},
    }
    return RunReport.model_validate({**defaults, **changes})


def a_cell_report(**changes: object) -> CellReport:
    defaults: dict[str, object] = {
        "number": 0,
        "case": "fish",
        "arm": "steady",
        "version": 1,
        "repeat": 0,
        "outcome": CellOutcome.OK,
        "output": an_output(),
        "answered": Answered(latency_ms=1234, tokens_in=10, tokens_out=2, microusd=1500, model="steady-1"),
    }
    return CellReport(**cast("dict[str, Any]", {**defaults, **changes}))


def a_failed_check(name: str = "contains", *, reason: str = "'Four' is not in it.") -> CheckResult:
    return CheckResult(output_id=an_output().id, check=name, finding=Finding.FAILED, reason=reason)


def a_passed_check(name: str = "not_empty") -> CheckResult:
    return CheckResult(output_id=an_output().id, check=name, finding=Finding.PASSED)


def a_check_not_made(name: str = "json_valid", *, reason: str = "It nests too deeply.") -> CheckResult:
    return CheckResult(output_id=an_output().id, check=name, finding=Finding.NOT_CHECKED, reason=reason)


def a_full_judgment(scores: Mapping[str, float], **changes: object) -> Judgment:
    listed = tuple(
        {"criterion": name, "score": score, "reason": f"{name}!"} for name, score in scores.items()
    )
    return a_judgment(scores=listed, **changes)


def a_trouble() -> CellReport:
    output: Output = an_output(status="error", text="", reason="timed_out", sentence="The deadline passed.")
    return a_cell_report(outcome=CellOutcome.FAILED, output=output, answered=Answered())


def a_hostile_cell() -> CellReport:
    return a_cell_report(
        case=HOSTILE,
        output=an_output(text=HOSTILE),
        checks=(a_failed_check(HOSTILE.replace("\ud800", ""), reason=HOSTILE),),
        judgments=(
            a_full_judgment({"Accuracy": 4}, suggestions=({"text": HOSTILE, "because": HOSTILE},)),
            a_judgment(scores=(), not_judged=HOSTILE),
        ),
        tags=(HOSTILE,),
    )


def some_boards() -> tuple[object, ...]:
    return (
        a_ranking(
            board=Board.QUALITY,
            flags=("few_cases",),
            items=(
                a_ranked_item(strength=0.9, interval={"low": 0.8, "high": 0.95}, observations=12),
                a_ranked_item(
                    item_id="arm_2",
                    strength=0.85,
                    interval={"low": 0.7, "high": 0.9},
                    flags=("wide_interval", "sparse"),
                ),
                a_ranked_item(
                    item_id="arm_3", name="third", strength=0.2, interval={"low": 0.1, "high": 0.3}
                ),
            ),
        ),
        a_ranking(
            board=Board.SPEED,
            lower_is_better=True,
            items=(
                a_ranked_item(strength=0.5, interval={"low": 0.4, "high": 0.6}),
                a_ranked_item(item_id="arm_2", strength=1.5, interval={"low": 1.4, "high": 1.6}),
            ),
        ),
        a_ranking(
            board=Board.COST,
            lower_is_better=True,
            items=(
                a_ranked_item(strength=0.0, measures={"total": 0.12, "a|b": 1.0}),
                a_ranked_item(item_id="arm_2", strength=0.0, observations=0, flags=("missing_results",)),
            ),
        ),
        a_ranking(
            board=Board.CHECKS,
            items=(a_ranked_item(strength=1.0), a_ranked_item(item_id="arm_2", strength=1.0)),
        ),
        a_ranking(board=Board.RELIABILITY, items=()),
        a_ranking(board=Board.EVALUATOR, items=()),
    )
