"""One answer, said in every way that HTTP/1.1 allows."""

import gzip
import zlib

BODY = b'{"text": "The capital of France is Paris.", "more": "' + b"x" * 200 + b'"}'
_OK = b"HTTP/1.1 200 OK\r\nX-Mark: seven\r\n"


def _sized(body: bytes, head: bytes = _OK) -> bytes:
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def _chunked(body: bytes, *, size: int, extension: bytes = b"", trailer: bytes = b"") -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    chunks = b"".join(b"%x%b\r\n%b\r\n" % (len(piece), extension, piece) for piece in pieces)
    return _OK + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n" + trailer + b"\r\n"


FRAMINGS = {
    "by its length": _sized(BODY),
    "in one chunk": _chunked(BODY, size=1000),
    "in many chunks": _chunked(BODY, size=7),
    "in chunks with extensions": _chunked(BODY, size=50, extension=b";name=value"),
    "in chunks with a trailer": _chunked(BODY, size=50, trailer=b"X-Sum: 12\r\nX-Mark: eight\r\n"),
    "until the connection ends": _OK + b"\r\n" + BODY,
    "as HTTP/1.0": _sized(BODY, b"HTTP/1.0 200 OK\r\nX-Mark: seven\r\n"),
    "after a 100": b"HTTP/1.1 100 Continue\r\n\r\n" + _sized(BODY),
    "after two hints": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX-Mark: six\r\n\r\n" * 2 + _sized(BODY),
    "zipped": _sized(gzip.compress(BODY), _OK + b"Content-Encoding: gzip\r\n"),
    "deflated": _sized(zlib.compress(BODY), _OK + b"Content-Encoding: deflate\r\n"),
    "as it is, and said so": _sized(BODY, _OK + b"Content-Encoding: identity\r\n"),
    "with an empty header": _sized(BODY, _OK + b"X-Nothing:\r\n"),
    "with many headers": _sized(BODY, _OK + b"".join(b"X-%d: v\r\n" % n for n in range(90))),
    "with white space around a value": _sized(BODY, b"HTTP/1.1 200 OK\r\nX-Mark: \t seven \r\n"),
    "without a reason": _sized(BODY, b"HTTP/1.1 200\r\nX-Mark: seven\r\n"),
}
