"""Chat completions that arrive in pieces."""

import pytest

from edison.domain import Outcome, TokenLogprob, ToolCall
from edison.errors import (
    BadRequest,
    ModelMissing,
    ProviderTrouble,
    RateLimited,
    TooLong,
    Unavailable,
    Unreadable,
)
from edison.gateway.codecs.base import Delta, Reply, StreamEvent, StreamReader
from edison.gateway.codecs.openai_chat import OpenAIChat
from tests.gateway.codecs.openai_answers import COMPLETION, chunk
from tests.gateway.codecs.sdk_openai import as_json, chunks

DONE = StreamEvent("", b"[DONE]")


def fed(*events: StreamEvent) -> tuple[StreamReader, list[Delta]]:
    reader = OpenAIChat().reader()
    deltas = [reader.feed(event) for event in events]
    return reader, [delta for delta in deltas if delta is not None]


def heard(*written: object) -> Reply:
    reader, _ = fed(*chunks(*written))
    return reader.finish()


def event(written: object, *, name: str = "") -> StreamEvent:
    return StreamEvent(name, as_json(written))


def called(
    index: object, *, arguments: object, call_id: str | None = None, name: str | None = None
) -> dict[str, object]:
    """A piece of a tool call; what is None is left out, as servers do."""
    function = {"name": name, "arguments": arguments}
    call = {
        "index": index,
        "id": call_id,
        "function": {key: value for key, value in function.items() if value is not None},
    }
    return {"tool_calls": [{key: value for key, value in call.items() if value is not None}]}


def test_text_is_passed_on_as_it_comes_and_is_whole_at_the_end() -> None:
    reader, deltas = fed(
        *chunks(
            chunk({"role": "assistant", "content": ""}),
            chunk({"content": "It is "}),
            chunk({"content": "blue."}),
            chunk({}, finish="stop"),
            chunk({}, choices=[], usage=COMPLETION["usage"], service_tier="default"),
        )
    )
    reply = reader.finish()

    assert deltas == [Delta(text="It is "), Delta(text="blue.")]
    assert (reply.outcome, reply.text, reader.partial_text) == (Outcome.STOP, "It is blue.", "It is blue.")
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.reasoning_tokens) == (21, 9, 5)
    assert (reply.reported_model, reply.provider_id) == ("gpt-5-mini-2026-02-01", "chatcmpl-9")
    assert reply.details == {"service_tier": "default"}


def test_a_stream_is_over_at_its_end_mark() -> None:
    reader, _ = fed(event(chunk({"content": "It"})), DONE)

    assert reader.is_over
    assert reader.finish().outcome is Outcome.STOP


def test_a_stream_that_is_closed_after_its_finish_reason_is_over() -> None:
    reader, _ = fed(event(chunk({"content": "It is blue."})), event(chunk({}, finish="stop")))

    assert reader.is_over
    assert reader.finish().usage.output_tokens is None


def test_usage_that_follows_the_finish_reason_is_still_read() -> None:
    reader, _ = fed(
        event(chunk({"content": "Blue"}, finish="stop")),
        event({"choices": [], "usage": {"completion_tokens": 1}}),
    )

    assert reader.finish().usage.output_tokens == 1


def test_a_stream_that_is_cut_before_its_finish_reason_is_not_over_and_shows_what_came() -> None:
    reader, _ = fed(event(chunk({"content": "It "})), event(chunk({"content": "is"})))

    assert not reader.is_over
    assert reader.partial_text == "It is"


def test_the_last_word_on_usage_counts() -> None:
    reply = heard(
        chunk({"content": "a"}, usage={"completion_tokens": 1}),
        chunk({"content": "b"}, finish="stop", usage={"completion_tokens": 2}),
    )

    assert reply.usage.output_tokens == 2


def test_several_calls_may_be_written_at_once() -> None:
    reader, deltas = fed(
        *chunks(
            chunk(called(0, call_id="call_a", name="weather", arguments="")),
            chunk(called(1, call_id="call_b", name="time", arguments='{"zo')),
            chunk(called(0, arguments='{"city": ')),
            chunk(called(1, arguments='ne": 1}')),
            chunk(called(0, arguments='"Oslo"}')),
            chunk({}, finish="tool_calls"),
        )
    )
    reply = reader.finish()

    assert [delta.tool_name for delta in deltas] == ["weather", "time"]
    assert reply.outcome is Outcome.TOOL_CALLS
    assert reply.tool_calls == (
        ToolCall(id="call_a", name="weather", arguments={"city": "Oslo"}),
        ToolCall(id="call_b", name="time", arguments={"zone": 1}),
    )


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param(
            [
                called(0, call_id="a", name="f", arguments='{"n": 1}'),
                called(0, call_id="b", name="f", arguments='{"n": 2}'),
            ],
            id="every call is number 0",
        ),
        pytest.param(
            [
                called(None, call_id="a", name="f", arguments='{"n"'),
                called(None, arguments=": 1}"),
                called(None, call_id="b", name="f", arguments='{"n": 2}'),
            ],
            id="no call has a number",
        ),
        pytest.param(
            [
                called(0, call_id="a", name="f", arguments='{"n"'),
                called(0, call_id="a", name="f", arguments=": 1}"),
                called(1, call_id="b", name="f", arguments={"n": 2}),
            ],
            id="ids and names are repeated, and arguments may be an object",
        ),
    ],
)
def test_calls_are_told_apart_however_a_server_counts(pieces: list[dict[str, object]]) -> None:
    reply = heard(*(chunk(piece) for piece in pieces), chunk({}, finish="tool_calls"))

    assert [(call.id, call.arguments) for call in reply.tool_calls] == [("a", {"n": 1}), ("b", {"n": 2})]


def test_calls_with_neither_number_nor_id_begin_with_a_name() -> None:
    reply = heard(
        chunk(called(None, name="f", arguments="{}")), chunk(called(None, name="g", arguments="{}"))
    )

    assert [(call.id, call.name) for call in reply.tool_calls] == [("call_0", "f"), ("call_1", "g")]


def test_the_older_form_of_a_call_is_put_together_too() -> None:
    reply = heard(
        chunk({"function_call": {"name": "f", "arguments": '{"a"'}}),
        chunk({"function_call": {"arguments": ": 1}"}}, finish="function_call"),
    )

    assert reply.tool_calls == (ToolCall(id="call_0", name="f", arguments={"a": 1}),)


def test_a_call_that_the_limit_cut_off_is_cut() -> None:
    reply = heard(chunk(called(0, call_id="a", name="f", arguments='{"n": ')), chunk({}, finish="length"))

    assert reply.outcome is Outcome.LENGTH
    assert reply.tool_calls == (ToolCall(id="a", name="f", unparsed='{"n": '),)


def test_thoughts_and_refusals_are_passed_on_apart() -> None:
    reader, deltas = fed(
        *chunks(
            chunk({"reasoning_content": "Hm."}),
            chunk({"reasoning": " No."}),
            chunk({"refusal": "I will "}),
            chunk({"refusal": "not."}, finish="stop"),
        )
    )
    reply = reader.finish()

    assert deltas == [
        Delta(reasoning="Hm."),
        Delta(reasoning=" No."),
        Delta(text="I will "),
        Delta(text="not."),
    ]
    assert (reply.outcome, reply.text, reply.reasoning) == (Outcome.REFUSAL, "I will not.", "Hm. No.")
    assert reader.partial_text == "I will not."


def test_log_probabilities_are_gathered() -> None:
    def choice(token: str) -> dict[str, object]:
        return {"delta": {"content": token}, "logprobs": {"content": [{"token": token, "logprob": -1.0}]}}

    reply = heard({"choices": [choice("a")]}, {"choices": [choice("b")]}, chunk({}, finish="stop"))

    assert reply.logprobs == (TokenLogprob(token="a", logprob=-1.0), TokenLogprob(token="b", logprob=-1.0))


def test_only_the_first_of_several_answers_is_read() -> None:
    other = {"index": 1, "delta": {"content": "other"}, "finish_reason": None}

    assert heard(chunk({"content": "first"}, finish="stop"), chunk({}, choices=[other])).text == "first"


def test_verdicts_of_a_filter_are_among_the_details() -> None:
    reply = heard(
        {"choices": [], "prompt_filter_results": [{"prompt_index": 0}], "id": "", "model": ""},
        chunk({"content": "Ye"}),
        chunk(
            {},
            choices=[
                {"delta": {}, "finish_reason": "content_filter", "content_filter_results": {"hate": {}}}
            ],
        ),
    )

    assert reply.outcome is Outcome.CONTENT_FILTER
    assert reply.details == {
        "prompt_filter_results": [{"prompt_index": 0}],
        "content_filter_results": {"hate": {}},
    }
    assert reply.reported_model == "gpt-5-mini-2026-02-01"


@pytest.mark.parametrize(
    ("failing", "trouble"),
    [
        (event({"error": {"message": "The server had an error", "type": "server_error"}}), Unavailable),
        (event({"error": {"message": "Slow down", "code": "rate_limit_exceeded"}}), RateLimited),
        (event({"error": {"message": "Bad", "type": "invalid_request_error"}}), BadRequest),
        (event({"error": {"message": "Bad", "type": "BadRequestError", "code": 400}}), BadRequest),
        (event({"error": {"message": "No such model", "type": "NotFoundError"}}), ModelMissing),
        (event({"error": "speculative decoding failed"}), Unavailable),
        (event({"choices": [], "error": {"code": 502, "message": "Upstream."}}), Unavailable),
        (event({"object": "error", "message": "maximum context length", "code": 400}), TooLong),
        (event({"message": "It broke.", "code": "server_error"}, name="error"), Unavailable),
        (event(chunk({"content": ""}, finish="error")), Unavailable),
        (event({"choices": [{"error": {"code": 429, "message": "Slow."}, "delta": {}}]}), RateLimited),
        (StreamEvent("", b"<html>"), Unreadable),
        (StreamEvent("", b"[1, 2, 3, 4, 5, 6, 7]"), Unreadable),
    ],
)
def test_an_error_in_the_middle_is_raised_and_what_came_is_kept(
    failing: StreamEvent, trouble: type[ProviderTrouble]
) -> None:
    reader, _ = fed(event(chunk({"content": "It is"})))

    with pytest.raises(ProviderTrouble) as caught:
        reader.feed(failing)

    assert type(caught.value) is trouble
    assert caught.value.may_be_billed
    assert (reader.partial_text, reader.is_over) == ("It is", False)


def test_a_filter_that_speaks_up_in_the_middle_ends_the_answer() -> None:
    reader, _ = fed(
        event(chunk({"content": "It is"})),
        event({"error": {"code": "content_filter", "message": "Filtered."}}),
        event(chunk({"content": " not read"})),
    )
    reply = reader.finish()

    assert reader.is_over
    assert (reply.outcome, reply.text) == (Outcome.CONTENT_FILTER, "It is")


def test_nothing_after_the_end_mark_is_read() -> None:
    reader, deltas = fed(
        event(chunk({"content": "a"})), StreamEvent("", b" [DONE] "), event(chunk({"content": "b"}))
    )

    assert deltas == [Delta(text="a")]
    assert reader.finish().text == "a"


def test_empty_events_are_passed_over() -> None:
    reader, deltas = fed(StreamEvent("", b""), StreamEvent("ping", b"  "), event({}))

    assert (deltas, reader.is_over) == ([], False)


def test_an_end_mark_alone_is_no_answer() -> None:
    reader, _ = fed(DONE)

    with pytest.raises(Unreadable, match="brought no choice"):
        reader.finish()
