from collections import Counter
from time import perf_counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edison.domain import (
    CellBlock,
    CellOutcome,
    CellPosition,
    CellScore,
    Finding,
    OutputStatus,
    RunId,
    Settlement,
    StageName,
    StatusReason,
    passed_checks,
)
from edison.errors import RunMissing
from edison.store import CellStanding, Store, cell_id, output_id
from tests.factories import SOME_TIME, a_wave
from tests.store.filling import RUN, Filler, add_run

GENERATE, JUDGE = StageName.GENERATE, StageName.JUDGE
PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED


def test_a_run_without_results_is_all_open(store: Store) -> None:
    add_run(store, cases=5)

    with store.reading() as work:
        assert work.results.standings(RUN, first=0, last=5) == {}
        assert work.results.open_blocks(RUN, range(5), judges=0, size=2) == [(0, 2), (2, 4), (4, 5)]
        assert work.results.counts(RUN).outputs == {}
        assert list(work.results.scores(RUN)) == []
        assert [report.outcome for report in work.results.reports(RUN)] == [CellOutcome.PENDING] * 5


def test_there_are_no_results_of_a_run_that_is_not_there(store: Store) -> None:
    with store.reading() as work, pytest.raises(RunMissing):
        work.results.counts(RunId("run_0"))


def test_a_standing_says_what_is_there_for_a_cell(store: Store) -> None:
    add_run(store, cases=5, judges=2)
    with store.work() as work:
        fill = Filler(work)
        fill.output(1, text="Sure.")
        fill.finished(2, judges=2)
        fill.output(3, status="error", reason="timed_out", text="")
        fill.checked(3, findings=())

        standings = work.results.standings(RUN, first=0, last=4)
        beyond = work.results.standings(RUN, first=3, last=4)

    assert sorted(standings) == [1, 2, 3]
    assert sorted(beyond) == [3]
    output = standings[1].output
    assert output is not None
    assert (output.id, output.cell_id, output.text) == (output_id(RUN, 1, 1), cell_id(RUN, 1), "Sure.")
    assert (standings[1].has_checks, standings[1].judged) == (False, ())
    assert (standings[2].has_checks, standings[2].judged) == (True, (0, 1))
    assert standings[3].has_checks
    assert getattr(standings[3].output, "reason", None) == "timed_out"


def test_only_the_current_generation_counts(store: Store) -> None:
    add_run(store, cases=4, judges=2)
    with store.work() as work:
        fill = Filler(work)
        for cell in range(4):
            fill.finished(cell, judges=2)
        work.generations.ask(RUN, GENERATE, [(1, 0), (2, 0)])
        work.generations.ask(RUN, JUDGE, [(3, 1)])
        fill.output(2, generation=2, text="Better.")
        fill.judgment(2, 0, generation=2)

        standings = work.results.standings(RUN, first=0, last=4)
        counts = work.results.counts(RUN)
        scores = {score.cell: score for score in work.results.scores(RUN)}
        reports = work.results.reports(RUN)
        opened = work.results.open_blocks(RUN, range(4), judges=2, size=1)

    assert standings[1] == CellStanding(generation=2)
    assert (standings[2].generation, standings[2].judged, standings[2].has_checks) == (2, (0,), False)
    assert getattr(standings[2].output, "text", None) == "Better."
    assert standings[3].judged == (0,)
    assert counts.outputs == {(OutputStatus.OK, None): 3}
    assert counts.judged == 2 + 1 + 1
    assert sorted(scores) == [0, 2, 3]
    assert scores[3].qualities == ((0, 0.75),)
    assert [report.outcome.value for report in reports] == ["ok", "pending", "ok", "ok"]
    assert [len(report.judgments) for report in reports] == [2, 0, 1, 1]
    assert opened == [(1, 2), (2, 3), (3, 4)]


def test_a_judgment_asked_for_again_counts_once_it_is_there(store: Store) -> None:
    add_run(store, cases=1, judges=1)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0, judges=0)
        fill.judgment(0, quality=None)
        assert work.results.failed_units(RUN).judgments == [(0, 0)]
        work.generations.ask(RUN, JUDGE, [(0, 0)])
        assert work.results.failed_units(RUN).judgments == []
        assert work.results.open_blocks(RUN, range(1), judges=1, size=1) == [(0, 1)]
        again = fill.judgment(0, judging=2, quality=0.5)

        assert work.results.open_blocks(RUN, range(1), judges=1, size=1) == []
        assert work.results.reports(RUN)[0].judgments == (again,)
        assert next(work.results.scores(RUN)).qualities == ((0, 0.5),)


def test_a_block_is_open_while_anything_of_it_is_missing(store: Store) -> None:
    add_run(store, cases=10, judges=2)
    with store.work() as work:
        fill = Filler(work)
        for cell in (0, 1, 2, 3):
            fill.finished(cell, judges=2)
        fill.output(4)
        fill.output(5, status="semantic_failure", reason="refusal")
        fill.checked(5)
        fill.finished(6, judges=1)
        fill.finished(8, judges=2)
        fill.finished(9, judges=2)

        def blocks(size: int, judges: int = 2, cells: int = 10) -> list[tuple[int, int]]:
            return work.results.open_blocks(RUN, range(cells), judges=judges, size=size)

        assert blocks(2) == [(4, 6), (6, 8)]
        assert blocks(1) == [(4, 5), (6, 7), (7, 8)]
        assert blocks(100) == [(0, 10)]
        assert blocks(1, judges=1) == [(4, 5), (7, 8)]
        assert blocks(1, judges=0) == [(4, 5), (7, 8)]
        assert blocks(2, cells=4) == []
        assert blocks(4, cells=11) == [(4, 8), (8, 11)]


@pytest.mark.parametrize(
    ("status", "reason", "findings", "passed"),
    [
        ("ok", None, (PASSED, PASSED), True),
        ("ok", None, (PASSED, FAILED), False),
        ("ok", None, (PASSED, NOT_CHECKED), None),
        ("ok", None, (), None),
        ("semantic_failure", "length", (PASSED,), True),
        ("semantic_failure", "empty", (NOT_CHECKED,), None),
        ("error", "timed_out", (NOT_CHECKED, NOT_CHECKED), False),
        ("error", "timed_out", (), None),
    ],
)
def test_a_cell_passes_when_every_check_did(
    store: Store, status: str, reason: str | None, findings: tuple[Finding, ...], passed: bool | None
) -> None:
    add_run(store, cases=1)
    with store.work() as work:
        fill = Filler(work)
        fill.output(0, status=status, reason=reason, text="")
        fill.checked(0, findings=findings)

        score = next(work.results.scores(RUN))
        counts = work.results.counts(RUN)

    is_trouble = status == "error"
    assert score.passed is passed
    assert (counts.checks_passed, counts.checks_failed) == (
        int(passed is True),
        int(passed is False and not is_trouble),
    )


_OUTPUTS = st.sampled_from(
    [("ok", None), ("semantic_failure", "refusal"), ("semantic_failure", "cycle"), ("error", "timed_out")]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=st.lists(st.tuples(_OUTPUTS, st.lists(st.sampled_from(Finding), max_size=4)), max_size=8))
def test_the_database_counts_as_the_domain_decides(
    store: Store, cells: list[tuple[tuple[str, str | None], list[Finding]]]
) -> None:
    with store.reading() as work:
        run_id = RunId(f"run_of_{len(work.runs.page(limit=10_000))}")
    add_run(store, cases=8, id=run_id)
    with store.work() as work:
        fill = Filler(work, run_id)
        for cell, ((status, reason), findings) in enumerate(cells):
            fill.output(cell, status=status, reason=reason, text="")
            fill.checked(cell, findings=tuple(findings))
        counts = work.results.counts(run_id)
        reports = work.results.reports(run_id)
        scores = list(work.results.scores(run_id))

    decided = Counter(report.why for report in reports)
    assert counts.checks_passed == decided[StatusReason.CHECKS_PASSED]
    assert counts.checks_failed == decided[StatusReason.CHECK_FAILED]
    assert counts.no_answer == decided[StatusReason.NO_ANSWER]
    assert counts.not_checked == decided[StatusReason.CHECK_NOT_MADE]
    assert [score.passed for score in scores] == [
        passed_checks(report.outcome, report.worst) for report in reports[: len(cells)]
    ]


def test_a_run_is_counted_by_what_there_is(store: Store) -> None:
    add_run(store, cases=6, judges=1)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0, judges=1)
        fill.finished(1)
        fill.judgment(1, quality=None)
        fill.output(2, status="semantic_failure", reason="refusal")
        fill.output(3, status="error", reason="timed_out", text="")
        fill.output(4, status="error", reason="timed_out", text="")
        fill.output(5, status="error", reason="unavailable", text="")

        counts = work.results.counts(RUN)
        failed = work.results.failed_units(RUN)

    assert counts.outputs == {
        (OutputStatus.OK, None): 2,
        (OutputStatus.SEMANTIC_FAILURE, "refusal"): 1,
        (OutputStatus.ERROR, "timed_out"): 2,
        (OutputStatus.ERROR, "unavailable"): 1,
    }
    assert (counts.judged, counts.not_judged, counts.judgeable) == (1, 1, 2)
    assert failed == ([3, 4, 5], [(1, 0)])


def test_scores_hold_numbers_only_and_the_arms_own_money(store: Store) -> None:
    add_run(store, cases=2, judges=2)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0, judges=2)
        fill.attempt(0, microusd=5)
        fill.attempt(1, microusd=None)
        fill.output(1, status="error", reason="timed_out", text="", latency_us=None)

        assert list(work.results.scores(RUN)) == [
            CellScore(
                cell=0,
                place=CellPosition(0, 0, 0, 0),
                status=OutputStatus.OK,
                passed=True,
                latency_s=0.02,
                microusd=12,
                qualities=((0, 0.75), (1, 0.75)),
                judged=(0, 1),
            ),
            CellScore(cell=1, place=CellPosition(1, 0, 0, 0), status=OutputStatus.ERROR, reason="timed_out"),
        ]


def test_scores_of_later_waves_stand_where_their_wave_says(store: Store) -> None:
    add_run(store, cases=2, arms=2)
    again = CellBlock(cases=1, versions=1, arms=1, repeats=1, first_case=1, first_arm=1, first_replicate=1)
    with store.work() as work:
        # One unit of another lane lies between.
        work.waves.add(RUN, a_wave(number=2, lane="pairs", first_unit=4, units=1))
        work.waves.add(RUN, a_wave(number=3, first_unit=5, units=1, body=again.model_dump_json()))
        fill = Filler(work)
        fill.output(2)
        fill.output(5)

        places = {score.cell: score.place for score in work.results.scores(RUN)}

    assert places == {2: CellPosition(1, 0, 0, 0), 5: CellPosition(1, 0, 1, 1)}


def test_a_report_has_names_and_all_that_is_known(store: Store) -> None:
    add_run(store, cases=2, arms=2, judges=1)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(1, judges=1)
        fill.attempt(1, microusd=3)
        fill.output(3, status="semantic_failure", reason="refusal", text="No.")

        reports = work.results.reports(RUN)

    answered = reports[1].answered
    assert [(report.number, report.case, report.arm) for report in reports] == [
        (0, "case 0", "arm 0"),
        (1, "case 0", "arm 1"),
        (2, "case 1", "arm 0"),
        (3, "case 1", "arm 1"),
    ]
    assert {(report.version, report.repeat, report.tags) for report in reports} == {(1, 0, ("t",))}
    assert [report.outcome.value for report in reports] == ["pending", "ok", "pending", "refused"]
    assert [check.check for check in reports[1].checks] == ["check_0"]
    assert [judgment.judge_id for judgment in reports[1].judgments] == ["jdg_0"]
    assert (answered.latency_ms, answered.tokens_in, answered.tokens_out) == (20, 11, 3)
    assert (answered.microusd, answered.model) == (7 + 7 + 3, "steady-1")
    assert reports[0].answered.microusd is None


def test_reports_are_paged_by_cell(store: Store) -> None:
    add_run(store, cases=7)
    with store.reading() as work:
        pages = [work.results.reports(RUN, after=after, limit=3) for after in (-1, 2, 5, 6)]

    assert [[report.number for report in page] for page in pages] == [[0, 1, 2], [3, 4, 5], [6], []]


def test_a_cell_without_an_answer_is_cancelled_when_its_run_has_ended(store: Store) -> None:
    add_run(store, cases=2)
    with store.work() as work:
        Filler(work).finished(0)
        work.runs.settle(RUN, epoch=1, settlement=Settlement.CANCELLED, at=SOME_TIME)

        assert [report.outcome.value for report in work.results.reports(RUN)] == ["ok", "cancelled"]


def test_runs_do_not_see_each_others_results(store: Store) -> None:
    add_run(store, cases=2)
    add_run(store, cases=2, id="run_2")
    with store.work() as work:
        Filler(work, RunId("run_2")).finished(0)

        assert work.results.standings(RUN, first=0, last=2) == {}
        assert work.results.counts(RUN).outputs == {}
        assert work.results.open_blocks(RUN, range(2), judges=0, size=2) == [(0, 2)]
        assert list(work.results.scores(RUN)) == []
        assert len(list(work.results.scores(RunId("run_2")))) == 1


def test_a_run_ten_times_as_large_is_not_a_hundred_times_as_slow_to_look_at(store: Store) -> None:
    """Also in a database that believes its tables empty, because it has not counted them yet."""
    add_run(store, cases=2_000)
    seconds: list[float] = []
    for first, last in ((0, 200), (200, 2_000)):
        with store.work() as work:
            fill = Filler(work)
            for cell in range(first, last):
                fill.output(cell)
                fill.checked(cell)
        # The quickest of some: whatever else the machine does only ever makes it longer.
        seconds.append(min(_seconds_to_look(store, cells=last) for _ in range(3)))

    assert seconds[1] < 40 * seconds[0]


def _seconds_to_look(store: Store, *, cells: int) -> float:
    began = perf_counter()
    with store.reading() as work:
        assert work.results.open_blocks(RUN, range(cells), judges=0, size=100) == []
        assert len(list(work.results.scores(RUN))) == cells
    return perf_counter() - began
