"""The official client is the witness: for the same request it must send what our codec sends."""

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import orjson
import pytest

from edison.domain import Ask, CacheMark, Effort, FormKind, Message, Outcome, Role, Text, ToolMode
from edison.gateway.codecs.anthropic_messages import AnthropicMessages
from edison.gateway.codecs.base import Dialect
from edison.gateway.sse import SseDecoder
from tests.gateway.codecs.anthropic_bodies import STREAM, TOOL_ANSWER
from tests.gateway.codecs.asks import (
    CLOCK,
    MODEL,
    PICTURE,
    PIXEL,
    TOOL_TALK,
    VERDICT,
    WEATHER,
    WEB_PICTURE,
    ask,
    choosing,
    formed,
    sampled,
)
from tests.gateway.codecs.recorder import Recorder, as_sent, recording

CODEC = AnthropicMessages()
HELLO = [{"role": "user", "content": "Hello"}]
WEATHER_TOOL = {"name": WEATHER.name, "description": WEATHER.description, "input_schema": WEATHER.parameters}
CLOCK_TOOL = {"name": CLOCK.name, "input_schema": CLOCK.parameters}
TOOLS = [WEATHER_TOOL, CLOCK_TOOL]
TALK = [
    {"role": "user", "content": "Weather and time in Paris?"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "id": "call_a", "name": "get_weather", "input": {"city": "Paris"}},
            {"type": "tool_use", "id": "call_b", "name": "get_time", "input": {}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "call_a", "content": "Sunny"},
            {"type": "tool_result", "tool_use_id": "call_b", "content": "Noon"},
        ],
    },
]
IMAGES = [
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "Compare"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
            {"type": "image", "source": {"type": "url", "url": WEB_PICTURE.url}},
        ],
    }
]
MARKED_SYSTEM = [
    {"type": "text", "text": "Long rules.", "cache_control": {"type": "ephemeral", "ttl": "1h"}},
    {"type": "text", "text": "And be brief."},
]
MARKED_USER = [
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "A long page.", "cache_control": {"type": "ephemeral", "ttl": "5m"}},
            {"type": "text", "text": "What is it about?"},
        ],
    }
]

REQUESTS: dict[str, tuple[Ask, dict[str, Any]]] = {
    "plain": (ask(), {}),
    "max_tokens": (sampled(max_tokens=77), {"max_tokens": 77}),
    "system": (ask(Message.system("Be brief."), "Hello"), {"system": "Be brief."}),
    "tools": (ask("Weather?", tools=(WEATHER, CLOCK)), {"messages": "Weather?", "tools": TOOLS}),
    **{
        f"tool_choice {mode}": (
            choosing(mode, name),
            {"messages": "Weather?", "tools": TOOLS, "tool_choice": choice},
        )
        for mode, name, choice in (
            (ToolMode.AUTO, None, {"type": "auto"}),
            (ToolMode.NONE, None, {"type": "none"}),
            (ToolMode.REQUIRED, None, {"type": "any"}),
            (ToolMode.NAMED, "get_time", {"type": "tool", "name": "get_time"}),
        )
    },
    "tool results": (ask(*TOOL_TALK, tools=(WEATHER, CLOCK)), {"messages": TALK, "tools": TOOLS}),
    "json schema": (
        formed(FormKind.SCHEMA),
        {"messages": "Judge.", "output_config": {"format": {"type": "json_schema", "schema": VERDICT}}},
    ),
    "images": (ask(Message.user("Compare", PICTURE, WEB_PICTURE)), {"messages": IMAGES}),
    "stop": (sampled(stop=("END", "STOP")), {"stop_sequences": ["END", "STOP"]}),
    "sampling": (
        sampled(temperature=0.5, top_p=0.9, top_k=40),
        {"extra_body": {"temperature": 0.5, "top_p": 0.9, "top_k": 40}},
    ),
    "effort": (sampled(effort=Effort.MEDIUM), {"output_config": {"effort": "medium"}}),
    "cache marks": (
        ask(
            Message.system("Long rules.", cache=CacheMark.LONG),
            Message.system("And be brief."),
            Message(
                role=Role.USER,
                parts=(Text(text="A long page.", cache=CacheMark.SHORT), Text(text="What is it about?")),
            ),
        ),
        {"system": MARKED_SYSTEM, "messages": MARKED_USER},
    ),
    "later system message": (
        ask("Hello", Message.system("Now in French."), "Again"),
        {
            "messages": [
                *HELLO,
                {"role": "system", "content": "Now in French."},
                {"role": "user", "content": "Again"},
            ]
        },
    ),
    "extra": (
        ask(extra={"metadata": {"user_id": "u"}, "service_tier": "auto"}),
        {"metadata": {"user_id": "u"}, "service_tier": "auto"},
    ),
}


@pytest.fixture
async def recorder() -> AsyncIterator[Recorder]:
    async with recording(orjson.dumps(TOOL_ANSWER)) as recorder:
        yield recorder


@pytest.fixture
async def client(recorder: Recorder) -> AsyncIterator[anthropic.AsyncAnthropic]:
    async with anthropic.AsyncAnthropic(api_key="k", base_url=recorder.url, max_retries=0) as client:
        yield client


def arguments(changes: dict[str, Any]) -> dict[str, Any]:
    """Arguments for the client; messages given as a text are one user message."""
    values = {"model": MODEL, "max_tokens": 4096, "messages": HELLO, **changes}
    if isinstance(values["messages"], str):
        values["messages"] = [{"role": "user", "content": values["messages"]}]
    return values


@pytest.mark.parametrize("name", REQUESTS)
async def test_our_request_is_the_official_clients_request(
    name: str, client: anthropic.AsyncAnthropic, recorder: Recorder
) -> None:
    question, changes = REQUESTS[name]

    await client.messages.create(**arguments(changes))

    sent = recorder.last
    assert as_sent(CODEC.encode(question, Dialect())) == (sent.method, sent.path, sent.body)


async def test_a_thinking_budget_is_sent_as_the_official_client_sends_it(
    client: anthropic.AsyncAnthropic, recorder: Recorder
) -> None:
    question = sampled(effort=Effort.HIGH, max_tokens=20_000)

    await client.messages.create(
        **arguments({"max_tokens": 20_000, "thinking": {"type": "enabled", "budget_tokens": 10_000}})
    )

    parcel = CODEC.encode(question, Dialect(thinking="budget"))
    assert as_sent(parcel)[2] == recorder.last.body


async def test_we_name_the_version_that_the_official_client_names(
    client: anthropic.AsyncAnthropic, recorder: Recorder
) -> None:
    await client.messages.create(**arguments({}))

    parcel = CODEC.encode(ask(), Dialect())
    assert parcel.headers["anthropic-version"] == recorder.last.headers["anthropic-version"]


async def test_we_read_an_answer_as_the_official_client_reads_it(client: anthropic.AsyncAnthropic) -> None:
    parsed = await client.messages.create(**arguments({}))

    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    texts = [block.text for block in parsed.content if block.type == "text"]
    thoughts = [block.thinking for block in parsed.content if block.type == "thinking"]
    calls = [(block.id, block.name, block.input) for block in parsed.content if block.type == "tool_use"]
    assert (reply.text, reply.reasoning) == ("".join(texts), "".join(thoughts))
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == calls
    assert (reply.reported_model, reply.provider_id) == (parsed.model, parsed.id)
    assert reply.usage.output_tokens == parsed.usage.output_tokens


async def test_we_put_a_stream_together_as_the_official_client_does() -> None:
    async with (
        recording(STREAM, content_type="text/event-stream") as recorder,
        anthropic.AsyncAnthropic(api_key="k", base_url=recorder.url, max_retries=0) as client,
        client.messages.stream(**arguments({})) as stream,
    ):
        parsed = await stream.get_final_message()

    reader = CODEC.reader()
    for event in SseDecoder().feed(STREAM):
        reader.feed(event)
    reply = reader.finish()

    sent = recorder.last
    assert as_sent(CODEC.encode(ask(), Dialect(), stream=True)) == (sent.method, sent.path, sent.body)
    assert reply.text == "".join(block.text for block in parsed.content if block.type == "text")
    calls = [block for block in parsed.content if block.type == "tool_use"]
    assert [(call.id, call.arguments) for call in reply.tool_calls] == [(c.id, c.input) for c in calls]
    assert reply.outcome is Outcome.TOOL_CALLS
    assert parsed.stop_reason == "tool_use"


async def test_we_list_models_as_the_official_client_does() -> None:
    page = {
        "data": [
            {
                "id": "claude-a",
                "type": "model",
                "display_name": "Claude A",
                "created_at": "2026-01-01T00:00:00Z",
                "lifecycle": "active",
                "max_input_tokens": 200000,
                "max_tokens": 64000,
            }
        ],
        "has_more": True,
        "first_id": "claude-a",
        "last_id": "claude-a",
    }
    async with (
        recording(orjson.dumps(page)) as recorder,
        anthropic.AsyncAnthropic(api_key="k", base_url=recorder.url, max_retries=0) as client,
    ):
        parsed = await client.models.list(limit=1000, after_id="claude-0")

    read = CODEC.decode_models(orjson.dumps(page))

    assert as_sent(CODEC.encode_models("claude-0"))[:2] == (recorder.last.method, recorder.last.path)
    assert [(model.id, model.display_name) for model in read.models] == [
        (m.id, m.display_name) for m in parsed.data
    ]
    assert (read.models[0].context_tokens, read.models[0].max_output_tokens) == (200000, 64000)
    assert read.next_page == parsed.last_id
