from typing import Any, get_args

import anthropic.types
import orjson
import pytest

from edison.domain import Outcome, Usage
from edison.errors import RateLimited, Unavailable, Unreadable
from edison.gateway.codecs.anthropic_messages import AnthropicMessages
from edison.gateway.codecs.base import Reply
from tests.gateway.codecs.anthropic_bodies import TOOL_ANSWER

CODEC = AnthropicMessages()
STOP_REASONS = {
    "end_turn": Outcome.STOP,
    "stop_sequence": Outcome.STOP,
    "pause_turn": Outcome.STOP,
    "tool_use": Outcome.STOP,
    "max_tokens": Outcome.LENGTH,
    "model_context_window_exceeded": Outcome.LENGTH,
    "refusal": Outcome.REFUSAL,
}
TOOL_USE = {"type": "tool_use", "id": "t", "name": "get_time", "input": {}}


def decoded(*blocks: dict[str, Any], stop: str | None = "end_turn", **fields: object) -> Reply:
    message = {
        "id": "msg",
        "type": "message",
        "model": "m",
        "content": list(blocks),
        "stop_reason": stop,
        **fields,
    }
    return CODEC.decode(orjson.dumps(message))


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


@pytest.mark.parametrize(("reason", "outcome"), STOP_REASONS.items())
def test_each_stop_reason_has_its_outcome(reason: str, outcome: Outcome) -> None:
    assert decoded(text("Hi"), stop=reason).outcome is outcome


def test_every_stop_reason_of_the_official_client_is_known() -> None:
    assert set(get_args(anthropic.types.StopReason)) == set(STOP_REASONS)


@pytest.mark.parametrize("said", ["", " ", "\n\t"])
def test_a_normal_stop_with_nothing_said_is_empty(said: str) -> None:
    assert decoded(text(said)).outcome is Outcome.EMPTY


def test_an_answer_with_calls_is_a_tool_call() -> None:
    assert decoded(text("Let me see"), TOOL_USE, stop="tool_use").outcome is Outcome.TOOL_CALLS


def test_calls_before_a_cut_do_not_hide_the_cut() -> None:
    reply = decoded(TOOL_USE, stop="max_tokens")

    assert reply.outcome is Outcome.LENGTH
    assert len(reply.tool_calls) == 1


def test_input_tokens_include_what_was_cached_and_what_was_written() -> None:
    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    assert reply.usage == Usage(
        input_tokens=125, output_tokens=30, cached_tokens=100, cache_write_tokens=5, reasoning_tokens=12
    )


def test_no_usage_is_unknown_and_not_zero() -> None:
    assert decoded(text("Hi")).usage == Usage()


def test_a_negative_count_is_no_count() -> None:
    assert decoded(text("Hi"), usage={"input_tokens": -1, "output_tokens": 3}).usage == Usage(output_tokens=3)


def test_texts_and_thoughts_are_joined() -> None:
    reply = decoded(
        {"type": "thinking", "thinking": "a"}, text("b"), {"type": "thinking", "thinking": "c"}, text("d")
    )

    assert (reply.reasoning, reply.text) == ("ac", "bd")


@pytest.mark.parametrize("arguments", ["Paris", 3, ["Paris"], True])
def test_arguments_that_are_no_object_are_kept_as_text(arguments: object) -> None:
    [call] = decoded({**TOOL_USE, "input": arguments}).tool_calls

    assert call.arguments == {}
    assert call.unparsed == (arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode())


def test_arguments_nested_beyond_a_noun_are_kept_as_text() -> None:
    written = '{"a":' * 300 + "1" + "}" * 300
    body = orjson.dumps({"content": [{**TOOL_USE, "input": 0}]}).replace(
        b'"input":0', b'"input":' + written.encode()
    )

    [call] = CODEC.decode(body).tool_calls

    assert call.unparsed == written


def test_why_it_stopped_is_kept() -> None:
    refusal = {"type": "refusal", "category": "cyber", "explanation": "No."}
    usage = {"output_tokens": 1, "service_tier": "priority"}

    reply = decoded(text("I"), stop="refusal", stop_sequence="###", stop_details=refusal, usage=usage)

    assert reply.details == {
        "stop_reason": "refusal",
        "stop_sequence": "###",
        "stop_details": refusal,
        "service_tier": "priority",
    }


def test_a_paused_turn_is_named() -> None:
    reply = decoded(text("So far"), {"type": "server_tool_use", "name": "web_search"}, stop="pause_turn")

    assert reply.details == {"stop_reason": "pause_turn", "other_blocks": ["server_tool_use"]}


def test_a_stop_reason_nobody_knows_yet_is_a_stop_and_is_named() -> None:
    reply = decoded(text("Hi"), stop="bored")

    assert (reply.outcome, reply.details) == (Outcome.STOP, {"stop_reason": "bored"})


def test_lone_surrogates_in_an_answer_are_kept() -> None:
    reply = CODEC.decode(b'{"content":[{"type":"text","text":"half \\ud83d"}],"stop_reason":"end_turn"}')

    assert reply.text == "half \ud83d"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"<html>down</html>",
        b'{"content":',
        b'{"content":"text"}',
        b'{"id":"msg"}',
    ],
)
def test_what_is_no_answer_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        CODEC.decode(body)

    assert caught.value.may_be_billed


@pytest.mark.parametrize(
    ("kind", "trouble"), [("overloaded_error", Unavailable), ("rate_limit_error", RateLimited)]
)
def test_an_error_in_the_place_of_an_answer_is_that_error(kind: str, trouble: type[Exception]) -> None:
    with pytest.raises(trouble):
        CODEC.decode(orjson.dumps({"type": "error", "error": {"type": kind, "message": "no"}}))


def test_a_filtered_answer_in_the_form_of_an_error_is_filtered() -> None:
    error = {"type": "invalid_request_error", "message": "Output blocked by content filtering policy"}

    reply = CODEC.decode(orjson.dumps({"type": "error", "error": error}))

    assert reply.outcome is Outcome.CONTENT_FILTER
