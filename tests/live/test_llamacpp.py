"""A real model over real HTTP: fluent, not smart, so that the claims are about the wire."""

import json

import pytest
from pydantic import JsonValue

from edison.domain import Ask, Endpoint, Form, FormKind, Message, Outcome, Sampling, Tool
from edison.gateway import Gateway

pytestmark = [pytest.mark.live, pytest.mark.timeout(180)]

STEADY = Sampling(temperature=0, seed=7, max_tokens=48)
SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "maxLength": 20},
        "score": {"type": "integer", "minimum": 0, "maximum": 9},
    },
    "required": ["city", "score"],
    "additionalProperties": False,
}


async def test_the_model_is_listed(gateway: Gateway, model: Endpoint) -> None:
    assert model.model in [listed.id for listed in await gateway.list_models("local")]


async def test_a_question_is_answered_with_usage_and_costs_nothing(gateway: Gateway, model: Endpoint) -> None:
    ask = Ask(to=model, messages=(Message.user("What is the capital of France?"),), sampling=STEADY)

    answer = await gateway.ask(ask)

    assert answer.text.strip()
    assert answer.outcome in (Outcome.STOP, Outcome.LENGTH)
    assert answer.usage.input_tokens
    assert answer.cost.microusd == 0


async def test_a_stream_says_the_same_as_the_whole_answer(gateway: Gateway, model: Endpoint) -> None:
    ask = Ask(
        to=model,
        messages=(Message.user("Say hello to Ada in one short sentence."),),
        sampling=STEADY,
        extra={"cache_prompt": False},
    )

    whole = await gateway.ask(ask)
    async with gateway.stream(ask) as deltas:
        pieces = [delta.text async for delta in deltas]

    assert "".join(pieces) == deltas.answer.text == whole.text
    assert deltas.answer.usage.output_tokens
    assert deltas.answer.timing.first_token_s is not None


async def test_a_schema_is_kept(gateway: Gateway, model: Endpoint) -> None:
    ask = Ask(
        to=model,
        messages=(Message.user("Rate the city Paris from 0 to 9. Answer as JSON."),),
        form=Form(kind=FormKind.SCHEMA, json_schema=SCHEMA),
        sampling=Sampling(temperature=0, seed=7, max_tokens=128),
    )

    answer = await gateway.ask(ask)

    read = json.loads(answer.text)
    assert set(read) == {"city", "score"}
    assert isinstance(read["score"], int)


async def test_a_tool_call_written_as_text_comes_back_as_a_call(gateway: Gateway, model: Endpoint) -> None:
    city: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 12}},
        "required": ["city"],
    }
    # This server does not enforce a tool choice, so the form makes the small model write the call.
    call: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"name": {"const": "get_weather"}, "arguments": city},
        "required": ["name", "arguments"],
    }
    ask = Ask(
        to=model,
        messages=(Message.user("What is the weather in Paris?"),),
        tools=(Tool(name="get_weather", description="Look up the weather in a city.", parameters=city),),
        form=Form(kind=FormKind.SCHEMA, json_schema=call),
        sampling=Sampling(temperature=0, seed=7, max_tokens=96),
    )

    answer = await gateway.ask(ask)

    assert answer.outcome is Outcome.TOOL_CALLS
    assert answer.tool_calls[0].name == "get_weather"
    assert isinstance(answer.tool_calls[0].arguments["city"], str)
