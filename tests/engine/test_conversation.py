"""A dialogue is advanced by whatever is recorded, turn by turn, by whoever happens to hold the records."""

import pytest

from edison.domain import Answer, Ask, Dialogue, Failure, Reply
from edison.engine.calls.conversation import Conversation, Known, ScriptOutdated
from tests.factories import an_answer, an_ask


def _question(text: str) -> Ask:
    from edison.domain import Message

    return an_ask(messages=(Message.user(text),))


def _interview() -> Dialogue[str]:
    """Three turns, the second of which asks two questions at once."""
    name = yield _question("name?")
    assert isinstance(name, Answer)
    both = yield [_question(f"age of {name.text}?"), _question(f"town of {name.text}?")]
    assert isinstance(both, tuple)
    age, town = both
    if isinstance(town, Failure):
        return f"{name.text}, nowhere ({town.code})"
    assert isinstance(age, Answer)
    assert isinstance(town, Answer)
    last = yield _question(f"is {name.text} of {town.text} {age.text}?")
    assert isinstance(last, Answer)
    return f"{name.text}, {age.text}, {town.text}: {last.text}"


ANSWERS = {"name?": "Ada", "age of Ada?": "36", "town of Ada?": "London", "is Ada of London 36?": "yes"}


def _reply_to(ask: Ask) -> Reply:
    return an_answer(text=ANSWERS[ask.messages[0].text])


def test_it_waits_for_its_first_question() -> None:
    conversation = Conversation(_interview())

    assert [(one.turn, one.branch, one.ask.messages[0].text) for one in conversation.waits_for] == [
        (1, 0, "name?")
    ]
    assert not conversation.is_over


def test_stored_answers_alone_bring_it_to_its_end_turn_by_turn() -> None:
    """As a provider's batches would: made anew for every turn, from the records, by a process without a memory."""
    records: dict[tuple[int, int], Known] = {}
    turns = 0
    while not (conversation := Conversation(_interview(), records)).is_over:
        turns += 1
        for waiting in conversation.waits_for:
            known = Known(waiting.ask.fingerprint, _reply_to(waiting.ask))
            records[waiting.turn, waiting.branch] = known

    assert conversation.conclusion == "Ada, 36, London: yes"
    assert turns == 3
    assert sorted(records) == [(1, 0), (2, 0), (2, 1), (3, 0)]


def test_branches_may_be_heard_in_any_order() -> None:
    conversation = Conversation(_interview())
    conversation.hear(0, _reply_to(conversation.waits_for[0].ask))
    age, town = conversation.waits_for

    conversation.hear(town.branch, _reply_to(town.ask))
    assert [waiting.branch for waiting in conversation.waits_for] == [0]
    conversation.hear(age.branch, _reply_to(age.ask))

    assert conversation.turn == 3


def test_a_failure_is_a_reply_like_any_other() -> None:
    conversation = Conversation(_interview())
    conversation.hear(0, an_answer(text="Ada"))
    conversation.hear(0, an_answer(text="36"))
    conversation.hear(1, Failure(code="timed_out", sentence="Too late."))

    assert conversation.conclusion == "Ada, nowhere (timed_out)"


def test_a_record_that_answers_another_question_is_never_replayed() -> None:
    stale = {(1, 0): Known("fingerprint of an older prompt", an_answer(text="Ada"))}

    with pytest.raises(ScriptOutdated):
        Conversation(_interview(), stale)


def test_half_a_turn_is_replayed_and_the_rest_is_waited_for() -> None:
    first = Conversation(_interview()).waits_for[0].ask
    records = {(1, 0): Known(first.fingerprint, an_answer(text="Ada"))}
    town = Conversation(_interview(), records).waits_for[1]
    records[2, 1] = Known(town.ask.fingerprint, an_answer(text="London"))

    conversation = Conversation(_interview(), records)

    assert [(one.turn, one.branch) for one in conversation.waits_for] == [(2, 0)]


def test_a_dialogue_may_ask_nothing() -> None:
    def silent() -> Dialogue[int]:
        nothing = yield []
        assert nothing == ()
        return 7

    assert Conversation(silent()).conclusion == 7
