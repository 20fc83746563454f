"""Valid answers of both OpenAI formats, in full, as the official client demands them."""

COMPLETION: dict[str, object] = {
    "id": "chatcmpl-9",
    "object": "chat.completion",
    "created": 1_780_000_000,
    "model": "gpt-5-mini-2026-02-01",
    "service_tier": "default",
    "system_fingerprint": "fp_7",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "It is blue.", "refusal": None, "annotations": []},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {
        "prompt_tokens": 21,
        "completion_tokens": 9,
        "total_tokens": 30,
        "prompt_tokens_details": {"cached_tokens": 8, "audio_tokens": 0, "cache_write_tokens": 2},
        "completion_tokens_details": {"reasoning_tokens": 5, "audio_tokens": 0},
    },
}

RESPONSE: dict[str, object] = {
    "id": "resp_4",
    "object": "response",
    "created_at": 1_780_000_000,
    "status": "completed",
    "error": None,
    "incomplete_details": None,
    "instructions": None,
    "metadata": {},
    "model": "gpt-5-mini-2026-02-01",
    "output": [
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": "Skies are blue."}],
        },
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "It is blue.", "annotations": []}],
        },
    ],
    "parallel_tool_calls": True,
    "service_tier": "default",
    "store": False,
    "temperature": 1.0,
    "text": {"format": {"type": "text"}},
    "tool_choice": "auto",
    "tools": [],
    "top_p": 1.0,
    "usage": {
        "input_tokens": 21,
        "input_tokens_details": {"cached_tokens": 8, "cache_write_tokens": 2},
        "output_tokens": 9,
        "output_tokens_details": {"reasoning_tokens": 5},
        "total_tokens": 30,
    },
}

CALL: dict[str, object] = {
    "id": "call_a",
    "type": "function",
    "function": {"name": "weather", "arguments": '{"city": "Oslo", "days": 2}'},
}


def completion(
    message: dict[str, object], *, finish: object = "stop", **changes: object
) -> dict[str, object]:
    """A completion whose only choice says this."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return {**COMPLETION, "choices": [choice], **changes}


def response(*output: dict[str, object], **changes: object) -> dict[str, object]:
    """A response with these items."""
    return {**RESPONSE, "output": list(output), **changes}


def chunk(delta: dict[str, object], *, finish: object = None, **changes: object) -> dict[str, object]:
    """One event of a chat stream."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return {
        "id": "chatcmpl-9",
        "object": "chat.completion.chunk",
        "created": 1_780_000_000,
        "model": "gpt-5-mini-2026-02-01",
        "choices": [choice],
        **changes,
    }
