"""The official client is the witness: for the same request it must send what our codec sends."""

import base64
from collections.abc import AsyncIterator
from typing import Any

import orjson
import pytest
from google import genai
from google.genai import types

from edison.domain import Ask, CacheMark, Effort, FormKind, Message, Outcome, Role, Text, ToolMode
from edison.gateway.codecs.base import Dialect
from edison.gateway.codecs.gemini import Gemini
from edison.gateway.sse import SseDecoder
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
from tests.gateway.codecs.gemini_bodies import STREAM, TOOL_ANSWER
from tests.gateway.codecs.recorder import Recorder, as_sent, recording

# The client subclasses a session that its own dependency would rather not have subclassed.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")

CODEC = Gemini()
LEVEL = Dialect(thinking="level")
TOOLS = [
    {
        "function_declarations": [
            {
                "name": tool.name,
                "description": tool.description or None,
                "parameters_json_schema": tool.parameters,
            }
            for tool in (WEATHER, CLOCK)
        ]
    }
]
TALK = [
    {"role": "user", "parts": [{"text": "Weather and time in Paris?"}]},
    {
        "role": "model",
        "parts": [
            {"text": "Let me look."},
            {"function_call": {"id": "call_a", "name": "get_weather", "args": {"city": "Paris"}}},
            {"function_call": {"id": "call_b", "name": "get_time", "args": {}}},
        ],
    },
    {
        "role": "user",
        "parts": [
            {"function_response": {"id": "call_a", "name": "get_weather", "response": {"output": "Sunny"}}},
            {"function_response": {"id": "call_b", "name": "get_time", "response": {"output": "Noon"}}},
        ],
    },
]
IMAGES = [
    {
        "role": "user",
        "parts": [
            {"text": "Compare"},
            {"inline_data": {"mime_type": "image/png", "data": base64.b64decode(PIXEL)}},
            {"file_data": {"mime_type": "image/jpeg", "file_uri": WEB_PICTURE.url}},
        ],
    }
]
MARKED = Message(
    role=Role.USER, parts=(Text(text="A long page.", cache=CacheMark.SHORT), Text(text="What is it about?"))
)


def calling(mode: str, *names: str) -> dict[str, Any]:
    config: dict[str, Any] = {"mode": mode}
    if names:
        config["allowed_function_names"] = list(names)
    return {"tools": TOOLS, "tool_config": {"function_calling_config": config}}


REQUESTS: dict[str, tuple[Ask, Dialect, object, dict[str, Any]]] = {
    "plain": (ask(), Dialect(), "Hello", {}),
    "max_tokens": (sampled(max_tokens=77), Dialect(), "Hello", {"max_output_tokens": 77}),
    "system": (
        ask(Message.system("Be brief."), "Hello"),
        Dialect(),
        "Hello",
        {"system_instruction": "Be brief."},
    ),
    "tools": (ask("Weather?", tools=(WEATHER, CLOCK)), Dialect(), "Weather?", {"tools": TOOLS}),
    "tool_choice auto": (choosing(ToolMode.AUTO), Dialect(), "Weather?", calling("AUTO")),
    "tool_choice none": (choosing(ToolMode.NONE), Dialect(), "Weather?", calling("NONE")),
    "tool_choice required": (choosing(ToolMode.REQUIRED), Dialect(), "Weather?", calling("ANY")),
    "tool_choice named": (
        choosing(ToolMode.NAMED, "get_time"),
        Dialect(),
        "Weather?",
        calling("ANY", "get_time"),
    ),
    "tool results": (ask(*TOOL_TALK, tools=(WEATHER, CLOCK)), Dialect(), TALK, {"tools": TOOLS}),
    "json": (formed(FormKind.JSON), Dialect(), "Judge.", {"response_mime_type": "application/json"}),
    "json schema": (
        formed(FormKind.SCHEMA),
        Dialect(),
        "Judge.",
        {"response_mime_type": "application/json", "response_json_schema": VERDICT},
    ),
    "images": (ask(Message.user("Compare", PICTURE, WEB_PICTURE)), Dialect(), IMAGES, {}),
    "stop, seed, sampling": (
        sampled(stop=("END",), seed=7, temperature=0.5, top_p=0.9, top_k=40),
        Dialect(),
        "Hello",
        {"stop_sequences": ["END"], "seed": 7, "temperature": 0.5, "top_p": 0.9, "top_k": 40},
    ),
    "penalties": (
        sampled(frequency_penalty=0.25, presence_penalty=-0.5),
        Dialect(),
        "Hello",
        {"frequency_penalty": 0.25, "presence_penalty": -0.5},
    ),
    "logprobs": (sampled(top_logprobs=3), Dialect(), "Hello", {"response_logprobs": True, "logprobs": 3}),
    "logprobs of the chosen": (sampled(top_logprobs=0), Dialect(), "Hello", {"response_logprobs": True}),
    "thinking level": (
        sampled(effort=Effort.MINIMAL),
        LEVEL,
        "Hello",
        {"thinking_config": {"thinking_level": "MINIMAL"}},
    ),
    "thinking budget": (
        sampled(effort=Effort.MEDIUM),
        Dialect(thinking="budget"),
        "Hello",
        {"thinking_config": {"thinking_budget": 8192}},
    ),
    "cache marks": (
        ask(MARKED),
        Dialect(),
        [{"role": "user", "parts": [{"text": "A long page."}, {"text": "What is it about?"}]}],
        {},
    ),
}


def canonical(value: object) -> Any:
    """The one form of a body that Google's JSON lets be written in several.

    Its parsers take field names in both cases and both alphabets of base64, and the client mixes them
    (protobuf's "ProtoJSON format"); it also sends a configuration that is empty.
    """
    if isinstance(value, list):
        return [canonical(item) for item in value]
    if not isinstance(value, dict):
        return value
    named = {_camel(name): canonical(item) for name, item in value.items()}
    if named.get("generationConfig") == {}:
        del named["generationConfig"]
    if isinstance(named.get("data"), str):
        named["data"] = named["data"].translate(str.maketrans("-_", "+/"))
    return named


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@pytest.fixture
async def recorder() -> AsyncIterator[Recorder]:
    async with recording(orjson.dumps(TOOL_ANSWER)) as recorder:
        yield recorder


def client_of(recorder: Recorder) -> genai.Client:
    options = types.HttpOptions(base_url=recorder.url, api_version="v1beta")
    return genai.Client(api_key="k", vertexai=False, http_options=options)


@pytest.mark.parametrize("name", REQUESTS)
async def test_our_request_is_the_official_clients_request(name: str, recorder: Recorder) -> None:
    question, dialect, contents, config = REQUESTS[name]

    async with client_of(recorder).aio as client:
        await client.models.generate_content(
            model=MODEL,
            contents=contents,  # pyright: ignore[reportArgumentType] - plain dictionaries are documented
            config=types.GenerateContentConfig.model_validate(config) if config else None,
        )

    sent = recorder.last
    ours = as_sent(CODEC.encode(question, dialect), below="/v1beta")
    assert ours == (sent.method, sent.path, canonical(sent.body))


async def test_we_read_an_answer_as_the_official_client_reads_it(recorder: Recorder) -> None:
    async with client_of(recorder).aio as client:
        parsed = await client.models.generate_content(model=MODEL, contents="Hello")

    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    parts = (parsed.candidates or [])[0].content.parts or []  # pyright: ignore[reportOptionalMemberAccess] - canned
    assert reply.text == "".join(part.text for part in parts if part.text and not part.thought)
    calls = [(call.id, call.name, call.args) for call in parsed.function_calls or []]
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == calls
    assert (reply.reported_model, reply.provider_id) == (parsed.model_version, parsed.response_id)
    usage = parsed.usage_metadata
    assert usage is not None
    assert reply.usage.cached_tokens == usage.cached_content_token_count
    assert (reply.usage.input_tokens or 0) + (reply.usage.output_tokens or 0) == usage.total_token_count


async def test_we_put_a_stream_together_as_the_official_client_does() -> None:
    texts: list[str] = []
    names: list[str | None] = []
    async with (
        recording(STREAM, content_type="text/event-stream") as recorder,
        client_of(recorder).aio as client,
    ):
        async for chunk in await client.models.generate_content_stream(model=MODEL, contents="Hello"):
            for part in (chunk.candidates or [])[0].content.parts or []:  # pyright: ignore[reportOptionalMemberAccess]
                texts += [part.text] if part.text and not part.thought else []
                names += [part.function_call.name] if part.function_call else []

    reader = CODEC.reader()
    for event in SseDecoder().feed(STREAM):
        reader.feed(event)
    reply = reader.finish()

    sent = recorder.last
    ours = as_sent(CODEC.encode(ask(), Dialect(), stream=True), below="/v1beta")
    assert ours == (sent.method, sent.path, sent.body)
    assert (reply.text, [call.name for call in reply.tool_calls]) == ("".join(texts), names)
    assert reply.outcome is Outcome.TOOL_CALLS


@pytest.mark.parametrize("dimensions", [None, 8])
async def test_we_embed_as_the_official_client_does(dimensions: int | None) -> None:
    answer = orjson.dumps({"embeddings": [{"values": [0.5, -0.25]}, {"values": [1, 0]}]})
    async with recording(answer) as recorder, client_of(recorder).aio as client:
        parsed = await client.models.embed_content(
            model=MODEL,
            contents=["one", "two"],
            config=types.EmbedContentConfig(output_dimensionality=dimensions),
        )

    parcel = CODEC.encode_embedding(MODEL, ["one", "two"], dimensions=dimensions)

    sent = recorder.last
    assert as_sent(parcel, below="/v1beta") == (sent.method, sent.path, sent.body)
    assert [list(vector) for vector in CODEC.decode_embedding(answer).vectors] == [
        embedding.values for embedding in parsed.embeddings or []
    ]


async def test_we_list_models_as_the_official_client_does() -> None:
    model = {
        "name": "models/gemini-a",
        "displayName": "Gemini A",
        "inputTokenLimit": 1048576,
        "outputTokenLimit": 65536,
    }
    answer = orjson.dumps({"models": [model], "nextPageToken": "p/2"})
    async with recording(answer) as recorder, client_of(recorder).aio as client:
        pager = await client.models.list(config={"page_size": 1000, "page_token": "p=1"})

    page = CODEC.decode_models(answer)

    sent = recorder.sent[0]
    assert as_sent(CODEC.encode_models("p=1"), below="/v1beta")[:2] == (sent.method, sent.path)
    assert [f"models/{listed.id}" for listed in page.models] == [listed.name for listed in pager.page]
    assert (page.models[0].context_tokens, page.models[0].max_output_tokens) == (1048576, 65536)
    assert page.next_page == "p/2"
