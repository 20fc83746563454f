from datetime import timedelta

import pytest

from edison.domain import DesiredState, Halt, RunId, Settlement, StageName
from edison.errors import RunAmbiguous, RunMissing
from edison.store import Store
from tests.factories import SOME_TIME, a_design, a_run
from tests.store.filling import RUN
from tests.store.threads import at_once

RUNNING, PAUSED, CANCELLED = DesiredState.RUNNING, DesiredState.PAUSED, DesiredState.CANCELLED
HALT = Halt(code="quota_gone", sentence="No money left.", endpoint="sim/steady")


@pytest.fixture
def run(store: Store) -> RunId:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=1000)
    return RUN


def test_a_run_comes_back_as_it_was(store: Store) -> None:
    run = a_run(
        seed=2**64 - 1,
        pause_after="judge",
        halted=HALT,
        settlement="budget_spent",
        ended_at=SOME_TIME + timedelta(microseconds=1),
        desired="paused",
        epoch=4,
    )

    with store.work() as work:
        work.runs.add(run, budget_microusd=None)

    with store.reading() as work:
        assert work.runs.get(run.id) == run


def test_a_run_nobody_started_is_missing(store: Store) -> None:
    with store.reading() as work:
        for look in (work.runs.get, work.runs.find, work.runs.standing):
            with pytest.raises(RunMissing):
                look(RunId("run_0"))
        with pytest.raises(RunMissing):
            work.runs.page(before=RunId("run_0"))


def test_a_start_key_starts_one_run(store: Store) -> None:
    with store.work() as work:
        assert work.runs.add(a_run(id="run_a"), budget_microusd=None, start_key="once")
        assert not work.runs.add(a_run(id="run_b"), budget_microusd=None, start_key="once")
        assert work.runs.add(a_run(id="run_c"), budget_microusd=None)
        assert work.runs.add(a_run(id="run_d"), budget_microusd=None)

    with store.reading() as work:
        assert getattr(work.runs.by_start_key("once"), "id", None) == "run_a"
        assert work.runs.by_start_key("twice") is None
        assert [run.id for run in work.runs.page()] == ["run_d", "run_c", "run_a"]


def test_of_many_that_start_at_once_under_one_key_one_starts(store: Store) -> None:
    def start(number: int) -> bool:
        with store.work() as work:
            return work.runs.add(a_run(id=f"run_{number}"), budget_microusd=None, start_key="k")

    started = at_once(start, 8)

    assert sorted(started) == [False] * 7 + [True]


def test_runs_are_paged_newest_first(store: Store) -> None:
    with store.work() as work:
        for number in range(7):
            work.runs.add(a_run(id=f"run_{number}"), budget_microusd=None)

    with store.reading() as work:
        first = work.runs.page(limit=3)
        second = work.runs.page(before=first[-1].id, limit=3)
        third = work.runs.page(before=second[-1].id, limit=3)

    assert [[run.id[-1] for run in page] for page in (first, second, third)] == [
        ["6", "5", "4"],
        ["3", "2", "1"],
        ["0"],
    ]


@pytest.mark.parametrize(
    ("named", "found"),
    [("", [3, 2, 1, 0]), ("WEEK two", [2]), ("two week", [2]), ("week", [2, 1]), ("100%", [3]), ("_", [])],
)
def test_runs_are_sought_by_the_words_of_their_names(store: Store, named: str, found: list[int]) -> None:
    with store.work() as work:
        for number, name in enumerate(("other", "Week one", "Week two", "100% sure")):
            run = a_run(id=f"run_{number}", experiment=a_design(name=name))
            work.runs.add(run, budget_microusd=None)

    with store.reading() as work:
        assert [int(run.id[-1]) for run in work.runs.page(named=named)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("run_ab1", "run_ab1"),
        (" run_ab1 ", "run_ab1"),
        ("run_c", "run_c33"),
        ("b2", "run_ab2"),
        ("33", "run_c33"),
        ("RUN_C", "run_c33"),
        ("capitals", "run_ab2"),
        ("latest", "run_c33"),
    ],
)
def test_a_run_is_found_by_what_people_type(store: Store, text: str, found: str) -> None:
    _add_three(store)

    with store.reading() as work:
        assert work.runs.find(text).id == found


@pytest.mark.parametrize("text", ["", "%", "_", "run-", "nothing", "\x00", "\ud800", "LATESt"])
def test_what_names_no_run_is_missing(store: Store, text: str) -> None:
    _add_three(store)

    with store.reading() as work, pytest.raises(RunMissing):
        work.runs.find(text)


def test_what_names_several_runs_is_ambiguous(store: Store) -> None:
    _add_three(store)

    with store.reading() as work, pytest.raises(RunAmbiguous, match="run_ab2, run_ab1"):
        work.runs.find("run_ab")


def test_there_is_no_latest_run_before_the_first(store: Store) -> None:
    with store.reading() as work, pytest.raises(RunMissing):
        work.runs.find("latest")


def test_a_standing_says_what_an_engine_needs(store: Store, run: RunId) -> None:
    with store.work() as work:
        work.runs.change(run, desired=PAUSED, expect=(RUNNING,), halted=HALT)
        standing = work.runs.standing(run)

    assert (standing.run_id, standing.epoch, standing.desired) == (run, 2, PAUSED)
    assert (standing.settlement, standing.halted) == (Settlement.NOT_YET, HALT)
    assert (standing.budget_microusd, standing.spent_microusd, standing.held_microusd) == (1000, 0, 0)


def test_only_runs_that_should_go_on_are_unfinished(store: Store) -> None:
    with store.work() as work:
        for number in range(4):
            work.runs.add(a_run(id=f"run_{number}"), budget_microusd=None)
        work.runs.change(RunId("run_1"), desired=PAUSED, expect=(RUNNING,))
        work.runs.settle(RunId("run_2"), epoch=1, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)

        assert [standing.run_id for standing in work.runs.unfinished()] == ["run_0", "run_3"]
        assert work.runs.is_any_unfinished()


def test_a_change_raises_the_epoch_if_the_run_is_as_expected(store: Store, run: RunId) -> None:
    with store.work() as work:
        assert work.runs.change(run, desired=RUNNING, expect=(PAUSED,)) is None
        assert work.runs.change(run, desired=PAUSED, expect=(RUNNING, PAUSED), halted=HALT) == 2
        assert work.runs.get(run).halted == HALT
        assert work.runs.change(run, desired=RUNNING, expect=(PAUSED,)) == 3
        assert work.runs.get(run).halted is None
        assert work.runs.get(run).epoch == 3


def test_a_budget_is_changed_only_when_told(store: Store, run: RunId) -> None:
    with store.work() as work:
        work.runs.change(run, desired=PAUSED, expect=(RUNNING,))
        assert work.runs.standing(run).budget_microusd == 1000
        work.runs.change(run, desired=RUNNING, expect=(PAUSED,), budget_microusd=2000)
        assert work.runs.standing(run).budget_microusd == 2000
        work.runs.change(run, desired=PAUSED, expect=(RUNNING,), budget_microusd=None)
        assert work.runs.standing(run).budget_microusd is None


def test_a_run_may_be_allowed_more(store: Store, run: RunId) -> None:
    with store.work() as work:
        work.runs.set_budget(run, 5000)

        assert work.runs.standing(run).budget_microusd == 5000


def test_cancelled_is_for_ever(store: Store, run: RunId) -> None:
    with store.work() as work:
        assert work.runs.change(run, desired=CANCELLED, expect=(RUNNING, PAUSED)) == 2
        assert work.runs.change(run, desired=RUNNING, expect=tuple(DesiredState)) is None
        assert work.runs.settle(run, epoch=2, settlement=Settlement.CANCELLED, at=SOME_TIME)
        assert work.runs.reopen(run) is None


def test_a_settled_run_is_left_alone_until_it_is_reopened(store: Store, run: RunId) -> None:
    with store.work() as work:
        assert not work.runs.settle(run, epoch=7, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)
        assert work.runs.settle(run, epoch=1, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)
        assert not work.runs.settle(run, epoch=1, settlement=Settlement.BUDGET_SPENT, at=SOME_TIME)
        assert work.runs.change(run, desired=PAUSED, expect=(RUNNING,)) is None
        assert work.runs.renew(run, epoch=1) is None
        settled = work.runs.get(run)
        assert work.runs.reopen(run) == 2
        assert work.runs.reopen(run) is None
        reopened = work.runs.get(run)

    assert (settled.settlement, settled.ended_at) == (Settlement.ALL_CELLS_DONE, SOME_TIME)
    assert (reopened.settlement, reopened.ended_at) == (Settlement.NOT_YET, None)


def test_only_a_running_run_is_renewed_and_only_from_its_epoch(store: Store, run: RunId) -> None:
    with store.work() as work:
        assert work.runs.renew(run, epoch=1) == 2
        assert work.runs.renew(run, epoch=1) is None
        work.runs.change(run, desired=PAUSED, expect=(RUNNING,))
        assert work.runs.renew(run, epoch=3) is None


def test_of_many_that_renew_at_once_one_wins_each_epoch(store: Store, run: RunId) -> None:
    def renew(_: int) -> int | None:
        with store.work() as work:
            return work.runs.renew(run, epoch=1)

    won = at_once(renew, 8)

    assert won.count(2) == 1
    assert won.count(None) == 7


def test_of_pause_and_cancel_at_once_cancel_wins_in_the_end(store: Store, run: RunId) -> None:
    def move(number: int) -> None:
        request = CANCELLED if number == 0 else PAUSED if number % 2 else RUNNING
        expected = (RUNNING, PAUSED) if number == 0 else (RUNNING,) if number % 2 else (PAUSED,)
        with store.work() as work:
            work.runs.change(run, desired=request, expect=expected)

    at_once(move, 6)

    with store.reading() as work:
        assert work.runs.get(run).desired is CANCELLED


def test_a_stage_to_pause_after_is_kept(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(pause_after="check"), budget_microusd=None)

        assert work.runs.get(RUN).pause_after is StageName.CHECK


def _add_three(store: Store) -> None:
    with store.work() as work:
        for run_id, name in (("run_ab1", "capitals"), ("run_ab2", "capitals"), ("run_c33", "rivers")):
            work.runs.add(a_run(id=run_id, experiment=a_design(name=name)), budget_microusd=None)
