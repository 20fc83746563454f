import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from edison.domain import Case, Failure, Finding, Judgment, StageName
from edison.store import Store, UnitOfWork
from edison.store.database.noun_text import findings_text, noun_text, read_findings, read_noun
from edison.store.database.packing import from_micros, pack, pack_body, to_micros, unpack, unpack_body
from tests.database import KINDS, new_database, open_quickly
from tests.factories import (
    SOME_TIME,
    a_case,
    a_check_result,
    a_dataset,
    a_design,
    a_judgment,
    a_run,
    an_answer,
)
from tests.store.filling import RUN, Filler, add_run, record
from tests.store.nasty_texts import NASTY_TEXTS


def joined(text: str) -> str:
    """A text in which no character stands in two halves."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


ANY_TEXT = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize("nasty", NASTY_TEXTS, ids=range(len(NASTY_TEXTS)))
def test_what_is_packed_is_taken_by_every_database_and_unpacked_unchanged(nasty: str) -> None:
    packed = pack(nasty)

    assert unpack(packed) == joined(nasty)
    assert "\x00" not in packed
    assert packed.encode("utf-8").decode("utf-8") == packed


@given(ANY_TEXT)
def test_any_text_survives_packing(anything: str) -> None:
    assert unpack(pack(anything)) == joined(anything)


@given(ANY_TEXT, ANY_TEXT)
def test_different_texts_stay_different(one: str, other: str) -> None:
    assert (pack(one) == pack(other)) == (joined(one) == joined(other))


def test_two_halves_of_a_character_become_one_as_they_would_in_json() -> None:
    halves = "a\ud83d\ude00\ud83d"

    assert pack(halves) == "a😀\x1ad83d"
    assert unpack(pack(halves)) == json.loads(json.dumps(halves))


def test_an_ordinary_text_is_not_touched() -> None:
    ordinary = "Grüße aus Köln 👋"

    assert pack(ordinary) is ordinary
    assert unpack(ordinary) is ordinary


@given(st.binary(max_size=5000))
def test_bodies_survive_packing(body: bytes) -> None:
    packed, is_packed = pack_body(body)

    assert unpack_body(packed, is_packed) == body
    assert is_packed == (len(body) > 2048)


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_are_kept_to_the_microsecond(moment: datetime) -> None:
    assert from_micros(to_micros(moment)) == moment


def test_forty_nasty_texts_come_back_alike_from_both_databases(tmp_path: Path) -> None:
    assert len(NASTY_TEXTS) == 40
    raw: dict[str, list[tuple[object, ...]]] = {}
    for kind in KINDS:
        store = open_quickly(new_database(kind, tmp_path))
        _store_all(store)
        with store.reading() as work:
            _check_all(work)
            raw[kind] = _everything_raw(work)
        store.close()

    assert raw["sqlite"] == raw["postgres"]


def _store_all(store: Store) -> None:
    add_run(store, cases=len(NASTY_TEXTS))
    with store.work() as work:
        filler = Filler(work)
        work.datasets.add(
            a_dataset(id="set_n"),
            (_nasty_case(number, nasty) for number, nasty in enumerate(map(joined, NASTY_TEXTS))),
        )
        for number, nasty in enumerate(NASTY_TEXTS):
            experiment = a_design(name=_name(nasty), goal=nasty)
            work.runs.add(
                a_run(id=f"run_n{number}", experiment=experiment), budget_microusd=None, start_key=nasty
            )
            work.providers.put(f"p{joined(nasty)[:1000]}", {"base_url": nasty}, None, at=SOME_TIME)
            filler.output(number, text=nasty)
            record(work, number, an_answer(text=nasty, reasoning=nasty))
            record(work, number, Failure(code="unavailable", sentence=nasty), turn=2)


def _check_all(work: UnitOfWork) -> None:
    standings = work.results.standings(RUN, first=0, last=len(NASTY_TEXTS))
    answers = work.ledger.answers(RUN, StageName.GENERATE, first=0, last=len(NASTY_TEXTS))
    reports = work.results.reports(RUN)
    for number, nasty in enumerate(map(joined, NASTY_TEXTS)):
        run = work.runs.by_start_key(nasty)
        provider = work.providers.get(f"p{nasty[:1000]}")
        first, second = answers[number, 0]
        assert run is not None
        assert (run.experiment.name, run.experiment.goal) == (_name(nasty), nasty)
        assert provider is not None
        assert provider.form == {"base_url": nasty}
        assert getattr(standings[number].output, "text", None) == nasty
        assert getattr(reports[number].output, "text", None) == nasty
        assert (getattr(first.reply, "text", None), getattr(first.reply, "reasoning", None)) == (nasty, nasty)
        assert getattr(second.reply, "sentence", None) == nasty
    cases = work.datasets.cases(a_dataset(id="set_n").id, first=0, count=len(NASTY_TEXTS))
    assert cases == [_nasty_case(number, nasty) for number, nasty in enumerate(map(joined, NASTY_TEXTS))]


def _nasty_case(number: int, nasty: str) -> Case:
    return a_case(
        id=f"case_{number}",
        dataset_id="set_n",
        name=f"{number}{_name(nasty)}",
        variables={"text": nasty, "list": [nasty]},
        expectation={"answer": nasty or "-"},
        tags=(nasty,),
    )


def _everything_raw(work: UnitOfWork) -> list[tuple[object, ...]]:
    queries = (
        "SELECT id, name, design, start_key FROM run ORDER BY no",
        "SELECT name, body FROM sample_case ORDER BY dataset_id, position",
        "SELECT form FROM provider ORDER BY form",
        "SELECT text FROM output ORDER BY cell",
        "SELECT body FROM answer ORDER BY unit, turn",
    )
    return sorted((tuple(row) for query in queries for row in work.connection.execute(text(query))), key=repr)


@pytest.mark.parametrize("nasty", NASTY_TEXTS, ids=range(len(NASTY_TEXTS)))
def test_findings_and_judgments_keep_any_text(nasty: str) -> None:
    nasty = joined(nasty)
    finding = a_check_result(check=_name(nasty), finding=Finding.FAILED, reason=f"x{nasty}")
    score = {"criterion": _name(nasty), "score": 1, "reason": nasty}
    judgment = a_judgment(suggestions=({"text": f"x{nasty}", "because": nasty},), scores=(score,))

    assert read_findings(findings_text((finding,))) == (finding,)
    written = noun_text(judgment)
    assert "\x00" not in written
    assert written.encode("utf-8").decode("utf-8") == written
    assert read_noun(Judgment, written) == judgment


def _name(nasty: str) -> str:
    """As much of a text as may stand in a name: nouns refuse lone surrogates there, and no text at all."""
    return f"n{joined(nasty)[:199].encode('utf-8', 'replace').decode()}"
