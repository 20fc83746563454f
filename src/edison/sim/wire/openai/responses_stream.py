"""A response on its way out, in typed events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import cast

from ...exchange import SimReply
from ..pieces import cut
from ..shapes import Json, Question, Stamp, StreamEvent
from .chat_render import logprobs_of
from .responses_render import render_response, response_frame, text_part


def render_stream(question: Question, reply: SimReply, stamp: Stamp) -> Iterator[StreamEvent]:
    """All events of a response, numbered."""
    numbers = count()
    for event in _events(question, reply, stamp):
        data: Json = {"type": event.name, "sequence_number": next(numbers), **(event.data or {})}
        yield StreamEvent(event.name, data, event.is_paced)


def _events(question: Question, reply: SimReply, stamp: Stamp) -> Iterator[StreamEvent]:
    frame = response_frame(question, stamp)
    yield StreamEvent("response.created", {"response": frame})
    yield StreamEvent("response.in_progress", {"response": frame})
    whole = render_response(question, reply, stamp)
    for place, item in enumerate(cast(list[Json], whole["output"])):
        yield from _item_events(item, place, reply)
    last = "response.completed" if whole["status"] == "completed" else "response.incomplete"
    yield StreamEvent(last, {"response": whole})


def _item_events(item: Json, place: int, reply: SimReply) -> Iterator[StreamEvent]:
    where: Json = {"item_id": item["id"], "output_index": place}
    match item["type"]:
        case "reasoning":
            began: Json = {**item, "summary": []}
            inner = _reasoning_events(where, reply.reasoning or "")
        case "function_call":
            began = {**item, "status": "in_progress", "arguments": ""}
            inner = _call_events(where, item)
        case _:
            began = {**item, "status": "in_progress", "content": []}
            inner = _message_events(where, reply)
    yield StreamEvent("response.output_item.added", {"output_index": place, "item": began})
    yield from inner
    yield StreamEvent("response.output_item.done", {"output_index": place, "item": item})


def _reasoning_events(where: Json, text: str) -> Iterator[StreamEvent]:
    here: Json = {**where, "summary_index": 0}
    empty: Json = {"type": "summary_text", "text": ""}
    yield StreamEvent("response.reasoning_summary_part.added", {**here, "part": empty})
    for piece in cut(text, tokens=2):
        yield StreamEvent("response.reasoning_summary_text.delta", {**here, "delta": piece}, is_paced=True)
    yield StreamEvent("response.reasoning_summary_text.done", {**here, "text": text})
    yield StreamEvent("response.reasoning_summary_part.done", {**here, "part": {**empty, "text": text}})


def _call_events(where: Json, item: Json) -> Iterator[StreamEvent]:
    arguments = str(item["arguments"])
    for piece in cut(arguments, tokens=2):
        yield StreamEvent("response.function_call_arguments.delta", {**where, "delta": piece}, is_paced=True)
    done: Json = {**where, "name": item["name"], "arguments": arguments}
    yield StreamEvent("response.function_call_arguments.done", done)


def _message_events(where: Json, reply: SimReply) -> Iterator[StreamEvent]:
    here: Json = {**where, "content_index": 0}
    part = text_part(reply)
    if part["type"] == "refusal":
        yield StreamEvent("response.content_part.added", {**here, "part": {"type": "refusal", "refusal": ""}})
        for piece in cut(reply.text):
            yield StreamEvent("response.refusal.delta", {**here, "delta": piece}, is_paced=True)
        yield StreamEvent("response.refusal.done", {**here, "refusal": reply.text})
    else:
        yield StreamEvent(
            "response.content_part.added", {**here, "part": {**part, "text": "", "logprobs": []}}
        )
        for piece, logprobs in _text_pieces(reply):
            data: Json = {**here, "delta": piece, "logprobs": logprobs}
            yield StreamEvent("response.output_text.delta", data, is_paced=True)
        yield StreamEvent(
            "response.output_text.done",
            {**here, "text": reply.text, "logprobs": logprobs_of(reply.logprobs or ())},
        )
    yield StreamEvent("response.content_part.done", {**here, "part": part})


def _text_pieces(reply: SimReply) -> Iterator[tuple[str, list[Json]]]:
    if reply.logprobs is not None:
        for one in reply.logprobs:
            yield one.token, logprobs_of([one])
        return
    for piece in cut(reply.text):
        yield piece, []
