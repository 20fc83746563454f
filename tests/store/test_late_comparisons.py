"""What a superseded driver still says about pairs is kept as an answer and counts for nothing."""

from collections.abc import Iterator

import pytest

from edison.domain import (
    AttemptEnd,
    AttemptId,
    AttemptState,
    Comparison,
    ComparisonId,
    Cost,
    DesiredState,
    JudgeId,
    OutputId,
    Pair,
    Run,
    StageName,
    Winner,
)
from edison.errors import RunSuperseded
from edison.store import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
    CallPlace,
    ComparisonEntry,
    ReplyEntry,
    RunKey,
    Store,
    Writer,
    stage_number,
)
from tests.factories import SOME_TIME, a_run, an_answer, an_attempt

JUDGE = stage_number(StageName.JUDGE)
UNIT = 12


@pytest.fixture
def run(store: Store) -> Run:
    run = a_run()
    with store.work() as work:
        work.runs.add(run, budget_microusd=None)
        work.workers.register("worker-1", host="h", pid=1, started_at=SOME_TIME)
    return run


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    writer = store.writer("worker-1")
    yield writer
    writer.close()


def _key(store: Store, run: Run) -> RunKey:
    with store.reading() as work:
        standing = work.runs.standing(run.id)
    return RunKey(standing.no, standing.epoch)


def _opening(key: RunKey, name: str) -> AttemptEntry:
    return AttemptEntry(key, CallPlace(JUDGE, UNIT), an_attempt(id=AttemptId(name), worst_case_microusd=100))


def _comparison(key: RunKey, name: str, winner: Winner) -> AnswerEntry:
    end = AttemptEnd(
        attempt_id=AttemptId(name), ended_at=SOME_TIME, state=AttemptState.SETTLED, cost=Cost(microusd=40)
    )
    compared = Comparison(
        id=ComparisonId(f"cmp_{name}"),
        judge_id=JudgeId("jdg_1"),
        left_id=OutputId("out_0"),
        right_id=OutputId("out_1"),
        winner=winner,
    )
    return AnswerEntry(
        key,
        endings=(AttemptEndEntry(key, end, 100),),
        replies=(ReplyEntry(CallPlace(JUDGE, UNIT), AttemptId(name), "print", an_answer()),),
        comparisons=(ComparisonEntry(UNIT, 0, 1, 1, Pair(left=0, right=1), compared),),
    )


async def test_a_comparison_of_a_superseded_epoch_is_paid_kept_and_does_not_count(
    store: Store, run: Run, writer: Writer
) -> None:
    old = _key(store, run)
    await writer.commit(_opening(old, "att_1"))
    with store.work() as work:
        work.runs.change(run.id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,))

    with pytest.raises(RunSuperseded):
        await writer.commit(_comparison(old, "att_1", Winner.LEFT))

    with store.reading() as work:
        assert work.comparisons.lines(run.id) == []
        assert len(work.ledger.answers(run.id, StageName.JUDGE, first=UNIT, last=UNIT + 1)[UNIT, 0]) == 1
        assert work.ledger.totals(run.id).settled == 1


@pytest.mark.parametrize("is_superseded", [False, True])
async def test_a_second_comparison_of_the_same_pair_changes_nothing(
    store: Store, run: Run, writer: Writer, is_superseded: bool
) -> None:
    old = _key(store, run)
    await writer.commit(_opening(old, "att_1"))
    await writer.commit(_opening(old, "att_2"))
    await writer.commit(_comparison(old, "att_1", Winner.LEFT))
    with store.reading() as work:
        before = work.comparisons.page(run.id)
    if is_superseded:
        with store.work() as work:
            work.runs.renew(run.id, epoch=old.epoch)

    if is_superseded:
        with pytest.raises(RunSuperseded):
            await writer.commit(_comparison(old, "att_2", Winner.RIGHT))
    else:
        assert (await writer.commit(_comparison(old, "att_2", Winner.RIGHT))).outdated

    with store.reading() as work:
        assert work.comparisons.page(run.id) == before
    assert [one.line.outcome for one in before] == [1.0]
