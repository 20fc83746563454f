import math
from typing import Any

import orjson
import pytest
from google.genai import types

from edison.domain import Outcome, TokenLogprob, Usage
from edison.errors import ModelMissing, Unavailable, Unreadable
from edison.gateway.codecs.base import Reply
from edison.gateway.codecs.gemini import Gemini
from tests.gateway.codecs.gemini_bodies import TOOL_ANSWER, candidate

CODEC = Gemini()
FILTERED = Outcome.CONTENT_FILTER
FINISH_REASONS = {
    "FINISH_REASON_UNSPECIFIED": Outcome.STOP,
    "STOP": Outcome.STOP,
    "MAX_TOKENS": Outcome.LENGTH,
    "CONTINUATION": Outcome.LENGTH,
    "SAFETY": FILTERED,
    "RECITATION": FILTERED,
    "LANGUAGE": FILTERED,
    "OTHER": FILTERED,
    "BLOCKLIST": FILTERED,
    "PROHIBITED_CONTENT": FILTERED,
    "SPII": FILTERED,
    "IMAGE_SAFETY": FILTERED,
    "IMAGE_PROHIBITED_CONTENT": FILTERED,
    "IMAGE_RECITATION": FILTERED,
    "IMAGE_OTHER": FILTERED,
    "NO_IMAGE": Outcome.STOP,
    "MALFORMED_FUNCTION_CALL": Outcome.STOP,
    "MALFORMED_RESPONSE": Outcome.STOP,
    "UNEXPECTED_TOOL_CALL": Outcome.STOP,
    "TOO_MANY_TOOL_CALLS": Outcome.STOP,
}


def decoded(*candidates: dict[str, Any], **fields: object) -> Reply:
    return CODEC.decode(orjson.dumps({"candidates": list(candidates), **fields}))


def text(said: str) -> dict[str, Any]:
    return {"text": said}


@pytest.mark.parametrize(("reason", "outcome"), FINISH_REASONS.items())
def test_each_finish_reason_has_its_outcome(reason: str, outcome: Outcome) -> None:
    assert decoded(candidate(text("Hi"), finishReason=reason)).outcome is outcome


def test_every_finish_reason_of_the_official_client_is_known() -> None:
    assert {reason.value for reason in types.FinishReason} == set(FINISH_REASONS)


@pytest.mark.parametrize("reason", [block.value for block in types.BlockedReason])
def test_a_blocked_prompt_is_filtered_for_every_reason(reason: str) -> None:
    reply = CODEC.decode(
        orjson.dumps({"promptFeedback": {"blockReason": reason, "blockReasonMessage": "No."}})
    )

    assert reply.outcome is FILTERED
    assert reply.details == {
        "prompt_feedback": {"blockReason": reason, "blockReasonMessage": "No.", "safetyRatings": None}
    }


@pytest.mark.parametrize("said", ["", " \n"])
def test_a_normal_stop_with_nothing_said_is_empty(said: str) -> None:
    assert decoded(candidate(text(said), finishReason="STOP")).outcome is Outcome.EMPTY


def test_a_malformed_call_with_nothing_said_is_empty_and_is_named() -> None:
    reply = decoded({"finishReason": "MALFORMED_FUNCTION_CALL", "finishMessage": "Malformed call: get("})

    assert reply.outcome is Outcome.EMPTY
    assert reply.details == {
        "finish_reason": "MALFORMED_FUNCTION_CALL",
        "finish_message": "Malformed call: get(",
    }


@pytest.mark.parametrize("candidates", [[], [{}], [{"content": {}}], [{"content": {"parts": None}}]])
def test_candidates_without_content_are_empty(candidates: list[dict[str, Any]]) -> None:
    assert decoded(*candidates).outcome is Outcome.EMPTY


def test_an_answer_is_read_whole() -> None:
    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    assert (reply.text, reply.reasoning) == ("I will look it up.", "They want weather.")
    assert reply.outcome is Outcome.TOOL_CALLS
    assert reply.logprobs == (TokenLogprob(token="I", logprob=-0.1, top=(("I", -0.1), ("We", -2.5))),)
    assert (reply.reported_model, reply.provider_id) == ("gemini-steady-1-001", "resp_1")


def test_output_tokens_include_the_thoughts() -> None:
    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    assert reply.usage == Usage(input_tokens=125, output_tokens=30, cached_tokens=100, reasoning_tokens=12)


def test_no_usage_is_unknown_and_not_zero() -> None:
    assert decoded(candidate(text("Hi"))).usage == Usage()


def test_calls_without_ids_get_ids_that_tell_them_apart() -> None:
    call = {"functionCall": {"name": "get_time", "args": {}}}

    with_id = decoded(candidate(call, call), responseId="r1").tool_calls
    without = decoded(candidate(call, call)).tool_calls

    assert [made.id for made in with_id] == ["r1-0", "r1-1"]
    assert [made.id for made in without] == ["call-0", "call-1"]


@pytest.mark.parametrize("arguments", ["Paris", 3, ["Paris"]])
def test_arguments_that_are_no_object_are_kept_as_text(arguments: object) -> None:
    [call] = decoded(candidate({"functionCall": {"name": "n", "args": arguments}})).tool_calls

    assert call.unparsed == (arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode())


def test_a_call_without_arguments_has_none() -> None:
    [call] = decoded(candidate({"functionCall": {"name": "n"}})).tool_calls

    assert (call.arguments, call.unparsed) == ({}, None)


def test_safety_ratings_are_kept_for_a_filtered_answer() -> None:
    ratings = [{"category": "HARM_CATEGORY_HARASSMENT", "probability": "HIGH", "blocked": True}]

    reply = decoded({"finishReason": "SAFETY", "safetyRatings": ratings})

    assert reply.details == {"finish_reason": "SAFETY", "safety_ratings": ratings}


def test_ratings_nested_beyond_a_noun_are_named_instead() -> None:
    nested = b'{"a":' * 300 + b"1" + b"}" * 300

    reply = CODEC.decode(b'{"candidates":[{"finishReason":"SAFETY","safetyRatings":' + nested + b"}]}")

    assert reply.details["safety_ratings"] == "nested too deeply to be kept"


def test_an_impossible_tokens_probability_is_minus_infinity() -> None:
    result = {"chosenCandidates": [{"token": "x", "logProbability": "-Infinity"}, {"token": "y"}]}

    reply = decoded(candidate(text("xy"), logprobsResult=result))

    assert reply.logprobs is not None
    assert [token.logprob for token in reply.logprobs] == [-math.inf, 0.0]


def test_a_probability_that_is_no_number_is_not_a_number() -> None:
    reply = decoded(candidate(text("x"), logprobsResult={"chosenCandidates": [{"logProbability": "odd"}]}))

    assert reply.logprobs is not None
    assert math.isnan(reply.logprobs[0].logprob)


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"null", b'"x"', b"<html>", b'{"candidates":', b'{"candidates":{}}']
)
def test_what_is_no_answer_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        CODEC.decode(body)

    assert caught.value.may_be_billed


@pytest.mark.parametrize("wrap", [lambda body: body, lambda body: b"[" + body + b"]"])
def test_an_error_in_the_place_of_an_answer_is_that_error(wrap: Any) -> None:
    body = b'{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}'

    with pytest.raises(ModelMissing):
        CODEC.decode(wrap(body))


def test_a_list_that_holds_no_error_is_trouble_all_the_same() -> None:
    with pytest.raises(Unavailable):
        CODEC.decode(b"[]")
