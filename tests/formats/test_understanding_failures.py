"""Everything that one needs to understand a failure stands beside it, in every export."""

import json
from collections.abc import Callable, Iterable, Iterator

import pytest

from edison.domain import CellReport, CheckResult, Expectation, Finding, RunReport
from edison.formats import (
    tell_counts,
    write_csv,
    write_html,
    write_json,
    write_jsonl,
    write_junit,
    write_markdown,
)
from tests.factories import an_output

from .reports import a_cell_report, a_report

Write = Callable[[RunReport, Iterable[CellReport]], Iterator[bytes]]

ASKED, WANTED, LOOKED_FOR = "How much is a cod?", "Four pounds", "£4"


def a_failure() -> CellReport:
    check = CheckResult(
        output_id=an_output().id, check="icontains", value=LOOKED_FOR, finding=Finding.FAILED, reason="No."
    )
    return a_cell_report(
        inputs={"question": ASKED, "count": 2},
        expected=Expectation(answer=WANTED),
        prompt="v2-json",
        checks=(check,),
    )


@pytest.mark.parametrize(
    "write", [write_json, write_jsonl, write_csv, write_junit, write_html, write_markdown]
)
def test_a_failure_stands_beside_what_was_asked_and_expected(write: Write) -> None:
    written = b"".join(write(a_report(), [a_failure()])).decode()

    assert ASKED in written
    assert WANTED in written
    assert "v2-json" in written


def test_what_a_check_looked_for_stands_with_it() -> None:
    (line,) = write_jsonl(a_report(), [a_failure()])

    assert json.loads(line)["checks"][0]["value"] == LOOKED_FOR


def test_long_inputs_are_cut_and_say_so() -> None:
    cell = a_cell_report(inputs={"essay": "x" * 5_000}, expected=Expectation(must="be kind", must_not="lie"))

    (line,) = write_jsonl(a_report(), [cell])

    assert json.loads(line)["inputs"]["essay"].endswith("(1,000 more characters)")
    assert json.loads(line)["expected"] == {"must": "be kind", "must_not": "lie"}
    assert b"must: be kind; must not: lie" in b"".join(write_csv(a_report(), [cell]))


@pytest.mark.parametrize(
    ("spent", "unpriced", "told"),
    [(0, 0, "$0.000000"), (0, 3, "unknown"), (1_500, 3, "at least $0.001500"), (1_500, 0, "$0.001500")],
)
def test_an_unknown_price_is_not_zero(spent: int, unpriced: int, told: str) -> None:
    report = a_report(spent_microusd=spent, unpriced=unpriced)

    assert ("spent", told) in tell_counts(report)
    counts = json.loads(b"".join(write_json(report, [])))["counts"]
    assert (counts["spent_usd"] is None) is (told == "unknown")
    assert counts["unpriced_calls"] == unpriced
