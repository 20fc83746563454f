"""Whatever bytes come, reading them ends in a reply or in one of our troubles, never in anything else."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edison.errors import ProviderTrouble, Unreadable
from edison.gateway.codecs.base import Codec, Reply, StreamEvent
from edison.gateway.codecs.openai_chat import OpenAIChat
from edison.gateway.codecs.openai_responses import OpenAIResponses
from tests.gateway.codecs.openai_answers import CALL, COMPLETION, RESPONSE, chunk, completion, response
from tests.gateway.codecs.sdk_openai import as_json, chunks, named

CHAT, RESPONSES = OpenAIChat(), OpenAIResponses()
BOTH = pytest.mark.parametrize("codec", [CHAT, RESPONSES], ids=["chat", "responses"])

FIELDS = [
    "arguments",
    "call_id",
    "choices",
    "code",
    "content",
    "data",
    "delta",
    "embedding",
    "error",
    "errors",
    "estimated_time",
    "finish_reason",
    "function",
    "id",
    "incomplete_details",
    "index",
    "innererror",
    "item",
    "logprob",
    "logprobs",
    "message",
    "metadata",
    "model",
    "name",
    "object",
    "output",
    "output_index",
    "prompt_tokens",
    "reasoning",
    "refusal",
    "response",
    "status",
    "summary",
    "text",
    "token",
    "tokens",
    "tool_calls",
    "top_logprobs",
    "type",
    "usage",
]
WORDS = st.sampled_from(
    [
        "stop",
        "length",
        "error",
        "message",
        "function_call",
        "completed",
        "failed",
        "response.completed",
        "[DONE]",
        "429",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=25,
)
BODIES = VALUES.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=50)
TOOL_CALLS = completion({"content": None, "tool_calls": [CALL, CALL]}, finish="tool_calls")
VALID = [as_json(body) for body in (COMPLETION, TOOL_CALLS, RESPONSE, response(status="failed"))]


def survives(read: Callable[[], object]) -> None:
    with suppress(ProviderTrouble):
        read()


@BOTH
@settings(max_examples=300)
@given(body=BODIES)
def test_anything_at_all_can_be_read(codec: Codec, body: bytes) -> None:
    survives(lambda: codec.decode(body))
    survives(lambda: codec.decode_embedding(body))
    survives(lambda: codec.decode_models(body))


@BOTH
@settings(max_examples=200)
@given(body=BODIES, status=st.integers(300, 599))
def test_any_failure_has_a_meaning(codec: Codec, body: bytes, status: int) -> None:
    assert isinstance(codec.read_failure(status, {}, body), ProviderTrouble | Reply)


@BOTH
@settings(max_examples=300)
@given(
    body=st.sampled_from(VALID), place=st.integers(0, 2000), cut=st.integers(0, 40), put=st.binary(max_size=4)
)
def test_a_damaged_answer_can_be_read(codec: Codec, body: bytes, place: int, cut: int, put: bytes) -> None:
    place %= len(body)

    survives(lambda: codec.decode(body[:place] + put + body[place + cut :]))


@BOTH
@settings(max_examples=200)
@given(body=st.sampled_from(VALID), value=VALUES, data=st.data())
def test_an_answer_with_any_field_replaced_can_be_read(
    codec: Codec, body: bytes, value: object, data: st.DataObject
) -> None:
    answer = json.loads(body)
    _replace_somewhere(answer, value, data=data)

    survives(lambda: codec.decode(json.dumps(answer).encode()))


@BOTH
@settings(max_examples=200)
@given(
    bodies=st.lists(BODIES, max_size=6), names=st.lists(st.sampled_from(["", "error", "ping"]), min_size=6)
)
def test_any_events_can_be_read(codec: Codec, bodies: list[bytes], names: list[str]) -> None:
    events = [StreamEvent(name, data) for name, data in zip(names, bodies, strict=False)]

    survives(lambda: _read_stream(codec, events))


CHAT_STREAM = chunks(
    chunk({"role": "assistant", "content": "It "}),
    chunk({"content": "is "}),
    chunk({"content": "blue."}),
    chunk({"tool_calls": [{**CALL, "index": 0}]}),
    chunk({"tool_calls": [{"index": 0, "function": {"arguments": " "}}]}),
    chunk({}, finish="tool_calls"),
    chunk({}, choices=[], usage=COMPLETION["usage"]),
)
RESPONSE_STREAM = named(
    {"type": "response.created", "response": {**RESPONSE, "output": []}},
    {"type": "response.output_text.delta", "delta": "It is "},
    {"type": "response.output_text.delta", "delta": "blue."},
    {
        "type": "response.output_item.done",
        "output_index": 0,
        "item": {"type": "message", "content": "It is blue."},
    },
    {"type": "response.completed", "response": RESPONSE},
)


@pytest.mark.parametrize(
    ("codec", "stream", "ends"),
    [(CHAT, CHAT_STREAM, {5, 7}), (RESPONSES, RESPONSE_STREAM, {4})],
    ids=["chat", "responses"],
)
@settings(max_examples=200)
@given(data=st.data())
def test_a_stream_that_lost_events_is_over_only_with_its_end(
    codec: Codec, stream: list[StreamEvent], ends: set[int], data: st.DataObject
) -> None:
    kept = data.draw(st.lists(st.sampled_from(range(len(stream))), unique=True).map(sorted))
    reader = codec.reader()

    for place in kept:
        reader.feed(stream[place])

    assert reader.is_over is bool(ends & set(kept))
    survives(reader.finish)


@BOTH
@pytest.mark.parametrize(
    "body",
    [
        b"[" * 200_000,
        b'{"choices":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"usage":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b',"choices":[]}',
        b'{"id":' + b"9" * 5000 + b',"choices":[],"output":[]}',
        b'{"choices":[{"message":{"tool_calls":[{"function":{"arguments":'
        + b"[" * 5000
        + b"]" * 5000
        + b"}}]}}]}",
    ],
    ids=["open brackets", "deep choices", "deep usage", "a long number", "deep arguments"],
)
def test_monstrous_bodies_are_unreadable_and_nothing_worse(codec: Codec, body: bytes) -> None:
    with pytest.raises(Unreadable):
        codec.decode(body)


def _read_stream(codec: Codec, events: list[StreamEvent]) -> Reply:
    reader = codec.reader()
    for event in events:
        reader.feed(event)
    assert isinstance(reader.partial_text, str)
    return reader.finish()


def _replace_somewhere(answer: object, value: object, *, data: st.DataObject) -> None:
    """Walk down at random, and put the value where the walk ends."""
    while isinstance(answer, dict | list) and answer:
        keys = list(answer) if isinstance(answer, dict) else list(range(len(answer)))
        key = data.draw(st.sampled_from(keys))
        inner = answer[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            answer[key] = value
            return
        answer = inner
