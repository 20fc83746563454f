"""Generated content on its way out, whole and in chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from ...exchange import SimReply
from ..shapes import ChatQuestion, Json, Stamp, WireEvent, cut
from .body import GenerateBody

_FINISH = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "tool_calls": "STOP",
    "content_filter": "SAFETY",
    "refusal": "STOP",
}
_TOKENS_PER_CHUNK = 8


def render_answer(question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
    """A whole GenerateContentResponse."""
    candidates = [
        _candidate(_parts(question, reply, stamp), reply, index, is_last=True)
        for index, reply in enumerate(replies)
    ]
    return _frame(question, replies, stamp, candidates)


def render_stream(question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Iterator[WireEvent]:
    """The same in chunks, each a GenerateContentResponse of its own; the last one says why it ended."""
    for index, reply in enumerate(replies):
        pieces = [piece for part in _parts(question, reply, stamp) for piece in _cut_part(part)]
        for place, piece in enumerate(pieces or [None]):
            is_last = place + 1 >= len(pieces)
            candidate = _candidate([piece] if piece is not None else [], reply, index, is_last=is_last)
            yield WireEvent("", _frame(question, replies, stamp, [candidate]), is_paced=True)


def _frame(question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp, candidates: list[Json]) -> Json:
    return {
        "candidates": candidates,
        "usageMetadata": usage_of(replies),
        "modelVersion": question.request.model,
        "responseId": stamp.token("answer", 22),
    }


def usage_of(replies: Sequence[SimReply]) -> Json:
    """Tokens; Google counts thoughts apart from the candidates."""
    prompt = replies[0].input_tokens
    thoughts = sum(reply.reasoning_tokens for reply in replies)
    candidates = sum(reply.output_tokens for reply in replies) - thoughts
    usage: Json = {
        "promptTokenCount": prompt,
        "candidatesTokenCount": candidates,
        "totalTokenCount": prompt + candidates + thoughts,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": prompt}],
    }
    if thoughts:
        usage["thoughtsTokenCount"] = thoughts
    if replies[0].cached_tokens:
        usage["cachedContentTokenCount"] = replies[0].cached_tokens
    return usage


def _parts(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> list[Json]:
    body, _ = cast(tuple[GenerateBody, bool], question.echo)
    thinking = body.generation_config.thinking_config if body.generation_config is not None else None
    parts: list[Json] = []
    if reply.reasoning and thinking is not None and thinking.include_thoughts:
        parts.append({"text": reply.reasoning, "thought": True})
    if reply.text:
        parts.append({"text": reply.text})
    parts.extend(
        {"functionCall": {"id": stamp.token(f"call/{place}", 12), "name": call.name, "args": call.arguments}}
        for place, call in enumerate(reply.tool_calls)
    )
    return parts


def _candidate(parts: list[Json], reply: SimReply, index: int, *, is_last: bool) -> Json:
    candidate: Json = {}
    if parts or reply.finish != "content_filter":
        candidate["content"] = {"parts": parts or [{"text": ""}], "role": "model"}
    if is_last:
        candidate["finishReason"] = _FINISH[reply.finish]
    candidate["index"] = index
    if reply.finish == "content_filter":
        rating: Json = {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": True}
        candidate["safetyRatings"] = [rating]
    if is_last and reply.logprobs is not None:
        candidate |= _logprobs(reply)
    return candidate


def _logprobs(reply: SimReply) -> Json:
    tokens = reply.logprobs or ()
    chosen: list[Json] = [{"token": one.token, "logProbability": one.logprob} for one in tokens]
    top: list[Json] = [
        {"candidates": [{"token": token, "logProbability": logprob} for token, logprob in one.top]}
        for one in tokens
    ]
    mean = sum(one.logprob for one in tokens) / max(len(tokens), 1)
    return {"avgLogprobs": mean, "logprobsResult": {"topCandidates": top, "chosenCandidates": chosen}}


def _cut_part(part: Json) -> Iterator[Json]:
    if "text" not in part:
        yield part
        return
    for piece in cut(cast(str, part["text"]), tokens=_TOKENS_PER_CHUNK):
        yield {**part, "text": piece}
