"""Our chat completions and the official client's are the same on the wire, and we read the same answers."""

import json
from dataclasses import dataclass

import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletion

from edison.domain import (
    Ask,
    Effort,
    Form,
    FormKind,
    Image,
    Message,
    Sampling,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)
from edison.gateway.codecs.base import Dialect
from edison.gateway.codecs.openai_chat import OpenAIChat
from tests.factories import an_endpoint
from tests.gateway.codecs.openai_answers import CALL, COMPLETION, chunk, completion
from tests.gateway.codecs.sdk_openai import as_json, as_sse, capture, chunks

QUESTION = Message.user("What colour is the sky?")
ASKED = {"role": "user", "content": "What colour is the sky?"}
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"colour": {"type": "string"}},
    "required": ["colour"],
    "additionalProperties": False,
}
WEATHER = Tool(
    name="weather", description="Tells the weather.", parameters={"type": "object", "properties": {}}
)
OFFERED = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Tells the weather.",
        "parameters": {"type": "object", "properties": {}},
    },
}
PLAIN = Dialect()
MODERN = Dialect(max_tokens_field="max_completion_tokens")


@dataclass(frozen=True)
class Request:
    """One question, said by us and said by the official client."""

    ours: dict[str, object]
    theirs: dict[str, object]
    dialect: Dialect = PLAIN


REQUESTS: dict[str, Request] = {
    "plain": Request({}, {}),
    "system": Request(
        {"messages": (Message.system("Be brief."), QUESTION)},
        {"messages": [{"role": "system", "content": "Be brief."}, ASKED]},
    ),
    "tools": Request({"tools": (WEATHER,)}, {"tools": [OFFERED]}),
    "tools, any or none": Request(
        {"tools": (WEATHER,), "tool_choice": ToolChoice(mode=ToolMode.AUTO)},
        {"tools": [OFFERED], "tool_choice": "auto"},
    ),
    "tools, none": Request(
        {"tools": (WEATHER,), "tool_choice": ToolChoice(mode=ToolMode.NONE)},
        {"tools": [OFFERED], "tool_choice": "none"},
    ),
    "tools, at least one": Request(
        {"tools": (WEATHER,), "tool_choice": ToolChoice(mode=ToolMode.REQUIRED)},
        {"tools": [OFFERED], "tool_choice": "required"},
    ),
    "tools, a certain one": Request(
        {"tools": (WEATHER,), "tool_choice": ToolChoice(mode=ToolMode.NAMED, name="weather")},
        {"tools": [OFFERED], "tool_choice": {"type": "function", "function": {"name": "weather"}}},
    ),
    "tool results": Request(
        {
            "messages": (
                QUESTION,
                Message.assistant("", ToolCall(id="call_a", name="weather", arguments={"city": "Oslo"})),
                Message.tool("Rain.", call_id="call_a"),
            )
        },
        {
            "messages": [
                ASKED,
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {
                            "id": "call_a",
                            "type": "function",
                            "function": {"name": "weather", "arguments": '{"city":"Oslo"}'},
                        }
                    ],
                },
                {"role": "tool", "tool_call_id": "call_a", "content": "Rain."},
            ]
        },
    ),
    "JSON object": Request({"form": Form(kind=FormKind.JSON)}, {"response_format": {"type": "json_object"}}),
    "JSON schema": Request(
        {"form": Form.model_validate({"kind": "schema", "name": "sky", "json_schema": SCHEMA})},
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "sky", "schema": SCHEMA, "strict": True},
            }
        },
    ),
    "pictures": Request(
        {
            "messages": (
                Message.user(
                    "Which one?",
                    Image(base64="AAAA", media_type="image/jpeg"),
                    Image(url="https://example.com/sky.png"),
                ),
            )
        },
        {
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "Which one?"},
                        {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,AAAA"}},
                        {"type": "image_url", "image_url": {"url": "https://example.com/sky.png"}},
                    ],
                }
            ]
        },
    ),
    "seed, log-probabilities, stop": Request(
        {"sampling": Sampling(seed=7, top_logprobs=3, stop=("\n", "END"))},
        {"seed": 7, "logprobs": True, "top_logprobs": 3, "stop": ["\n", "END"]},
    ),
    "log-probabilities without rivals": Request({"sampling": Sampling(top_logprobs=0)}, {"logprobs": True}),
    "sampling": Request(
        {"sampling": Sampling(temperature=0.5, top_p=0.9, frequency_penalty=0.1, presence_penalty=-0.1)},
        {"temperature": 0.5, "top_p": 0.9, "frequency_penalty": 0.1, "presence_penalty": -0.1},
    ),
    "a limit in old words": Request({"sampling": Sampling(max_tokens=50)}, {"max_tokens": 50}),
    "a limit in new words": Request(
        {"sampling": Sampling(max_tokens=50)}, {"max_completion_tokens": 50}, dialect=MODERN
    ),
    "reasoning": Request({"sampling": Sampling(effort=Effort.LOW)}, {"reasoning_effort": "low"}),
    "what local servers take": Request(
        {"sampling": Sampling(top_k=40, repeat_penalty=1.1)},
        {"extra_body": {"top_k": 40, "repeat_penalty": 1.1}},
    ),
    "fields of one's own": Request(
        {"extra": {"service_tier": "flex", "temperature": 0.1}, "sampling": Sampling(temperature=1.0)},
        {"service_tier": "flex", "temperature": 0.1},
    ),
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS.keys())
async def test_a_request_is_the_one_the_official_client_sends(request_: Request) -> None:
    ask = Ask.model_validate(
        {"to": an_endpoint(model="gpt-5-mini"), "messages": (QUESTION,), **request_.ours}
    )
    arguments: dict[str, object] = {"model": "gpt-5-mini", "messages": [ASKED], **request_.theirs}

    theirs = await capture(
        # A table cannot name its types argument by argument.
        lambda client: client.chat.completions.create(**arguments),  # pyright: ignore[reportCallIssue, reportArgumentType]
        answer=as_json(COMPLETION),
    )
    ours = OpenAIChat().encode(ask, request_.dialect)

    assert (ours.path, json.loads(ours.body or b"")) == (theirs.path, theirs.body)


@pytest.mark.parametrize("with_usage", [True, False])
async def test_a_streaming_request_is_the_one_the_official_client_sends(with_usage: bool) -> None:
    ask = Ask(to=an_endpoint(model="gpt-5-mini"), messages=(QUESTION,))
    options: dict[str, object] = {"stream_options": {"include_usage": True}} if with_usage else {}

    theirs = await capture(
        lambda client: client.chat.completions.create(
            model="gpt-5-mini",
            messages=[{"role": "user", "content": "What colour is the sky?"}],
            stream=True,
            extra_body=options,
        ),
        answer=as_sse(chunks(chunk({"content": "Blue"}, finish="stop"))),
        content_type="text/event-stream",
    )
    ours = OpenAIChat().encode(ask, Dialect(stream_usage=with_usage), stream=True)

    await theirs.parsed.close()
    assert json.loads(ours.body or b"") == theirs.body


async def test_an_embedding_request_and_its_answer_are_the_official_clients() -> None:
    answer = as_json(
        {
            "object": "list",
            "model": "text-embedding-3-small",
            "data": [
                {"object": "embedding", "index": 1, "embedding": [0.5, -1.0]},
                {"object": "embedding", "index": 0, "embedding": [0.25, 1.5]},
            ],
            "usage": {"prompt_tokens": 4, "total_tokens": 4},
        }
    )

    theirs = await capture(
        lambda client: client.embeddings.create(
            model="text-embedding-3-small", input=["a", "b"], dimensions=2, encoding_format="float"
        ),
        answer=answer,
    )
    codec = OpenAIChat()
    ours = codec.encode_embedding("text-embedding-3-small", ["a", "b"], dimensions=2)
    read = codec.decode_embedding(answer)

    by_index = sorted(theirs.parsed.data, key=lambda item: item.index)
    assert (ours.path, json.loads(ours.body or b"")) == (theirs.path, theirs.body)
    assert read.vectors == tuple(tuple(item.embedding) for item in by_index)
    assert read.usage.input_tokens == theirs.parsed.usage.prompt_tokens


async def test_a_model_list_is_asked_for_and_read_as_by_the_official_client() -> None:
    listed = [{"id": "gpt-5", "object": "model", "created": 1, "owned_by": "openai"}]
    answer = as_json({"object": "list", "data": listed})

    async def ask_for_models(client: AsyncOpenAI) -> list[str]:
        return [model.id async for model in client.models.list()]

    theirs = await capture(ask_for_models, answer=answer)
    codec = OpenAIChat()
    ours = codec.encode_models()

    assert (ours.path, ours.body, ours.method) == (theirs.path, None, "GET")
    assert [model.id for model in codec.decode_models(answer).models] == theirs.parsed


ANSWERS = {
    "text": COMPLETION,
    "two tool calls": completion(
        {"content": None, "tool_calls": [CALL, {**CALL, "id": "call_b"}]}, finish="tool_calls"
    ),
    "a refusal": completion({"content": None, "refusal": "I will not."}),
    "cut short": completion({"content": "It is"}, finish="length"),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
async def test_an_answer_is_read_as_the_official_client_reads_it(answer: dict[str, object]) -> None:
    theirs = await capture(
        lambda client: client.chat.completions.create(
            model="gpt-5-mini", messages=[{"role": "user", "content": "What colour is the sky?"}]
        ),
        answer=as_json(answer),
    )
    ours = OpenAIChat().decode(as_json(answer))

    message, usage = theirs.parsed.choices[0].message, theirs.parsed.usage
    assert usage is not None
    assert ours.text == (message.refusal or message.content or "")
    assert [(call.id, call.name, call.arguments) for call in ours.tool_calls] == their_calls(theirs.parsed)
    assert (ours.usage.input_tokens, ours.usage.output_tokens) == (
        usage.prompt_tokens,
        usage.completion_tokens,
    )
    assert usage.prompt_tokens_details is not None
    assert ours.usage.cached_tokens == usage.prompt_tokens_details.cached_tokens
    assert (ours.reported_model, ours.provider_id) == (theirs.parsed.model, theirs.parsed.id)


async def test_a_stream_is_read_as_the_official_client_reads_it() -> None:
    begun = {"index": 0, "id": "call_a", "type": "function", "function": {"name": "weather", "arguments": ""}}
    more = {"index": 0, "function": {"arguments": '{"city": "Oslo"}'}}
    events = chunks(
        chunk({"role": "assistant", "content": "Let me "}),
        chunk({"content": "look."}),
        chunk({"tool_calls": [begun]}),
        chunk({"tool_calls": [more]}),
        chunk({}, finish="tool_calls"),
        chunk({}, choices=[], usage=COMPLETION["usage"]),
    )

    async def ask_and_gather(client: AsyncOpenAI) -> ChatCompletion:
        streaming = client.chat.completions.stream(
            model="gpt-5-mini", messages=[{"role": "user", "content": "And in Oslo?"}]
        )
        async with streaming as stream:
            return await stream.get_final_completion()

    theirs = await capture(ask_and_gather, answer=as_sse(events), content_type="text/event-stream")
    reader = OpenAIChat().reader()
    for event in events:
        reader.feed(event)
    ours = reader.finish()

    assert ours.text == theirs.parsed.choices[0].message.content
    assert [(call.id, call.name, call.arguments) for call in ours.tool_calls] == their_calls(theirs.parsed)
    assert theirs.parsed.usage is not None
    assert ours.usage.output_tokens == theirs.parsed.usage.completion_tokens


def their_calls(parsed: ChatCompletion) -> list[tuple[str, str, object]]:
    calls = parsed.choices[0].message.tool_calls or []
    return [
        (call.id, call.function.name, json.loads(call.function.arguments))
        for call in calls
        if call.type == "function"
    ]
