"""Chats: all that was said, in its order, and the money that it took."""

from datetime import timedelta

import pytest

from edison.domain import ChatId, ChatTurn
from edison.errors import ChatMissing
from edison.store import Store
from tests.domain.test_chat import a_chat, said
from tests.factories import SOME_TIME


def test_what_was_said_is_there_in_its_order(store: Store) -> None:
    older, newer = a_chat(), a_chat(id=ChatId("cht_2"), made_at=SOME_TIME + timedelta(hours=1))
    with store.work() as work:
        for chat in (older, newer):
            work.chats.add(chat, cap_microusd=None)
        numbers = [work.chats.add_question(older.id, ChatTurn(text=text)) for text in ("one \ud800", "two")]
        answers = (said(0, 0, "A1"), said(0, 1, "B1"), said(1, 1, "B2"))
        for answer in reversed(answers):
            work.chats.add_answer(older.id, answer)
        work.chats.add_answer(older.id, said(0, 0, "too late"))

        found = work.chats.get("cht_1")
        assert (numbers, [one.text for one in found.questions]) == ([0, 1], ["one \ud800", "two"])
        assert found.answers == answers
        assert [chat.id for chat in work.chats.page()] == ["cht_2", "cht_1"]
        assert [chat.id for chat in work.chats.page(limit=1)] == ["cht_2"]
        assert [chat.id for chat in work.chats.page(limit=1, before="cht_2")] == ["cht_1"]
        assert work.chats.page(before="cht_1") == []
        assert work.chats.get("latest") == newer
        work.chats.change(found.model_copy(update={"name": "other"}))
        assert (work.chats.get("cht_1").name, work.chats.get("cht_1").answers) == ("other", answers)
        work.chats.remove(older.id)
        assert [chat.id for chat in work.chats.page()] == ["cht_2"]


def test_a_chat_is_found_by_a_part_of_its_id_that_only_it_has(store: Store) -> None:
    with store.work() as work:
        for name in ("cht_11", "cht_12"):
            work.chats.add(a_chat(id=ChatId(name)), cap_microusd=None)

        assert work.chats.get("12").id == "cht_12"
        for name in ("cht", "%", "none"):
            with pytest.raises(ChatMissing):
                work.chats.get(name)


def test_no_more_is_taken_than_the_cap_where_there_is_one(store: Store) -> None:
    with store.work() as work:
        for name, cap in (("cht_1", 100), ("cht_2", None)):
            work.chats.add(a_chat(id=ChatId(name)), cap_microusd=cap)
        first, second = ChatId("cht_1"), ChatId("cht_2")

        assert [work.chats.take(first, 60) for _ in range(2)] == [True, False]
        work.chats.give_back(first, 30)
        assert (work.chats.money(first).left_microusd, work.chats.take(second, 10**9)) == (70, True)
        assert work.chats.money(second).left_microusd is None
