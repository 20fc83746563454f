"""Calls outside of runs: in the one ledger, with what was on the wire, and counted by who asked."""

from datetime import datetime, timedelta

from edison.domain import (
    Asker,
    AskerKind,
    Attempt,
    AttemptEnd,
    AttemptId,
    AttemptState,
    CallId,
    Certainty,
    Cost,
    Raw,
    StageName,
    Usage,
)
from edison.store import CallPlace, Health, Spent, Store, examine, stage_number
from tests.factories import SOME_TIME

CHAT = Asker(kind=AskerKind.CHAT, id="cht_1", name="Capitals \ud800")
AGENT = Asker(kind=AskerKind.AGENT, id="agt_1", name="ci")
PLACE = CallPlace(stage_number(StageName.GENERATE), 0)


def an_attempt(name: str, *, opened_at: datetime = SOME_TIME) -> Attempt:
    return Attempt(
        id=AttemptId(name),
        call_id=CallId("call_1"),
        number=1,
        endpoint="local/large",
        fingerprint="f",
        opened_at=opened_at,
        worst_case_microusd=90,
    )


def an_end(name: str, microusd: int | None = 40) -> AttemptEnd:
    return AttemptEnd(
        attempt_id=AttemptId(name),
        ended_at=SOME_TIME,
        state=AttemptState.SETTLED,
        sentence="Said in words.",
        usage=Usage(input_tokens=5, output_tokens=7),
        cost=Cost(microusd=microusd, certainty=Certainty.EXACT),
        raw=Raw(request=b"Who?", response=b"I.", response_bytes=2, status=200),
    )


def test_calls_outside_of_runs_are_counted_by_who_asked(store: Store) -> None:
    with store.work() as work:
        for asker, name in ((CHAT, "att_1"), (CHAT, "att_2")):
            work.askers.open_attempt(asker, PLACE, an_attempt(name))
        tomorrow = an_attempt("att_3", opened_at=SOME_TIME + timedelta(days=1))
        work.askers.open_attempt(AGENT, PLACE, tomorrow)
        work.askers.end_attempt(CHAT, an_end("att_1"))
        work.askers.end_attempt(AGENT, an_end("att_3", None))

        last, first = sorted(work.results.spending(), key=lambda one: one.id)
        assert (last.kind, last.id, last.name) == (AskerKind.AGENT, "agt_1", "ci")
        assert (last.project_id, last.day - first.day) == (None, timedelta(days=1))
        assert (first.day.date(), first.day.hour) == (SOME_TIME.date(), 0)
        assert (last.spent.attempts, last.spent.unknown, last.spent.microusd) == (1, 1, 0)
        assert (first.name, first.spent) == (
            "Capitals \ud800",
            Spent(
                endpoint="local/large",
                stage=StageName.GENERATE,
                attempts=2,
                unknown=1,
                microusd=40,
                tokens_in=5,
                tokens_out=7,
            ),
        )
    assert {one.health for one in examine(store) if one.subject in ("attempts", "money", "numbers")} == {
        Health.GOOD
    }


def test_of_what_is_forgotten_the_money_stays(store: Store) -> None:
    with store.work() as work:
        work.askers.forget_words(AGENT)
        for name in ("att_1", "att_2"):
            work.askers.open_attempt(CHAT, PLACE, an_attempt(name))
        work.askers.end_attempt(CHAT, an_end("att_1"))
        exchange = work.ledger.exchange(AttemptId("att_1"))
        assert exchange is not None
        assert (exchange.request, exchange.response) == (b"Who?", b"I.")

        work.askers.forget_words(CHAT)
        # Under way while its chat was removed.
        work.askers.end_attempt(CHAT, an_end("att_2"))

        [left] = work.results.spending()
        assert (left.name, left.spent.microusd) == ("", 80)
        assert [work.ledger.exchange(AttemptId(name)) for name in ("att_1", "att_2")] == [None, None]
