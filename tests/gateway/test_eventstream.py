"""Amazon's event-stream framing, against Amazon's own parser."""

import struct
from itertools import pairwise
from zlib import crc32

import orjson
import pytest
from botocore.eventstream import EventStreamBuffer
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import Unreadable
from edison.gateway.codecs.base import StreamEvent
from edison.gateway.eventstream import EventStreamDecoder

from .amazon import encode_message, header, with_raw_headers

names = st.text(
    st.characters(codec="ascii", categories=("L", "N"), include_characters=":-"), min_size=1, max_size=20
)
messages = st.tuples(
    st.dictionaries(names, st.text(st.characters(codec="utf-8"), max_size=30)), st.binary(max_size=200)
)

EVENT = encode_message({":event-type": "messageStart", ":message-type": "event"}, b'{"role":"assistant"}')


def decoded(*chunks: bytes) -> list[StreamEvent]:
    decoder = EventStreamDecoder()
    return [event for chunk in chunks for event in decoder.feed(chunk)]


@given(messages)
def test_amazons_parser_reads_what_we_write(message: tuple[dict[str, str], bytes]) -> None:
    headers, payload = message
    buffer = EventStreamBuffer()

    buffer.add_data(encode_message(headers, payload))

    [read] = list(buffer)
    assert (read.headers, read.payload) == (headers, payload)


def test_an_event_is_named_after_its_type() -> None:
    assert decoded(EVENT) == [StreamEvent("messageStart", b'{"role":"assistant"}')]


def test_an_exception_is_named_after_its_type() -> None:
    message = encode_message({":exception-type": "throttlingException", ":message-type": "exception"}, b"{}")

    assert decoded(message) == [StreamEvent("throttlingException", b"{}")]


def test_an_unmodelled_error_is_told_as_one() -> None:
    headers = {":message-type": "error", ":error-code": "InternalFailure", ":error-message": "Broken"}

    [event] = decoded(encode_message(headers, b""))

    assert event.name == "error"
    assert orjson.loads(event.data) == {"__type": "InternalFailure", "message": "Broken"}


def test_values_of_every_type_are_stepped_over() -> None:
    sizes = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}
    headers = b"".join(header(b"h", kind, bytes(size)) for kind, size in sizes.items())
    headers += header(b"b", 6, struct.pack(">H", 3) + b"abc")
    headers += header(b":event-type", 7, struct.pack(">H", 1) + b"x")

    assert decoded(with_raw_headers(headers)) == [StreamEvent("x", b"{}")]


@given(st.lists(messages, max_size=5), st.lists(st.integers(0, 1500), max_size=20))
def test_it_does_not_matter_how_the_bytes_are_cut(
    sent: list[tuple[dict[str, str], bytes]], cuts: list[int]
) -> None:
    stream = b"".join(encode_message(headers, payload) for headers, payload in sent)
    points = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    chunks = [stream[begin:end] for begin, end in pairwise(points)]

    events = decoded(*chunks)

    assert events == decoded(stream)
    assert len(events) == len(sent)


@pytest.mark.parametrize("position", range(len(EVENT)))
def test_a_single_damaged_byte_is_noticed(position: int) -> None:
    damaged = bytearray(EVENT)
    damaged[position] ^= 0x01

    with pytest.raises(Unreadable):
        decoded(bytes(damaged))


@pytest.mark.parametrize(
    "headers",
    [
        b"\x05ab",
        header(b"h", 10, b""),
        header(b"h", 7, b"\x00"),
        header(b"h", 7, struct.pack(">H", 9) + b"short"),
        header(b"h", 5, b"\x00"),
    ],
)
def test_headers_that_cannot_be_read_are_noticed(headers: bytes) -> None:
    with pytest.raises(Unreadable):
        decoded(with_raw_headers(headers))


def test_lengths_that_do_not_fit_each_other_are_noticed() -> None:
    prelude = struct.pack(">II", 20, 100)

    with pytest.raises(Unreadable):
        decoded(prelude + struct.pack(">I", crc32(prelude)))


def test_an_oversized_message_is_refused_by_its_prelude() -> None:
    prelude = struct.pack(">II", 2**31, 0)

    with pytest.raises(Unreadable):
        decoded(prelude + struct.pack(">I", crc32(prelude)))


def test_a_message_that_is_cut_off_is_none() -> None:
    assert decoded(EVENT[:-1]) == []


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_events_or_unreadable(stream: bytes) -> None:
    try:
        decoded(stream)
    except Unreadable:
        return
