"""Whole answers that are hostile: to the protocol, to whoever decodes them, to whoever believes them."""

import gzip
import zlib

from .caller import ANOTHER, ANSWER
from .scenes import (
    BODY,
    CHUNKED,
    LENGTH,
    OK,
    SIZE,
    Row,
    call,
    called,
    chunked,
    dawdles,
    falls_silent_after,
    framed,
    headed,
    never_ends,
    said,
    sends,
    shaped,
    status,
    used,
    written,
)

_MANY = "a" * 1_000_000
_HTML = b"<!DOCTYPE html><html><title>502 Bad Gateway</title></html>"
_BOMB = gzip.compress(b"0" * 64_000_000, 1)

BY_PROTOCOL: dict[str, Row] = {
    "no status line": Row(sends(b"\r\n\r\n"), "unknown_outcome"),
    "a status line without a number": Row(headed("HTTP/1.1 OK", LENGTH), "unreadable"),
    "a status of four digits": Row(headed("HTTP/1.1 2000 OK", LENGTH), "unreadable"),
    "a negative status": Row(headed("HTTP/1.1 -20 OK", LENGTH), "unreadable"),
    "HTTP 9": Row(headed("HTTP/9.9 200 OK", LENGTH), "unreadable"),
    "HTTP 1.0": Row(headed("HTTP/1.0 200 OK", LENGTH), ANSWER),
    "a body without a head": Row(sends(BODY), "unreadable"),
    "another protocol": Row(sends(b"SSH-2.0-OpenSSH_9.6\r\n"), "unreadable"),
    "TLS": Row(sends(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), "unreadable"),
    "lines that end with a feed alone": Row(sends(f"{OK}\n{LENGTH}\n\n".encode(), BODY), "unreadable"),
    "a status line without end": Row(sends(b"HTTP/1.1 200 " + b"O" * 1_000_000), "unreadable"),
    "a hundred times Continue": Row(
        sends(b"HTTP/1.1 100 Continue\r\n\r\n" * 100 + b"\r\n"), "unknown_outcome"
    ),
    "Continue for ever": Row(never_ends(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), "unreadable"),
    "hints for ever": Row(
        never_ends(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 100), "unreadable"
    ),
    "another protocol from now on": Row(
        headed("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket"), "unreadable"
    ),
    "a redirect elsewhere": Row(status(302, "Location: http://127.0.0.1:9/"), "bad_request"),
    "a redirect to a file": Row(status(307, "Location: file:///etc/passwd"), "bad_request"),
    "a redirect for ever": Row(status(308, "Location: /v1/chat/completions"), "bad_request"),
    "a redirect to another way": Row(status(303, "Location: ../../admin"), "bad_request"),
    "a redirect without an address": Row(status(301), "bad_request"),
    "several choices of where to go": Row(status(300, "Location: a", "Location: b"), "bad_request"),
    "no content": Row(headed("HTTP/1.1 204 No Content", body=b""), "unreadable"),
    "content to be reset": Row(
        headed("HTTP/1.1 205 Reset Content", "Content-Length: 0", body=b""), "unreadable"
    ),
    "a part of the content": Row(status(206, "Content-Range: bytes 0-9/10", body=BODY[:-10]), "unreadable"),
    "not modified": Row(headed("HTTP/1.1 304 Not Modified", body=b""), "bad_request"),
    "a password, please": Row(status(401, 'WWW-Authenticate: Basic realm="x"'), "auth_refused"),
    "a password for a proxy, please": Row(status(407, 'Proxy-Authenticate: Basic realm="x"'), "bad_request"),
    "a teapot": Row(status(418), "bad_request"),
    "status 599": Row(status(599), "unavailable"),
    "a page with 200": Row(framed(_HTML, "Content-Type: text/html"), "unreadable"),
    "a page with 502": Row(status(502, "Content-Type: text/html", body=_HTML), "unavailable"),
    # Heads.
    "a header without a colon": Row(headed(OK, "Broken", LENGTH), "unreadable"),
    "a header without a name": Row(headed(OK, ": x", LENGTH), "unreadable"),
    "a header that is folded": Row(headed(OK, "X-A: a", " b", LENGTH), "unreadable"),
    "a header of a megabyte": Row(headed(OK, "X-A: " + _MANY, LENGTH), "unreadable"),
    "a name of a megabyte": Row(headed(OK, _MANY + ": x", LENGTH), "unreadable"),
    "ten thousand headers": Row(headed(OK, *(f"X-{n}: {n}" for n in range(10_000)), LENGTH), "unreadable"),
    "three hundred cookies": Row(
        headed(OK, *(f"Set-Cookie: a{n}=b" for n in range(300)), LENGTH), "unreadable"
    ),
    "a head that never ends": Row(never_ends(f"{OK}\r\n".encode(), b"X: y\r\n" * 1000), "unreadable"),
    "a null in a header": Row(headed(OK, "X-A: a\0b", LENGTH), "unreadable"),
    "a header in another alphabet": Row(headed(OK, "X-A: \xe4\xff", LENGTH), ANSWER),
    # Lengths.
    "a negative length": Row(headed(OK, "Content-Length: -1"), "unreadable"),
    "a length with a sign": Row(headed(OK, f"Content-Length: +{SIZE}"), "unreadable"),
    "a length that is no number": Row(headed(OK, "Content-Length: many"), "unreadable"),
    "a length of forty digits": Row(headed(OK, "Content-Length: " + "9" * 40), "unreadable"),
    "a length of nothing": Row(headed(OK, "Content-Length: 0", "Connection: close"), "unreadable"),
    "two lengths": Row(headed(OK, LENGTH, "Content-Length: 5"), "unreadable"),
    "twice the same length": Row(headed(OK, LENGTH, LENGTH), "unreadable"),
    "a length and chunks": Row(headed(OK, LENGTH, "Transfer-Encoding: chunked"), "unreadable"),
    "a length that is too long": Row(headed(OK, f"Content-Length: {SIZE + 10}"), "broken_stream"),
    "a length that is too short": Row(headed(OK, f"Content-Length: {SIZE - 10}"), "unreadable"),
    "a terabyte is announced": Row(headed(OK, "Content-Length: 1099511627776"), "broken_stream"),
    "no length at all": Row(headed(OK, "Connection: close"), ANSWER),
    "a second answer behind the first": Row(
        sends(*[f"{OK}\r\n{LENGTH}\r\n\r\n".encode() + BODY] * 2), ANSWER
    ),
    # Chunks.
    "in single bytes": Row(chunked(*(bytes([byte]) for byte in BODY)), ANSWER),
    "a chunk without a size": Row(chunked(end=b"xyz\r\n"), "unreadable"),
    "a chunk of all bytes there are": Row(chunked(end=b"ffffffffffffffffff\r\n" + BODY), "unreadable"),
    "a negative chunk": Row(chunked(end=b"-5\r\nhello\r\n0\r\n\r\n"), "unreadable"),
    "a chunk with an extension": Row(chunked(BODY, extension=b';a="b"'), ANSWER),
    "an extension of a megabyte": Row(chunked(BODY, extension=b";" + _MANY.encode()), "unreadable"),
    "an unknown coding": Row(headed(OK, "Transfer-Encoding: zebra", LENGTH), "unreadable"),
    "a trailer": Row(chunked(BODY, end=b"0\r\nX-Check: 1\r\n\r\n"), ANSWER),
    "a trailer that sets a length": Row(chunked(BODY, end=b"0\r\nContent-Length: 5\r\n\r\n"), "unreadable"),
    "a trailer that never ends": Row(never_ends(CHUNKED + b"0\r\n", b"X: y\r\n" * 1000), "unreadable"),
}
BY_SILENCE: dict[str, Row] = {
    "silence": Row(falls_silent_after(b""), "timed_out"),
    "a head, then silence": Row(falls_silent_after(f"{OK}\r\n{LENGTH}\r\n\r\n".encode()), "timed_out"),
    "half of an answer, then silence": Row(
        falls_silent_after(f"{OK}\r\n{LENGTH}\r\n\r\n".encode() + BODY[:50]), "timed_out"
    ),
    "all but the end, then silence": Row(
        falls_silent_after(CHUNKED + b"%x\r\n%b\r\n" % (SIZE, BODY)), "timed_out"
    ),
    "a head, byte by byte": Row(dawdles(f"{OK}\r\n{LENGTH}\r\n\r\n".encode()), "timed_out"),
    "a body, byte by byte": Row(
        never_ends(f"{OK}\r\n{LENGTH}\r\n\r\n".encode(), b" ", every_s=0.05), "timed_out"
    ),
    "a chunk that never ends": Row(never_ends(CHUNKED + b"7fffffff\r\n", b" ", every_s=0.05), "timed_out"),
    "blanks for ever": Row(never_ends(CHUNKED, b"ffff\r\n" + b" " * 0xFFFF + b"\r\n"), "unreadable"),
    "an end in a status line": Row(sends(b"HTTP/1.1 2"), "unknown_outcome"),
    "an end in a head": Row(sends(b"HTTP/1.1 200 OK\r\nContent-Le"), "unknown_outcome"),
    "an end after a head": Row(sends(f"{OK}\r\n{LENGTH}\r\n\r\n".encode()), "broken_stream"),
    "an end in a body": Row(sends(f"{OK}\r\n{LENGTH}\r\n\r\n".encode() + BODY[:-1]), "broken_stream"),
    "an end in a size": Row(chunked(BODY[:20], end=b"f"), "broken_stream"),
    "an end in a chunk": Row(chunked(BODY[:20], end=b"ff\r\n{"), "broken_stream"),
    "an end between chunks": Row(chunked(BODY[:20], end=b""), "broken_stream"),
    "an end before the last chunk": Row(chunked(BODY, end=b""), "broken_stream"),
    "an end in a trailer": Row(chunked(BODY, end=b"0\r\nX-Che"), "broken_stream"),
}
BY_ENCODING: dict[str, Row] = {
    "gzip": Row(framed(gzip.compress(BODY), "Content-Encoding: gzip"), ANSWER),
    "deflate": Row(framed(zlib.compress(BODY), "Content-Encoding: deflate"), ANSWER),
    "gzip that is none": Row(framed(BODY, "Content-Encoding: gzip"), "unreadable"),
    "gzip that is cut": Row(framed(gzip.compress(BODY)[:-12], "Content-Encoding: gzip"), "broken_stream"),
    "gzip in gzip": Row(
        framed(gzip.compress(gzip.compress(BODY)), "Content-Encoding: gzip, gzip"), "unreadable"
    ),
    "a bomb": Row(framed(_BOMB, "Content-Encoding: gzip"), "unreadable"),
    "a bomb of the other kind": Row(
        framed(zlib.compress(b"0" * 32_000_000, 1), "Content-Encoding: deflate"), "unreadable"
    ),
    "bytes behind what was packed": Row(
        framed(gzip.compress(BODY) + b"garbage", "Content-Encoding: gzip"), ANSWER
    ),
    "an encoding nobody knows": Row(framed(BODY, "Content-Encoding: zebra"), "unreadable"),
    "UTF-16": Row(framed(BODY.decode().encode("utf-16")), "unreadable"),
    "UTF-32": Row(framed(BODY.decode().encode("utf-32")), "unreadable"),
    "a mark of byte order": Row(framed(b"\xef\xbb\xbf" + BODY), "unreadable"),
    "half of a character": Row(written(b"Paris", b"\xe2\x82"), ANOTHER),
    "overlong characters": Row(written(b"Paris", b"\xc0\xaf\xc0\xae"), ANOTHER),
    "a lone surrogate": Row(written(b"Paris", b"\\ud800"), ANOTHER),
    "every control character": Row(said(message={"content": "".join(map(chr, range(32)))}), ANOTHER),
    "nulls in the JSON": Row(framed(BODY.replace(b" ", b"\0")), "unreadable"),
}
BY_SHAPE: dict[str, Row] = {
    "nothing": Row(framed(b""), "unreadable"),
    "no choice": Row(shaped(choices=[]), "unreadable"),
    "ten thousand choices": Row(
        shaped(choices=[{"index": 0, "message": {"content": "x"}}] * 10_000), ANOTHER
    ),
    "a choice that is a list": Row(shaped(choices=[[]]), "unreadable"),
    "choices that are an object": Row(shaped(choices={"0": {}}), "unreadable"),
    "a message that is null": Row(said(message=None), ANOTHER),
    "content that is a number": Row(said(message={"content": 5}), "unreadable"),
    "content in parts": Row(said(message={"content": [{"type": "text", "text": "Paris"}]}), ANSWER),
    "content in parts that are none": Row(said(message={"content": [[], 7, None]}), "unreadable"),
    "an answer and an error": Row(shaped(error={"message": "no"}), "unavailable"),
    "a list that goes deep": Row(framed(b"[" * 100_000), "unreadable"),
    "an object that goes deep": Row(framed(b'{"a":' * 100_000 + b"1" + b"}" * 100_000), "unreadable"),
    "depth where nobody looks": Row(written(b'"created": 1', b'"x":' + b"[" * 900 + b"]" * 900), ANSWER),
    "a hundred thousand keys": Row(shaped(**{f"k{n}": n for n in range(100_000)}), ANSWER),
    "twice the same key": Row(framed(BODY[:-1] + b',"choices":[]}'), "unreadable"),
    "bytes behind the answer": Row(framed(BODY + b"garbage"), "unreadable"),
    "a second answer in the first": Row(framed(BODY + BODY), "unreadable"),
    "not a number": Row(framed(BODY[:-1] + b',"x":NaN}'), ANSWER),
    "a number of a million digits": Row(written(b'"created": 1', b'"created": ' + b"9" * 1_000_000), ANSWER),
    "an id that is an object": Row(shaped(id={"a": [1]}), ANSWER),
    "an id of a megabyte": Row(shaped(id=_MANY), ANSWER),
    "a model that is an object": Row(shaped(model={"a": 1}), ANSWER),
    "a model of a megabyte": Row(shaped(model=_MANY), ANSWER),
    "text of a megabyte": Row(said(message={"content": _MANY}), ANOTHER),
    "text beyond what is held": Row(said(message={"content": "x" * 20_000_000}), "unreadable"),
    "an end nobody knows": Row(said(finish_reason="because"), ANSWER),
    "no end": Row(said(finish_reason=None), ANSWER),
    "an end that is a number": Row(said(finish_reason=7), ANSWER),
    "an end that is a list": Row(said(finish_reason=["stop"]), ANSWER),
    "an end with an error": Row(said(finish_reason="error"), "unavailable"),
    "likelihoods that are none": Row(
        said(logprobs={"content": [{"token": 1, "logprob": "x"}]}), "unreadable"
    ),
    # Tools nobody offered.
    "two calls of one id": Row(called(call(), call()), ANOTHER),
    "a call whose id is an object": Row(called(call(id={"a": 1})), ANOTHER),
    "a call of nobody": Row(called(call(name=None)), ANOTHER),
    "arguments that are a number": Row(called(call(arguments=5)), ANOTHER),
    "arguments that go deep": Row(called(call(arguments="[" * 100_000)), ANOTHER),
    "arguments of a megabyte": Row(called(call(arguments=_MANY)), ANOTHER),
    "ten thousand calls": Row(called(*[call()] * 10_000), ANOTHER),
    "calls that are a word": Row(said(message={"content": "x", "tool_calls": "many"}), "unreadable"),
    # Usage.
    "no usage": Row(shaped(usage=None), ANSWER),
    "usage that is a list": Row(shaped(usage=[]), ANSWER),
    "negative usage": Row(used(prompt_tokens=-5, completion_tokens=-1), ANSWER),
    "usage in words": Row(used(prompt_tokens="many", completion_tokens="few"), ANSWER),
    "usage of half a token": Row(used(prompt_tokens=0.5, completion_tokens=1.5), ANSWER),
    "usage beyond all bounds": Row(used(prompt_tokens=6 * 10**18, completion_tokens=6 * 10**18), ANSWER),
    "usage of a hundred digits": Row(used(prompt_tokens=10**100, completion_tokens=1), ANSWER),
    "usage that is no number": Row(written(b'"prompt_tokens": 10', b'"prompt_tokens": NaN'), ANSWER),
    "usage without end": Row(written(b'"prompt_tokens": 10', b'"prompt_tokens": -Infinity'), ANSWER),
    "usage beyond a float": Row(written(b'"prompt_tokens": 10', b'"prompt_tokens": 1e999'), ANSWER),
    "usage that is true": Row(used(prompt_tokens=True, completion_tokens=False), ANSWER),
    "usage within usage": Row(
        used(prompt_tokens=1, prompt_tokens_details={"cached_tokens": {"a": []}}), ANSWER
    ),
    # Waits.
    "wait for ever": Row(status(429, "Retry-After: inf"), "rate_limited"),
    "wait for a billion": Row(status(429, "Retry-After: 1000000000"), "rate_limited"),
    "wait for less than nothing": Row(status(503, "Retry-After: -5"), "unavailable"),
    "wait in forty thousand digits": Row(status(429, "Retry-After: " + "9" * 40_000), "unreadable"),
    "wait until a day that is none": Row(
        status(429, "Retry-After: Fri, 31 Feb 9999 99:99:99 GMT"), "rate_limited"
    ),
    "wait as a body says": Row(
        status(429, body=b'{"error":{"message":"Please try again in 1e9s"}}'), "rate_limited"
    ),
}
ANSWERS = {**BY_PROTOCOL, **BY_SILENCE, **BY_ENCODING, **BY_SHAPE}
