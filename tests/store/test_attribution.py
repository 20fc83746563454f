"""Who answered is told by the stored answers, whatever was wished for."""

from sqlalchemy import insert, update

from edison.domain import Answer, Failure, StageName
from edison.store import AnswerOrigin, Store, UnitOfWork, stage_number
from edison.store.database.noun_text import reply_bytes
from edison.store.tables import ANSWER, ATTEMPT
from tests.factories import an_answer
from tests.store.filling import RUN, Filler, add_run

JUDGE = StageName.JUDGE


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
