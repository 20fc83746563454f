import pytest
from sqlalchemy import insert, update

from edison.domain import Answer, AttemptId, AttemptState, Certainty, Failure, Raw, RunId, StageName
from edison.errors import RunMissing
from edison.store import AnswerOrigin, CallFilter, Store, UnitOfWork, stage_number
from edison.store.database.noun_text import reply_bytes
from edison.store.database.packing import pack_body
from edison.store.results import latest_calls
from edison.store.tables import ANSWER, ATTEMPT, EXCHANGE
from tests.factories import an_answer
from tests.store.filling import RUN, Filler, add_run, record

GENERATE, JUDGE = StageName.GENERATE, StageName.JUDGE
OPEN, SETTLED, LOST = AttemptState.OPEN, AttemptState.SETTLED, AttemptState.OUTCOME_UNKNOWN


def test_answers_are_replayed_in_the_order_of_turns_and_branches(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        third = record(work, 1, Failure(code="timed_out", sentence="Too late."), turn=2)
        second = record(work, 1, an_answer(text="b\x00\ud800"), branch=1)
        first = record(work, 1, an_answer(text="a"))
        other = record(work, 1, an_answer(text="c"), part=1)
        record(work, 9, an_answer())

        assert work.ledger.answers(RUN, GENERATE, first=0, last=9) == {
            (1, 0): [first, second, third],
            (1, 1): [other],
        }
        assert work.ledger.answers(RUN, JUDGE, first=0, last=9) == {}
        assert work.ledger.answers(RUN, GENERATE, first=2, last=9) == {}


def test_answers_of_an_earlier_generation_are_not_replayed(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        record(work, 1, an_answer(text="old"))
        kept = record(work, 2, an_answer(text="kept"))
        work.generations.ask(RUN, GENERATE, [(1, 0)])

        assert work.ledger.answers(RUN, GENERATE, first=0, last=9) == {(2, 0): [kept]}
        new = record(work, 1, an_answer(text="new"), generation=2)
        assert work.ledger.answers(RUN, GENERATE, first=0, last=2) == {(1, 0): [new]}


def test_every_attempt_is_in_the_totals_and_its_money_is_spent_or_held(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        fill = Filler(work)
        fill.attempt(0, worst=100, microusd=7)
        fill.attempt(0, worst=100, microusd=0)
        fill.attempt(0, worst=100, state=AttemptState.FAILED, microusd=3)
        fill.attempt(0, worst=50, state=OPEN)
        fill.attempt(0, worst=60, state=LOST, microusd=None)
        fill.attempt(0, worst=70, state=LOST, microusd=5)
        fill.attempt(0, worst=80, microusd=None)
        fill.attempt(0, worst=None, state=OPEN)

        totals, unpriced = work.ledger.totals(RUN), work.ledger.count_unpriced(RUN)

    assert unpriced == 1
    assert (totals.attempts, totals.open, totals.settled) == (8, 2, 3)
    assert (totals.failed, totals.unknown) == (1, 2)
    assert (totals.settled_microusd, totals.held_microusd) == (10, 50 + 60 + 70 + 80)


def test_only_an_answer_has_a_latency_and_every_try_costs(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        fill = Filler(work)
        fill.attempt(0, state=AttemptState.FAILED, microusd=3)
        fill.attempt(1, state=AttemptState.FAILED, microusd=3)
        fill.attempt(1, microusd=7)

        refused, answered = work.ledger.answered(RUN, GENERATE).values()

    assert (refused.latency_ms, refused.microusd) == (None, 3)
    assert (answered.latency_ms, answered.microusd) == (20, 10)


def test_an_empty_ledger_adds_up_to_nothing(store: Store) -> None:
    add_run(store)
    with store.reading() as work:
        assert work.ledger.totals(RUN).attempts == 0
        assert work.ledger.totals(RUN).held_microusd == 0
        with pytest.raises(RunMissing):
            work.ledger.totals(RunId("run_0"))


def test_attempts_are_paged_by_id(store: Store) -> None:
    add_run(store)
    add_run(store, id="run_2")
    with store.work() as work:
        fill, other = Filler(work), Filler(work, RunId("run_2"))
        ids = [fill.attempt(unit, state=OPEN if unit == 3 else SETTLED) for unit in range(7)]
        other.attempt(0)

        first = work.ledger.attempts(RUN, limit=3)
        second = work.ledger.attempts(RUN, after=first[-1].id, limit=10)

    lines = [*first, *second]
    assert [line.id for line in lines] == ids
    assert [line.unit for line in lines] == list(range(7))
    assert (lines[3].state, lines[3].ended_at, lines[3].cost.certainty) == (OPEN, None, Certainty.UNKNOWN)
    assert (lines[0].state, lines[0].stage, lines[0].cost.microusd) == (SETTLED, GENERATE, 7)
    assert lines[0].timing.latency_s == 0.02


def test_calls_of_everybody_are_paged_backwards_and_sought(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latest_calls, "_LOOKED_AT", 3)
    add_run(store)
    add_run(store, id="run_2")
    with store.work() as work:
        fill, other = Filler(work), Filler(work, RunId("run_2"))
        mine = [fill.attempt(unit, state=OPEN if unit < 2 else SETTLED) for unit in range(8)]
        theirs = other.attempt(0)
        whole = work.results.latest_calls(CallFilter())
        first = work.results.latest_calls(CallFilter(), limit=4)
        second = work.results.latest_calls(CallFilter(), before=first.following or "", limit=5)
        opened = list[list[str]]()
        before: str | None = ""
        while before is not None:
            found = work.results.latest_calls(CallFilter(state=OPEN), before=before, limit=2)
            opened.append([call.line.id for call in found.calls])
            before = found.following

    newest = sorted([*mine, theirs], reverse=True)
    assert [call.line.id for call in whole.calls] == newest
    assert [call.line.id for call in (*first.calls, *second.calls)] == newest
    assert (whole.following, second.following) == (None, None)
    assert {call.asker for call in whole.calls if call.line.id == theirs} == {"run_2"}
    assert [one for page in opened for one in page] == sorted(mine[:2], reverse=True)
    assert [] in opened, "a page looks at so many and no more"


def test_attempts_of_dead_workers_are_presumed_lost_once_and_their_money_stays_held(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        fill = Filler(work)
        fill.attempt(0, worker="alive", state=OPEN, worst=10)
        fill.attempt(1, worker="dead", state=OPEN, worst=20)
        fill.attempt(2, worker="dead", microusd=1)
        fill.attempt(3, worker="long dead", state=OPEN, worst=40)

        assert work.ledger.presume_unknown(RUN, workers_alive={"alive"}) == 2
        assert work.ledger.presume_unknown(RUN, workers_alive={"alive"}) == 0
        totals = work.ledger.totals(RUN)
        lost = [line for line in work.ledger.attempts(RUN) if line.state is LOST]
        assert work.ledger.presume_unknown(RUN, workers_alive=set()) == 1

    assert (totals.open, totals.unknown, totals.held_microusd) == (1, 2, 70)
    assert {(line.trouble, line.cost.microusd) for line in lost} == {("presumed_unknown", None)}


def test_an_exchange_comes_back_as_it_was_on_the_wire(store: Store) -> None:
    request, response = b"\x00" * 5000, bytes(range(256))
    packed_request, is_packed = pack_body(request)
    add_run(store)
    with store.work() as work:
        work.connection.execute(
            insert(EXCHANGE).values(
                attempt_id="att_1",
                request=packed_request,
                response=response,
                packed=1,
                status=200,
                response_bytes=9999,
                truncated=1,
            )
        )

        raw = work.ledger.exchange(AttemptId("att_1"))
        nothing = work.ledger.exchange(AttemptId("att_2"))

    assert is_packed
    assert len(packed_request) < 100
    assert raw == Raw(request=request, response=response, response_bytes=9999, truncated=True, status=200)
    assert nothing is None


def _answered(
    work: UnitOfWork, filler: Filler, unit: int, reply: Answer | Failure, **changes: object
) -> None:
    place = {"part": 0, "generation": 1, "endpoint": "local/gpt", **changes}
    attempt = filler.attempt(unit, stage=JUDGE, part=int(str(place["part"])))
    work.connection.execute(update(ATTEMPT).where(ATTEMPT.c.id == attempt).values(endpoint=place["endpoint"]))
    work.connection.execute(
        insert(ANSWER).values(
            run_no=work.runs.standing(RUN).no,
            stage=stage_number(JUDGE),
            unit=unit,
            part=place["part"],
            generation=place["generation"],
            turn=1,
            branch=0,
            attempt_id=attempt,
            fingerprint="0" * 32,
            failed=int(isinstance(reply, Failure)),
            body=reply_bytes(reply),
        )
    )


def test_answers_are_counted_by_judge_endpoint_and_the_model_they_name(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        filler = Filler(work)
        for unit in (10, 11):
            _answered(work, filler, unit, an_answer(reported_model="gpt-2026-01"))
        _answered(work, filler, 12, an_answer(reported_model="gpt-2026-02", text="\ud800"))
        _answered(work, filler, 10, an_answer(reported_model=None), part=1, endpoint="other/claude")

    with store.reading() as work:
        found = work.ledger.answered_by(RUN, JUDGE)

    assert found == {
        AnswerOrigin(0, "local/gpt", "gpt-2026-01"): 2,
        AnswerOrigin(0, "local/gpt", "gpt-2026-02"): 1,
        AnswerOrigin(1, "other/claude", None): 1,
    }


def test_failures_and_answers_that_were_asked_for_again_do_not_count(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        filler = Filler(work)
        _answered(work, filler, 10, an_answer(reported_model="old"))
        _answered(work, filler, 11, Failure(code="timeout", sentence="Nobody answered."))
        work.generations.ask(RUN, JUDGE, [(10, 0)])
        _answered(work, filler, 10, an_answer(reported_model="new"), generation=2)

    with store.reading() as work:
        found = work.ledger.answered_by(RUN, JUDGE)

    assert found == {AnswerOrigin(0, "local/gpt", "new"): 1}
