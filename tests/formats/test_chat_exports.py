"""Chats as files: what was said cannot break out of them, and batteries load unchanged."""

import json
from typing import Any

from edison.domain import Chat, ChatTurn, Image, Tool, ToolCall
from edison.formats import read_battery, write_chat_battery, write_chat_json, write_chat_markdown
from tests.domain.test_chat import CALL, a_chat, said

WEATHER = Tool(name="weather", description="The weather.")


def a_long_chat() -> Chat:
    questions = (
        "How is it in Paris?",
        ChatTurn(tool_results={"weather": "sunny"}),
        ChatTurn(text="And here?", images=(Image(base64="AA=="), Image(url="https://x.example/a.png"))),
        "Nobody answers this.",
    )
    garbled = ToolCall(id="c2", name="weather", unparsed="{city")
    answers = (
        said(0, 0, "", CALL),
        said(0, 1, "I ask.", garbled),
        said(1, 0, "Sunny. ````"),
        said(1, 1, "Half", state="stopped"),
        said(2, 0, "Rain."),
        said(3, 1, "", state="failed").model_copy(update={"sentence": "It is down."}),
    )
    return a_chat(*questions, answers=answers, tools=(WEATHER,))


def read(data: bytes) -> Any:
    battery = read_battery(data, name="chat.json", read_file=lambda _: None)
    assert battery.unhonoured == ()
    return battery


def test_markdown_tells_turn_by_turn_who_said_what() -> None:
    text = b"".join(write_chat_markdown(a_long_chat())).decode()

    assert "## Turn 1" in text
    assert "`````text\nSunny. ````\n`````" in text
    assert 'Calls `weather` with `{"city": "Paris"}`' in text
    assert "*failed*: `It is down.`" in text
    assert "*stopped*: `before its end`" in text
    assert "With 2 image(s)." in text
    assert "`weather` returned `sunny`" in text


def test_json_holds_everything() -> None:
    chat = a_long_chat()

    assert Chat.model_validate_json(b"".join(write_chat_json(chat))) == chat


def test_a_battery_has_a_test_for_each_turn_that_somebody_answered() -> None:
    data = b"".join(write_chat_battery(a_long_chat(), expected=0))

    battery = read(data)
    written = json.loads(data)["prompts"]
    assert [case.name for case in battery.cases] == ["turn-1", "turn-2", "turn-3"]
    assert written[0]["system"] == "Be brief."
    assert written[0]["answers"] == {"x/a": "", "x/b": "I ask."}
    assert "expected_response" not in written[0]
    assert written[1]["expected_response"] == "Sunny. ````"
    first, *_, last = battery.cases[2].task.messages
    assert (first.text, last.text, len(last.parts)) == ("Be brief.", "And here?", 3)
    assert [tool.name for tool in battery.cases[0].task.tools] == ["weather"]


def test_a_battery_of_one_test_has_the_whole_conversation() -> None:
    chat = a_chat(
        "one", "two", answers=(said(0, 1, "B1"), said(1, 1, "B2"), said(0, 0, "A1"), said(1, 0, "A2"))
    )

    [case] = read(b"".join(write_chat_battery(chat, is_one=True))).cases
    [other] = read(b"".join(write_chat_battery(chat, is_one=True, expected=1))).cases

    assert [message.text for message in case.task.messages] == ["Be brief.", "one", "A1", "two"]
    assert [message.text for message in other.task.messages] == ["one", "B1", "two"]
    assert case.variables["answers"] == {"x/a": "A2", "x/b": "B2"}


def test_a_question_without_a_text_and_calls_that_cannot_be_read_are_written_all_the_same() -> None:
    garbled = ToolCall(id="c2", name="weather", unparsed="{city")
    picture = ChatTurn(images=(Image(url="https://x.example/a.png"),))
    chat = a_chat(picture, "And?", answers=(said(0, 1, "", garbled), said(1, 1, "Yes.")), tools=(WEATHER,))

    written = json.loads(b"".join(write_chat_battery(chat, expected=1)))["prompts"]

    assert written[0]["user"] == "What do you say to this?"
    assert written[1]["messages"][1]["tool_calls"][0]["function"]["arguments"] == "{city"
