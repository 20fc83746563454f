"""The official AWS client, unmodified, against the simulator: signed requests and AWS framing."""

from contextlib import closing
from typing import Any

import pytest
from botocore.exceptions import ClientError

from edison.sim import Simulator
from tests.sim.asking import CASE, MODEL, Client, ask
from tests.sim.conftest import a_bedrock_client

QUESTION = [{"role": "user", "content": [{"text": CASE}]}]
WEATHER = {
    "toolSpec": {
        "name": "weather",
        "description": "Says what the weather is.",
        "inputSchema": {
            "json": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
        },
    }
}


def test_a_conversation_is_answered_with_usage(bedrock_client: Client) -> None:
    answer = bedrock_client.converse(
        modelId=MODEL,
        system=[{"text": "Be brief."}],
        messages=QUESTION,
        inferenceConfig={"maxTokens": 500, "temperature": 0.2, "stopSequences": ["END"]},
    )

    usage = answer["usage"]
    assert answer["stopReason"] == "end_turn"
    assert answer["output"]["message"]["content"][0]["text"]
    assert usage["totalTokens"] == usage["inputTokens"] + usage["outputTokens"]


def test_a_streamed_conversation_says_the_same_as_a_whole_one(bedrock_client: Client) -> None:
    whole = bedrock_client.converse(modelId=MODEL, messages=QUESTION)

    with closing(bedrock_client.converse_stream(modelId=MODEL, messages=QUESTION)["stream"]) as stream:
        events = list(stream)

    deltas = [event["contentBlockDelta"]["delta"]["text"] for event in events if "contentBlockDelta" in event]
    assert "".join(deltas) == whole["output"]["message"]["content"][0]["text"]
    assert events[-2] == {"messageStop": {"stopReason": "end_turn"}}
    assert events[-1]["metadata"]["usage"] == whole["usage"]


def test_a_tool_that_must_be_called_is_called(bedrock_client: Client) -> None:
    request = {
        "modelId": MODEL,
        "messages": [{"role": "user", "content": [{"text": "What is the weather in Paris?"}]}],
        "toolConfig": {"tools": [WEATHER], "toolChoice": {"tool": {"name": "weather"}}},
    }

    answer = bedrock_client.converse(**request)
    with closing(bedrock_client.converse_stream(**request)["stream"]) as stream:
        starts = [event["contentBlockStart"]["start"] for event in stream if "contentBlockStart" in event]

    use = answer["output"]["message"]["content"][-1]["toolUse"]
    assert answer["stopReason"] == "tool_use"
    assert isinstance(use["input"]["city"], str)
    assert starts[0]["toolUse"]["name"] == "weather"


def test_what_a_tool_said_is_taken_up(bedrock_client: Client) -> None:
    use = {"toolUse": {"toolUseId": "one", "name": "weather", "input": {"city": "Paris"}}}
    result = {"toolResult": {"toolUseId": "one", "content": [{"json": {"sky": "clear"}}]}}

    answer = bedrock_client.converse(
        modelId=MODEL,
        messages=[
            {"role": "user", "content": [{"text": "What is the weather in Paris?"}]},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [result]},
        ],
        toolConfig={"tools": [WEATHER]},
    )

    assert answer["stopReason"] == "end_turn"


def test_a_wrong_secret_is_noticed(sim: Simulator) -> None:
    client = a_bedrock_client(sim, secret="not-the-secret")

    with pytest.raises(ClientError) as caught:
        client.converse(modelId=MODEL, messages=QUESTION)
    client.close()

    assert caught.value.response["Error"]["Code"] == "UnrecognizedClientException"


def test_a_malformed_signature_is_no_signature(sim: Simulator) -> None:
    headers = {"Authorization": "AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1, Signature=abc"}

    answer = ask(sim, f"/bedrock/model/{MODEL}/converse", {"messages": QUESTION}, headers=headers)

    assert answer.status == 403


def test_a_bearer_key_is_taken_too(sim: Simulator) -> None:
    answer = ask(sim, f"/bedrock/model/{MODEL}/converse", {"messages": QUESTION})

    assert answer.status == 200


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("ResourceNotFoundException", {"modelId": "no.such-model:0"}),
        ("ValidationException", {"messages": [{"role": "assistant", "content": [{"text": "I begin."}]}]}),
        (
            "ValidationException",
            {"inferenceConfig": {"temperature": 1.0, "topP": 0.5, "maxTokens": 99}, "messages": []},
        ),
    ],
)
def test_a_refusal_becomes_the_clients_own_error(
    bedrock_client: Client, code: str, fields: dict[str, Any]
) -> None:
    request = {"modelId": MODEL, "messages": QUESTION, **fields}

    with pytest.raises(ClientError) as caught:
        bedrock_client.converse(**request)

    assert caught.value.response["Error"]["Code"] == code
