"""What each model of a chat is told: its own history, and nobody else's."""

import pytest
from pydantic import ValidationError

from edison.domain import (
    Answer,
    Chat,
    ChatAnswer,
    ChatColumn,
    ChatId,
    ChatState,
    ChatTurn,
    Endpoint,
    Image,
    Message,
    Outcome,
    Tool,
    ToolCall,
)
from tests.factories import SOME_TIME

CALL = ToolCall(id="c1", name="weather", arguments={"city": "Paris"})


def said(question: int, column: int, text: str, *calls: ToolCall, state: str = "answered") -> ChatAnswer:
    return ChatAnswer(question=question, column=column, state=ChatState(state), text=text, tool_calls=calls)


def a_chat(*questions: str | ChatTurn, answers: tuple[ChatAnswer, ...] = (), **changes: object) -> Chat:
    columns = (
        ChatColumn(name="x/a", endpoint=Endpoint.parse("x/a"), system="Be brief."),
        ChatColumn(name="x/b", endpoint=Endpoint.parse("x/b")),
    )
    asked = tuple(one if isinstance(one, ChatTurn) else ChatTurn(text=one) for one in questions)
    fields = {"columns": columns, "questions": asked, "answers": answers, **changes}
    return Chat.model_validate({"id": ChatId("cht_1"), "name": "n", "made_at": SOME_TIME, **fields})


def told(chat: Chat, question: int, column: int) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in chat.ask(question, column).messages]


def test_a_question_takes_along_how_it_is_to_be_answered_and_the_first_the_pictures() -> None:
    brought, own = Image(base64="AA=="), Image(base64="BB==")
    chat = a_chat(
        tools=(Tool(name="weather"),),
        tool_choice={"mode": "required"},
        form={"kind": "json"},
        pictures=(brought,),
    )
    first = chat.with_pictures(ChatTurn(text="one", images=(own,)))
    answers = (said(0, 0, "", CALL),)
    later = chat.model_copy(
        update={"questions": (first, ChatTurn(tool_results={"weather": "x"})), "answers": answers}
    )

    assert first.images == (brought, own)
    assert later.with_pictures(ChatTurn(text="two")).images == ()
    assert later.ask(0, 0).tool_choice == chat.tool_choice
    assert later.ask(1, 0).tool_choice is None
    assert later.ask(0, 1).form == later.ask(1, 0).form == chat.form


def test_each_model_hears_its_own_answers_and_no_turn_that_it_did_not_answer() -> None:
    answers = (said(0, 0, "A1"), said(0, 1, "B1"), said(1, 0, "half", state="stopped"), said(1, 1, "B2"))
    chat = a_chat("one", "two", "three", answers=answers, opening=(Message.user("zero"),))

    assert told(chat, 2, 0) == [
        *[("system", "Be brief."), ("user", "zero"), ("user", "one")],
        *[("assistant", "A1"), ("user", "three")],
    ]
    assert [text for _, text in told(chat, 2, 1)] == ["zero", "one", "B1", "two", "B2", "three"]
    assert chat.answer(2, 0) is None


def test_calls_are_answered_by_what_is_given_next_or_by_saying_that_nothing_was() -> None:
    results = ChatTurn(tool_results={"weather": "sunny"})
    answers = (said(0, 0, "", CALL), said(0, 1, "", CALL.model_copy(update={"name": "news"})))
    chat = a_chat("How is it?", results, answers=answers, tools=(Tool(name="weather"), Tool(name="news")))

    assert told(chat, 1, 0)[-1] == ("tool", "sunny")
    assert told(chat, 1, 1)[-1] == ("tool", "No result was given.")
    assert chat.ask(1, 0).tools == chat.tools
    assert results.message is None


def test_an_image_alone_is_a_question_and_nothing_is_none() -> None:
    picture = ChatTurn(images=(Image(base64="AA=="),))

    assert picture.message is not None
    with pytest.raises(ValidationError, match="a text, an image or results"):
        ChatTurn(text=" ")


def test_two_models_of_one_name_are_refused() -> None:
    column = ChatColumn(name="x/a", endpoint=Endpoint.parse("x/a"))

    with pytest.raises(ValidationError, match="the same name"):
        a_chat(columns=(column, column))


def test_an_answer_that_came_whole_is_kept_with_what_it_took() -> None:
    answer = Answer(outcome=Outcome.STOP, text="Yes.", requested_model="a")

    kept = ChatAnswer.of(answer, question=2, column=1)

    assert (kept.state, kept.text, kept.microusd) == (ChatState.ANSWERED, "Yes.", None)
