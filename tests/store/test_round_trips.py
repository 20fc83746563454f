"""What is stored comes back as it was, whatever it was."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from edison.domain import (
    Answer,
    Case,
    CheckResult,
    EventType,
    Failure,
    Judgment,
    Output,
    Ranking,
    Run,
    StageName,
)
from edison.store import (
    AnswerEntry,
    CallPlace,
    JudgmentEntry,
    OutputEntry,
    ReplyEntry,
    RunKey,
    Store,
    stage_number,
)
from tests.factories import SOME_TIME, a_dataset, a_run
from tests.store import generated
from tests.store.filling import RUN, add_run

often = settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@often
@given(run=generated.runs(), budget=generated.COUNT)
def test_any_run(store: Store, run: Run, budget: int | None) -> None:
    _empty(store, "run")
    with store.work() as work:
        assert work.runs.add(run, budget_microusd=budget)

        assert work.runs.get(run.id) == run
        assert work.runs.find(run.id) == run
        assert work.runs.standing(run.id).budget_microusd == budget


@often
@given(cases=generated.cases(), first=st.integers(0, 9), count=st.integers(0, 9))
def test_any_cases(store: Store, cases: list[Case], first: int, count: int) -> None:
    _empty(store, "sample_case", "dataset")
    with store.work() as work:
        assert work.datasets.add(a_dataset(), cases) == len(cases)

        assert work.datasets.cases(a_dataset().id, first=0, count=99) == cases
        assert work.datasets.cases(a_dataset().id, first=first, count=count) == cases[first : first + count]


@often
@given(ranking=generated.rankings())
def test_any_ranking(store: Store, ranking: Ranking) -> None:
    _empty(store, "run", "ranking")
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        work.rankings.put(ranking)

        assert work.rankings.of_run(RUN) == [ranking]


@often
@given(kind=generated.EVENT_TYPES, about=generated.ABOUT, at=generated.MOMENT)
def test_any_event(store: Store, kind: EventType, about: dict[str, str], at: object) -> None:
    _empty(store, "run", "event")
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        event = work.events.append(RUN, kind, at=at, about=about)  # pyright: ignore[reportArgumentType] (a moment)

        assert work.events.since(0, run_id=RUN) == [event]
        assert (event.type, event.about, event.at) == (kind, about, at)


@often
@given(name=generated.TEXT, form=generated.OBJECT, key=st.none() | st.binary())
def test_any_provider(store: Store, name: str, form: dict[str, object], key: bytes | None) -> None:
    with store.work() as work:
        work.providers.put(name, form, key, at=SOME_TIME)  # pyright: ignore[reportArgumentType] (plain JSON)

        found = work.providers.get(name)

    assert found is not None
    assert (found.name, found.form, found.sealed_key) == (name, form, key)


@often
@given(
    output=generated.outputs(0),
    checks=st.lists(generated.check_results(0), max_size=3),
    judgment=generated.judgments(0),
    reply=generated.replies(),
)
def test_any_result_as_the_writer_writes_it(
    store: Store, output: Output, checks: list[CheckResult], judgment: Judgment, reply: Answer | Failure
) -> None:
    _empty(store, "run", "wave", "answer", "output", "checked", "judgment", "written")
    add_run(store, cases=1, judges=1)
    with store.reading() as work:
        standing = work.runs.standing(RUN)
    place = CallPlace(stage_number(StageName.GENERATE), 0)
    writer = store.writer("w1")
    writer.put(
        AnswerEntry(
            run=RunKey(standing.no, standing.epoch),
            replies=[ReplyEntry(place, None, "f" * 32, reply)],
            outputs=[OutputEntry(0, 1, output, None, tuple(checks))],
            judgments=[JudgmentEntry(0, 1, 0, 1, judgment, 0.5)],
        )
    )
    writer.close()

    with store.reading() as work:
        recorded = work.ledger.answers(RUN, StageName.GENERATE, first=0, last=1)[0, 0]
        found = work.results.standings(RUN, first=0, last=1)[0]
        report = work.results.reports(RUN)[0]
    assert [entry.reply for entry in recorded] == [reply]
    assert (found.output, found.has_checks, found.judged) == (output, True, (0,))
    assert (report.output, report.checks, report.judgments) == (output, tuple(checks), (judgment,))


def _empty(store: Store, *tables: str) -> None:
    with store.work() as work:
        for table in tables:
            work.connection.execute(text(f"DELETE FROM {table}"))
