"""Fields of the provider's own: what they may not touch, and what makes a call dearer than we can say."""

import pytest
from pydantic import JsonValue

from edison.domain import Sampling
from edison.errors import ExtraRefused
from edison.gateway import MemoryLedger, WireFormat
from edison.gateway.codecs.base import Dialect
from edison.gateway.extras import refuse_owned, unpriced
from tests.gateway.gateways import a_gateway, a_provider, an_ask

NOBODY = "http://127.0.0.1:9/v1"

OWNED: dict[WireFormat, list[tuple[dict[str, JsonValue], str]]] = {
    WireFormat.OPENAI_CHAT: [
        ({"model": "dear"}, "model"),
        ({"Model": "dear"}, "Model"),
        ({"models": ["dear"]}, "models"),
        ({"messages": []}, "messages"),
        ({"max_tokens": 500}, "max_tokens"),
        ({"max_completion_tokens": 500}, "max_completion_tokens"),
        ({"MAX_TOKEN\u017f": 500}, "MAX_TOKEN\u017f"),
        ({"n_predict": 500}, "n_predict"),
        ({"options": {"num_predict": 500}}, "options.num_predict"),
        ({"a": [{"b": {"max_new_tokens": 5}}]}, "a.b.max_new_tokens"),
        ({"stream": True}, "stream"),
        ({"stream_options": {"include_usage": False}}, "stream_options.include_usage"),
        ({"stream_options": None}, "stream_options"),
        ({"n": 10}, "n"),
        ({"best_of": 10}, "best_of"),
        ({"tools": []}, "tools"),
        ({"functions": []}, "functions"),
        ({"tool_choice": "none"}, "tool_choice"),
        ({"response_format": {"type": "text"}}, "response_format.type"),
        ({"temperature": 1}, "temperature"),
        ({"reasoning_effort": "high"}, "reasoning_effort"),
        ({"stop": "x"}, "stop"),
        ({"seed": 1}, "seed"),
        ({"logprobs": True}, "logprobs"),
    ],
    WireFormat.OPENAI_RESPONSES: [
        ({"input": "other"}, "input"),
        ({"instructions": "other"}, "instructions"),
        ({"previous_response_id": "r"}, "previous_response_id"),
        ({"store": True}, "store"),
        ({"max_output_tokens": 9}, "max_output_tokens"),
        ({"reasoning": {"effort": "high"}}, "reasoning.effort"),
        ({"text": {"format": {"type": "text"}}}, "text.format.type"),
    ],
    WireFormat.ANTHROPIC_MESSAGES: [
        ({"system": "other"}, "system"),
        ({"max_tokens_to_sample": 9}, "max_tokens_to_sample"),
        ({"stop_sequences": []}, "stop_sequences"),
        ({"output_config": {"effort": "high"}}, "output_config.effort"),
        ({"output_config": {"format": {"schema": {"title": "x"}}}}, "output_config.format.schema"),
    ],
    WireFormat.GEMINI: [
        ({"contents": []}, "contents"),
        ({"system_instruction": {}}, "system_instruction"),
        ({"generationConfig": {"maxOutputTokens": 9}}, "generationConfig.maxOutputTokens"),
        ({"generation_config": {"max_output_tokens": 9}}, "generation_config.max_output_tokens"),
        ({"generationConfig": {"candidateCount": 8}}, "generationConfig.candidateCount"),
        ({"generationConfig": None}, "generationConfig"),
        ({"cachedContent": "x"}, "cachedContent"),
    ],
    WireFormat.BEDROCK_CONVERSE: [
        ({"inferenceConfig": {"maxTokens": 9}}, "inferenceConfig.maxTokens"),
        ({"additionalModelRequestFields": {"max_gen_len": 9}}, "additionalModelRequestFields.max_gen_len"),
        ({"additionalModelRequestFields": {"numResults": 9}}, "additionalModelRequestFields.numResults"),
        ({"modelId": "dear"}, "modelId"),
    ],
}

FREE: list[tuple[WireFormat, dict[str, JsonValue]]] = [
    (WireFormat.OPENAI_CHAT, {"top_a": 0.3, "cache_prompt": False, "metadata": {"model": "kept", "n": 2}}),
    (WireFormat.OPENAI_CHAT, {"stream_options": {"include_obfuscation": False}}),
    (WireFormat.OPENAI_RESPONSES, {"reasoning": {"summary": "auto"}}),
    (WireFormat.ANTHROPIC_MESSAGES, {"thinking": {"type": "adaptive"}, "metadata": {"user_id": "u"}}),
    (WireFormat.GEMINI, {"generationConfig": {"thinkingConfig": {"includeThoughts": True}}}),
    (WireFormat.GEMINI, {"safetySettings": []}),
    (WireFormat.BEDROCK_CONVERSE, {"additionalModelRequestFields": {"reasoning_effort": "low"}}),
    (WireFormat.BEDROCK_CONVERSE, {"requestMetadata": {"run": "r1"}}),
]


@pytest.mark.parametrize(
    ("wire", "extra", "name"), [(wire, *row) for wire, rows in OWNED.items() for row in rows]
)
def test_a_field_of_ours_is_refused_by_its_name(
    wire: WireFormat, extra: dict[str, JsonValue], name: str
) -> None:
    with pytest.raises(ExtraRefused) as refused:
        refuse_owned(an_ask(extra=extra), wire=wire, dialect=Dialect())

    assert refused.value.fields["names"] == (name,)


@pytest.mark.parametrize(("wire", "extra"), FREE)
def test_fields_of_the_providers_own_pass(wire: WireFormat, extra: dict[str, JsonValue]) -> None:
    refuse_owned(an_ask(extra=extra), wire=wire, dialect=Dialect())

    assert unpriced(extra) == ()


def test_what_a_dialect_writes_is_ours_in_that_dialect() -> None:
    ask = an_ask(extra={"thinking": {"budget_tokens": 9}})

    with pytest.raises(ExtraRefused, match=r"thinking\.budget_tokens"):
        refuse_owned(ask, wire=WireFormat.ANTHROPIC_MESSAGES, dialect=Dialect(thinking="budget"))


def test_every_refused_field_is_named() -> None:
    with pytest.raises(ExtraRefused, match="model, n;"):
        refuse_owned(an_ask(extra={"model": "x", "n": 2}), wire=WireFormat.OPENAI_CHAT, dialect=Dialect())


@pytest.mark.parametrize(
    ("extra", "names"),
    [
        ({"service_tier": "priority"}, ("service_tier",)),
        ({"service_tier": "flex"}, ()),
        ({"serviceTier": {"type": "priority"}}, ("serviceTier",)),
        ({"speed": "fast"}, ("speed",)),
        ({"speed": "standard"}, ()),
        ({"inference_geo": "us"}, ("inference_geo",)),
        ({"performanceConfig": {"latency": "optimized"}}, ("performanceConfig",)),
        ({"generationConfig": {"responseModalities": ["IMAGE"]}}, ("generationConfig.responseModalities",)),
        ({"modalities": ["text"]}, ()),
        ({"plugins": [{"id": "web"}]}, ("plugins",)),
        ({"extra_body": {"web_search_options": {}}}, ("extra_body.web_search_options",)),
    ],
)
def test_what_makes_a_call_dearer_is_known(extra: dict[str, JsonValue], names: tuple[str, ...]) -> None:
    assert unpriced(extra) == names


async def test_nothing_is_sent_with_a_field_of_ours() -> None:
    ledger = MemoryLedger()
    async with a_gateway(a_provider(NOBODY), ledger=ledger) as gateway:
        with pytest.raises(ExtraRefused, match="max_tokens"):
            gateway.quote(an_ask(extra={"max_tokens": 500}))
        with pytest.raises(ExtraRefused, match="max_tokens"):
            await gateway.ask(an_ask(extra={"max_tokens": 500}))

    assert not ledger.entries


async def test_the_price_of_a_dearer_tier_is_unknown() -> None:
    ask = an_ask(extra={"service_tier": "priority"}, sampling=Sampling(max_tokens=10))

    async with a_gateway(a_provider(NOBODY)) as gateway:
        quote = gateway.quote(ask)

    assert quote.unpriced == ("service_tier",)
    assert (quote.least_microusd, quote.worst_case_microusd) == (None, None)
