"""An answer that is read as it comes."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Protocol

from edison.domain import Answer, Clock
from edison.errors import BrokenStream, ProviderTrouble, Unreadable

from .answering import KEPT_BYTES, Now, failure_of, kept
from .attempts import Order, Try
from .codecs.base import Delta, Reply, StreamEvent
from .eventstream import EventStreamDecoder
from .sse import SseDecoder
from .wire import BODY_LIMIT, WireReply, WireStream


class Decoder(Protocol):
    """Bytes in, events out, however the bytes are cut."""

    def feed(self, chunk: bytes) -> list[StreamEvent]: ...


class AnswerStream:
    """Iterate over it for the deltas; afterwards `answer` is the whole answer.

    Leaving before the end is allowed: what had come is kept as evidence and the cost is marked as estimated.
    """

    held: AsyncExitStack

    def __init__(
        self,
        order: Order,
        body: WireStream,
        *,
        trial: Try,
        clock: Clock,
        began: float,
        settle: Callable[[Reply], Answer],
    ) -> None:
        self._order = order
        self._body = body
        self._trial = trial
        self._clock = clock
        self._began = began
        self._settle = settle
        self._reader = order.line.codec.reader()
        self._raw = bytearray()
        self._size = 0
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer:
        """The whole answer, once every delta has been read."""
        if self._answer is None:
            raise BrokenStream("The stream has not been read to its end.", may_be_billed=True)
        return self._answer

    async def check_status(self, now: Now) -> None:
        """Raise what a refused stream means, before anybody waits for its first delta."""
        if self._body.status < 300:
            return
        body, truncated = await self._body.read()
        reply = WireReply(self._body.status, self._body.headers, body, truncated, self._elapsed())
        self._trial.latency_s = reply.latency_s
        self._trial.raw = kept(self._order, body, len(body), status=reply.status, truncated=truncated)
        read = failure_of(self._order.line.codec, reply, now=now)
        if isinstance(read, ProviderTrouble):
            raise read
        self._finish(read)

    async def __aiter__(self) -> AsyncIterator[Delta]:
        if self._answer is not None:
            return
        mask = self._order.line.mask.deltas()
        try:
            async for delta in self._deltas():
                shown = mask.feed(delta)
                if shown is not None:
                    yield shown
        finally:
            self._record()
        if (rest := mask.rest()) is not None:
            yield rest
        if not self._reader.is_over:
            raise BrokenStream(
                "The stream ended before its end mark; what came is kept, and it may be billed.",
                may_be_billed=True,
            )
        self._finish(self._reader.finish())

    async def _deltas(self) -> AsyncIterator[Delta]:
        decoder: Decoder = SseDecoder() if self._order.line.codec.framing == "sse" else EventStreamDecoder()
        async for chunk in self._body.chunks():
            self._take(chunk)
            if self._size > KEPT_BYTES:
                # Its reader keeps about as much of it.
                await self._body.hold(len(chunk))
            for event in decoder.feed(chunk):
                delta = self._reader.feed(event)
                if delta is None:
                    continue
                if self._trial.first_token_s is None:
                    self._trial.first_token_s = self._elapsed()
                yield delta

    def _take(self, chunk: bytes) -> None:
        self._size += len(chunk)
        if len(self._raw) < KEPT_BYTES:
            self._raw += chunk[: KEPT_BYTES - len(self._raw)]
        if self._size > BODY_LIMIT:
            raise Unreadable(
                f"The stream is longer than {BODY_LIMIT >> 20} MiB; its beginning is kept. Ask for less output.",
                may_be_billed=True,
            )

    def _record(self) -> None:
        self._trial.latency_s = self._elapsed()
        self._trial.partial_text = self._order.line.mask.text(self._reader.partial_text)
        self._trial.raw = kept(
            self._order,
            bytes(self._raw),
            self._size,
            status=self._body.status,
            truncated=self._size > KEPT_BYTES,
        )

    def _finish(self, reply: Reply) -> None:
        self._answer = self._settle(reply)
        self._trial.partial_text = ""

    def _elapsed(self) -> float:
        return self._clock.monotonic() - self._began
