"""Prompts and their versions: what a list takes does not grow with what it does not show."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event

from edison.actions.house import House
from edison.actions.prompts import (
    PromptRef,
    list_prompts,
    list_versions,
    promote_version,
    show_made_version,
    show_production,
    show_version,
)
from edison.domain import RunId, UserId
from edison.store import LOCAL_PROJECT, Signed, Store
from tests.actions.test_rechecking import a_house
from tests.factories import SOME_TIME, a_prompt, a_prompt_version, a_stored_suggestion

WHERE = PromptRef(a_prompt().name)
SIGNED = Signed(UserId("usr_ann"), SOME_TIME, "why")


@pytest.fixture
def house(store: Store) -> House:
    with store.work() as work:
        prompt = a_prompt(project_id=LOCAL_PROJECT)
        work.prompts.add(prompt)
        parent = None
        for number in range(12):
            version = a_prompt_version(id=f"ver_{number}", parent_id=parent, system=f"Text {number}.")
            work.prompts.add_version(prompt, version, signed=SIGNED)
            prompt = prompt.model_copy(update={"revision": prompt.revision + 1})
            parent = version.id
    return a_house(store)


@contextmanager
def counted() -> Iterator[list[str]]:
    """What a database is asked meanwhile."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_a_list_of_versions_asks_no_more_often_than_one_of_them(house: House) -> None:
    with counted() as of_one:
        newest = show_version(house, WHERE, 12)
    with counted() as of_all:
        versions = list_versions(house, WHERE)

    assert versions[0] == newest
    assert [one.number for one in versions] == list(range(12, 0, -1))
    assert [one.parent for one in versions] == [*range(11, 0, -1), None]
    assert len(of_all) <= len(of_one)


def test_a_list_of_prompts_reads_no_text_of_theirs(house: House) -> None:
    promote_version(house, WHERE, 3, anyway=True, note="It is in use elsewhere.")

    with counted() as asked:
        [one] = list_prompts(house)

    assert (one.name, one.versions, one.production) == (WHERE.name, 12, 3)
    assert not any("prompt_version.body" in statement for statement in asked)


def test_without_a_number_the_version_in_use_is_shown_or_else_the_newest(house: House) -> None:
    assert show_version(house, WHERE).number == 12
    assert show_made_version(house, WHERE, "ver_4").number == 5
    assert show_made_version(house, WHERE, "ver_nobody_knows").number == 12

    promote_version(house, WHERE, 3, anyway=True, note="It is in use elsewhere.")

    assert show_version(house, WHERE).number == 3
    assert show_production(house, WHERE).number == 3


def test_what_waits_of_a_run_is_found_whatever_else_waits(store: Store) -> None:
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion(id="sug_mine", run_id="run_1", unit=1))
        work.suggestions.add(a_stored_suggestion(id="sug_1_7"))
        for number in range(3):
            work.suggestions.add(a_stored_suggestion(id=f"sug_{number}", run_id="run_2", unit=number))

        assert work.suggestions.waiting(RunId("run_1")) == ["sug_mine", "sug_1_7"]
