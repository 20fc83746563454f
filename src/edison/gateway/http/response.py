"""An answer while it comes in: its head, then its body, whole or piece by piece."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from .answer_memory import Claim, shared_memory
from .head import Headers
from .proxies import Route
from .troubles import CutOff, HttpTrouble, NotHttp

_HELD = 256 * 1024
"""So much waits for its reader; then the server has to."""
_INFLATED = 64 * 1024
_ANY_WRAPPER = zlib.MAX_WBITS | 32
"""gzip's or zlib's, whichever it is."""
_CODINGS = frozenset({"gzip", "x-gzip", "deflate"})


class Channel(Protocol):
    """The connection that an answer comes by."""

    @property
    def route(self) -> Route: ...

    def pause(self) -> None:
        """Take no more for now."""
        ...

    def go_on(self) -> None: ...

    def give_back(self, response: "Response") -> None:
        """The answer is done with, read to its end or not."""
        ...


class Response:
    """One answer. Whoever reads it closes it."""

    status = 0
    is_begun = False
    """The head is whole."""
    is_over = False
    """Nothing more will come."""
    is_coded = False
    """The body is not sent as it is."""
    _failure: HttpTrouble | None = None
    _held = 0
    _is_paused = False
    _waiter: asyncio.Future[None] | None = None
    _claim: Claim | None = None

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.head: list[tuple[bytes, bytes]] = []
        self._pieces: list[bytes] = []

    @property
    def route(self) -> Route:
        """Whence it comes."""
        return self._channel.route

    @property
    def headers(self) -> Headers:
        """What the server says about the answer."""
        return Headers(self.head)

    async def begin(self) -> None:
        """Wait for the head."""
        while not self.is_begun and not self.is_over:
            await self._news()
        if not self.is_begun:
            self._raise_failure()

    async def read(self, limit: int) -> tuple[bytes, bool]:
        """The whole body up to a limit, and whether there was more."""
        if not self.is_over and not self._pieces:
            await self._news()
        if self.is_over and self._failure is None and self._held <= limit and not self.is_coded:
            # Nearly every answer comes in one go.
            return self._take(), False
        pieces: list[bytes] = []
        size = 0
        async for piece in self.chunks():
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                return b"".join(pieces)[:limit], True
            if size > _HELD:
                await self.hold(len(piece))
        return b"".join(pieces), False

    async def hold(self, size: int) -> None:
        """Wait until so much more of this answer may be kept, beside all others; until it is closed."""
        if self._claim is None:
            self._claim = Claim(shared_memory())
        await self._claim.grow(size)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives; what came before a failure comes before the failure is raised."""
        await self.begin()
        inflater = _Inflater(self.headers["content-encoding"]) if self.is_coded else None
        while self._pieces or not self.is_over:
            if not self._pieces:
                await self._news()
            elif inflater is None:
                yield self._take()
            else:
                for piece in inflater.feed(self._take()):
                    yield piece
                    # A few bytes may become very many: whatever else is under way, and the deadline, have their turn.
                    await asyncio.sleep(0)
        self._raise_failure()
        if inflater is not None:
            inflater.finish()

    def close(self) -> None:
        """Let the connection go, and whatever nobody has read."""
        if self._pieces:
            self._take()
        if self._claim is not None:
            self._claim.give_back()
        self._channel.give_back(self)

    def receive(self, piece: bytes) -> None:
        """Take in a piece of the body."""
        self._pieces.append(piece)
        self._held += len(piece)
        if self._held > _HELD and not self._is_paused:
            self._is_paused = True
            self._channel.pause()

    def end(self, failure: HttpTrouble | None = None) -> None:
        """Nothing more will come; the first reason counts."""
        if not self.is_over:
            self.is_over = True
            self._failure = failure

    def tell(self) -> None:
        """Wake whoever waits for news."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def _news(self) -> None:
        self._waiter = asyncio.get_running_loop().create_future()
        await self._waiter

    def _take(self) -> bytes:
        taken = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
        self._pieces.clear()
        self._held = 0
        if self._is_paused:
            self._is_paused = False
            self._channel.go_on()
        return taken

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure


class _Inflater:
    """Makes a body whole that came compressed although nobody asked for that, in pieces of bounded size."""

    def __init__(self, coding: str) -> None:
        if coding.lower() not in _CODINGS:
            raise NotHttp(f"its body is coded as {coding!r}, which nobody asked for")
        self._zlib = zlib.decompressobj(_ANY_WRAPPER)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What a piece of the body stands for."""
        while data and not self._zlib.eof:
            try:
                piece = self._zlib.decompress(data, _INFLATED)
            except zlib.error as cause:
                raise NotHttp(f"its compressed body is damaged: {cause}") from cause
            data = self._zlib.unconsumed_tail
            if piece:
                yield piece

    def finish(self) -> None:
        """Nothing more will come."""
        if not self._zlib.eof:
            raise CutOff("its compressed body ends too soon")
