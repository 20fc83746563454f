"""Group commit: what is written together, what is refused, and what happens when nobody knows whether it arrived."""

import asyncio
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from edison.domain import (
    AttemptEnd,
    AttemptId,
    AttemptState,
    Certainty,
    Cost,
    CriterionScore,
    DesiredState,
    Failure,
    Judgment,
    Raw,
    Run,
    StageName,
    Usage,
)
from edison.errors import AnsweredAlready, BudgetSpent, PriceUnknown, RunSuperseded, TakenForDead
from edison.store import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
    CallPlace,
    JudgmentEntry,
    OutputEntry,
    ReplyEntry,
    RunKey,
    RunStanding,
    Store,
    Writer,
    stage_number,
)
from tests.factories import SOME_TIME, a_check_result, a_run, an_answer, an_attempt, an_output

GENERATE = stage_number(StageName.GENERATE)


@pytest.fixture
def run(store: Store) -> Run:
    run = a_run()
    with store.work() as work:
        work.runs.add(run, budget_microusd=1000)
        for number in range(4):
            work.workers.register(f"worker-{number}", host="h", pid=1, started_at=SOME_TIME)
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


def _opening(key: RunKey, name: str, *, cell: int = 0, worst: int | None = 100) -> AttemptEntry:
    attempt = an_attempt(id=AttemptId(name), worst_case_microusd=worst)
    return AttemptEntry(key, CallPlace(GENERATE, cell), attempt)


def _ending(key: RunKey, name: str, *, cost: int | None = 40, worst: int | None = 100) -> AttemptEndEntry:
    end = AttemptEnd(
        attempt_id=AttemptId(name),
        ended_at=SOME_TIME,
        state=AttemptState.SETTLED,
        usage=Usage(input_tokens=5, output_tokens=7),
        cost=Cost(microusd=cost, certainty=Certainty.EXACT),
        raw=Raw(request=b"{}", response=b"x" * 5000, response_bytes=5000, status=200),
    )
    return AttemptEndEntry(key, end, worst)


def _arrival(key: RunKey, name: str, *, cell: int = 0, text: str = "Four.") -> AnswerEntry:
    answer = an_answer(text=text, usage=Usage(input_tokens=5, output_tokens=7))
    place = CallPlace(GENERATE, cell)
    return AnswerEntry(
        key,
        endings=(_ending(key, name),),
        replies=(ReplyEntry(place, AttemptId(name), "print", answer),),
        outputs=(OutputEntry(cell, 1, an_output(text=text), answer, (a_check_result(),)),),
    )


async def test_what_has_its_answer_is_not_asked_again(store: Store, run: Run, writer: Writer) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))
    await writer.commit(_arrival(key, "att_1"))
    before = _money(store, run)

    # As a worker does that was frozen while another one took its work over.
    with pytest.raises(AnsweredAlready):
        await writer.commit(_opening(key, "att_2"))
    await writer.commit(_opening(key, "att_3", cell=1))

    with store.reading() as work:
        attempts = work.ledger.attempts(run.id)
    assert [one.id for one in attempts] == ["att_1", "att_3"]
    assert _money(store, run).held_microusd == before.held_microusd + 100


async def test_whoever_was_taken_for_dead_sends_nothing_and_what_it_heard_still_counts(
    store: Store, run: Run, writer: Writer
) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))
    with store.work() as work:
        work.workers.dismiss(["worker-1"])

    with pytest.raises(TakenForDead):
        await writer.commit(_opening(key, "att_2", cell=1))
    verdict = await writer.commit(_arrival(key, "att_1"))

    assert not verdict.outdated
    with store.reading() as work:
        assert [one.id for one in work.ledger.attempts(run.id)] == ["att_1"]
    assert _money(store, run).held_microusd == 0


def _money(store: Store, run: Run) -> RunStanding:
    with store.reading() as work:
        return work.runs.standing(run.id)


async def test_an_answer_and_what_follows_from_it_are_written_together(
    store: Store, run: Run, writer: Writer
) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))

    verdict = await writer.commit(_arrival(key, "att_1"))

    assert not verdict.outdated
    with store.reading() as work:
        standing = work.results.standings(run.id, first=0, last=1)[0]
        totals, money = work.ledger.totals(run.id), work.runs.standing(run.id)
        raw = work.ledger.exchange(AttemptId("att_1"))
    assert standing.output is not None
    assert standing.output.text == "Four."
    assert standing.has_checks
    assert (totals.settled, totals.open) == (1, 0)
    assert (money.spent_microusd, money.held_microusd) == (40, 0)
    assert raw is not None
    assert raw.response == b"x" * 5000


async def test_the_worst_case_is_held_from_the_intent_to_the_end(
    store: Store, run: Run, writer: Writer
) -> None:
    key = _key(store, run)

    await writer.commit(_opening(key, "att_1", worst=300))

    with store.reading() as work:
        assert work.runs.standing(run.id).held_microusd == 300


async def test_a_group_never_reserves_more_than_the_budget(store: Store, run: Run, writer: Writer) -> None:
    key = _key(store, run)
    openings = [_opening(key, f"att_{number}", cell=number, worst=300) for number in range(8)]

    results = await asyncio.wait_for(_all(writer, openings), 20)

    refused = [result for result in results if isinstance(result, BudgetSpent)]
    assert len(refused) == 5
    with store.reading() as work:
        assert work.runs.standing(run.id).held_microusd == 900
        assert work.ledger.totals(run.id).attempts == 3


async def test_an_unknown_price_is_refused_under_a_budget(store: Store, run: Run, writer: Writer) -> None:
    with pytest.raises(PriceUnknown):
        await writer.commit(_opening(_key(store, run), "att_1", worst=None))


async def test_an_older_epoch_may_not_send_but_what_it_was_answered_is_kept(
    store: Store, run: Run, writer: Writer
) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))
    with store.work() as work:
        work.runs.change(run.id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,))

    with pytest.raises(RunSuperseded):
        await writer.commit(_opening(key, "att_2", cell=1))
    with pytest.raises(RunSuperseded):
        await writer.commit(_arrival(key, "att_1"))

    with store.reading() as work:
        assert work.results.standings(run.id, first=0, last=5) == {}
        assert len(work.ledger.answers(run.id, StageName.GENERATE, first=0, last=5)[0, 0]) == 1
        assert work.ledger.totals(run.id).settled == 1
        assert work.runs.standing(run.id).spent_microusd == 40


async def test_the_first_answer_wins_and_the_second_is_told(store: Store, run: Run, writer: Writer) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))
    await writer.commit(_opening(key, "att_2"))
    await writer.commit(_arrival(key, "att_1", text="first"))

    verdict = await writer.commit(_arrival(key, "att_2", text="second"))

    assert verdict.outdated
    with store.reading() as work:
        output = work.results.standings(run.id, first=0, last=1)[0].output
        assert output is not None
        assert output.text == "first"
        assert work.runs.standing(run.id).spent_microusd == 80


async def test_a_late_end_replaces_a_presumed_one(store: Store, run: Run, writer: Writer) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))
    with store.work() as work:
        assert work.ledger.presume_unknown(run.id, workers_alive=set()) == 1

    await writer.commit(_arrival(key, "att_1"))

    with store.reading() as work:
        totals, money = work.ledger.totals(run.id), work.runs.standing(run.id)
    assert (totals.settled, totals.unknown) == (1, 0)
    assert (money.spent_microusd, money.held_microusd) == (40, 0)


async def test_what_may_have_been_billed_stays_held(store: Store, run: Run, writer: Writer) -> None:
    key = _key(store, run)
    await writer.commit(_opening(key, "att_1"))
    lost = _ending(key, "att_1")
    unknown = replace(lost.end, state=AttemptState.OUTCOME_UNKNOWN, cost=Cost(microusd=40))
    writer.put(AttemptEndEntry(key, unknown, 100))

    await writer.commit(_opening(key, "att_2", cell=1))

    with store.reading() as work:
        money = work.runs.standing(run.id)
    assert (money.spent_microusd, money.held_microusd) == (0, 200)


async def test_failures_and_judgments_are_recorded_too(store: Store, run: Run, writer: Writer) -> None:
    key = _key(store, run)
    judgment = Judgment.model_validate(
        {
            "id": "jdm_1",
            "output_id": "out_1",
            "judge_id": "jdg_1",
            "scores": (CriterionScore(criterion="Accuracy", score=4),),
        }
    )
    place = CallPlace(stage_number(StageName.JUDGE), 0)
    failure = Failure(code="timed_out", sentence="Too late \x00 \ud800.")

    await writer.commit(
        AnswerEntry(
            key,
            replies=(ReplyEntry(place, None, "print", failure),),
            judgments=(JudgmentEntry(0, 1, 0, 1, judgment, 0.8),),
        )
    )

    with store.reading() as work:
        recorded = work.ledger.answers(run.id, StageName.JUDGE, first=0, last=1)[0, 0]
    assert recorded[0].reply == failure


async def test_one_entry_that_cannot_be_written_does_not_take_the_others_with_it(
    store: Store, run: Run, writer: Writer
) -> None:
    key = _key(store, run)
    broken = _opening(key, "att_bad")
    broken.place = replaced_place(broken.place)

    good, bad = await asyncio.wait_for(_all(writer, [_opening(key, "att_good"), broken]), 20)

    assert not isinstance(good, Exception)
    assert isinstance(bad, Exception)
    with store.reading() as work:
        assert work.ledger.totals(run.id).attempts == 1


def replaced_place(place: CallPlace) -> CallPlace:
    return place._replace(unit="not a number", generation=None)  # pyright: ignore[reportArgumentType] (that is the point)


async def test_entries_that_come_together_share_a_commit(store: Store, run: Run) -> None:
    writer = store.writer("worker-1", linger_s=0.05)
    key = _key(store, run)

    await _all(writer, [_opening(key, f"att_{number}", cell=number, worst=1) for number in range(100)])

    assert writer.commits <= 2
    writer.close()


async def test_a_commit_that_arrived_without_our_knowing_is_not_repeated(store: Store, run: Run) -> None:
    key = _key(store, run)
    broke = False

    def lose_the_connection(point: str) -> None:
        nonlocal broke
        if point == "commit.after" and not broke:
            broke = True
            raise store.engine.dialect.loaded_dbapi.OperationalError("server closed the connection")  # pyright: ignore[reportAttributeAccessIssue] (an engine)

    writer = store.writer("worker-1", fault=lose_the_connection)

    await writer.commit(_opening(key, "att_1", worst=300))

    assert broke
    with store.reading() as work:
        assert work.runs.standing(run.id).held_microusd == 300
    writer.close()


async def test_a_commit_that_did_not_arrive_is_made_again(store: Store, run: Run) -> None:
    key = _key(store, run)
    left = 3

    def lose_the_connection(point: str) -> None:
        nonlocal left
        if point == "commit.before" and left:
            left -= 1
            raise store.engine.dialect.loaded_dbapi.OperationalError("server closed the connection")  # pyright: ignore[reportAttributeAccessIssue] (an engine)

    writer = store.writer("worker-1", fault=lose_the_connection)

    await writer.commit(_opening(key, "att_1", worst=300))

    assert left == 0
    with store.reading() as work:
        assert work.runs.standing(run.id).held_microusd == 300
        assert work.ledger.totals(run.id).attempts == 1
    writer.close()


async def test_two_writers_never_hold_more_than_the_budget_together(store: Store, run: Run) -> None:
    key = _key(store, run)
    writers = [store.writer(f"worker-{number}") for number in range(4)]
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(
                _all(writer, [_opening(key, f"att_{index}_{n}", cell=n, worst=30) for n in range(20)])
            )
            for index, writer in enumerate(writers)
        ]
    accepted = [one for task in tasks for one in task.result() if not isinstance(one, Exception)]

    assert len(accepted) == 33
    with store.reading() as work:
        assert work.runs.standing(run.id).held_microusd == 990
    for writer in writers:
        writer.close()


async def _all(writer: Writer, entries: list[AttemptEntry]) -> list[object]:
    async def one(entry: AttemptEntry) -> object:
        try:
            return await writer.commit(entry)
        except Exception as error:
            return error

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(entry)) for entry in entries]
    return [task.result() for task in tasks]
