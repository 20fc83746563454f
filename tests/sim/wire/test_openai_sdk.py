"""The official OpenAI client, unmodified, against the simulator."""

from typing import Any

import openai
import pytest
from pydantic import BaseModel

from tests.sim.asking import CASE, MODEL, Client

WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


class Verdict(BaseModel):
    score: int
    reason: str


def test_a_chat_is_answered_with_usage(openai_client: Client) -> None:
    answer = openai_client.chat.completions.create(
        model=MODEL, messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": CASE}]
    )

    choice = answer.choices[0]
    assert choice.finish_reason == "stop"
    assert choice.message.content
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens
    assert answer.model == MODEL


def test_a_streamed_chat_says_the_same_as_a_whole_one(openai_client: Client) -> None:
    whole = openai_client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": CASE}])

    chunks = list(
        openai_client.chat.completions.create(
            model=MODEL,
            messages=[{"role": "user", "content": CASE}],
            stream=True,
            stream_options={"include_usage": True},
        )
    )

    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert chunks[-1].usage == whole.usage
    assert chunks[-2].choices[0].finish_reason == "stop"


def test_without_being_asked_a_stream_tells_no_usage(openai_client: Client) -> None:
    chunks = list(
        openai_client.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": CASE}], stream=True
        )
    )

    assert all(chunk.usage is None for chunk in chunks)


def test_several_choices_share_one_prompt(openai_client: Client) -> None:
    answer = openai_client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": CASE}], n=3, temperature=1.0
    )

    assert [choice.index for choice in answer.choices] == [0, 1, 2]
    assert len({choice.message.content for choice in answer.choices}) > 1


@pytest.mark.parametrize("stream", [False, True])
def test_a_tool_that_must_be_called_is_called(openai_client: Client, stream: bool) -> None:
    tool = {"type": "function", "function": {"name": "weather", "description": "", "parameters": WEATHER}}
    with openai_client.chat.completions.stream(
        model=MODEL,
        messages=[{"role": "user", "content": "What is the weather in Paris?"}],
        tools=[tool],
        tool_choice={"type": "function", "function": {"name": "weather"}},
    ) as events:
        streamed = events.get_final_completion()
    whole = openai_client.chat.completions.create(
        model=MODEL,
        messages=[{"role": "user", "content": "What is the weather in Paris?"}],
        tools=[tool],
        tool_choice={"type": "function", "function": {"name": "weather"}},
    )

    answer = streamed if stream else whole
    calls = answer.choices[0].message.tool_calls
    assert answer.choices[0].finish_reason == "tool_calls"
    assert calls is not None
    assert calls[0].function.name == "weather"
    assert "city" in calls[0].function.arguments


def test_what_a_tool_said_is_taken_up(openai_client: Client) -> None:
    tool = {"type": "function", "function": {"name": "weather", "parameters": WEATHER}}
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "weather", "arguments": '{"city":"Paris"}'},
    }

    answer = openai_client.chat.completions.create(
        model=MODEL,
        messages=[
            {"role": "user", "content": "What is the weather in Paris?"},
            {"role": "assistant", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": "Sunny, 21 degrees"},
        ],
        tools=[tool],
    )

    assert answer.choices[0].finish_reason == "stop"
    assert answer.choices[0].message.content


def test_structured_output_is_parsed_into_a_model(openai_client: Client) -> None:
    answer = openai_client.chat.completions.parse(
        model=MODEL, messages=[{"role": "user", "content": CASE}], response_format=Verdict
    )

    assert isinstance(answer.choices[0].message.parsed, Verdict)


def test_log_probabilities_belong_to_the_tokens_of_the_text(openai_client: Client) -> None:
    answer = openai_client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": CASE}], logprobs=True, top_logprobs=2
    )

    choice = answer.choices[0]
    assert choice.logprobs is not None
    assert choice.logprobs.content is not None
    assert "".join(one.token for one in choice.logprobs.content) == choice.message.content
    assert all(len(one.top_logprobs) == 2 for one in choice.logprobs.content)


@pytest.mark.parametrize("encoding", ["float", "base64"])
def test_embeddings_come_in_both_encodings(openai_client: Client, encoding: str) -> None:
    plain = openai_client.embeddings.create(
        model="edison-embed-small", input=["one", "two"], dimensions=8, encoding_format="float"
    )

    raw = openai_client.embeddings.with_raw_response.create(
        model="edison-embed-small", input=["one", "two"], dimensions=8
    )
    answer = raw.parse() if encoding == "base64" else plain

    assert [len(one.embedding) for one in answer.data] == [8, 8]
    assert answer.data[0].embedding == pytest.approx(plain.data[0].embedding, abs=1e-6)
    assert answer.usage.prompt_tokens > 0


def test_models_are_listed_and_found(openai_client: Client) -> None:
    listed = [model.id for model in openai_client.models.list()]

    assert MODEL in listed
    assert "gpt-4o-mini" in listed
    assert openai_client.models.retrieve(MODEL).id == MODEL


def test_a_response_has_its_text(openai_client: Client) -> None:
    answer = openai_client.responses.create(model=MODEL, input=CASE, instructions="Be brief.")

    assert answer.status == "completed"
    assert answer.output_text
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.input_tokens + answer.usage.output_tokens


def test_a_streamed_response_ends_as_the_whole_one(openai_client: Client) -> None:
    whole = openai_client.responses.create(model=MODEL, input=CASE)

    with openai_client.responses.stream(model=MODEL, input=CASE) as events:
        kinds = [event.type for event in events]
        final = events.get_final_response()

    assert kinds[0] == "response.created"
    assert kinds[-1] == "response.completed"
    assert final.output_text == whole.output_text
    assert final.usage == whole.usage


def test_a_reasoning_model_streams_its_summary(openai_client: Client) -> None:
    with openai_client.responses.stream(
        model="edison-sim-reasoner", input=CASE, reasoning={"effort": "low", "summary": "auto"}
    ) as events:
        deltas = [event.delta for event in events if event.type == "response.reasoning_summary_text.delta"]
        final = events.get_final_response()

    assert final.output[0].type == "reasoning"
    assert "".join(deltas) == final.output[0].summary[0].text
    assert final.usage is not None
    assert final.usage.output_tokens_details.reasoning_tokens > 0


def test_a_response_calls_tools_and_keeps_to_schemas(openai_client: Client) -> None:
    tool = {"type": "function", "name": "weather", "parameters": WEATHER, "strict": True}

    called = openai_client.responses.create(
        model=MODEL,
        input="Weather in Paris?",
        tools=[tool],
        tool_choice={"type": "function", "name": "weather"},
    )
    parsed = openai_client.responses.parse(model=MODEL, input=CASE, text_format=Verdict)

    assert called.output[0].type == "function_call"
    assert called.output[0].name == "weather"
    assert isinstance(parsed.output_parsed, Verdict)


@pytest.mark.parametrize(
    ("error", "fields"),
    [
        (openai.NotFoundError, {"model": "no-such-model"}),
        (openai.BadRequestError, {"temperature": 3}),
        (openai.BadRequestError, {"extra_body": {"wings": 2}}),
    ],
)
def test_a_refusal_becomes_the_clients_own_error(
    openai_client: Client, error: Any, fields: dict[str, Any]
) -> None:
    request = {"model": MODEL, "messages": [{"role": "user", "content": CASE}], **fields}

    with pytest.raises(error) as caught:
        openai_client.chat.completions.create(**request)

    assert caught.value.body["type"] == "invalid_request_error"
    assert caught.value.request_id
