"""The official Anthropic client, unmodified, against the simulator."""

from typing import Any

import anthropic
import pytest
from pydantic import BaseModel

from edison.sim import Simulator
from tests.sim.asking import CASE, MODEL, Client

QUESTION = [{"role": "user", "content": CASE}]
WEATHER = {
    "name": "weather",
    "description": "Says what the weather is.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}


class Verdict(BaseModel):
    score: int
    reason: str


def test_a_message_is_answered_with_usage(anthropic_client: Client) -> None:
    answer = anthropic_client.messages.create(
        model=MODEL, max_tokens=500, messages=QUESTION, system="Be brief."
    )

    assert answer.stop_reason == "end_turn"
    assert answer.content[0].type == "text"
    assert answer.content[0].text
    assert answer.usage.input_tokens > 0
    assert answer.usage.output_tokens > 0


def test_a_streamed_message_says_the_same_as_a_whole_one(anthropic_client: Client) -> None:
    whole = anthropic_client.messages.create(model=MODEL, max_tokens=500, messages=QUESTION)

    with anthropic_client.messages.stream(model=MODEL, max_tokens=500, messages=QUESTION) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()

    assert text == whole.content[0].text
    assert final.stop_reason == whole.stop_reason
    assert final.usage.output_tokens == whole.usage.output_tokens


@pytest.mark.parametrize("stream", [False, True])
def test_a_tool_that_must_be_called_is_called(anthropic_client: Client, stream: bool) -> None:
    request = {
        "model": MODEL,
        "max_tokens": 500,
        "messages": [{"role": "user", "content": "What is the weather in Paris?"}],
        "tools": [WEATHER],
        "tool_choice": {"type": "tool", "name": "weather"},
    }

    if stream:
        with anthropic_client.messages.stream(**request) as events:
            answer = events.get_final_message()
    else:
        answer = anthropic_client.messages.create(**request)

    assert answer.stop_reason == "tool_use"
    assert answer.content[-1].name == "weather"
    assert isinstance(answer.content[-1].input["city"], str)


def test_what_a_tool_said_is_taken_up(anthropic_client: Client) -> None:
    use = {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Paris"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Sunny, 21 degrees"}

    answer = anthropic_client.messages.create(
        model=MODEL,
        max_tokens=500,
        messages=[
            {"role": "user", "content": "What is the weather in Paris?"},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [result]},
        ],
        tools=[WEATHER],
    )

    assert answer.stop_reason == "end_turn"


def test_structured_output_is_parsed_into_a_model(anthropic_client: Client) -> None:
    answer = anthropic_client.messages.parse(
        model=MODEL, max_tokens=500, messages=QUESTION, output_format=Verdict
    )

    assert isinstance(answer.parsed_output, Verdict)


def test_thoughts_are_shown_when_asked_for(anthropic_client: Client) -> None:
    with anthropic_client.messages.stream(
        model="edison-sim-reasoner",
        max_tokens=5000,
        messages=QUESTION,
        thinking={"type": "enabled", "budget_tokens": 2000},
    ) as stream:
        answer = stream.get_final_message()

    assert [block.type for block in answer.content] == ["thinking", "text"]
    assert answer.content[0].thinking
    assert answer.content[0].signature


def test_a_marked_prefix_is_counted_as_read_from_the_cache(anthropic_client: Client) -> None:
    marked = [{"type": "text", "text": "You are kind. " * 50, "cache_control": {"type": "ephemeral"}}]

    plain = anthropic_client.messages.create(
        model=MODEL, max_tokens=500, messages=QUESTION, system="You are kind. " * 50
    )
    cached = anthropic_client.messages.create(model=MODEL, max_tokens=500, messages=QUESTION, system=marked)

    assert cached.usage.cache_read_input_tokens
    total = cached.usage.input_tokens + cached.usage.cache_read_input_tokens
    assert total == plain.usage.input_tokens


def test_tokens_can_be_counted_beforehand(anthropic_client: Client) -> None:
    counted = anthropic_client.messages.count_tokens(model=MODEL, messages=QUESTION)
    answer = anthropic_client.messages.create(model=MODEL, max_tokens=500, messages=QUESTION)

    assert counted.input_tokens == answer.usage.input_tokens


def test_models_are_listed_page_by_page(anthropic_client: Client) -> None:
    listed = [model.id for model in anthropic_client.models.list(limit=3)]

    assert MODEL in listed
    assert len(set(listed)) == len(listed) > 3
    assert anthropic_client.models.retrieve(MODEL).max_input_tokens


def test_a_batch_is_worked_off_and_read(sim: Simulator, anthropic_client: Client) -> None:
    good = {"model": MODEL, "max_tokens": 500, "messages": QUESTION}
    batch = anthropic_client.messages.batches.create(
        requests=[
            {"custom_id": "good", "params": good},
            {"custom_id": "bad", "params": {**good, "max_tokens": 0}},
        ]
    )
    assert batch.processing_status == "in_progress"
    assert batch.request_counts.processing == 2

    sim.admin.tick(batch.id)

    ended = anthropic_client.messages.batches.retrieve(batch.id)
    results = {line.custom_id: line.result for line in anthropic_client.messages.batches.results(batch.id)}
    live = anthropic_client.messages.create(**good)
    assert ended.processing_status == "ended"
    assert (ended.request_counts.succeeded, ended.request_counts.errored) == (1, 1)
    assert results["good"].type == "succeeded"
    assert results["good"].message.content[0].text == live.content[0].text
    assert results["bad"].type == "errored"
    assert results["bad"].error.error.type == "invalid_request_error"


def test_a_cancelled_batch_can_be_deleted(sim: Simulator, anthropic_client: Client) -> None:
    params = {"model": MODEL, "max_tokens": 500, "messages": QUESTION}
    batch = anthropic_client.messages.batches.create(requests=[{"custom_id": "only", "params": params}])

    anthropic_client.messages.batches.cancel(batch.id)
    results = list(anthropic_client.messages.batches.results(batch.id))
    anthropic_client.messages.batches.delete(batch.id)

    assert [line.result.type for line in results] == ["canceled"]
    assert list(anthropic_client.messages.batches.list()) == []


@pytest.mark.parametrize(
    ("error", "fields"),
    [
        (anthropic.NotFoundError, {"model": "no-such-model"}),
        (anthropic.BadRequestError, {"extra_body": {"wings": 2}}),
        (anthropic.BadRequestError, {"messages": [{"role": "assistant", "content": "I begin."}]}),
    ],
)
def test_a_refusal_becomes_the_clients_own_error(
    anthropic_client: Client, error: Any, fields: dict[str, Any]
) -> None:
    request = {"model": MODEL, "max_tokens": 10, "messages": QUESTION, **fields}

    with pytest.raises(error) as caught:
        anthropic_client.messages.create(**request)

    assert caught.value.body["type"] == "error"
    assert caught.value.request_id
