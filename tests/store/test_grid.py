"""A run as a grid: rows of cases, and what filters leave of them."""

import pytest

from edison.domain import AttemptState, CellOutcome, Finding, Settlement, StageName
from edison.store import GridFilter, Store
from tests.factories import SOME_TIME, a_case
from tests.store.filling import RUN, Filler, add_run

TAGS = (("blue",), ("blue", "red"), (), ("red",))


@pytest.fixture
def filled(store: Store) -> Store:
    """Four cases for two arms and a judge; of the last case only one cell is answered."""
    cases = [a_case(id=f"case_{at}", name=f"case {at}", tags=tags) for at, tags in enumerate(TAGS)]
    add_run(store, cases=4, arms=2, judges=1, stored=cases)
    with store.work() as work:
        fill = Filler(work)
        for cell in (0, 1, 3, 5, 6):
            fill.finished(cell, judges=1)
        fill.finished(4)
        fill.judgment(4, quality=0.1, said={"scores": [{"criterion": "Accuracy", "score": 1}]})
        fill.judgment(4, 1, quality=0.5)
        fill.output(2, status="error", reason="timed_out", text="")
        fill.checked(2, findings=(Finding.FAILED,))
        fill.attempt(2, state=AttemptState.FAILED)
    return store


def left(store: Store, **wished: object) -> list[int]:
    with store.reading() as work:
        return list(work.results.grid(RUN).cases(GridFilter(**wished)))  # pyright: ignore[reportArgumentType]


def test_a_line_holds_every_cell_of_its_case(filled: Store) -> None:
    with filled.reading() as work:
        lines = work.results.grid(RUN).lines(GridFilter(), first=1, limit=2)

    assert [line.case.name for line in lines] == ["case 1", "case 2"]
    failed, answered = lines[0].cells
    assert (failed.number, failed.outcome, failed.tries, failed.text) == (2, CellOutcome.FAILED, 1, "")
    assert (answered.outcome, answered.judged, answered.text) == (CellOutcome.OK, 1, "Four.")
    assert answered.quality is not None


@pytest.mark.parametrize(
    ("wished", "positions"),
    [
        ({}, [0, 1, 2, 3]),
        ({"outcome": CellOutcome.OK}, [0, 1, 2, 3]),
        ({"outcome": CellOutcome.FAILED}, [1]),
        ({"outcome": CellOutcome.REFUSED}, []),
        ({"outcome": CellOutcome.PENDING}, [3]),
        ({"outcome": CellOutcome.CANCELLED}, []),
        ({"tag": "red"}, [1, 3]),
        ({"tag": "re"}, []),
        ({"tag": "red", "outcome": CellOutcome.PENDING}, [3]),
        ({"fails_check": True}, [1]),
        ({"criterion": "Accuracy"}, [2]),
        ({"criterion": "nothing of the rubric"}, []),
        ({"apart": 0.3}, [2]),
        ({"apart": 0.4}, []),
    ],
)
def test_a_filter_leaves_the_cases_that_have_it_all(
    filled: Store, wished: dict[str, object], positions: list[int]
) -> None:
    assert left(filled, **wished) == positions


def test_a_page_of_scattered_cases_reads_no_other(filled: Store) -> None:
    with filled.reading() as work:
        lines = work.results.grid(RUN).lines(GridFilter(tag="red"), first=0, limit=9)

    assert [(line.position, len(line.cells)) for line in lines] == [(1, 2), (3, 2)]
    assert lines[1].cells[1].outcome is CellOutcome.PENDING


def test_tags_are_counted_and_a_cell_is_found_by_its_number(filled: Store) -> None:
    with filled.reading() as work:
        grid = work.results.grid(RUN)

        assert grid.tags() == {"blue": 2, "red": 2}
        assert grid.place(3).case == 1
        assert grid.lines(GridFilter(tag="green"), first=0, limit=9) == []
        report, nothing = work.results.report(RUN, 3), work.results.report(RUN, 8)
    assert report is not None
    assert (report.number, nothing) == (3, None)


def test_cells_of_a_run_that_ended_without_them_are_cancelled(filled: Store) -> None:
    with filled.work() as work:
        epoch = work.runs.standing(RUN).epoch
        work.runs.settle(RUN, epoch=epoch, settlement=Settlement.CANCELLED, at=SOME_TIME)

    assert left(filled, outcome=CellOutcome.CANCELLED) == [3]


def test_calls_are_found_by_their_unit_and_by_their_end(filled: Store) -> None:
    with filled.reading() as work:
        found = work.ledger.attempts(RUN, unit=2)
        failed = work.ledger.attempts(RUN, state=AttemptState.FAILED)
        spent = [one for one in work.results.spending() if one.spent.stage is StageName.GENERATE]

    assert [line.id for line in found] == [line.id for line in failed]
    assert len(found) == 1
    assert sum(one.spent.attempts for one in spent) >= 1
