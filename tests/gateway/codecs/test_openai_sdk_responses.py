"""Our responses and the official client's are the same on the wire, and we read the same answers."""

import json
from dataclasses import dataclass

import pytest
from openai import AsyncOpenAI
from openai.types.responses import Response

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
from edison.gateway.codecs.openai_responses import OpenAIResponses
from tests.factories import an_endpoint
from tests.gateway.codecs.openai_answers import RESPONSE, response
from tests.gateway.codecs.sdk_openai import as_json, as_sse, capture, named

QUESTION = Message.user("What colour is the sky?")
ASKED = {"role": "user", "content": "What colour is the sky?"}
SCHEMA: dict[str, object] = {"type": "object", "properties": {"colour": {"type": "string"}}}
WEATHER = Tool(
    name="weather", description="Tells the weather.", parameters={"type": "object", "properties": {}}
)
OFFERED = {
    "type": "function",
    "name": "weather",
    "description": "Tells the weather.",
    "parameters": {"type": "object", "properties": {}},
    "strict": False,
}
CALL_ITEM: dict[str, object] = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_a",
    "name": "weather",
    "arguments": '{"city": "Oslo"}',
    "status": "completed",
}


@dataclass(frozen=True)
class Request:
    """One question, said by us and said by the official client."""

    ours: dict[str, object]
    theirs: dict[str, object]


REQUESTS: dict[str, Request] = {
    "plain": Request({}, {}),
    "system": Request(
        {"messages": (Message.system("Be brief."), QUESTION)}, {"instructions": "Be brief.", "input": [ASKED]}
    ),
    "a system message later on": Request(
        {"messages": (QUESTION, Message.assistant("Blue."), Message.system("Now in French."), QUESTION)},
        {
            "input": [
                ASKED,
                {"role": "assistant", "content": "Blue."},
                {"role": "system", "content": "Now in French."},
                ASKED,
            ]
        },
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
        {"tools": [OFFERED], "tool_choice": {"type": "function", "name": "weather"}},
    ),
    "tool results": Request(
        {
            "messages": (
                QUESTION,
                Message.assistant(
                    "I look.", ToolCall(id="call_a", name="weather", arguments={"city": "Oslo"})
                ),
                Message.tool("Rain.", call_id="call_a"),
            )
        },
        {
            "input": [
                ASKED,
                {"role": "assistant", "content": "I look."},
                {
                    "type": "function_call",
                    "call_id": "call_a",
                    "name": "weather",
                    "arguments": '{"city":"Oslo"}',
                },
                {"type": "function_call_output", "call_id": "call_a", "output": "Rain."},
            ]
        },
    ),
    "JSON object": Request({"form": Form(kind=FormKind.JSON)}, {"text": {"format": {"type": "json_object"}}}),
    "JSON schema": Request(
        {
            "form": Form.model_validate(
                {"kind": "schema", "name": "sky", "json_schema": SCHEMA, "strict": False}
            )
        },
        {"text": {"format": {"type": "json_schema", "name": "sky", "schema": SCHEMA, "strict": False}}},
    ),
    "pictures": Request(
        {
            "messages": (
                Message.user("Which?", Image(base64="AAAA"), Image(url="https://example.com/sky.png")),
            )
        },
        {
            "input": [
                {
                    "role": "user",
                    "content": [
                        {"type": "input_text", "text": "Which?"},
                        {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "detail": "auto"},
                        {"type": "input_image", "image_url": "https://example.com/sky.png", "detail": "auto"},
                    ],
                }
            ]
        },
    ),
    "sampling and a limit": Request(
        {"sampling": Sampling(temperature=0.5, top_p=0.9, max_tokens=50)},
        {"temperature": 0.5, "top_p": 0.9, "max_output_tokens": 50},
    ),
    "log-probabilities": Request(
        {"sampling": Sampling(top_logprobs=3)},
        {"top_logprobs": 3, "include": ["message.output_text.logprobs"]},
    ),
    "log-probabilities without rivals": Request(
        {"sampling": Sampling(top_logprobs=0)}, {"include": ["message.output_text.logprobs"]}
    ),
    "reasoning": Request({"sampling": Sampling(effort=Effort.HIGH)}, {"reasoning": {"effort": "high"}}),
    "reasoning, and a field of one's own beside it": Request(
        {"sampling": Sampling(effort=Effort.HIGH), "extra": {"reasoning": {"summary": "auto"}}},
        {"reasoning": {"effort": "high", "summary": "auto"}},
    ),
    "what servers that translate take": Request(
        {"sampling": Sampling(seed=7, stop=("END",), top_k=40, frequency_penalty=0.1)},
        {"extra_body": {"seed": 7, "stop": ["END"], "top_k": 40, "frequency_penalty": 0.1}},
    ),
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS.keys())
async def test_a_request_is_the_one_the_official_client_sends(request_: Request) -> None:
    ask = Ask.model_validate(
        {"to": an_endpoint(model="gpt-5-mini"), "messages": (QUESTION,), **request_.ours}
    )
    arguments: dict[str, object] = {
        "model": "gpt-5-mini",
        "input": [ASKED],
        "store": False,
        **request_.theirs,
    }

    theirs = await capture(
        # A table cannot name its types argument by argument.
        lambda client: client.responses.create(**arguments),  # pyright: ignore[reportCallIssue, reportArgumentType]
        answer=as_json(RESPONSE),
    )
    ours = OpenAIResponses().encode(ask, Dialect())

    assert (ours.path, json.loads(ours.body or b"")) == (theirs.path, theirs.body)


def test_a_lone_system_message_is_the_input_because_a_response_needs_one() -> None:
    ask = Ask(to=an_endpoint(), messages=(Message.system("Say hello."),))

    body = json.loads(OpenAIResponses().encode(ask, Dialect()).body or b"")

    assert body["input"] == [{"role": "system", "content": "Say hello."}]
    assert "instructions" not in body


ANSWERS = {
    "text with reasoning": RESPONSE,
    "a tool call": response(CALL_ITEM),
    "cut short": {**RESPONSE, "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
async def test_an_answer_is_read_as_the_official_client_reads_it(answer: dict[str, object]) -> None:
    theirs = await capture(
        lambda client: client.responses.create(model="gpt-5-mini", input="What colour is the sky?"),
        answer=as_json(answer),
    )
    ours = OpenAIResponses().decode(as_json(answer))

    usage = theirs.parsed.usage
    assert usage is not None
    assert ours.text == theirs.parsed.output_text
    assert [(call.id, call.name, call.arguments) for call in ours.tool_calls] == their_calls(theirs.parsed)
    assert (ours.usage.input_tokens, ours.usage.output_tokens) == (usage.input_tokens, usage.output_tokens)
    assert ours.usage.cached_tokens == usage.input_tokens_details.cached_tokens
    assert ours.usage.reasoning_tokens == usage.output_tokens_details.reasoning_tokens
    assert (ours.reported_model, ours.provider_id) == (theirs.parsed.model, theirs.parsed.id)


async def test_a_streamed_request_and_its_answer_are_the_official_clients() -> None:
    unfinished = {**RESPONSE, "status": "in_progress", "output": [], "usage": None}
    message: dict[str, object] = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "in_progress",
        "content": [],
    }
    part = {"type": "output_text", "text": "", "annotations": []}
    place: dict[str, object] = {"output_index": 0, "item_id": "msg_1", "content_index": 0}
    whole = {**message, "status": "completed", "content": [{**part, "text": "It is blue."}]}
    events = named(
        {"type": "response.created", "response": unfinished},
        {"type": "response.output_item.added", "output_index": 0, "item": message},
        {"type": "response.content_part.added", **place, "part": part},
        {"type": "response.output_text.delta", **place, "delta": "It is ", "logprobs": []},
        {"type": "response.output_text.delta", **place, "delta": "blue.", "logprobs": []},
        {"type": "response.output_text.done", **place, "text": "It is blue.", "logprobs": []},
        {"type": "response.output_item.done", "output_index": 0, "item": whole},
        {"type": "response.completed", "response": response(whole)},
    )

    async def ask_and_gather(client: AsyncOpenAI) -> Response:
        streaming = client.responses.stream(
            model="gpt-5-mini", input=[{"role": "user", "content": "What colour is the sky?"}], store=False
        )
        async with streaming as stream:
            return await stream.get_final_response()

    theirs = await capture(ask_and_gather, answer=as_sse(events), content_type="text/event-stream")
    codec = OpenAIResponses()
    ask = Ask(to=an_endpoint(model="gpt-5-mini"), messages=(QUESTION,))
    sent = codec.encode(ask, Dialect(), stream=True)
    reader = codec.reader()
    for event in events:
        reader.feed(event)
    ours = reader.finish()

    assert json.loads(sent.body or b"") == theirs.body
    assert ours.text == theirs.parsed.output_text == reader.partial_text
    assert theirs.parsed.usage is not None
    assert ours.usage.input_tokens == theirs.parsed.usage.input_tokens


def their_calls(parsed: Response) -> list[tuple[str, str, object]]:
    return [
        (item.call_id, item.name, json.loads(item.arguments))
        for item in parsed.output
        if item.type == "function_call"
    ]
