"""JSONL and JSON: every cell, exactly the promised keys, nothing lost."""

import json
from collections.abc import Iterator
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Answered, CellOutcome, CellReport, Halt, RunReport
from edison.formats import write_json, write_jsonl
from tests.factories import a_check_result, a_judgment, a_run, an_output

from .reports import (
    a_cell_report,
    a_failed_check,
    a_full_judgment,
    a_hostile_cell,
    a_passed_check,
    a_report,
    a_trouble,
    some_boards,
)


def lines_of(*cells: CellReport, report: RunReport | None = None) -> list[dict[str, object]]:
    return [json.loads(line) for line in write_jsonl(report or a_report(), cells)]


def test_a_line_has_exactly_the_promised_keys_in_their_order() -> None:
    judged = a_full_judgment(
        {"Accuracy": 5, "Kindness": 0}, suggestions=({"text": "Say why.", "because": "It does not."},)
    )
    cell = a_cell_report(checks=(a_passed_check(), a_failed_check()), judgments=(judged,), repeat=2)

    (line,) = write_jsonl(a_report(), [cell])

    assert line == (
        b'{"case_id":"fish","arm":"steady","version":1,"prompt":"v1","repeat":2,"outcome":"ok","status":"failed",'
        b'"inputs":{},"expected":null,"text":"Four.",'
        b'"checks":[{"check":"not_empty","value":null,"finding":"passed","reason":null},'
        b'{"check":"contains","value":null,"finding":"failed","reason":"\'Four\' is not in it."}],'
        b'"safety":null,"judgments":[{"judge":"strict","repeat":0,"scores":{"Accuracy":5.0,"Kindness":0.0},'
        b'"reasons":{"Accuracy":"Accuracy!","Kindness":"Kindness!"},"quality":0.75,"verdict":null,'
        b'"suggestions":[{"text":"Say why.","because":"It does not."}],"safety_flags":[],"not_judged":null}],'
        b'"latency_ms":1234,"tokens_in":10,"tokens_out":2,"cost_usd":0.0015,"cached":false}\n'
    )


def test_what_is_not_known_is_null_and_never_zero_or_empty() -> None:
    trouble, pending, empty = lines_of(
        a_trouble(),
        a_cell_report(outcome=CellOutcome.PENDING, output=None, answered=Answered()),
        a_cell_report(
            outcome=CellOutcome.EMPTY, output=an_output(text="", status="semantic_failure", reason="empty")
        ),
    )

    assert (trouble["text"], trouble["cost_usd"], trouble["latency_ms"]) == (None, None, None)
    assert (pending["text"], pending["outcome"]) == (None, "pending")
    assert empty["text"] == ""


def test_a_verdict_is_its_stages_and_an_abstention_none_of_them() -> None:
    verdicts = [a_judgment(scores=(), verdict={"scale_size": 4, "stages": stages}) for stages in ((2, 3), ())]

    (line,) = lines_of(a_cell_report(judgments=verdicts))

    assert [judgment["verdict"] for judgment in _listed(line["judgments"])] == [[2, 3], []]


def test_ids_of_arms_and_judges_become_names() -> None:
    (line,) = lines_of(a_cell_report(arm="arm_2", judgments=(a_judgment(), a_judgment(judge_id="jdg_9"))))

    assert line["arm"] == "quick"
    assert [judgment["judge"] for judgment in _listed(line["judgments"])] == ["strict", "jdg_9"]


@pytest.mark.parametrize(
    ("scores", "quality"),
    [
        ({"Accuracy": 5.0, "Kindness": 0.0}, 0.75),
        ({"Accuracy": 5.0, "Kindness": 5.0}, 1.0),
        ({"Accuracy": 4.0}, None),
        ({"Accuracy": 4.0, "Kindness": 9.0}, None),
    ],
)
def test_the_quality_of_an_export_is_the_one_the_boards_are_made_of(
    scores: dict[str, float], quality: float | None
) -> None:
    judgment = a_full_judgment(scores)
    report = a_report()

    (line,) = lines_of(a_cell_report(judgments=(judgment,)), report=report)

    assert _listed(line["judgments"])[0]["quality"] == quality
    assert report.run.snapshot.rubric is not None
    assert judgment.quality(report.run.snapshot.rubric) == quality


def test_without_a_rubric_there_is_no_quality() -> None:
    (line,) = lines_of(a_cell_report(judgments=(a_judgment(),)), report=a_report(run=a_run()))

    assert _listed(line["judgments"])[0]["quality"] is None


_TEXTS = st.text(st.characters(exclude_categories=[]))


@given(
    text=_TEXTS,
    case=_TEXTS,
    reason=_TEXTS.filter(lambda text: bool(text.strip())),
    microusd=st.integers(0, 10**12),
)
def test_any_text_and_any_sum_survive_a_line_of_json(
    text: str, case: str, reason: str, microusd: int
) -> None:
    cell = a_cell_report(
        case=case,
        output=an_output(text=text),
        checks=(a_failed_check(reason=reason),),
        judgments=(a_judgment(scores=(), not_judged=reason),),
        answered=Answered(microusd=microusd),
    )

    (line,) = lines_of(cell)

    assert (line["case_id"], line["text"]) == (case, text)
    assert _listed(line["checks"])[0]["reason"] == reason
    assert _listed(line["judgments"])[0]["not_judged"] == reason
    assert isinstance(line["cost_usd"], float)
    assert round(line["cost_usd"] * 1_000_000) == microusd


def test_lines_are_written_as_cells_arrive() -> None:
    endless: Iterator[CellReport] = repeat(a_cell_report())

    written = write_jsonl(a_report(), endless)

    assert next(written) == next(written)


def test_the_json_file_holds_the_run_its_counts_boards_and_cells() -> None:
    report = a_report(
        boards=some_boards(),
        checks_passed=2,
        checks_failed=1,
        spent_microusd=4500,
        held_microusd=1,
        attempts=5,
    )
    call = {"id": "c1", "name": "price", "arguments": {"item": "fish", "n": 2**70}}
    cells = [
        a_cell_report(tags=("food",), output=an_output(tool_calls=(call,))),
        a_trouble(),
        a_hostile_cell(),
    ]

    written = json.loads(b"".join(write_json(report, cells)))

    assert list(written) == ["run", "counts", "trust", "boards", "disagreements", "facets", "safety", "cells"]
    assert written["run"]["name"] == "Prices"
    assert written["run"]["settlement"] == "not_yet"
    assert [arm["model"] for arm in written["run"]["arms"]] == ["sim/steady", "sim/steady"]
    assert written["run"]["judges"] == [{"name": "strict", "model": "sim/judge"}]
    assert [criterion["name"] for criterion in written["run"]["rubric"]] == ["Accuracy", "Kindness"]
    assert written["counts"]["outcomes"] == {"ok": 3, "pending": 1}
    assert (written["counts"]["spent_usd"], written["counts"]["done"]) == (0.0045, 3)
    assert [item["name"] for item in written["boards"][0]["items"]] == ["steady", "quick", "third"]
    assert [cell["reason"] for cell in written["cells"]] == [None, "timed_out", None]
    assert written["cells"][0]["tags"] == ["food"]
    assert written["cells"][0]["tool_calls"][0]["arguments"] == {"item": "fish", "n": 2**70}


def test_a_json_file_without_cells_is_whole() -> None:
    halt = Halt(code="auth_refused", sentence="The key is gone.")

    written = json.loads(b"".join(write_json(a_report(run=a_run(halted=halt)), [])))

    assert written["cells"] == []
    assert written["run"]["rubric"] == []
    assert written["run"]["halted"]["code"] == "auth_refused"


def test_how_providers_are_reached_is_not_exported() -> None:
    run = a_run()
    snapshot = run.snapshot.model_copy(update={"providers": {"x": {"headers": {"X-Key": "secret-canary"}}}})
    report = a_report(run=run.model_copy(update={"snapshot": snapshot}))

    assert b"secret-canary" not in b"".join(write_json(report, [a_cell_report()]))


def _listed(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_a_loop_and_a_measure_by_meaning_are_written_with_all_that_is_known() -> None:
    step = {"turn": 1, "call": {"id": "1", "name": "read"}, "observation": "x", "success": True}
    drift = a_check_result(check="drift", finding="passed", reason=None, measured=0.25, embedder="by hand")
    cell = a_cell_report(output=an_output(trace={"turns": 2, "steps": [step]}), checks=(drift,))

    (written,) = json.loads(b"".join(write_json(a_report(), [cell])))["cells"]

    assert written["trace"]["steps"][0]["observation"] == "x"
    assert (written["checks"][0]["measured"], written["checks"][0]["embedder"]) == (0.25, "by hand")
