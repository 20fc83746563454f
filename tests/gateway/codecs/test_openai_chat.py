"""Chat completions as many servers write them, read into one kind of reply."""

import json
from typing import Any

import pytest

from edison.domain import (
    CacheMark,
    Form,
    FormKind,
    Image,
    Message,
    Outcome,
    Role,
    Text,
    TokenLogprob,
    ToolCall,
    Usage,
)
from edison.errors import ModelMissing, ProviderTrouble, RateLimited, Unavailable, Unreadable
from edison.gateway.codecs.base import Dialect, Reply
from edison.gateway.codecs.openai_chat import OpenAIChat
from edison.gateway.provider import WireFormat
from tests.factories import an_ask
from tests.gateway.codecs.openai_answers import CALL, COMPLETION, completion
from tests.gateway.codecs.sdk_openai import as_json

CODEC = OpenAIChat()


def encoded(**changes: object) -> dict[str, Any]:
    body = CODEC.encode(an_ask(**changes), Dialect()).body
    assert body is not None
    return json.loads(body)


def decoded(message: dict[str, object], *, finish: object = "stop", **changes: object) -> Reply:
    return CODEC.decode(as_json(completion(message, finish=finish, **changes)))


def test_the_codec_says_which_format_it_speaks() -> None:
    assert (CODEC.format, CODEC.framing) == (WireFormat.OPENAI_CHAT, "sse")


@pytest.mark.parametrize("bounds", [True, False])
def test_a_schema_has_its_bounds_where_they_are_taken(bounds: bool) -> None:
    plain, bounded = {"type": "string"}, {"type": "string", "maxLength": 9}
    ask = an_ask(form=Form(kind=FormKind.SCHEMA, json_schema=plain, bounded=bounded))  # pyright: ignore[reportArgumentType] (a mapping of JSON)

    body = json.loads(CODEC.encode(ask, Dialect(schema_bounds=bounds)).body or b"")

    assert body["response_format"]["json_schema"]["schema"] == (bounded if bounds else plain)


def test_text_in_several_parts_is_one_string_and_cache_marks_send_nothing() -> None:
    parts = (Text(text="The rules. ", cache=CacheMark.LONG), Text(text="The case."))

    body = encoded(messages=(Message(role=Role.USER, parts=parts),))

    assert body["messages"] == [{"role": "user", "content": "The rules. The case."}]


def test_a_message_without_anything_is_sent_as_an_empty_string() -> None:
    assert encoded(messages=(Message(role=Role.USER),))["messages"] == [{"role": "user", "content": ""}]


def test_a_tool_may_answer_with_a_picture() -> None:
    shown = Message(role=Role.TOOL, parts=(Text(text="Look:"), Image(base64="AA")), tool_call_id="call_a")

    assert encoded(messages=(shown,))["messages"] == [
        {
            "role": "tool",
            "content": [
                {"type": "text", "text": "Look:"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}},
            ],
            "tool_call_id": "call_a",
        }
    ]


def test_arguments_that_could_not_be_read_go_back_as_they_came() -> None:
    call = ToolCall(id="call_a", name="weather", unparsed='{"city": Oslo')

    [sent] = encoded(messages=(Message.assistant("", call),))["messages"]

    assert sent["tool_calls"][0]["function"]["arguments"] == '{"city": Oslo'


def test_a_tool_without_a_description_has_none_on_the_wire() -> None:
    [tool] = encoded(tools=({"name": "dice"},))["tools"]

    assert tool == {
        "type": "function",
        "function": {"name": "dice", "parameters": {"type": "object", "properties": {}}},
    }


def test_text_that_utf8_cannot_hold_is_escaped_and_not_lost() -> None:
    body = CODEC.encode(an_ask(messages=(Message.user("half a pair: \ud83d!"),)), Dialect()).body

    assert body is not None
    assert rb"half a pair: \ud83d!" in body
    assert json.loads(body)["messages"][0]["content"] == "half a pair: \ud83d!"


def test_a_seed_of_any_size_is_sent() -> None:
    assert encoded(sampling={"seed": 2**80})["seed"] == 2**80


def test_a_whole_answer_is_read_with_everything_it_tells() -> None:
    assert CODEC.decode(as_json(COMPLETION)) == Reply(
        outcome=Outcome.STOP,
        text="It is blue.",
        usage=Usage(
            input_tokens=21, output_tokens=9, cached_tokens=8, cache_write_tokens=2, reasoning_tokens=5
        ),
        reported_model="gpt-5-mini-2026-02-01",
        provider_id="chatcmpl-9",
        details={"system_fingerprint": "fp_7", "service_tier": "default"},
    )


@pytest.mark.parametrize(
    ("message", "finish", "outcome", "text"),
    [
        ({"content": "Yes."}, "stop", Outcome.STOP, "Yes."),
        ({"content": "Yes."}, None, Outcome.STOP, "Yes."),
        ({"content": "Yes."}, "eos", Outcome.STOP, "Yes."),
        ({"content": "Yes."}, "end_turn", Outcome.STOP, "Yes."),
        ({"content": "Yes"}, "length", Outcome.LENGTH, "Yes"),
        ({"content": "Yes"}, "MAX_TOKENS", Outcome.LENGTH, "Yes"),
        ({"content": ""}, "length", Outcome.LENGTH, ""),
        ({"content": "Ye"}, "content_filter", Outcome.CONTENT_FILTER, "Ye"),
        ({"content": None}, "content_filter", Outcome.CONTENT_FILTER, ""),
        ({"content": None, "refusal": "I will not."}, "stop", Outcome.REFUSAL, "I will not."),
        ({"content": [{"type": "refusal", "refusal": "No."}]}, "stop", Outcome.REFUSAL, "No."),
        ({"content": "Yes.", "refusal": ""}, "stop", Outcome.STOP, "Yes."),
        ({"content": None}, "stop", Outcome.EMPTY, ""),
        ({"content": " \n\t"}, "stop", Outcome.EMPTY, " \n\t"),
        ({}, "stop", Outcome.EMPTY, ""),
        ({"content": None, "tool_calls": [CALL]}, "tool_calls", Outcome.TOOL_CALLS, ""),
        ({"content": "I look.", "tool_calls": [CALL]}, "stop", Outcome.TOOL_CALLS, "I look."),
        ({"content": None, "tool_calls": [CALL]}, "tool_use", Outcome.TOOL_CALLS, ""),
        ({"content": None, "tool_calls": [CALL]}, "length", Outcome.TOOL_CALLS, ""),
        (
            {"content": [{"type": "text", "text": "A"}, "B", {"type": "text", "text": "C"}]},
            "stop",
            Outcome.STOP,
            "ABC",
        ),
    ],
)
def test_how_an_answer_ended_is_told_apart(
    message: dict[str, object], finish: object, outcome: Outcome, text: str
) -> None:
    reply = decoded(message, finish=finish)

    assert (reply.outcome, reply.text) == (outcome, text)


def test_an_answer_cut_in_the_middle_of_a_call_is_cut() -> None:
    half = {"id": "call_a", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Os'}}

    reply = decoded({"content": None, "tool_calls": [half]}, finish="length")

    assert reply.outcome is Outcome.LENGTH
    assert reply.tool_calls == (ToolCall(id="call_a", name="weather", unparsed='{"city": "Os'),)


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        ('{"city": "Oslo"}', ToolCall(id="c", name="f", arguments={"city": "Oslo"})),
        ({"city": "Oslo"}, ToolCall(id="c", name="f", arguments={"city": "Oslo"})),
        ("", ToolCall(id="c", name="f")),
        ("{}", ToolCall(id="c", name="f")),
        (None, ToolCall(id="c", name="f")),
        ('"Oslo"', ToolCall(id="c", name="f", unparsed='"Oslo"')),
        ("[1]", ToolCall(id="c", name="f", unparsed="[1]")),
        ("null", ToolCall(id="c", name="f", unparsed="null")),
        ("{city: Oslo}", ToolCall(id="c", name="f", unparsed="{city: Oslo}")),
        ('{"n": NaN}', ToolCall(id="c", name="f", unparsed='{"n": NaN}')),
        ([1, 2], ToolCall(id="c", name="f", unparsed="[1,2]")),
        ('{"half": "\\ud83d"}', ToolCall(id="c", name="f", arguments={"half": "\ud83d"})),
    ],
)
def test_arguments_are_an_object_or_kept_as_they_were_written(arguments: object, call: ToolCall) -> None:
    written = {"id": "c", "type": "function", "function": {"name": "f", "arguments": arguments}}

    assert decoded({"tool_calls": [written]}).tool_calls == (call,)


def test_arguments_too_deep_for_a_noun_are_kept_as_text() -> None:
    nested = '{"a":' * 300 + "1" + "}" * 300

    [call] = decoded({"tool_calls": [{"id": "c", "function": {"name": "f", "arguments": nested}}]}).tool_calls

    assert (call.arguments, call.unparsed) == ({}, nested)


def test_calls_without_an_id_are_named_by_their_place() -> None:
    function = {"name": "f", "arguments": "{}"}

    reply = decoded({"tool_calls": [{"function": function}, {"id": "", "function": function}, {"id": 7}]})

    assert [(call.id, call.name) for call in reply.tool_calls] == [
        ("call_0", "f"),
        ("call_1", "f"),
        ("7", ""),
    ]


def test_the_older_form_of_a_call_is_a_call() -> None:
    reply = decoded({"function_call": {"name": "f", "arguments": '{"a": 1}'}}, finish="function_call")

    assert reply.tool_calls == (ToolCall(id="call_0", name="f", arguments={"a": 1}),)


def test_a_custom_tools_input_is_kept_as_it_was_written() -> None:
    reply = decoded(
        {"tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}]}
    )

    assert reply.tool_calls == (ToolCall(id="c", name="sql", unparsed="SELECT 1"),)


@pytest.mark.parametrize(
    "message",
    [
        {"content": "4", "reasoning_content": "Two and two."},
        {"content": "4", "reasoning": "Two and two."},
        {"content": [{"type": "thinking", "thinking": "Two and two."}, {"type": "text", "text": "4"}]},
        {
            "content": [
                {"type": "thinking", "thinking": [{"text": "Two and "}, {"text": "two."}]},
                {"text": "4"},
            ]
        },
    ],
)
def test_thoughts_are_kept_apart_from_the_answer(message: dict[str, object]) -> None:
    reply = decoded(message)

    assert (reply.text, reply.reasoning) == ("4", "Two and two.")


@pytest.mark.parametrize(
    ("usage", "read"),
    [
        (None, Usage()),
        ([], Usage()),
        ({}, Usage()),
        ({"prompt_tokens": 3, "completion_tokens": 0}, Usage(input_tokens=3, output_tokens=0)),
        ({"prompt_tokens": 3.0, "completion_tokens": 4.0}, Usage(input_tokens=3, output_tokens=4)),
        ({"prompt_tokens": -1, "completion_tokens": "many"}, Usage()),
        ({"prompt_tokens": True, "completion_tokens": 1e300}, Usage()),
        ({"prompt_tokens": 3, "prompt_tokens_details": None}, Usage(input_tokens=3)),
        ({"prompt_tokens": 3, "prompt_cache_hit_tokens": 2}, Usage(input_tokens=3, cached_tokens=2)),
    ],
)
def test_usage_that_is_not_told_is_unknown_and_never_zero(usage: object, read: Usage) -> None:
    assert decoded({"content": "Yes."}, usage=usage).usage == read


def test_log_probabilities_are_read_with_their_rivals() -> None:
    rivals = [
        {"token": "Yes", "logprob": -0.1, "bytes": [89]},
        {"token": "No", "logprob": -2.5, "bytes": None},
    ]
    written = {
        "content": [{"token": "Yes", "logprob": -0.1, "bytes": [89], "top_logprobs": rivals}],
        "refusal": None,
    }
    choice = {"index": 0, "message": {"content": "Yes"}, "finish_reason": "stop", "logprobs": written}

    reply = CODEC.decode(as_json({"choices": [choice]}))

    assert reply.logprobs == (TokenLogprob(token="Yes", logprob=-0.1, top=(("Yes", -0.1), ("No", -2.5))),)


def test_log_probabilities_in_the_older_form_are_read_too() -> None:
    written = {"tokens": ["Y", "es"], "token_logprobs": [None, -0.5]}
    choice = {"message": {"content": "Yes"}, "finish_reason": "stop", "logprobs": written}

    reply = CODEC.decode(as_json({"choices": [choice]}))

    assert reply.logprobs == (TokenLogprob(token="es", logprob=-0.5),)


def test_what_a_filter_found_in_an_answer_is_among_the_details() -> None:
    verdict = {"violence": {"filtered": True, "severity": "high"}}
    choice = {
        "message": {"content": None},
        "finish_reason": "content_filter",
        "content_filter_results": verdict,
    }

    reply = CODEC.decode(as_json({"choices": [choice], "provider": "Azure"}))

    assert reply.details == {"content_filter_results": verdict, "provider": "Azure"}


def test_a_lone_surrogate_in_an_answer_is_kept() -> None:
    reply = CODEC.decode(rb'{"choices":[{"message":{"content":"half: \ud83d"},"finish_reason":"stop"}]}')

    assert reply.text == "half: \ud83d"


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        ({"error": {"message": "Slow.", "code": "rate_limit_exceeded"}}, RateLimited),
        ({"error": {"message": "Slow.", "code": 429}}, RateLimited),
        ({"error": {"message": "Gone.", "code": 404, "metadata": {"provider_name": "x"}}}, ModelMissing),
        ({"error": "something broke"}, Unavailable),
        (
            {"choices": [{"error": {"code": 502, "message": "Upstream."}, "finish_reason": "error"}]},
            Unavailable,
        ),
        ({"choices": [{"message": {"content": "Ye"}, "finish_reason": "abort"}]}, Unavailable),
        ({"choices": []}, Unreadable),
        ({"choices": None}, Unreadable),
        ({}, Unreadable),
    ],
)
def test_a_successful_status_with_a_failure_inside_is_a_failure(
    body: object, trouble: type[ProviderTrouble]
) -> None:
    with pytest.raises(ProviderTrouble) as caught:
        CODEC.decode(as_json(body))

    assert type(caught.value) is trouble
    assert caught.value.may_be_billed


def test_a_filter_that_speaks_up_inside_a_success_is_an_answer() -> None:
    reply = CODEC.decode(as_json({"error": {"code": "content_filter", "message": "Filtered."}}))

    assert reply.outcome is Outcome.CONTENT_FILTER
