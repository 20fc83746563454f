"""Bodies as Google's reference shows them."""

from typing import Any

import orjson

TOOL_ANSWER: dict[str, Any] = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [
                    {"text": "They want weather.", "thought": True},
                    {"text": "I will look "},
                    {"text": "it up."},
                    {
                        "functionCall": {
                            "id": "fc_1",
                            "name": "get_weather",
                            "args": {"city": "Paris", "days": [1, 2]},
                        }
                    },
                ],
            },
            "finishReason": "STOP",
            "index": 0,
            "avgLogprobs": -0.5,
            "logprobsResult": {
                "chosenCandidates": [{"token": "I", "tokenId": 1, "logProbability": -0.1}],
                "topCandidates": [
                    {
                        "candidates": [
                            {"token": "I", "logProbability": -0.1},
                            {"token": "We", "logProbability": -2.5},
                        ]
                    }
                ],
            },
        }
    ],
    "usageMetadata": {
        "promptTokenCount": 120,
        "cachedContentTokenCount": 100,
        "candidatesTokenCount": 18,
        "thoughtsTokenCount": 12,
        "toolUsePromptTokenCount": 5,
        "totalTokenCount": 155,
    },
    "modelVersion": "gemini-steady-1-001",
    "responseId": "resp_1",
}


def candidate(*parts: dict[str, Any], **fields: object) -> dict[str, Any]:
    return {"content": {"role": "model", "parts": list(parts)}, "index": 0, **fields}


CHUNKS: list[dict[str, Any]] = [
    {"candidates": [candidate({"text": "Hm.", "thought": True})], "responseId": "resp_2"},
    {"candidates": [candidate({"text": "Let me "})], "modelVersion": "gemini-steady-1-001"},
    {"candidates": [candidate({"text": "check."})], "usageMetadata": {"promptTokenCount": 9}},
    {"candidates": [candidate({"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}})]},
    {
        "candidates": [candidate({"text": ""}, finishReason="STOP")],
        "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 7, "thoughtsTokenCount": 2},
    },
]

STREAM = b"".join(b"data: " + orjson.dumps(chunk) + b"\r\n\r\n" for chunk in CHUNKS)
