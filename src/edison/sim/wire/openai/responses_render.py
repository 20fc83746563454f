"""A response on its way out, whole and in typed events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import cast

import msgspec

from ...exchange import SimReply
from ..shapes import ChatQuestion, Json, Stamp, WireEvent, arguments_of, cut
from .chat_render import logprobs_of
from .responses_body import PlainFormat, ResponsesBody, SchemaFormat


def render_response(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Json:
    """A finished response."""
    incomplete = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(reply.finish)
    return response_frame(question, stamp) | {
        "status": "completed" if incomplete is None else "incomplete",
        "completed_at": stamp.epoch if incomplete is None else None,
        "incomplete_details": None if incomplete is None else {"reason": incomplete},
        "output": output_items(reply, stamp),
        "usage": _usage(reply),
    }


def response_frame(question: ChatQuestion, stamp: Stamp) -> Json:
    """The response as it stands before the model has said anything."""
    body = cast(ResponsesBody, question.echo)
    return {
        "id": f"resp_{stamp.hex('answer', 48)}",
        "object": "response",
        "created_at": stamp.epoch,
        "status": "in_progress",
        "background": False,
        "completed_at": None,
        "error": None,
        "incomplete_details": None,
        "instructions": body.instructions,
        "max_output_tokens": body.max_output_tokens,
        "max_tool_calls": body.max_tool_calls,
        "metadata": body.metadata or {},
        "model": body.model,
        "output": [],
        "parallel_tool_calls": body.parallel_tool_calls is not False,
        "previous_response_id": None,
        "prompt_cache_key": body.prompt_cache_key,
        "reasoning": _reasoning(body),
        "safety_identifier": body.safety_identifier,
        "service_tier": "default",
        "store": body.store is not False,
        "temperature": 1.0 if body.temperature is None else body.temperature,
        "text": _text_config(body),
        "tool_choice": msgspec.to_builtins(body.tool_choice) if body.tool_choice is not None else "auto",
        "tools": [_tool(tool) for tool in cast(list[Json], msgspec.to_builtins(body.tools or []))],
        "top_logprobs": body.top_logprobs or 0,
        "top_p": 1.0 if body.top_p is None else body.top_p,
        "truncation": body.truncation or "disabled",
        "usage": None,
        "user": body.user,
    }


def output_items(reply: SimReply, stamp: Stamp) -> list[Json]:
    """What the model brought forth, in order: its thoughts, its words, its calls."""
    items: list[Json] = []
    if reply.reasoning:
        summary: list[Json] = [{"type": "summary_text", "text": reply.reasoning}]
        items.append({"id": f"rs_{stamp.hex('reasoning', 48)}", "type": "reasoning", "summary": summary})
    if reply.text or not reply.tool_calls:
        items.append(_message(reply, stamp))
    items.extend(
        {
            "id": f"fc_{stamp.hex(f'call/{place}', 48)}",
            "type": "function_call",
            "status": "completed",
            "arguments": arguments_of(call),
            "call_id": f"call_{stamp.token(f'call/{place}')}",
            "name": call.name,
        }
        for place, call in enumerate(reply.tool_calls)
    )
    return items


def text_part(reply: SimReply) -> Json:
    """The words of an answer, or its refusal."""
    if reply.finish == "refusal":
        return {"type": "refusal", "refusal": reply.text}
    return {
        "type": "output_text",
        "annotations": [],
        "logprobs": logprobs_of(reply.logprobs or ()),
        "text": reply.text,
    }


def _message(reply: SimReply, stamp: Stamp) -> Json:
    return {
        "id": f"msg_{stamp.hex('message', 48)}",
        "type": "message",
        "status": "incomplete" if reply.finish in ("length", "content_filter") else "completed",
        "content": [text_part(reply)],
        "role": "assistant",
    }


def _usage(reply: SimReply) -> Json:
    return {
        "input_tokens": reply.input_tokens,
        "input_tokens_details": {"cache_write_tokens": 0, "cached_tokens": reply.cached_tokens},
        "output_tokens": reply.output_tokens,
        "output_tokens_details": {"reasoning_tokens": reply.reasoning_tokens},
        "total_tokens": reply.input_tokens + reply.output_tokens,
    }


def _reasoning(body: ResponsesBody) -> Json:
    asked = body.reasoning
    return {"effort": asked.effort if asked else None, "summary": asked.summary if asked else None}


def _text_config(body: ResponsesBody) -> Json:
    form = (body.text.format if body.text else None) or PlainFormat()
    shown = cast(Json, msgspec.to_builtins(form))
    if isinstance(form, SchemaFormat):
        shown["strict"] = bool(form.strict)
    return {"format": shown, "verbosity": (body.text.verbosity if body.text else None) or "medium"}


def _tool(tool: Json) -> Json:
    return {**tool, "strict": tool["strict"] is not False}


def render_stream(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Iterator[WireEvent]:
    """All events of a response, numbered."""
    numbers = count()
    for event in _events(question, reply, stamp):
        data: Json = {"type": event.name, "sequence_number": next(numbers), **(event.data or {})}
        yield WireEvent(event.name, data, event.is_paced)


def _events(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Iterator[WireEvent]:
    frame = response_frame(question, stamp)
    yield WireEvent("response.created", {"response": frame})
    yield WireEvent("response.in_progress", {"response": frame})
    whole = render_response(question, reply, stamp)
    for place, item in enumerate(cast(list[Json], whole["output"])):
        yield from _item_events(item, place, reply)
    last = "response.completed" if whole["status"] == "completed" else "response.incomplete"
    yield WireEvent(last, {"response": whole})


def _item_events(item: Json, place: int, reply: SimReply) -> Iterator[WireEvent]:
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
    yield WireEvent("response.output_item.added", {"output_index": place, "item": began})
    yield from inner
    yield WireEvent("response.output_item.done", {"output_index": place, "item": item})


def _reasoning_events(where: Json, text: str) -> Iterator[WireEvent]:
    here: Json = {**where, "summary_index": 0}
    empty: Json = {"type": "summary_text", "text": ""}
    yield WireEvent("response.reasoning_summary_part.added", {**here, "part": empty})
    for piece in cut(text, tokens=2):
        yield WireEvent("response.reasoning_summary_text.delta", {**here, "delta": piece}, is_paced=True)
    yield WireEvent("response.reasoning_summary_text.done", {**here, "text": text})
    yield WireEvent("response.reasoning_summary_part.done", {**here, "part": {**empty, "text": text}})


def _call_events(where: Json, item: Json) -> Iterator[WireEvent]:
    arguments = str(item["arguments"])
    for piece in cut(arguments, tokens=2):
        yield WireEvent("response.function_call_arguments.delta", {**where, "delta": piece}, is_paced=True)
    done: Json = {**where, "name": item["name"], "arguments": arguments}
    yield WireEvent("response.function_call_arguments.done", done)


def _message_events(where: Json, reply: SimReply) -> Iterator[WireEvent]:
    here: Json = {**where, "content_index": 0}
    part = text_part(reply)
    if part["type"] == "refusal":
        yield WireEvent("response.content_part.added", {**here, "part": {"type": "refusal", "refusal": ""}})
        for piece in cut(reply.text):
            yield WireEvent("response.refusal.delta", {**here, "delta": piece}, is_paced=True)
        yield WireEvent("response.refusal.done", {**here, "refusal": reply.text})
    else:
        yield WireEvent("response.content_part.added", {**here, "part": {**part, "text": "", "logprobs": []}})
        for piece, logprobs in _text_pieces(reply):
            data: Json = {**here, "delta": piece, "logprobs": logprobs}
            yield WireEvent("response.output_text.delta", data, is_paced=True)
        yield WireEvent(
            "response.output_text.done",
            {**here, "text": reply.text, "logprobs": logprobs_of(reply.logprobs or ())},
        )
    yield WireEvent("response.content_part.done", {**here, "part": part})


def _text_pieces(reply: SimReply) -> Iterator[tuple[str, list[Json]]]:
    if reply.logprobs is not None:
        for one in reply.logprobs:
            yield one.token, logprobs_of([one])
        return
    for piece in cut(reply.text):
        yield piece, []
