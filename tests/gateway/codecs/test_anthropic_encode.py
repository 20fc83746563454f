from typing import Any

import orjson
import pytest

from edison.domain import Ask, CacheMark, Effort, FormKind, Message, Role, Text, ToolCall
from edison.errors import OperationNotOffered, ParametersNotTaken
from edison.gateway.codecs.anthropic_messages import AnthropicMessages
from edison.gateway.codecs.base import Codec, Dialect
from tests.gateway.codecs.asks import PICTURE, TOOL_TALK, WEATHER, ask, formed, sampled

CODEC: Codec = AnthropicMessages()


def body_of(question: Ask, dialect: Dialect | None = None) -> dict[str, Any]:
    return orjson.loads(CODEC.encode(question, dialect or Dialect()).body or b"")


@pytest.mark.parametrize(
    ("question", "dialect", "expected"),
    [
        (sampled(max_tokens=12), Dialect(default_max_tokens=99), 12),
        (ask(), Dialect(default_max_tokens=99), 99),
        (ask(), Dialect(), 4096),
    ],
)
def test_max_tokens_is_the_asks_or_the_dialects_or_4096(
    question: Ask, dialect: Dialect, expected: int
) -> None:
    assert body_of(question, dialect)["max_tokens"] == expected


@pytest.mark.parametrize(
    ("effort", "max_tokens", "budget"),
    [
        (Effort.MINIMAL, 64_000, 1024),
        (Effort.LOW, 64_000, 1024),
        (Effort.MEDIUM, 64_000, 8192),
        (Effort.HIGH, 64_000, 24_576),
        (Effort.HIGH, 10_000, 5000),
        (Effort.HIGH, 1500, 1024),
    ],
)
def test_a_budget_leaves_half_of_max_tokens_and_never_falls_below_the_least(
    effort: Effort, max_tokens: int, budget: int
) -> None:
    body = body_of(sampled(effort=effort, max_tokens=max_tokens), Dialect(thinking="budget"))

    assert body["thinking"] == {"type": "enabled", "budget_tokens": budget}
    assert "output_config" not in body


@pytest.mark.parametrize(
    ("effort", "name"),
    [(Effort.MINIMAL, "low"), (Effort.LOW, "low"), (Effort.MEDIUM, "medium"), (Effort.HIGH, "high")],
)
def test_effort_is_said_by_name(effort: Effort, name: str) -> None:
    assert body_of(sampled(effort=effort))["output_config"] == {"effort": name}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (sampled(seed=1), "seed"),
        (sampled(top_logprobs=2), "top_logprobs"),
        (sampled(frequency_penalty=0.5), "frequency_penalty"),
        (sampled(presence_penalty=0.5), "presence_penalty"),
        (sampled(repeat_penalty=1.1), "repeat_penalty"),
        (formed(FormKind.JSON), "json"),
    ],
)
def test_what_the_format_has_no_word_for_is_refused_by_name(question: Ask, name: str) -> None:
    with pytest.raises(ParametersNotTaken, match=name):
        CODEC.encode(question, Dialect())


def test_a_marked_tool_result_is_marked_as_a_whole() -> None:
    marked = Message(
        role=Role.TOOL, parts=(Text(text="Sunny", cache=CacheMark.SHORT), PICTURE), tool_call_id="call_a"
    )

    messages = body_of(ask(*TOOL_TALK[:2], marked))["messages"]

    [result] = messages[2]["content"]
    assert result["cache_control"] == {"type": "ephemeral", "ttl": "5m"}
    assert [block.get("cache_control") for block in result["content"]] == [None, None]


def test_an_empty_text_beside_a_picture_is_not_sent() -> None:
    [message] = body_of(ask(Message.user("", PICTURE)))["messages"]

    assert [block["type"] for block in message["content"]] == ["image"]


def test_results_of_two_rounds_of_tools_stay_apart() -> None:
    again = Message.assistant("", ToolCall(id="call_c", name="get_weather"))

    question = ask(*TOOL_TALK, again, Message.tool("Rain", call_id="call_c"), tools=(WEATHER,))

    roles = [message["role"] for message in body_of(question)["messages"]]
    assert roles == ["user", "assistant", "user", "assistant", "user"]


def test_arguments_that_were_no_object_are_sent_inside_one() -> None:
    call = ToolCall(id="call_a", name="get_weather", unparsed="city=Paris")

    messages = body_of(ask("Weather?", Message.assistant("", call), Message.tool("?", call_id="call_a")))[
        "messages"
    ]

    assert messages[1]["content"][0]["input"] == {"unparsed": "city=Paris"}


def test_extra_is_laid_over_our_objects_and_replaces_everything_else() -> None:
    question = ask(
        sampling={"effort": "low", "temperature": 0.1},
        extra={
            "output_config": {"format": {"type": "text"}},
            "temperature": 1.0,
            "thinking": {"type": "adaptive"},
        },
    )

    body = body_of(question)

    assert body["output_config"] == {"effort": "low", "format": {"type": "text"}}
    assert (body["temperature"], body["thinking"]) == (1.0, {"type": "adaptive"})


def test_extra_does_not_change_the_ask() -> None:
    question = formed(FormKind.SCHEMA).model_copy(
        update={"extra": {"output_config": {"format": {"schema": {"title": "Verdict"}}}}}
    )
    before = question.model_dump_json()

    CODEC.encode(question, Dialect())

    assert question.model_dump_json() == before


def test_text_that_utf8_cannot_hold_is_sent_escaped() -> None:
    parcel = CODEC.encode(ask("half a pair: \ud83d"), Dialect())

    assert parcel.body is not None
    assert b"half a pair: \\ud83d" in parcel.body


def test_streaming_is_asked_for() -> None:
    parcel = CODEC.encode(ask(), Dialect(), stream=True)

    assert orjson.loads(parcel.body or b"")["stream"] is True


def test_there_are_no_embeddings() -> None:
    with pytest.raises(OperationNotOffered):
        CODEC.encode_embedding("m", ["a"])
    with pytest.raises(OperationNotOffered):
        CODEC.decode_embedding(b"{}")


def test_the_first_page_of_models_names_no_cursor() -> None:
    parcel = CODEC.encode_models()

    assert (parcel.method, parcel.path, parcel.body) == ("GET", "/v1/models?limit=1000", None)


def test_the_last_page_of_models_has_no_next() -> None:
    page = CODEC.decode_models(b'{"data":[],"has_more":false,"last_id":"x"}')

    assert page.next_page is None
