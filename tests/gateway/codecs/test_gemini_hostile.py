"""Whatever comes over the wire, the codec gives a reply or one of our troubles, and never anything else."""

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edison.errors import ProviderTrouble
from edison.gateway.codecs.base import Reply, StreamEvent
from edison.gateway.codecs.gemini import Gemini
from edison.gateway.sse import SseDecoder
from tests.gateway.codecs.gemini_bodies import STREAM, TOOL_ANSWER
from tests.gateway.codecs.hostility import (
    arbitrary_bodies,
    assert_fit_for_an_answer,
    corpus,
    mutated,
    outcome_of,
    read_stream,
)

CODEC = Gemini()
EVENTS = SseDecoder().feed(STREAM)
PAYLOADS = [orjson.loads(event.data) for event in EVENTS]
HORRORS = corpus(
    b'{"candidates":[{"content":{"parts":[{"functionCall":{"name":"n","args":@}}]}}]}',
    b'{"candidates":[{"content":{"parts":[{"text":@}]}}]}',
    b'{"candidates":[{"finishReason":"SAFETY","safetyRatings":@}]}',
    b'{"candidates":[{"logprobsResult":{"chosenCandidates":[{"token":"x","logProbability":@}]}}]}',
    b'{"promptFeedback":{"blockReason":"OTHER","safetyRatings":@}}',
    b'{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED","details":@}}',
    b'{"candidates":[],"usageMetadata":{"promptTokenCount":@}}',
)
names = st.sampled_from([event.name for event in EVENTS] + ["error", ""])
patient = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@pytest.mark.parametrize("body", HORRORS, ids=range(len(HORRORS)))
def test_a_known_horror_is_a_reply_or_trouble(body: bytes) -> None:
    assert_fit_for_an_answer(outcome_of(lambda: CODEC.decode(body)))
    assert isinstance(CODEC.read_failure(400, {}, body), ProviderTrouble | Reply)
    for event in EVENTS:
        assert_fit_for_an_answer(
            outcome_of(lambda told=event: read_stream(CODEC, [StreamEvent(told.name, body)]))
        )


@patient
@given(arbitrary_bodies)
def test_arbitrary_bodies_are_replies_or_trouble(body: bytes) -> None:
    assert_fit_for_an_answer(outcome_of(lambda: CODEC.decode(body)))
    assert isinstance(CODEC.read_failure(500, {}, body), ProviderTrouble | Reply)


@patient
@given(mutated([TOOL_ANSWER]))
def test_a_changed_answer_is_a_reply_or_trouble(body: bytes) -> None:
    assert_fit_for_an_answer(outcome_of(lambda: CODEC.decode(body)))
    assert isinstance(CODEC.read_failure(429, {}, body), ProviderTrouble | Reply)


@patient
@given(st.lists(st.tuples(names, mutated(PAYLOADS)), max_size=8))
def test_a_stream_of_changed_events_is_a_reply_or_trouble(told: list[tuple[str, bytes]]) -> None:
    events = [StreamEvent(name, data) for name, data in told]

    assert_fit_for_an_answer(outcome_of(lambda: read_stream(CODEC, events)))


@patient
@given(st.integers(0, len(EVENTS) - 1), mutated(PAYLOADS))
def test_a_stream_with_one_changed_event_is_a_reply_or_trouble(place: int, data: bytes) -> None:
    events = [*EVENTS[:place], StreamEvent(EVENTS[place].name, data), *EVENTS[place:]]

    assert_fit_for_an_answer(outcome_of(lambda: read_stream(CODEC, events)))
