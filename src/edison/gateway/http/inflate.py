"""Bodies that come compressed although we asked for them as they are."""

import zlib
from collections.abc import Iterator

from .troubles import CutOff, NotHttp

_PIECE = 64 * 1024
_ANY_WRAPPER = zlib.MAX_WBITS | 32
"""gzip's or zlib's, whichever it is."""
_CODINGS = frozenset({"gzip", "x-gzip", "deflate"})


class Inflater:
    """Makes a compressed body whole again, in pieces of bounded size however small they were made."""

    def __init__(self, coding: str) -> None:
        if coding.lower() not in _CODINGS:
            raise NotHttp(f"its body is coded as {coding!r}, which nobody asked for")
        self._zlib = zlib.decompressobj(_ANY_WRAPPER)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What a piece of the body stands for."""
        while data and not self._zlib.eof:
            try:
                piece = self._zlib.decompress(data, _PIECE)
            except zlib.error as cause:
                raise NotHttp(f"its compressed body is damaged: {cause}") from cause
            data = self._zlib.unconsumed_tail
            if piece:
                yield piece

    def finish(self) -> None:
        """Nothing more will come."""
        if not self._zlib.eof:
            raise CutOff("its compressed body ends too soon")
