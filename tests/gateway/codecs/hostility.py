"""Bodies that no provider should send and some day one will."""

import json
from collections.abc import Callable
from typing import Any

import orjson
from hypothesis import strategies as st

from edison.domain import Answer
from edison.errors import ProviderTrouble
from edison.gateway.codecs.base import Codec, Reply, StreamEvent

_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10)
json_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)

arbitrary_bodies = st.binary(max_size=100) | json_values.map(lambda value: json.dumps(value).encode())

DEEP = b'{"a":' * 200_000 + b"1" + b"}" * 200_000


def corpus(*spots: bytes) -> list[bytes]:
    """Known horrors, alone and in the places of a body where a value may stand; `@` marks the place."""
    values = [
        b"[" * 200_000 + b"]" * 200_000,
        b"[" * 900 + b"]" * 900,
        DEEP,
        b"1" * 5_000,
        b"-1",
        b"1e999",
        b"NaN",
        b"0.5",
        b"null",
        b"true",
        b'"\\ud800"',
        b'"\\u0000"',
        b'"\xff\xfe"',
        b'"unfinished',
        b"{}",
        b"[]",
        b'[{"a":[null,{}]}]',
    ]
    pages = [b"", b" ", b"\x00", b"<html><body>502</body></html>", b"data: {}", b"\xef\xbb\xbf{}"]
    return pages + values + [spot.replace(b"@", value) for spot in spots for value in values]


@st.composite
def mutated(draw: st.DrawFn, originals: list[Any]) -> bytes:
    """A real body of which one node is something else, or of which the end is missing."""
    body = orjson.loads(orjson.dumps(draw(st.sampled_from(originals))))
    for _ in range(draw(st.integers(1, 3))):
        body = _with_one_change(body, draw)
    written = json.dumps(body).encode()
    cut = draw(st.integers(0, len(written)))
    return draw(st.sampled_from([written, written, written[:cut]]))


def outcome_of(call: Callable[[], object]) -> object:
    """What a call gave, or the trouble it raised; any other exception is a failure of ours."""
    try:
        return call()
    except ProviderTrouble as trouble:
        return trouble


def assert_fit_for_an_answer(read: object) -> None:
    """A reply must be one that an Answer can be made of."""
    if not isinstance(read, Reply):
        assert isinstance(read, ProviderTrouble)
        return
    Answer(
        outcome=read.outcome,
        text=read.text,
        reasoning=read.reasoning,
        tool_calls=read.tool_calls,
        logprobs=read.logprobs,
        usage=read.usage,
        requested_model="m",
        reported_model=read.reported_model,
        provider_id=read.provider_id,
        details=dict(read.details),
    )


def read_stream(codec: Codec, events: list[StreamEvent]) -> Reply:
    """The reply of a stream, whether it is over or not."""
    reader = codec.reader()
    for event in events:
        reader.feed(event)
        assert isinstance(reader.partial_text, str)
    return reader.finish()


def _with_one_change(value: Any, draw: st.DrawFn) -> Any:
    children = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    if not children or draw(st.integers(0, 4)) == 0:
        return draw(json_values)
    child = draw(st.sampled_from(children))
    value[child] = _with_one_change(value[child], draw)
    return value
