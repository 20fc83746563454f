"""Results in the forms of prompt-prix and promptfoo; flaky cells first."""

import csv
import io
import json
from typing import Any

from edison.domain import Answered, CellOutcome, CellReport, RunReport
from edison.formats.exports.prix import write_prix_csv, write_prix_json
from edison.formats.exports.promptfoo import write_promptfoo
from edison.formats.exports.repeats import group_repeats
from tests.factories import a_check_result, a_run, a_snapshot, an_arm, an_output

from .reports import (
    a_cell_report,
    a_check_not_made,
    a_failed_check,
    a_full_judgment,
    a_passed_check,
    a_report,
    a_trouble,
)

STEADY = [a_cell_report(case="steady one", checks=(a_passed_check(),), repeat=repeat) for repeat in (0, 1)]
FLAKY = [
    a_cell_report(case="flaky", checks=(a_passed_check(),)),
    a_cell_report(
        case="flaky", checks=(a_failed_check(),), repeat=1, judgments=(a_full_judgment({"Accuracy": 4}),)
    ),
]
PENDING = a_cell_report(case="later", outcome=CellOutcome.PENDING, output=None, answered=Answered())


def repeated(**sampling: object) -> RunReport:
    return a_report(run=a_run(snapshot=a_snapshot(arms=(an_arm(sampling=sampling),), repeats=2)))


def prix(report: RunReport, *cells: CellReport) -> dict[str, Any]:
    return json.loads(b"".join(write_prix_json(report, cells)))


def test_repeats_are_told_together_and_flaky_ones_first() -> None:
    told = prix(repeated(seed=7), *STEADY, *FLAKY, PENDING)

    assert (told["tests"], told["runs_total"], told["seeds"]) == (["flaky", "later", "steady one"], 2, [7, 8])
    assert [(one["status"], one["passes"], one["total"]) for one in told["aggregates"]] == [
        ("inconsistent", 1, 2),
        ("pending", 0, 0),
        ("consistent_pass", 2, 2),
    ]
    assert [one["avg_latency_ms"] for one in told["aggregates"]] == [1234, None, 1234]
    assert prix(repeated(), *STEADY)["seeds"] is None
    assert [one.told for one in group_repeats([*STEADY, *FLAKY])] == ["inconsistent 1/2", "consistent_pass"]


def test_single_results_say_what_became_of_them() -> None:
    loop = a_cell_report(
        case="loop",
        output=an_output(trace={"turns": 1}),
        checks=(a_check_result(check="drift", measured=0.25, embedder="e"),),
    )
    results = prix(a_report(), loop, a_cell_report(case="bad", checks=(a_failed_check(),)), a_trouble())[
        "results"
    ]

    by_status = {one["status"]: one for one in results}
    assert by_status["completed"]["drift_score"] == 0.25
    assert by_status["completed"]["react_trace"]["total_iterations"] == 0
    assert by_status["completed"]["judge_result"] is by_status["completed"]["error"] is None
    assert "'Four' is not in it." in by_status["semantic_failure"]["failure_reason"]
    assert "The deadline passed." in by_status["error"]["error"]


def test_every_field_of_the_table_is_quoted() -> None:
    text = b"".join(write_prix_csv(repeated(), [*STEADY, *FLAKY])).decode()

    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["test_id"] for row in rows] == ["flaky", "flaky", "steady one", "steady one"]
    assert (rows[0]["latency_ms"], rows[0]["error"]) == ("1234", "")
    assert json.loads(rows[1]["judge_result"])[0]["scores"] == {"Accuracy": 4.0}
    assert all(line.startswith('"') and line.endswith('"') for line in text.split("\r\n") if line)


def test_results_have_the_form_of_promptfoo_s_files() -> None:
    unsure = a_cell_report(case="unsure", checks=(a_check_not_made(),), inputs={"x": 1, "task": "Say 1"})

    told = json.loads(b"".join(write_promptfoo(a_report(), [*FLAKY, unsure, a_trouble(), PENDING])))

    results = told["results"]
    assert results["stats"] == {"successes": 1, "failures": 1, "errors": 2}
    assert [(one["testIdx"], one["success"], one["failureReason"]) for one in results["results"]] == [
        (0, True, 0),
        (0, False, 1),
        (1, False, 2),
        (2, False, 2),
    ]
    first, second, third, _ = results["results"]
    assert first["gradingResult"]["componentResults"] == [
        {
            "pass": True,
            "score": 1,
            "reason": "Assertion passed",
            "assertion": {"type": "not-empty", "value": None},
        }
    ]
    assert (second["score"], second["gradingResult"]["reason"]) == (0, "'Four' is not in it.")
    assert (third["vars"], third["prompt"]["raw"]) == ({"x": 1}, "Say 1")
    assert json.loads(b"".join(write_promptfoo(a_report(), [])))["results"]["results"] == []
