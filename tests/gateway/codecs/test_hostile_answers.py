"""Whatever comes over the wire, a codec gives a reply or one of our troubles, and never anything else."""

from dataclasses import dataclass

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edison.errors import ProviderTrouble
from edison.gateway.codecs.anthropic_messages import AnthropicMessages
from edison.gateway.codecs.base import Codec, Reply, StreamEvent
from edison.gateway.codecs.bedrock_converse import BedrockConverse
from edison.gateway.codecs.gemini import Gemini
from edison.gateway.eventstream import EventStreamDecoder
from edison.gateway.sse import SseDecoder
from tests.gateway.codecs import anthropic_bodies, bedrock_bodies, gemini_bodies
from tests.gateway.codecs.hostility import (
    arbitrary_bodies,
    assert_fit_for_an_answer,
    corpus,
    mutated,
    outcome_of,
    read_stream,
)


@dataclass(frozen=True)
class Target:
    """A codec, what a good answer looks like in its format, and where horrors can be put into one."""

    codec: Codec
    events: list[StreamEvent]
    answer: dict[str, object]
    horrors: list[bytes]

    @property
    def payloads(self) -> list[dict[str, object]]:
        return [orjson.loads(event.data) for event in self.events]


TARGETS = {
    "anthropic": Target(
        AnthropicMessages(),
        SseDecoder().feed(anthropic_bodies.STREAM),
        anthropic_bodies.TOOL_ANSWER,
        corpus(
            b'{"content":[{"type":"text","text":"Hi"},{"type":"tool_use","id":"t","name":"n","input":@}]}',
            b'{"content":[{"type":"text","text":@}],"usage":{"input_tokens":1}}',
            b'{"content":[],"stop_details":@,"usage":{"input_tokens":1}}',
            b'{"content":[],"usage":{"input_tokens":@}}',
            b'{"type":"error","error":{"type":"api_error","message":@}}',
        ),
    ),
    "gemini": Target(
        Gemini(),
        SseDecoder().feed(gemini_bodies.STREAM),
        gemini_bodies.TOOL_ANSWER,
        corpus(
            b'{"candidates":[{"content":{"parts":[{"functionCall":{"name":"n","args":@}}]}}]}',
            b'{"candidates":[{"content":{"parts":[{"text":@}]}}]}',
            b'{"candidates":[{"finishReason":"SAFETY","safetyRatings":@}]}',
            b'{"candidates":[{"logprobsResult":{"chosenCandidates":[{"token":"x","logProbability":@}]}}]}',
            b'{"promptFeedback":{"blockReason":"OTHER","safetyRatings":@}}',
            b'{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED","details":@}}',
            b'{"candidates":[],"usageMetadata":{"promptTokenCount":@}}',
        ),
    ),
    "bedrock": Target(
        BedrockConverse(),
        EventStreamDecoder().feed(bedrock_bodies.STREAM),
        bedrock_bodies.TOOL_ANSWER,
        corpus(
            b'{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"n","input":@}}]}}}',
            b'{"output":{"message":{"content":[{"text":@}]}}}',
            b'{"output":{"message":{"content":[]}},"stopReason":"content_filtered","trace":{"guardrail":@}}',
            b'{"output":{"message":{"content":[]}},"additionalModelResponseFields":@}',
            b'{"output":{"message":{"content":[]}},"usage":{"inputTokens":@}}',
            b'{"message":@,"__type":"ValidationException"}',
        ),
    ),
}
HORRORS = [(name, body) for name, target in TARGETS.items() for body in target.horrors]
every_codec = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS.keys())
patient = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize(
    ("name", "body"), HORRORS, ids=[f"{name}-{i}" for i, (name, _) in enumerate(HORRORS)]
)
def test_a_known_horror_is_a_reply_or_trouble(name: str, body: bytes) -> None:
    codec = TARGETS[name].codec
    assert_fit_for_an_answer(outcome_of(lambda: codec.decode(body)))
    assert isinstance(codec.read_failure(400, {}, body), ProviderTrouble | Reply)
    for event in TARGETS[name].events:
        assert_fit_for_an_answer(
            outcome_of(lambda told=event: read_stream(codec, [StreamEvent(told.name, body)]))
        )


@every_codec
@patient
@given(body=arbitrary_bodies)
def test_arbitrary_bodies_are_replies_or_trouble(target: Target, body: bytes) -> None:
    assert_fit_for_an_answer(outcome_of(lambda: target.codec.decode(body)))
    assert isinstance(target.codec.read_failure(500, {}, body), ProviderTrouble | Reply)


@every_codec
@patient
@given(choices=st.data())
def test_a_changed_answer_is_a_reply_or_trouble(target: Target, choices: st.DataObject) -> None:
    body = choices.draw(mutated([target.answer]))

    assert_fit_for_an_answer(outcome_of(lambda: target.codec.decode(body)))
    assert isinstance(target.codec.read_failure(429, {}, body), ProviderTrouble | Reply)


@every_codec
@patient
@given(choices=st.data())
def test_a_stream_of_changed_events_is_a_reply_or_trouble(target: Target, choices: st.DataObject) -> None:
    names = st.sampled_from([*(event.name for event in target.events), "error", ""])
    told = choices.draw(st.lists(st.tuples(names, mutated(target.payloads)), max_size=8))
    events = [StreamEvent(name, data) for name, data in told]

    assert_fit_for_an_answer(outcome_of(lambda: read_stream(target.codec, events)))


@every_codec
@patient
@given(choices=st.data())
def test_a_stream_with_one_changed_event_is_a_reply_or_trouble(
    target: Target, choices: st.DataObject
) -> None:
    place = choices.draw(st.integers(0, len(target.events) - 1))
    changed = StreamEvent(target.events[place].name, choices.draw(mutated(target.payloads)))
    events = [*target.events[:place], changed, *target.events[place:]]

    assert_fit_for_an_answer(outcome_of(lambda: read_stream(target.codec, events)))
