"""Responses, whole and streamed, read into the same kind of reply as everything else."""

from typing import Literal, get_args, get_origin

import pytest
from openai.types.responses import ResponseStreamEvent

from edison.domain import Outcome, TokenLogprob, ToolCall, Usage
from edison.errors import AuthRefused, BadRequest, ProviderTrouble, RateLimited, Unavailable, Unreadable
from edison.gateway.codecs.base import Delta, Reply, StreamEvent, StreamReader
from edison.gateway.codecs.openai_responses import OpenAIResponses
from edison.gateway.provider import WireFormat
from tests.gateway.codecs.openai_answers import RESPONSE, response
from tests.gateway.codecs.sdk_openai import as_json, named

CODEC = OpenAIResponses()


def message(*parts: dict[str, object]) -> dict[str, object]:
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": list(parts),
    }


def text(written: str, **fields: object) -> dict[str, object]:
    return {"type": "output_text", "text": written, "annotations": [], **fields}


def call(**fields: object) -> dict[str, object]:
    return {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_a",
        "name": "f",
        "arguments": "{}",
        **fields,
    }


def decoded(*output: dict[str, object], **changes: object) -> Reply:
    return CODEC.decode(as_json(response(*output, **changes)))


def fed(*written: dict[str, object]) -> tuple[StreamReader, list[Delta]]:
    reader = CODEC.reader()
    deltas = [reader.feed(event) for event in named(*written)]
    return reader, [delta for delta in deltas if delta is not None]


def test_the_codec_says_which_format_it_speaks() -> None:
    assert (CODEC.format, CODEC.framing) == (WireFormat.OPENAI_RESPONSES, "sse")


def test_a_whole_response_is_read_with_everything_it_tells() -> None:
    assert CODEC.decode(as_json(RESPONSE)) == Reply(
        outcome=Outcome.STOP,
        text="It is blue.",
        reasoning="Skies are blue.",
        usage=Usage(
            input_tokens=21, output_tokens=9, cached_tokens=8, cache_write_tokens=2, reasoning_tokens=5
        ),
        reported_model="gpt-5-mini-2026-02-01",
        provider_id="resp_4",
        details={"service_tier": "default"},
    )


@pytest.mark.parametrize(
    ("output", "changes", "outcome", "said"),
    [
        ([message(text("Yes."))], {}, Outcome.STOP, "Yes."),
        ([message(text("Y"), text("es."))], {}, Outcome.STOP, "Yes."),
        ([message(text("Yes."))], {"status": None}, Outcome.STOP, "Yes."),
        ([message({"type": "refusal", "refusal": "I will not."})], {}, Outcome.REFUSAL, "I will not."),
        ([], {}, Outcome.EMPTY, ""),
        ([message(text(" "))], {}, Outcome.EMPTY, " "),
        ([call()], {}, Outcome.TOOL_CALLS, ""),
        ([message(text("I look.")), call()], {}, Outcome.TOOL_CALLS, "I look."),
        (
            [message(text("It"))],
            {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
            Outcome.LENGTH,
            "It",
        ),
        (
            [],
            {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}},
            Outcome.CONTENT_FILTER,
            "",
        ),
        ([message(text("It"))], {"status": "incomplete", "incomplete_details": None}, Outcome.LENGTH, "It"),
        ([{"type": "web_search_call", "id": "ws_1"}, message(text("Yes."))], {}, Outcome.STOP, "Yes."),
    ],
)
def test_how_a_response_ended_is_told_apart(
    output: list[dict[str, object]], changes: dict[str, object], outcome: Outcome, said: str
) -> None:
    reply = decoded(*output, **changes)

    assert (reply.outcome, reply.text) == (outcome, said)


def test_calls_are_read_whatever_they_lack() -> None:
    reply = decoded(
        call(arguments='{"city": "Oslo"}'),
        call(call_id=None, arguments={"city": "Bergen"}),
        call(call_id=None, id=None, arguments="nonsense"),
        {"type": "custom_tool_call", "call_id": "call_d", "name": "sql", "input": "SELECT 1"},
    )

    assert reply.tool_calls == (
        ToolCall(id="call_a", name="f", arguments={"city": "Oslo"}),
        ToolCall(id="fc_1", name="f", arguments={"city": "Bergen"}),
        ToolCall(id="call_2", name="f", unparsed="nonsense"),
        ToolCall(id="call_d", name="sql", unparsed="SELECT 1"),
    )


def test_open_reasoning_is_preferred_to_its_summary() -> None:
    thought = {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "In short."}],
        "content": [{"type": "reasoning_text", "text": "At length."}],
    }

    assert decoded(thought, message(text("Yes."))).reasoning == "At length."


def test_log_probabilities_are_read_with_their_rivals() -> None:
    token = {
        "token": "Yes",
        "logprob": -0.1,
        "bytes": [],
        "top_logprobs": [{"token": "No", "logprob": -2.0, "bytes": []}],
    }

    reply = decoded(message(text("Yes", logprobs=[token])))

    assert reply.logprobs == (TokenLogprob(token="Yes", logprob=-0.1, top=(("No", -2.0),)),)


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        (response(status="failed", error={"code": "rate_limit_exceeded", "message": "Slow."}), RateLimited),
        (response(status="failed"), Unavailable),
        ({"error": {"code": "invalid_api_key", "message": "Wrong."}}, AuthRefused),
        ({"error": "Unexpected endpoint or method. (POST /responses)"}, BadRequest),
        (response(status="in_progress"), Unreadable),
        (response(status="cancelled"), Unreadable),
        ({"status": "completed"}, Unreadable),
        ({}, Unreadable),
    ],
)
def test_a_response_that_is_none_is_a_trouble(body: object, trouble: type[ProviderTrouble]) -> None:
    with pytest.raises(ProviderTrouble) as caught:
        CODEC.decode(as_json(body))

    assert type(caught.value) is trouble
    assert caught.value.may_be_billed


def test_pieces_are_passed_on_as_they_come_and_the_last_event_holds_the_whole() -> None:
    reader, deltas = fed(
        {"type": "response.created", "response": response(status="in_progress")},
        {"type": "response.reasoning_summary_text.delta", "delta": "In short."},
        {"type": "response.reasoning_text.delta", "delta": " At length."},
        {"type": "response.output_text.delta", "delta": "It is "},
        {"type": "response.output_text.delta", "delta": "blue."},
        {"type": "response.output_text.delta", "delta": ""},
        {"type": "response.output_item.added", "output_index": 1, "item": call()},
        {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": "{}"},
        {"type": "response.completed", "response": response(message(text("It is blue.")), call())},
    )
    reply = reader.finish()

    assert deltas == [
        Delta(reasoning="In short."),
        Delta(reasoning=" At length."),
        Delta(text="It is "),
        Delta(text="blue."),
        Delta(tool_name="f"),
    ]
    assert reader.is_over
    assert (reply.outcome, reply.text, reader.partial_text) == (
        Outcome.TOOL_CALLS,
        "It is blue.",
        "It is blue.",
    )
    assert (reply.reasoning, reply.usage.output_tokens) == ("In short. At length.", 9)


def test_a_refusal_is_passed_on_too() -> None:
    reader, deltas = fed(
        {"type": "response.refusal.delta", "delta": "I will not."},
        {
            "type": "response.completed",
            "response": response(message({"type": "refusal", "refusal": "I will not."})),
        },
    )

    assert deltas == [Delta(text="I will not.")]
    assert (reader.finish().outcome, reader.partial_text) == (Outcome.REFUSAL, "I will not.")


def test_a_stream_that_is_cut_is_not_over_and_shows_what_came() -> None:
    reader, _ = fed(
        {"type": "response.output_text.delta", "delta": "It is"},
        {"type": "response.output_text.done", "text": "It is"},
    )

    assert (reader.is_over, reader.partial_text) == (False, "It is")


def test_finished_items_stand_in_where_the_last_event_leaves_them_out() -> None:
    reader, _ = fed(
        {"type": "response.output_item.done", "output_index": 1, "item": call()},
        {"type": "response.output_item.done", "output_index": 0, "item": message(text("I look."))},
        {"type": "response.completed", "response": {"id": "resp_4", "status": "completed"}},
    )
    reply = reader.finish()

    assert (reply.text, [made.id for made in reply.tool_calls]) == ("I look.", ["call_a"])


def test_pieces_stand_in_where_not_even_items_came() -> None:
    reader, _ = fed(
        {"type": "response.output_text.delta", "delta": "It is blue."}, {"type": "response.completed"}
    )

    assert reader.finish().text == "It is blue."


def test_an_incomplete_response_is_cut_even_where_it_does_not_say_so_itself() -> None:
    reader, _ = fed(
        {"type": "response.output_text.delta", "delta": "It is"},
        {"type": "response.incomplete", "response": {"output": [message(text("It is"))]}},
    )

    assert reader.finish().outcome is Outcome.LENGTH


@pytest.mark.parametrize(
    ("failing", "trouble"),
    [
        ({"type": "error", "code": "rate_limit_exceeded", "message": "Slow.", "param": None}, RateLimited),
        ({"type": "error", "error": {"type": "server_error", "message": "Broken."}}, Unavailable),
        (
            {"type": "response.failed", "response": response(error={"code": "server_error", "message": "x"})},
            Unavailable,
        ),
        ({"type": "response.failed", "response": response(status="failed")}, Unavailable),
        ({"type": "response.failed"}, Unavailable),
        (
            {
                "type": "response.failed",
                "response": response(error={"code": "invalid_image", "message": "x"}),
            },
            BadRequest,
        ),
    ],
)
def test_a_failure_in_the_middle_is_raised_and_what_came_is_kept(
    failing: dict[str, object], trouble: type[ProviderTrouble]
) -> None:
    reader, _ = fed({"type": "response.output_text.delta", "delta": "It is"})

    with pytest.raises(ProviderTrouble) as caught:
        reader.feed(named(failing)[0])

    assert type(caught.value) is trouble
    assert caught.value.may_be_billed
    assert (reader.partial_text, reader.is_over) == ("It is", False)


def test_a_policy_that_stops_a_response_ends_it_with_what_came() -> None:
    reader, _ = fed(
        {"type": "response.output_text.delta", "delta": "First,"},
        {
            "type": "response.failed",
            "response": response(error={"code": "bio_policy", "message": "Blocked."}),
        },
    )
    reply = reader.finish()

    assert reader.is_over
    assert (reply.outcome, reply.text) == (Outcome.CONTENT_FILTER, "First,")


def test_an_event_without_a_type_goes_by_its_name() -> None:
    reader = CODEC.reader()

    delta = reader.feed(StreamEvent("response.output_text.delta", b'{"delta": "It"}'))

    assert delta == Delta(text="It")


def test_what_is_no_event_is_passed_over() -> None:
    reader = CODEC.reader()

    deltas = [
        reader.feed(StreamEvent("", data)) for data in (b"[DONE]", b"", b"{}", b'{"type": "response.new"}')
    ]

    assert (deltas, reader.is_over) == ([None] * 4, False)


@pytest.mark.parametrize(
    "kind",
    [
        value
        for event in get_args(get_args(ResponseStreamEvent)[0])
        for value in get_args(event.model_fields["type"].annotation)
    ],
)
def test_every_event_the_official_client_knows_is_taken(kind: str) -> None:
    reader = CODEC.reader()
    event = StreamEvent(
        kind, as_json({"type": kind, "delta": "x", "item": {"type": "message"}, "response": RESPONSE})
    )

    if kind in ("error", "response.failed"):
        with pytest.raises(ProviderTrouble):
            reader.feed(event)
        return
    reader.feed(event)

    assert reader.is_over is (kind in ("response.completed", "response.incomplete"))


def test_the_official_client_knows_of_many_events() -> None:
    events = get_args(get_args(ResponseStreamEvent)[0])

    assert len(events) >= 50
    assert all(get_origin(event.model_fields["type"].annotation) is Literal for event in events)
