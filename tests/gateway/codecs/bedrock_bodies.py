"""Bodies as Amazon's reference shows them."""

from typing import Any

import orjson

from tests.gateway.amazon import encode_message

TOOL_ANSWER: dict[str, Any] = {
    "output": {
        "message": {
            "role": "assistant",
            "content": [
                {"reasoningContent": {"reasoningText": {"text": "They want weather.", "signature": "c2ln"}}},
                {"text": "I will look "},
                {"text": "it up."},
                {
                    "toolUse": {
                        "toolUseId": "tooluse_1",
                        "name": "get_weather",
                        "input": {"city": "Paris", "days": [1, 2]},
                    }
                },
            ],
        }
    },
    "stopReason": "tool_use",
    "usage": {
        "inputTokens": 20,
        "outputTokens": 30,
        "totalTokens": 155,
        "cacheReadInputTokens": 100,
        "cacheWriteInputTokens": 5,
    },
    "metrics": {"latencyMs": 500},
    "serviceTier": {"type": "default"},
}


def message(name: str, payload: object, *, kind: str = "event") -> bytes:
    """One message of the stream, framed."""
    headers = {f":{kind}-type": name, ":content-type": "application/json", ":message-type": kind}
    return encode_message(headers, orjson.dumps(payload))


def delta(index: int, **fields: object) -> tuple[str, object]:
    return "contentBlockDelta", {"contentBlockIndex": index, "delta": fields, "p": "abcdef"}


EVENTS: list[tuple[str, object]] = [
    ("messageStart", {"role": "assistant"}),
    delta(0, reasoningContent={"text": "Hm."}),
    delta(0, reasoningContent={"signature": "c2ln"}),
    ("contentBlockStop", {"contentBlockIndex": 0}),
    delta(1, text="Let me "),
    delta(1, text="check."),
    ("contentBlockStop", {"contentBlockIndex": 1}),
    (
        "contentBlockStart",
        {"contentBlockIndex": 2, "start": {"toolUse": {"toolUseId": "tooluse_9", "name": "get_weather"}}},
    ),
    delta(2, toolUse={"input": '{"city": "Pa'}),
    delta(2, toolUse={"input": 'ris"}'}),
    ("contentBlockStop", {"contentBlockIndex": 2}),
    ("messageStop", {"stopReason": "tool_use"}),
    (
        "metadata",
        {
            "usage": {"inputTokens": 11, "outputTokens": 7, "totalTokens": 22, "cacheReadInputTokens": 4},
            "metrics": {"latencyMs": 700},
        },
    ),
]

STREAM = b"".join(message(name, payload) for name, payload in EVENTS)
