import orjson
import pytest

from edison.domain import Outcome, Usage
from edison.errors import BadRequest, BrokenStream, ProviderTrouble, RateLimited, Unavailable, Unreadable
from edison.gateway.codecs.base import Delta, StreamEvent
from edison.gateway.codecs.bedrock_answer import BedrockReader
from edison.gateway.codecs.bedrock_converse import BedrockConverse
from edison.gateway.eventstream import EventStreamDecoder
from tests.gateway.amazon import encode_message
from tests.gateway.codecs.bedrock_bodies import EVENTS, STREAM, delta, message

TOLD = EventStreamDecoder().feed(STREAM)


def fed(*told: tuple[str, object]) -> BedrockReader:
    reader = BedrockConverse().reader()
    for name, payload in told:
        reader.feed(StreamEvent(name, orjson.dumps(payload)))
    return reader


def test_deltas_come_as_they_are_said() -> None:
    reader = BedrockConverse().reader()

    deltas = [said for said in map(reader.feed, TOLD) if said is not None]

    assert deltas == [
        Delta(reasoning="Hm."),
        Delta(text="Let me "),
        Delta(text="check."),
        Delta(tool_name="get_weather"),
    ]


def test_the_whole_is_put_together() -> None:
    reply = fed(*EVENTS).finish()

    assert (reply.text, reply.reasoning, reply.outcome) == ("Let me check.", "Hm.", Outcome.TOOL_CALLS)
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == [
        ("tooluse_9", "get_weather", {"city": "Paris"})
    ]
    assert reply.usage == Usage(input_tokens=15, output_tokens=7, cached_tokens=4)


def test_it_is_over_with_message_stop_and_the_usage_comes_after() -> None:
    stopped = fed(*EVENTS[:-1])

    assert not fed(*EVENTS[:-2]).is_over
    assert stopped.is_over
    assert stopped.finish().usage == Usage()


def test_what_came_before_a_cut_can_be_seen() -> None:
    assert fed(*EVENTS[:6]).partial_text == "Let me check."


def test_half_written_arguments_are_kept_as_text() -> None:
    reply = fed(*EVENTS[:9], ("messageStop", {"stopReason": "max_tokens"})).finish()

    assert (reply.outcome, reply.tool_calls[0].unparsed) == (Outcome.LENGTH, '{"city": "Pa')


def test_a_guardrail_that_strikes_midway_is_a_filter() -> None:
    end = [
        ("messageStop", {"stopReason": "guardrail_intervened"}),
        ("metadata", {"trace": {"guardrail": {"actionReason": "No."}}, "serviceTier": {"type": "flex"}}),
    ]

    reply = fed(delta(0, text="Sorry."), *end).finish()

    assert reply.outcome is Outcome.CONTENT_FILTER
    assert reply.details == {
        "stop_reason": "guardrail_intervened",
        "guardrail": {"actionReason": "No."},
        "service_tier": "flex",
    }


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("throttlingException", RateLimited),
        ("modelStreamErrorException", BrokenStream),
        ("internalServerException", Unavailable),
        ("serviceUnavailableException", Unavailable),
        ("validationException", BadRequest),
        ("brandNewException", Unavailable),
    ],
)
def test_an_exception_is_raised_as_what_it_is_and_may_be_billed(
    name: str, trouble: type[ProviderTrouble]
) -> None:
    reader = fed(*EVENTS[:6])
    [event] = EventStreamDecoder().feed(message(name, {"message": "As documented."}, kind="exception"))

    with pytest.raises(trouble, match="As documented") as caught:
        reader.feed(event)

    assert type(caught.value) is trouble
    assert caught.value.may_be_billed


def test_an_unmodelled_error_is_raised_as_what_it_is() -> None:
    headers = {":message-type": "error", ":error-code": "InternalFailure", ":error-message": "Broken"}
    [event] = EventStreamDecoder().feed(encode_message(headers, b""))

    with pytest.raises(Unavailable, match="Broken"):
        BedrockConverse().reader().feed(event)


@pytest.mark.parametrize("name", ["aNewEvent", "messageStart", "contentBlockStop", ""])
def test_events_that_add_nothing_are_passed_over(name: str) -> None:
    assert BedrockConverse().reader().feed(StreamEvent(name, b"{}")) is None


def test_a_delta_of_an_unknown_kind_adds_nothing() -> None:
    reader = fed(delta(0, citation={"title": "Page"}), ("contentBlockDelta", {}), ("contentBlockStart", {}))

    assert reader.partial_text == ""


def test_a_damaged_event_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        BedrockConverse().reader().feed(StreamEvent("contentBlockDelta", b'{"delta":'))
