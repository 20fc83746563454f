"""Whoever acts may do what they have the right to, and nothing else; asked before anything is done."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from edison.actions.access import VERBS, verb
from edison.actions.house import House
from edison.actions.maintenance import purge_kept_answers
from edison.actions.results.exports import export_run
from edison.actions.results.reports import find_run, list_runs, show_run
from edison.actions.runs.control import cancel_run, pause_run, resume_run
from edison.actions.runs.start import start_run
from edison.domain import LOCAL_USER, Actor, Chance, EventType, FrozenClock, Right, RunId
from edison.errors import ErrorKind, NotPermitted
from edison.store import Store

from ..factories import a_run

RUN = RunId("run_1")
READER = Actor(name="reader", rights=frozenset({Right.READ}))


@pytest.fixture
def house(store: Store) -> Iterator[House]:
    house = House(
        database=store.url,
        open_archive=lambda _: store,
        keys=cast(Any, object()),
        clock=FrozenClock(),
        chance=Chance(1),
    )
    house.control.start(a_run())
    yield house
    house.control.close()


def test_whoever_may_read_sees_everything(house: House) -> None:
    reader = house.acting_for(READER)

    assert show_run(reader, find_run(reader, "latest").id).run.id == RUN
    assert [report.run.id for report in list_runs(reader)] == [RUN]
    assert b"".join(export_run(reader, RUN))


@pytest.mark.parametrize(
    ("wish", "name", "right"),
    [
        (lambda house: start_run(house, cast(Any, None)), "start_run", "spend"),
        (lambda house: resume_run(house, RUN), "resume_run", "spend"),
        (lambda house: cancel_run(house, RUN), "cancel_run", "change"),
        (lambda house: purge_kept_answers(house), "purge_kept_answers", "operate"),
    ],
    ids=["start", "resume", "cancel", "purge"],
)
def test_whoever_may_read_changes_nothing(
    house: House, wish: Callable[[House], object], name: str, right: str
) -> None:
    with pytest.raises(NotPermitted) as refused:
        wish(house.acting_for(READER))

    assert refused.value.kind is ErrorKind.FORBIDDEN
    assert refused.value.fields == {"actor": "reader", "verb": name, "right": right}
    assert VERBS[name] == right


def test_events_tell_who_wanted_it(house: House) -> None:
    ada = Actor(name="ada", rights=frozenset({Right.READ, Right.CHANGE}))

    pause_run(house.acting_for(ada), RUN)

    with house.store.reading() as work:
        last = work.events.since(0)[-1]
    assert (last.type, last.about) == (EventType.RUN_PAUSED, {"by": "ada"})


def test_a_house_for_somebody_else_is_the_same_house(tmp_path: Path) -> None:
    opened: list[str] = []

    def open_archive(database: str) -> Store:
        opened.append(database)
        return cast(Store, object())

    house = House(
        database="somewhere",
        open_archive=open_archive,
        keys=cast(Any, object()),
        clock=FrozenClock(),
        chance=Chance(1),
    )
    other = house.acting_for(READER)

    assert other.store is house.store
    assert other.mint is house.mint
    assert other.machine is house.machine
    assert opened == ["somewhere"]
    assert (house.actor, other.actor) == (LOCAL_USER, READER)
    other.close()


def test_coroutines_generators_and_contexts_are_refused_before_they_are_made(house: House) -> None:
    made: list[str] = []

    @verb(Right.SPEND)
    async def answer(house: House, text: str) -> str:
        made.append(text)
        return text

    @verb(Right.SPEND)
    def letters(house: House, text: str) -> Iterator[str]:
        made.append(text)
        yield from text

    @verb(Right.SPEND)
    @asynccontextmanager
    async def held(house: House, text: str) -> AsyncGenerator[str]:
        made.append(text)
        yield text

    async def use() -> tuple[str, list[str], str]:
        async with held(house, "c") as text:
            return await answer(house, "a"), list(letters(house, "b")), text

    for wish in (answer, letters, held):
        with pytest.raises(NotPermitted):
            cast(Callable[[House, str], object], wish)(house.acting_for(READER), "x")
    assert asyncio.run(use()) == ("a", ["b"], "c")
    assert "x" not in made
