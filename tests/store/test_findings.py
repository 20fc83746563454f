"""Findings that take the place of others."""

import pytest

from edison.domain import CheckResult, Finding, OutputId, RunId
from edison.errors import RunMissing
from edison.store import CellFindings, ChangedFindings, Store
from tests.store.filling import RUN, Filler, add_run
from tests.store.threads import at_once

PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED


def some_results(*findings: Finding, reason: str = "Because.") -> tuple[CheckResult, ...]:
    return tuple(
        CheckResult(
            output_id=OutputId("out_1"),
            check=f"check_{number}",
            finding=finding,
            reason=None if finding is PASSED else reason,
            measured=0.1 + 0.2,
        )
        for number, finding in enumerate(findings)
    )


def test_new_findings_are_stored_counted_and_told_from_the_old_ones(store: Store) -> None:
    add_run(store, cases=3)
    old, new = some_results(PASSED), some_results(FAILED, NOT_CHECKED, reason="\x00\ud800")
    with store.work() as work:
        fill = Filler(work)
        for cell in range(3):
            fill.output(cell)
        first = work.findings.replace(RUN, [CellFindings(0, 1, old), CellFindings(1, 1, old)])
    with store.work() as work:
        second = work.findings.replace(
            RUN, [CellFindings(0, 1, old), CellFindings(1, 1, new), CellFindings(2, 1, new)]
        )
        reports = work.results.reports(RUN)
        counts = work.results.counts(RUN)

    assert first == [ChangedFindings(0, (), old), ChangedFindings(1, (), old)]
    assert second == [ChangedFindings(1, old, new), ChangedFindings(2, (), new)]
    assert [report.checks for report in reports] == [old, new, new]
    assert (counts.checks_passed, counts.checks_failed) == (1, 2)


def test_the_same_findings_are_not_written_again(store: Store) -> None:
    add_run(store, cases=1)
    found = [CellFindings(0, 1, some_results(PASSED, FAILED))]
    with store.work() as work:
        work.findings.replace(RUN, found)

        assert work.findings.replace(RUN, found) == []
        assert work.findings.replace(RUN, []) == []


def test_an_output_that_was_asked_for_again_has_findings_of_its_own(store: Store) -> None:
    add_run(store, cases=1)
    first, second = some_results(PASSED), some_results(FAILED)
    with store.work() as work:
        work.findings.replace(RUN, [CellFindings(0, 1, first)])
        work.findings.replace(RUN, [CellFindings(0, 2, second)])

        assert work.findings.replace(RUN, [CellFindings(0, 1, first), CellFindings(0, 2, second)]) == []


def test_the_findings_of_one_run_are_not_those_of_another(store: Store) -> None:
    add_run(store, cases=1)
    add_run(store, cases=1, id=RunId("run_2"))
    found = [CellFindings(0, 1, some_results(PASSED))]
    with store.work() as work:
        work.findings.replace(RUN, found)

        assert work.findings.replace(RunId("run_2"), found) == [ChangedFindings(0, (), found[0].results)]


def test_nothing_is_found_about_a_run_that_is_not_there(store: Store) -> None:
    with store.work() as work, pytest.raises(RunMissing):
        work.findings.replace(RunId("run_0"), [])


def test_of_several_that_replace_the_same_findings_at_once_one_has_replaced_them(store: Store) -> None:
    add_run(store, cases=20)
    found = [CellFindings(cell, 1, some_results(PASSED)) for cell in range(20)]

    def replace(_: int) -> int:
        with store.work() as work:
            return len(work.findings.replace(RUN, found))

    assert sorted(at_once(replace, 4)) == [0, 0, 0, 20]
