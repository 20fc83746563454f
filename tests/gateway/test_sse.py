"""Server-sent events, by the rules of the HTML standard (section 9.2.6)."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edison.errors import Unreadable
from edison.gateway.codecs.base import StreamEvent
from edison.gateway.sse import SseDecoder

pieces = st.sampled_from(
    [
        b"data",
        b"event",
        b"id",
        b"retry",
        b":",
        b" ",
        b"\n",
        b"\r",
        b"\r\n",
        b"x",
        b"\xff",
        b"\xef\xbb\xbf",
        b"{}",
    ]
)
streams = st.lists(pieces, max_size=60).map(b"".join)


def events(*chunks: bytes, limit: int = 1000) -> list[StreamEvent]:
    decoder = SseDecoder(event_limit=limit)
    return [event for chunk in chunks for event in decoder.feed(chunk)]


def as_the_standard_says(stream: bytes) -> list[StreamEvent]:
    """The standard's own algorithm, line by line and as slow as it reads."""
    text = stream.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    found: list[StreamEvent] = []
    name, data = "", b""
    for line in text.split(b"\n")[:-1]:
        if not line:
            if data:
                found.append(StreamEvent(name, data[:-1]))
            name, data = "", b""
            continue
        field, _, value = line.partition(b":")
        value = value[1:] if value.startswith(b" ") else value
        if field == b"data":
            data += value + b"\n"
        elif field == b"event":
            name = value.decode("utf-8", "replace")
    return found


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (b"data: hello\n\n", [StreamEvent("", b"hello")]),
        (b"data:hello\n\n", [StreamEvent("", b"hello")]),
        (b"data:  two spaces\n\n", [StreamEvent("", b" two spaces")]),
        (b"event: ping\ndata: {}\n\n", [StreamEvent("ping", b"{}")]),
        (b"data: a\ndata: b\n\n", [StreamEvent("", b"a\nb")]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", [StreamEvent("", b"a"), StreamEvent("", b"b")]),
        (b"data: a\r\rdata: b\r\r", [StreamEvent("", b"a"), StreamEvent("", b"b")]),
        (b": comment\n\ndata: a\n\n", [StreamEvent("", b"a")]),
        (b"id: 7\nretry: 10\ndata: a\n\n", [StreamEvent("", b"a")]),
        (b"\xef\xbb\xbfdata: a\n\n", [StreamEvent("", b"a")]),
        (b"data: \xff\xfe\n\n", [StreamEvent("", b"\xff\xfe")]),
        (b"data: a\n\n\n\n\ndata: b\n\n", [StreamEvent("", b"a"), StreamEvent("", b"b")]),
        (b"data\n\n", [StreamEvent("", b"")]),
        (b"event: empty\n\n", []),
        (b"data: cut off\n", []),
        (b"database: no\n\n", []),
        (b"", []),
    ],
)
def test_a_stream_is_read_as_the_standard_says(stream: bytes, expected: list[StreamEvent]) -> None:
    assert events(stream) == expected


@given(streams)
@example(b"data: \r\rdata\n\n")
@example(b"\xef\xbb\xbf\xef\xbb\xbfdata: x\n\n")
def test_any_stream_is_read_as_the_standard_says(stream: bytes) -> None:
    assert events(stream) == as_the_standard_says(stream)


@given(streams, st.lists(st.integers(0, 120), max_size=20))
def test_it_does_not_matter_how_the_bytes_are_cut(stream: bytes, cuts: list[int]) -> None:
    points = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    chunks = [stream[begin:end] for begin, end in pairwise(points)]

    assert events(*chunks) == events(stream)


@given(streams)
def test_bytes_may_come_one_by_one(stream: bytes) -> None:
    assert events(*(bytes([byte]) for byte in stream)) == events(stream)


@pytest.mark.parametrize("cut", range(1, 20))
def test_an_event_that_is_too_large_is_unreadable_however_it_comes(cut: int) -> None:
    stream = b"data: 0123456789abcdef\n\n"

    with pytest.raises(Unreadable):
        events(stream[:cut], stream[cut:], limit=21)


@pytest.mark.parametrize("cut", range(1, 24))
def test_an_event_of_just_the_limit_is_read_however_it_comes(cut: int) -> None:
    stream = b"data: 0123456789abcdef\n\n"

    assert events(stream[:cut], stream[cut:], limit=22) == [StreamEvent("", b"0123456789abcdef")]


def test_an_endless_line_is_refused_before_it_is_held() -> None:
    decoder = SseDecoder(event_limit=1000)
    for _ in range(10):
        decoder.feed(b"x" * 100)

    with pytest.raises(Unreadable):
        decoder.feed(b"x" * 100)


def test_many_small_events_may_exceed_the_limit_together() -> None:
    assert len(events(b"data: 0123456789\n\n" * 100, limit=20)) == 100
