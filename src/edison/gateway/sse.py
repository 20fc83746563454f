"""Server-sent events, as the HTML standard defines them, from bytes that arrive in any pieces."""

from edison.errors import Unreadable

from .codecs.base import StreamEvent

EVENT_LIMIT = 16 * 1024 * 1024

_BOM = b"\xef\xbb\xbf"
_COLON = ord(":")
"""What a comment begins with."""


class SseDecoder:
    """Bytes in, events out, however the bytes are cut. One per stream.

    Lines may end in LF, CRLF or CR; comments, `id` and `retry` are skipped; an event without data, or one
    that the stream's end cuts off, is none. Data stays bytes: whether it is UTF-8 its reader will find out.
    """

    def __init__(self, *, event_limit: int = EVENT_LIMIT) -> None:
        self._limit = event_limit
        self._rest = bytearray()
        self._searched = 0
        self._skip_line_feed = False
        self._may_begin_with_bom = True

    def feed(self, chunk: bytes) -> list[StreamEvent]:
        """The events that this piece completes; raises Unreadable for one that is too large to be held."""
        chunk = self._with_line_feeds(chunk)
        if self._may_begin_with_bom:
            chunk = self._without_bom(chunk)
        if not self._rest and chunk.endswith(b"\n\n"):
            return self._events(chunk)
        return self._events(self._whole_part(chunk))

    def _whole_part(self, chunk: bytes) -> bytes:
        """Put the piece behind what is left over, and take off everything up to the last blank line."""
        self._rest += chunk
        end = self._rest.rfind(b"\n\n", max(self._searched - 1, 0))
        if end < 0:
            end = -2
        whole = bytes(self._rest[: end + 2])
        del self._rest[: end + 2]
        self._searched = len(self._rest)
        # The last line feed may belong to the blank line that ends the event.
        self._refuse_larger(len(self._rest) - 1)
        return whole

    def _events(self, whole: bytes) -> list[StreamEvent]:
        events: list[StreamEvent] = []
        if b"data" not in whole:
            # Comments, most likely, and there may be millions of them.
            return events
        for block in whole.split(b"\n\n"):
            if not block or (block[0] == _COLON and b"\n" not in block):
                continue
            self._refuse_larger(len(block))
            event = _read_block(block)
            if event is not None:
                events.append(event)
        return events

    def _with_line_feeds(self, chunk: bytes) -> bytes:
        """The piece with every line end as LF, also where a CRLF is cut between two pieces."""
        if self._skip_line_feed and chunk:
            self._skip_line_feed = False
            chunk = chunk.removeprefix(b"\n")
        if b"\r" not in chunk:
            return chunk
        self._skip_line_feed = chunk.endswith(b"\r")
        return chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def _without_bom(self, chunk: bytes) -> bytes:
        """The stream's first bytes without their byte-order mark; held back while they may become one."""
        begin = bytes(self._rest) + chunk
        self._rest.clear()
        if len(begin) < len(_BOM) and _BOM.startswith(begin):
            self._rest += begin
            return b""
        self._may_begin_with_bom = False
        return begin.removeprefix(_BOM)

    def _refuse_larger(self, size: int) -> None:
        if size > self._limit:
            raise Unreadable(
                f"One event of the stream is larger than {self._limit >> 10} KiB; ask for less output.",
                may_be_billed=True,
            )


def _read_block(block: bytes) -> StreamEvent | None:
    if block.startswith(b"data: ") and b"\n" not in block:
        return StreamEvent("", block[6:])
    name, data = "", list[bytes]()
    for line in block.split(b"\n"):
        field, _, value = line.partition(b":")
        if field == b"data":
            data.append(value.removeprefix(b" "))
        elif field == b"event":
            name = value.removeprefix(b" ").decode("utf-8", "replace")
    return StreamEvent(name, b"\n".join(data)) if data else None
