"""Chat completions on their way out, whole and in pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from ...exchange import SimReply, SimTokenLogprob, SimToolCall
from ..shapes import ChatQuestion, Json, Stamp, WireEvent, arguments_of, cut
from .chat_body import ChatBody, LooseChatBody

_FINISH = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "content_filter",
    "refusal": "stop",
}


def render_answer(question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
    """A whole chat completion."""
    is_loose = isinstance(question.echo, LooseChatBody)
    return {
        "id": f"chatcmpl-{stamp.token('answer', 29)}",
        "object": "chat.completion",
        "created": stamp.epoch,
        "model": question.request.model,
        "choices": [_choice(index, reply, stamp, is_loose) for index, reply in enumerate(replies)],
        "usage": usage_of(replies),
        "service_tier": "default",
        "system_fingerprint": fingerprint_of(question.request.model),
    }


def render_stream(question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Iterator[WireEvent]:
    """The same in chunks, ending with usage (when asked for) and the end mark."""
    body = cast(ChatBody, question.echo)
    tells_usage = body.stream_options is not None and body.stream_options.include_usage
    head: Json = {
        "id": f"chatcmpl-{stamp.token('answer', 29)}",
        "object": "chat.completion.chunk",
        "created": stamp.epoch,
        "model": question.request.model,
        "service_tier": "default",
        "system_fingerprint": fingerprint_of(question.request.model),
    }
    tail: Json = {"usage": None} if tells_usage else {}
    for index, reply in enumerate(replies):
        for delta, logprobs in _deltas(reply, stamp, index, isinstance(body, LooseChatBody)):
            choice: Json = {"index": index, "delta": delta, "logprobs": logprobs, "finish_reason": None}
            yield WireEvent("", {**head, "choices": [choice], **tail}, is_paced=True)
        last: Json = {"index": index, "delta": {}, "logprobs": None, "finish_reason": _FINISH[reply.finish]}
        yield WireEvent("", {**head, "choices": [last], **tail})
    if tells_usage:
        yield WireEvent("", {**head, "choices": [], "usage": usage_of(replies)})
    yield WireEvent("", None)


def usage_of(replies: Sequence[SimReply]) -> Json:
    """Tokens; the prompt counts once however many choices were drawn."""
    prompt = replies[0].input_tokens
    completion = sum(reply.output_tokens for reply in replies)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": replies[0].cached_tokens, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": sum(reply.reasoning_tokens for reply in replies),
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }


def logprobs_of(tokens: Sequence[SimTokenLogprob]) -> list[Json]:
    """Log-probabilities with the bytes of each token, as OpenAI lists them."""
    return [
        {
            "token": one.token,
            "logprob": one.logprob,
            "bytes": list(one.token.encode("utf-8", "replace")),
            "top_logprobs": [
                {"token": token, "logprob": logprob, "bytes": list(token.encode("utf-8", "replace"))}
                for token, logprob in one.top
            ],
        }
        for one in tokens
    ]


@lru_cache(maxsize=1024)
def fingerprint_of(model: str) -> str:
    """The system fingerprint: one per model, as nothing ever changes behind it."""
    return f"fp_{sum(ord(letter) * 31**place for place, letter in enumerate(model)) % 16**10:010x}"


def _choice(index: int, reply: SimReply, stamp: Stamp, is_loose: bool) -> Json:
    refused = reply.finish == "refusal"
    message: Json = {
        "role": "assistant",
        "content": None if refused or (reply.tool_calls and not reply.text) else reply.text,
        "refusal": reply.text if refused else None,
        "annotations": [],
    }
    if is_loose and reply.reasoning:
        message |= {"reasoning_content": reply.reasoning, "reasoning": reply.reasoning}
    if reply.tool_calls:
        message["tool_calls"] = [
            _call(call, stamp, index, place) for place, call in enumerate(reply.tool_calls)
        ]
    logprobs = None if reply.logprobs is None else {"content": logprobs_of(reply.logprobs), "refusal": None}
    return {"index": index, "message": message, "logprobs": logprobs, "finish_reason": _FINISH[reply.finish]}


def _call(call: SimToolCall, stamp: Stamp, index: int, place: int) -> Json:
    return {
        "id": f"call_{stamp.token(f'call/{index}/{place}')}",
        "type": "function",
        "function": {"name": call.name, "arguments": arguments_of(call)},
    }


def _deltas(reply: SimReply, stamp: Stamp, index: int, is_loose: bool) -> Iterator[tuple[Json, Json | None]]:
    opening: Json = {
        "role": "assistant",
        "content": None if reply.tool_calls and not reply.text else "",
        "refusal": None,
    }
    yield opening, None
    if is_loose and reply.reasoning:
        for piece in cut(reply.reasoning):
            yield {"reasoning_content": piece, "reasoning": piece}, None
    if reply.logprobs is not None and reply.finish != "refusal":
        for one in reply.logprobs:
            yield {"content": one.token}, {"content": logprobs_of([one]), "refusal": None}
    else:
        field = "refusal" if reply.finish == "refusal" else "content"
        for piece in cut(reply.text):
            yield {field: piece}, None
    for place, call in enumerate(reply.tool_calls):
        whole = _call(call, stamp, index, place)
        named: Json = {"name": call.name, "arguments": ""}
        yield (
            {"tool_calls": [{"index": place, "id": whole["id"], "type": "function", "function": named}]},
            None,
        )
        for piece in cut(arguments_of(call), tokens=2):
            yield {"tool_calls": [{"index": place, "function": {"arguments": piece}}]}, None
