"""Amazon's own library is the witness: for the same request it must send what our codec sends."""

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import botocore.session
import orjson
import pytest
from botocore.config import Config

from edison.domain import Ask, CacheMark, Effort, Endpoint, FormKind, Image, Message, Outcome, ToolMode
from edison.gateway.codecs.base import Dialect
from edison.gateway.codecs.bedrock_converse import BedrockConverse
from edison.gateway.eventstream import EventStreamDecoder
from tests.gateway.codecs.asks import (
    CLOCK,
    PICTURE,
    PIXEL,
    TOOL_TALK,
    VERDICT,
    WEATHER,
    ask,
    choosing,
    formed,
    sampled,
)
from tests.gateway.codecs.bedrock_bodies import STREAM, TOOL_ANSWER
from tests.gateway.codecs.recorder import Recorder, as_sent, recording

CODEC = BedrockConverse()
MODEL = "eu.anthropic.claude-steady-1-v1:0"
HELLO = [{"role": "user", "content": [{"text": "Hello"}]}]
TOOLS = [
    {
        "toolSpec": {
            "name": WEATHER.name,
            "description": WEATHER.description,
            "inputSchema": {"json": WEATHER.parameters},
        }
    },
    {"toolSpec": {"name": CLOCK.name, "inputSchema": {"json": CLOCK.parameters}}},
]
TALK = [
    {"role": "user", "content": [{"text": "Weather and time in Paris?"}]},
    {
        "role": "assistant",
        "content": [
            {"text": "Let me look."},
            {"toolUse": {"toolUseId": "call_a", "name": "get_weather", "input": {"city": "Paris"}}},
            {"toolUse": {"toolUseId": "call_b", "name": "get_time", "input": {}}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"toolResult": {"toolUseId": "call_a", "content": [{"text": "Sunny"}]}},
            {"toolResult": {"toolUseId": "call_b", "content": [{"text": "Noon"}]}},
            {"text": "So?"},
        ],
    },
]
IMAGES = [
    {
        "role": "user",
        "content": [
            {"text": "Compare"},
            {"image": {"format": "png", "source": {"bytes": base64.b64decode(PIXEL)}}},
            {"image": {"format": "jpeg", "source": {"s3Location": {"uri": "s3://bucket/cat.jpg"}}}},
        ],
    }
]
MARKED = {
    "system": [{"text": "Long rules."}, {"cachePoint": {"type": "default", "ttl": "1h"}}],
    "messages": [
        {"role": "user", "content": [{"text": "A long page."}, {"cachePoint": {"type": "default"}}]}
    ],
}
SCHEMA = {"schema": orjson.dumps(VERDICT).decode(), "name": "verdict"}
TEXT_FORMAT = {"type": "json_schema", "structure": {"jsonSchema": SCHEMA}}


def user(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"text": text}]}]


def choice(**chosen: object) -> dict[str, Any]:
    return {"messages": user("Weather?"), "toolConfig": {"tools": TOOLS, "toolChoice": chosen}}


REQUESTS: dict[str, tuple[Ask, Dialect, dict[str, Any]]] = {
    "plain": (ask(), Dialect(), {}),
    "system": (ask(Message.system("Be brief."), "Hello"), Dialect(), {"system": [{"text": "Be brief."}]}),
    "later system message": (
        ask("Hello", Message.system("Now in French.")),
        Dialect(),
        {"messages": [*HELLO, {"role": "system", "content": [{"text": "Now in French."}]}]},
    ),
    "sampling": (
        sampled(max_tokens=77, temperature=0.5, top_p=0.75, stop=("END",)),
        Dialect(),
        {"inferenceConfig": {"maxTokens": 77, "temperature": 0.5, "topP": 0.75, "stopSequences": ["END"]}},
    ),
    "top_k": (sampled(top_k=40), Dialect(), {"additionalModelRequestFields": {"top_k": 40}}),
    "tools": (
        ask("Weather?", tools=(WEATHER, CLOCK)),
        Dialect(),
        {"messages": user("Weather?"), "toolConfig": {"tools": TOOLS}},
    ),
    "tool_choice auto": (choosing(ToolMode.AUTO), Dialect(), choice(auto={})),
    "tool_choice required": (choosing(ToolMode.REQUIRED), Dialect(), choice(any={})),
    "tool_choice named": (choosing(ToolMode.NAMED, "get_time"), Dialect(), choice(tool={"name": "get_time"})),
    "tool_choice none": (choosing(ToolMode.NONE), Dialect(), {"messages": user("Weather?")}),
    "tool results": (
        ask(*TOOL_TALK, "So?", tools=(WEATHER, CLOCK)),
        Dialect(),
        {"messages": TALK, "toolConfig": {"tools": TOOLS}},
    ),
    "json schema": (
        formed(FormKind.SCHEMA),
        Dialect(),
        {"messages": user("Judge."), "outputConfig": {"textFormat": TEXT_FORMAT}},
    ),
    "images": (
        ask(Message.user("Compare", PICTURE, Image(media_type="image/jpg", url="s3://bucket/cat.jpg"))),
        Dialect(),
        {"messages": IMAGES},
    ),
    "effort": (sampled(effort=Effort.MINIMAL), Dialect(), {"outputConfig": {"effort": "low"}}),
    "thinking budget": (
        sampled(effort=Effort.HIGH, max_tokens=8192),
        Dialect(thinking="budget"),
        {
            "inferenceConfig": {"maxTokens": 8192},
            "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 4096}},
        },
    ),
    "cache marks": (
        ask(
            Message.system("Long rules.", cache=CacheMark.LONG),
            Message.user("A long page.", cache=CacheMark.SHORT),
        ),
        Dialect(),
        MARKED,
    ),
    "extra": (
        ask(extra={"requestMetadata": {"run": "r1"}, "performanceConfig": {"latency": "optimized"}}),
        Dialect(),
        {"requestMetadata": {"run": "r1"}, "performanceConfig": {"latency": "optimized"}},
    ),
}


@pytest.fixture
async def recorder() -> AsyncIterator[Recorder]:
    async with recording(orjson.dumps(TOOL_ANSWER)) as recorder:
        yield recorder


async def call(recorder: Recorder, operation: str, changes: dict[str, Any]) -> Any:
    """What Amazon's library makes of an operation, in a thread, for it knows no event loop."""
    client = botocore.session.Session().create_client(
        "bedrock-runtime",
        region_name="eu-central-1",
        endpoint_url=recorder.url,
        aws_access_key_id="AKID",
        aws_secret_access_key="secret",
        config=Config(retries={"max_attempts": 0}, signature_version="v4"),
    )
    arguments = {"modelId": MODEL, "messages": HELLO, **changes}
    try:
        return await asyncio.to_thread(lambda: _run(client, operation, arguments))
    finally:
        client.close()


def _run(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
    response = getattr(client, operation)(**arguments)
    return list(response["stream"]) if "stream" in response else response


def to_bedrock(question: Ask) -> Ask:
    return question.model_copy(update={"to": Endpoint(provider="p", model=MODEL)})


@pytest.mark.parametrize("name", REQUESTS)
async def test_our_request_is_the_official_librarys_request(name: str, recorder: Recorder) -> None:
    question, dialect, changes = REQUESTS[name]

    await call(recorder, "converse", changes)

    sent = recorder.last
    assert as_sent(CODEC.encode(to_bedrock(question), dialect)) == (sent.method, sent.path, sent.body)


async def test_we_read_an_answer_as_the_official_library_reads_it(recorder: Recorder) -> None:
    parsed = await call(recorder, "converse", {})

    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    content = parsed["output"]["message"]["content"]
    assert reply.text == "".join(block.get("text", "") for block in content)
    assert reply.reasoning == content[0]["reasoningContent"]["reasoningText"]["text"]
    calls = [block["toolUse"] for block in content if "toolUse" in block]
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == [
        (call["toolUseId"], call["name"], call["input"]) for call in calls
    ]
    assert (reply.usage.input_tokens or 0) + (reply.usage.output_tokens or 0) == parsed["usage"][
        "totalTokens"
    ]


async def test_we_put_a_stream_together_as_the_official_library_reads_it() -> None:
    async with recording(STREAM, content_type="application/vnd.amazon.eventstream") as recorder:
        events = await call(recorder, "converse_stream", {})

    reader = CODEC.reader()
    for event in EventStreamDecoder().feed(STREAM):
        reader.feed(event)
    reply = reader.finish()

    sent = recorder.last
    assert as_sent(CODEC.encode(to_bedrock(ask()), Dialect(), stream=True)) == (
        sent.method,
        sent.path,
        sent.body,
    )
    deltas = [event["contentBlockDelta"]["delta"] for event in events if "contentBlockDelta" in event]
    assert reply.text == "".join(delta.get("text", "") for delta in deltas)
    written = "".join(delta["toolUse"]["input"] for delta in deltas if "toolUse" in delta)
    assert [call.arguments for call in reply.tool_calls] == [orjson.loads(written)]
    assert reply.outcome is Outcome.TOOL_CALLS
