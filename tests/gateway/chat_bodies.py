"""Valid bodies of OpenAI's chat format, for tests that are about something else."""

import json


def chat(text: str = "Paris", *, usage: dict[str, int] | None = None, **choice: object) -> bytes:
    message = {"role": "assistant", "content": text}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "stub-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", **choice}],
        "usage": usage or {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
    }
    return json.dumps(body).encode()


def chat_stream(*words: str) -> bytes:
    events = [_event({"content": word}, None) for word in words]
    usage = {
        "choices": [],
        "usage": {"prompt_tokens": 10, "completion_tokens": len(words), "total_tokens": 10 + len(words)},
    }
    tail = [_event({}, "stop"), f"data: {json.dumps(usage)}\n\n".encode(), b"data: [DONE]\n\n"]
    return b"".join([*events, *tail])


def failure(message: str = "no", *, code: str | None = None, kind: str = "invalid_request_error") -> bytes:
    return json.dumps({"error": {"message": message, "type": kind, "code": code, "param": None}}).encode()


def _event(delta: dict[str, str], finish: str | None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({'id': 's', 'model': 'stub-2026', 'choices': [choice]})}\n\n".encode()
