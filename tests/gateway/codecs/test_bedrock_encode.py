from typing import Any

import orjson
import pytest

from edison.domain import Ask, CacheMark, Endpoint, FormKind, Message, Role, Text, ToolCall
from edison.errors import OperationNotOffered, ParametersNotTaken
from edison.gateway.codecs.base import Codec, Dialect
from edison.gateway.codecs.bedrock_converse import BedrockConverse
from tests.gateway.codecs.asks import PICTURE, TOOL_TALK, WEB_PICTURE, ask, formed, sampled

CODEC: Codec = BedrockConverse()


def body_of(question: Ask, dialect: Dialect | None = None) -> dict[str, Any]:
    return orjson.loads(CODEC.encode(question, dialect or Dialect()).body or b"")


def test_a_models_name_is_quoted_whole() -> None:
    arn = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.model-v1:0"

    parcel = CODEC.encode(ask(to=Endpoint(provider="p", model=arn)), Dialect())

    assert parcel.path == (
        "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Ainference-profile%2Fus.model-v1%3A0/converse"
    )


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (sampled(seed=1), "seed"),
        (sampled(top_logprobs=0), "top_logprobs"),
        (sampled(frequency_penalty=0.5), "frequency_penalty"),
        (sampled(presence_penalty=0.5), "presence_penalty"),
        (sampled(repeat_penalty=1.1), "repeat_penalty"),
        (formed(FormKind.JSON), "json"),
        (ask(Message.user("Look", WEB_PICTURE)), "image's web address"),
    ],
)
def test_what_the_format_has_no_word_for_is_refused_by_name(question: Ask, name: str) -> None:
    with pytest.raises(ParametersNotTaken, match=name):
        CODEC.encode(question, Dialect())


def test_what_one_side_says_in_a_row_is_one_turn() -> None:
    talk = ("One", "Two", Message.assistant("Three"), Message.assistant("Four"), "Five")

    turns = body_of(ask(*talk))["messages"]

    assert [(turn["role"], [block["text"] for block in turn["content"]]) for turn in turns] == [
        ("user", ["One", "Two"]),
        ("assistant", ["Three", "Four"]),
        ("user", ["Five"]),
    ]


def test_a_marked_tool_result_is_followed_by_its_point() -> None:
    marked = Message(
        role=Role.TOOL, parts=(Text(text="Sunny", cache=CacheMark.LONG), PICTURE), tool_call_id="call_a"
    )

    result, point = body_of(ask(*TOOL_TALK[:2], marked))["messages"][2]["content"]

    assert [list(block) for block in result["toolResult"]["content"]] == [["text"], ["image"]]
    assert point == {"cachePoint": {"type": "default", "ttl": "1h"}}


def test_a_result_that_says_nothing_still_answers_its_call() -> None:
    [result] = body_of(ask(*TOOL_TALK[:2], Message.tool("", call_id="call_a")))["messages"][2]["content"]

    assert result["toolResult"] == {"toolUseId": "call_a", "content": [{"text": ""}]}


def test_an_empty_text_beside_a_picture_is_not_sent() -> None:
    [turn] = body_of(ask(Message.user("", PICTURE)))["messages"]

    assert [list(block) for block in turn["content"]] == [["image"]]


def test_arguments_that_were_no_object_are_sent_inside_one() -> None:
    call = ToolCall(id="call_a", name="get_weather", unparsed="city=Paris")

    turns = body_of(ask("Weather?", Message.assistant("", call), Message.tool("?", call_id="call_a")))[
        "messages"
    ]

    assert turns[1]["content"][0]["toolUse"]["input"] == {"unparsed": "city=Paris"}


def test_effort_and_schema_share_the_output_config() -> None:
    question = formed(FormKind.SCHEMA).model_copy(update={"sampling": sampled(effort="high").sampling})

    output = body_of(question)["outputConfig"]

    assert output["effort"] == "high"
    assert output["textFormat"]["structure"]["jsonSchema"]["name"] == "verdict"


def test_extra_is_laid_over_the_models_own_fields() -> None:
    question = ask(sampling={"top_k": 5}, extra={"additionalModelRequestFields": {"reasoning_effort": "low"}})

    assert body_of(question)["additionalModelRequestFields"] == {"top_k": 5, "reasoning_effort": "low"}


@pytest.mark.parametrize(
    "wish",
    [
        lambda: CODEC.encode_embedding("m", ["a"]),
        lambda: CODEC.decode_embedding(b"{}"),
        lambda: CODEC.encode_models(),
        lambda: CODEC.decode_models(b"{}"),
    ],
)
def test_what_lives_at_another_address_is_not_offered(wish: Any) -> None:
    with pytest.raises(OperationNotOffered):
        wish()
