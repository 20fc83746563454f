import orjson
import pytest

from edison.domain import Outcome, Usage
from edison.errors import AuthRefused, ProviderTrouble, RateLimited, TimedOut, Unavailable, Unreadable
from edison.gateway.codecs.anthropic_messages import AnthropicMessages
from edison.gateway.codecs.anthropic_stream import AnthropicReader
from edison.gateway.codecs.base import Delta, StreamEvent
from edison.gateway.sse import SseDecoder
from tests.gateway.codecs.anthropic_bodies import STREAM

EVENTS = SseDecoder().feed(STREAM)


def event(**fields: object) -> StreamEvent:
    return StreamEvent(str(fields["type"]), orjson.dumps(fields))


def begun() -> AnthropicReader:
    reader = AnthropicMessages().reader()
    reader.feed(event(type="message_start", message={"id": "m", "content": [], "usage": {"input_tokens": 3}}))
    reader.feed(event(type="content_block_start", index=0, content_block={"type": "text", "text": ""}))
    reader.feed(event(type="content_block_delta", index=0, delta={"type": "text_delta", "text": "So far"}))
    return reader


def test_deltas_come_as_they_are_said() -> None:
    reader = AnthropicMessages().reader()

    deltas = [delta for delta in map(reader.feed, EVENTS) if delta is not None]

    assert deltas == [
        Delta(reasoning="Hm."),
        Delta(text="Let me "),
        Delta(text="check."),
        Delta(tool_name="get_weather"),
    ]


def test_the_whole_is_put_together() -> None:
    reader = AnthropicMessages().reader()
    for told in EVENTS:
        reader.feed(told)

    reply = reader.finish()

    assert (reply.text, reply.reasoning, reply.outcome) == ("Let me check.", "Hm.", Outcome.TOOL_CALLS)
    assert [(call.id, call.name, call.arguments) for call in reply.tool_calls] == [
        ("toolu_9", "get_weather", {"city": "Paris"})
    ]
    assert reply.usage == Usage(input_tokens=15, output_tokens=42, cached_tokens=4, cache_write_tokens=0)
    assert (reply.reported_model, reply.provider_id) == ("claude-steady-1", "msg_02")


def test_it_is_over_with_the_last_event_and_not_before() -> None:
    reader = AnthropicMessages().reader()

    over = []
    for told in EVENTS:
        reader.feed(told)
        over.append(reader.is_over)

    assert over == [False] * (len(EVENTS) - 1) + [True]


def test_what_came_before_a_cut_can_be_seen() -> None:
    assert begun().partial_text == "So far"


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [
        ("overloaded_error", Unavailable),
        ("api_error", Unavailable),
        ("rate_limit_error", RateLimited),
        ("timeout_error", TimedOut),
        ("authentication_error", AuthRefused),
        ("brand_new_error", Unavailable),
    ],
)
def test_an_error_event_is_raised_as_what_it_is_and_may_be_billed(
    kind: str, trouble: type[ProviderTrouble]
) -> None:
    reader = begun()

    with pytest.raises(trouble) as caught:
        reader.feed(event(type="error", error={"type": kind, "message": "no"}))

    assert caught.value.may_be_billed


def test_a_filter_that_strikes_midway_ends_the_answer_as_filtered() -> None:
    reader = begun()

    error = {"type": "invalid_request_error", "message": "Output blocked by content filtering policy"}
    reader.feed(event(type="error", error=error))

    reply = reader.finish()
    assert reader.is_over
    assert (reply.outcome, reply.text) == (Outcome.CONTENT_FILTER, "So far")
    assert reply.usage.input_tokens == 3


def test_half_written_arguments_are_kept_as_text() -> None:
    reader = begun()
    block = {"type": "tool_use", "id": "t", "name": "n", "input": {}}
    reader.feed(event(type="content_block_start", index=1, content_block=block))
    reader.feed(event(type="content_block_delta", index=1, delta={"partial_json": '{"city": "Par'}))
    reader.feed(event(type="message_delta", delta={"stop_reason": "max_tokens"}, usage={"output_tokens": 9}))

    reply = reader.finish()

    assert reply.outcome is Outcome.LENGTH
    assert reply.tool_calls[0].unparsed == '{"city": "Par'


@pytest.mark.parametrize("written", ["[1]", "3", "null", '"Paris"'])
def test_written_arguments_that_are_no_object_are_kept_as_text(written: str) -> None:
    reader = begun()
    block = {"type": "tool_use", "id": "t", "name": "n", "input": {}}
    reader.feed(event(type="content_block_start", index=1, content_block=block))
    reader.feed(event(type="content_block_delta", index=1, delta={"partial_json": written}))

    assert reader.finish().tool_calls[0].unparsed == written


def test_a_tool_without_arguments_is_called_with_none() -> None:
    reader = begun()
    block = {"type": "tool_use", "id": "t", "name": "n", "input": {}}
    reader.feed(event(type="content_block_start", index=1, content_block=block))

    [call] = reader.finish().tool_calls

    assert (call.arguments, call.unparsed) == ({}, None)


def test_a_block_may_begin_with_text() -> None:
    reader = begun()

    delta = reader.feed(
        event(type="content_block_start", index=1, content_block={"type": "text", "text": ", so good"})
    )

    assert delta == Delta(text=", so good")
    assert reader.finish().text == "So far, so good"


@pytest.mark.parametrize(
    "told", [event(type="ping"), event(type="a_new_event", index=3), StreamEvent("ping", b"")]
)
def test_events_nobody_asked_for_are_passed_over(told: StreamEvent) -> None:
    reader = begun()

    assert reader.feed(told) is None
    assert reader.partial_text == "So far"


def test_a_damaged_event_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        begun().feed(StreamEvent("content_block_delta", b'{"type":"content_block_delta","delta":{"te'))
