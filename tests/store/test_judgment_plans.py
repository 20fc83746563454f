"""Cells that do not all call for the same judgments: what is missing, what counts, and what is asked again."""

from edison.domain import Finding, JudgeAssignment, Run, StageName
from edison.store import Store
from tests.factories import a_judge, a_rubric, a_snapshot
from tests.store.filling import RUN, Filler, add_run

# Cell 0 takes two judgments of either judge, cell 1 one of the second judge, the others none.
SITTINGS = (JudgeAssignment(cells=(0,), judges=(0, 1), times=2), JudgeAssignment(cells=(1,), judges=(1,)))


def add_assessed(store: Store) -> Run:
    snapshot = a_snapshot(
        cases=4,
        rubric=a_rubric(),
        judges=tuple(a_judge(id=f"jdg_{judge}") for judge in range(2)),
        assignments=SITTINGS,
    )
    return add_run(store, cases=4, snapshot=snapshot)


def test_a_cell_is_finished_with_the_judgments_it_calls_for(store: Store) -> None:
    wanted = add_assessed(store).snapshot.judgment_plan.wanted
    with store.work() as work:
        fill = Filler(work)

        def missing() -> list[int]:
            blocks = work.results.open_blocks(RUN, range(4), judges=2, size=1, wanted=wanted)
            return [first for first, _ in blocks]

        for cell in range(3):
            fill.finished(cell)
        assert missing() == [0, 1, 3]
        for part in (0, 1, 2):
            fill.judgment(0, part)
        fill.judgment(1, 1)
        assert missing() == [0, 3]
        fill.judgment(0, 3)
        fill.output(3, status="error", reason="timed_out", text="")
        fill.checked(3)
        assert missing() == []
        assert work.results.open_blocks(RUN, range(4), judges=2, size=3, wanted=wanted) == []


def test_answered_cells_are_counted_by_what_each_calls_for(store: Store) -> None:
    add_assessed(store)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0)
        fill.finished(2)

        assert work.results.count_answered(RUN, {0: 4, 1: 2, 3: 1}) == 4
        assert work.results.answered_cells(RUN) == [0, 2]


def test_of_several_judgments_by_one_judge_the_first_makes_the_score(store: Store) -> None:
    add_assessed(store)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0)
        for part, quality in enumerate((0.1, 0.2, 0.9, 0.8)):
            fill.judgment(0, part, quality=quality)

        [score] = work.results.scores(RUN)

    assert score.qualities == ((0, 0.1), (1, 0.2))


def test_one_of_several_judgments_is_asked_for_again_alone(store: Store) -> None:
    add_assessed(store)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0)
        for part in range(4):
            fill.judgment(0, part, quality=None if part == 2 else 0.5)
        assert work.results.failed_units(RUN).judgments == [(0, 2)]

        work.generations.ask(RUN, StageName.JUDGE, [(0, 2)])

        assert work.results.standings(RUN, first=0, last=1)[0].judged == (0, 1, 3)


def test_a_judge_that_decides_is_not_waited_for_where_something_failed(store: Store) -> None:
    wanted = add_assessed(store).snapshot.judgment_plan.wanted or {}
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0)
        fill.output(1)
        fill.checked(1, findings=(Finding.FAILED,))

        open_now = work.results.open_blocks(
            RUN, range(2), judges=2, size=1, wanted=wanted, judge_decides=True
        )

        assert open_now == [(0, 1)]
        assert work.results.count_answered(RUN, wanted, judge_decides=True) == 4
