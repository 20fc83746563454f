"""Streams that are hostile."""

import gzip

from tests.gateway.chat_bodies import chat_stream

from .caller import ANOTHER, ANSWER
from .scenes import (
    BODY,
    EVENTS,
    NOW_AND_THEN_S,
    Row,
    call,
    event,
    falls_silent_after,
    framed,
    headed,
    never_ends,
    sends,
    status,
    streamed,
)

GOOD = chat_stream("Par", "is")
DONE = b"data: [DONE]\n\n"
_FIRST = event({"role": "assistant", "content": "Par"})
_PACKED = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
_KEPT = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def _slow(*pieces: bytes) -> Row:
    """Told now and then, for ever."""
    return Row(never_ends(EVENTS, *pieces, every_s=NOW_AND_THEN_S), "timed_out", is_stream=True)


def _fast(*pieces: bytes) -> Row:
    """Told as fast as anybody listens, for ever."""
    return Row(never_ends(EVENTS, *pieces), "unreadable", is_stream=True)


def _given(outcome: str, *pieces: bytes) -> Row:
    return Row(streamed(*pieces), outcome, is_stream=True)


STREAMS: dict[str, Row] = {
    "whole": _given(ANSWER, GOOD),
    "nothing": _given("broken_stream", b""),
    "no content": Row(headed("HTTP/1.1 204 No Content", body=b""), "broken_stream", is_stream=True),
    "a refusal": Row(status(400, body=b'{"error":{"message":"no"}}'), "bad_request", is_stream=True),
    "a redirect": Row(status(307, "Location: http://127.0.0.1:9/"), "bad_request", is_stream=True),
    "a whole answer in place of it": Row(framed(BODY), "broken_stream", is_stream=True),
    "a page": _given("broken_stream", b"<html></html>"),
    # Silence, and talk without end.
    "a head, then silence": Row(falls_silent_after(EVENTS), "timed_out", is_stream=True),
    "a word, then silence": Row(falls_silent_after(EVENTS + _FIRST), "timed_out", is_stream=True),
    "an end, then silence": Row(
        falls_silent_after(EVENTS + GOOD.replace(DONE, b"")), "timed_out", is_stream=True
    ),
    "a mark, then silence": Row(falls_silent_after(EVENTS + GOOD), "timed_out", is_stream=True),
    "an end of chunks that never comes": Row(
        falls_silent_after(_KEPT + b"%x\r\n%b\r\n" % (len(GOOD), GOOD)), "timed_out", is_stream=True
    ),
    "byte by byte": _slow(*(bytes([byte]) for byte in _FIRST)),
    "comments now and then": _slow(b": ping\n\n"),
    "comments for ever": _fast((b":" + b"-" * 10_000 + b"\n\n") * 10),
    "empty events for ever": _slow(b"data:\n\n" * 10),
    "events of nothing for ever": _slow(event() * 10),
    "blank lines for ever": _fast(b"\n" * 100_000),
    "words for ever": _fast(event({"content": "x" * 100_000})),
    "thoughts for ever": _fast(event({"reasoning_content": "x" * 100_000})),
    "calls for ever": _slow(event({"tool_calls": [call()]})),
    "marks for ever": _slow(GOOD, DONE),
    "only comments": _given("broken_stream", b": ping\n\n" * 1000),
    # Ends.
    "an end in a head": Row(sends(EVENTS[:30]), "unknown_outcome", is_stream=True),
    "an end before the first event": _given("broken_stream", b"data: {"),
    "an end after the first word": _given("broken_stream", _FIRST),
    "an end in an event": _given("broken_stream", _FIRST, _FIRST[:20]),
    "an end in a mark": _given("broken_stream", _FIRST, b"data: [DON"),
    "an end, and no mark behind it": _given(ANSWER, GOOD.replace(DONE, b"")),
    "a mark, and no end before it": _given(ANOTHER, _FIRST, DONE),
    "a mark alone": _given("unreadable", DONE),
    "two marks": _given(ANSWER, GOOD, DONE),
    "words behind the mark": _given(ANSWER, GOOD, event({"content": "!"})),
    "shorter than announced": Row(
        sends(EVENTS.replace(b"Connection: close", b"Content-Length: 9999"), GOOD),
        "broken_stream",
        is_stream=True,
    ),
    "longer than announced": Row(
        sends(EVENTS.replace(b"Connection: close", b"Content-Length: 20"), GOOD),
        "broken_stream",
        is_stream=True,
    ),
    "chunks that are cut": Row(
        sends(_KEPT, b"%x\r\n%b\r\n" % (len(GOOD) + 9, GOOD)), "broken_stream", is_stream=True
    ),
    # Events.
    "an event that is no JSON": _given("unreadable", b"data: {oops\n\n", GOOD),
    "an event of two megabytes": _given("unreadable", b"data: " + b"x" * (2 << 20) + b"\n\n"),
    "an event of fifty megabytes": _given("unreadable", b"data: " + b"x" * 50_000_000 + b"\n\n"),
    "a line without end": _fast(b"x" * 100_000),
    "no line ends at all": _given("broken_stream", GOOD.replace(b"\n", b"")),
    "a list that goes deep": _given("unreadable", b"data: " + b"[" * 200_000 + b"\n\n"),
    "an error in the middle": _given("unavailable", _FIRST, b'data: {"error":{"message":"no"}}\n\n'),
    "an event of the name error": _given("unavailable", b'event: error\ndata: {"message":"no"}\n\n', GOOD),
    "an event of another name": _given(ANSWER, b"event: surprise\ndata: {}\n\n", GOOD),
    "an event in two lines": _given(ANSWER, GOOD.replace(b'"choices"', b'\ndata: "choices"')),
    "no blank behind the colon": _given(ANSWER, GOOD.replace(b"data: ", b"data:")),
    "bare carriage returns": _given(ANSWER, GOOD.replace(b"\n", b"\r")),
    "a mark of byte order": _given(ANSWER, b"\xef\xbb\xbf", GOOD),
    "UTF-16": _given("broken_stream", GOOD.decode().encode("utf-16")),
    "half of a character": _given(ANOTHER, GOOD.replace(b"Par", b"\xe2\x82")),
    "half of a pair in each of two events": _given(
        ANOTHER, event({"content": "\ud83d"}), event({"content": "\ude00"}), GOOD
    ),
    "nulls between events": _given(ANSWER, GOOD.replace(b"\n\n", b"\n\n\0\n\n")),
    "a bomb": Row(sends(_PACKED, gzip.compress(b": ping\n\n" * 4_000_000, 1)), "unreadable", is_stream=True),
    "packed": Row(sends(_PACKED, gzip.compress(GOOD)), ANSWER, is_stream=True),
    # Shapes.
    "a choice of another number": _given("unreadable", GOOD.replace(b'"index": 0', b'"index": 3')),
    "choices that are an object": _given("unreadable", b'data: {"choices":{}}\n\n', GOOD),
    "a delta that is a list": _given("unreadable", event([]), GOOD),
    "a word that is a number": _given("unreadable", event({"content": 5}), GOOD),
    "an end nobody knows": _given(ANSWER, _FIRST, event({"content": "is"}, finish="because"), DONE),
    "an end with an error": _given("unavailable", _FIRST, event(finish="error"), DONE),
    "a call of a far number": _given(ANSWER, event({"tool_calls": [{**call(), "index": 10**9}]}), GOOD),
    "a call of a number that is none": _given(
        ANSWER, event({"tool_calls": [{**call(), "index": "x"}]}), GOOD
    ),
    "calls of one id": _given(ANSWER, event({"tool_calls": [call(), call()]}), GOOD),
    "arguments that never close": _given(
        ANSWER, event({"tool_calls": [call(arguments="{" * 100_000)]}), GOOD
    ),
    "usage beyond all bounds": _given(
        ANSWER, _FIRST, event({"content": "is"}, finish="stop", usage={"prompt_tokens": 10**30}), DONE
    ),
    "usage that is a word": _given(
        ANSWER, _FIRST, event({"content": "is"}, finish="stop", usage="much"), DONE
    ),
}
