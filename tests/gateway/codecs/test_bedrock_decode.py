from typing import Any

import botocore.session
import orjson
import pytest

from edison.domain import Outcome, Usage
from edison.errors import Unreadable
from edison.gateway.codecs.base import Reply
from edison.gateway.codecs.bedrock_converse import BedrockConverse
from tests.gateway.codecs.bedrock_bodies import TOOL_ANSWER

CODEC = BedrockConverse()
STOP_REASONS = {
    "end_turn": Outcome.STOP,
    "tool_use": Outcome.STOP,
    "stop_sequence": Outcome.STOP,
    "malformed_model_output": Outcome.STOP,
    "malformed_tool_use": Outcome.STOP,
    "max_tokens": Outcome.LENGTH,
    "model_context_window_exceeded": Outcome.LENGTH,
    "guardrail_intervened": Outcome.CONTENT_FILTER,
    "content_filtered": Outcome.CONTENT_FILTER,
}


def decoded(*blocks: dict[str, Any], stop: str | None = "end_turn", **fields: object) -> Reply:
    message = {"role": "assistant", "content": list(blocks)}
    return CODEC.decode(orjson.dumps({"output": {"message": message}, "stopReason": stop, **fields}))


@pytest.mark.parametrize(("reason", "outcome"), STOP_REASONS.items())
def test_each_stop_reason_has_its_outcome(reason: str, outcome: Outcome) -> None:
    assert decoded({"text": "Hi"}, stop=reason).outcome is outcome


def test_every_stop_reason_of_the_service_model_is_known() -> None:
    model = botocore.session.Session().get_service_model("bedrock-runtime")

    known = model.shape_for("StopReason").enum  # pyright: ignore[reportAttributeAccessIssue] - a string shape
    assert set(known) == set(STOP_REASONS)


@pytest.mark.parametrize("blocks", [[], [{"text": ""}], [{"text": " \n"}]])
def test_a_normal_stop_with_nothing_said_is_empty(blocks: list[dict[str, Any]]) -> None:
    assert decoded(*blocks).outcome is Outcome.EMPTY


def test_an_answer_is_read_whole() -> None:
    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    assert (reply.text, reply.reasoning) == ("I will look it up.", "They want weather.")
    assert reply.outcome is Outcome.TOOL_CALLS
    assert reply.details == {"service_tier": "default"}


def test_input_tokens_include_what_was_cached_and_what_was_written() -> None:
    reply = CODEC.decode(orjson.dumps(TOOL_ANSWER))

    assert reply.usage == Usage(input_tokens=125, output_tokens=30, cached_tokens=100, cache_write_tokens=5)


def test_no_usage_is_unknown_and_not_zero() -> None:
    assert decoded({"text": "Hi"}).usage == Usage()


def test_cited_text_is_text() -> None:
    reply = decoded(
        {"citationsContent": {"content": [{"text": "Water boils"}, {}], "citations": []}}, {"text": "."}
    )

    assert reply.text == "Water boils."


@pytest.mark.parametrize("arguments", ["Paris", 3, ["Paris"]])
def test_arguments_that_are_no_object_are_kept_as_text(arguments: object) -> None:
    [call] = decoded({"toolUse": {"toolUseId": "t", "name": "n", "input": arguments}}).tool_calls

    assert call.unparsed == (arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode())


def test_why_it_was_filtered_is_kept() -> None:
    guardrail = {"actionReason": "Guardrail blocked."}

    reply = decoded({"text": "Sorry."}, stop="guardrail_intervened", trace={"guardrail": guardrail})

    assert reply.details == {"stop_reason": "guardrail_intervened", "guardrail": guardrail}


def test_the_model_that_a_router_chose_is_the_reported_one() -> None:
    reply = decoded({"text": "Hi"}, trace={"promptRouter": {"invokedModelId": "model-b"}})

    assert reply.reported_model == "model-b"


def test_fields_of_the_models_own_are_kept() -> None:
    reply = decoded({"text": "Hi"}, additionalModelResponseFields={"stop_sequence": "END"})

    assert reply.details == {"model_fields": {"stop_sequence": "END"}}


def test_a_redacted_thought_is_no_thought() -> None:
    reply = decoded({"reasoningContent": {"redactedContent": "AAAA"}}, {"text": "Hi"})

    assert (reply.text, reply.reasoning) == ("Hi", None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"<html>",
        b'{"output":{}}',
        b'{"output":{"message":{}}}',
        b'{"output":{"mess',
    ],
)
def test_what_is_no_answer_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        CODEC.decode(body)

    assert caught.value.may_be_billed
