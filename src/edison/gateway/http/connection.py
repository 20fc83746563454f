"""One connection to a server: a request goes out, an answer comes in, and then the next."""

import asyncio
import socket
from typing import Protocol

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from .proxies import Route
from .response import Response
from .troubles import CutOff, HttpTrouble, Lost, NotHttp

_TOO_MUCH_TO_SAY_NOTHING = 128 * 1024
"""Bytes that are neither the end of a head nor a piece of a body: a head, or a trailer, that never ends."""
_MOST_HEADERS = 256
_LONGEST_NAME = 256
_LONGEST_VALUE = 16 * 1024
_PIECE = 128 * 1024
_CONTENT_ENCODING = b"content-encoding"


class Owner(Protocol):
    """Whoever keeps connections."""

    def opened(self, connection: "Connection") -> None: ...

    def freed(self, connection: "Connection") -> None:
        """Its answer was closed; it can be asked again if `is_free` says so."""
        ...

    def lost(self, connection: "Connection") -> None: ...

    def misled(self, connection: "Connection") -> None:
        """Something came by it that nobody had asked for."""
        ...


class Connection(asyncio.Protocol):
    """Speaks HTTP/1.1 over one transport."""

    is_free = False
    """The last answer came whole, and the next request may go out."""
    free_since = 0.0
    _response: Response | None = None
    _lasts = False
    _is_sending = False
    _unread = 0
    _room: asyncio.Future[None] | None = None
    """Somebody waits until more can be written."""
    _is_full = False

    def __init__(self, route: Route, owner: Owner, *, line: socket.socket) -> None:
        self.route = route
        self._owner = owner
        self._line = line
        self._parser = HttpResponseParser(self)

    async def ask(self, head: bytes, body: bytes | None) -> Response:
        """Send a request; its answer may begin before all of it has left."""
        response = self._response = Response(self)
        self.is_free = False
        if body is None:
            self._transport.write(head + b"\r\n")
        elif len(body) <= _PIECE:
            self._transport.write(b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body))
        else:
            self._transport.write(b"%bContent-Length: %d\r\n\r\n" % (head, len(body)))
            await self._send_in_pieces(body, response)
        return response

    def looks_quiet(self) -> bool:
        """Whether nothing waits to be read: what came before a question is no answer to it."""
        try:
            waiting = self._line.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if waiting and not self.route.origin.by_tls:
            # By TLS it may as well be a new ticket, or its good-bye; then the connection is given up and no more.
            self._owner.misled(self)
        return False

    def hang_up(self) -> None:
        """End it now."""
        self.is_free = False
        self._transport.abort()

    # What a response asks of its channel.

    def pause(self) -> None:
        """Let the server wait."""
        self._transport.pause_reading()

    def go_on(self) -> None:
        """Take more."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def give_back(self, response: Response) -> None:
        """An answer is done with; said twice, it may be another one's turn already."""
        if self._response is response:
            self._response = None
            self._owner.freed(self)

    # What the transport says.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._owner.opened(self)

    def data_received(self, data: bytes) -> None:
        response = self._response
        if response is None:
            self._owner.misled(self)
            self.hang_up()
            return
        self._unread += len(data)
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade) as cause:
            if response.is_over:
                self._owner.misled(self)
            self._fail(NotHttp(str(cause.__context__ or cause)))
        else:
            if self._unread > _TOO_MUCH_TO_SAY_NOTHING:
                self._fail(NotHttp("its head does not end"))
        response.tell()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_free = False
        self._owner.lost(self)
        self._make_room()
        # They hold each other.
        del self._parser
        response = self._response
        if response is None:
            return
        if not response.is_begun:
            response.end(Lost(str(exc or "the server hung up")))
        elif _ends_with_the_connection(response):
            response.end()
        else:
            response.end(CutOff(str(exc or "the server hung up")))
        response.tell()

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._make_room()

    # What the parser found.

    def on_message_begin(self) -> None:
        if self._response is None or self._response.is_over:
            raise ValueError("an answer nobody asked for")

    def on_header(self, name: bytes, value: bytes) -> None:
        response = self._response
        assert response is not None
        if len(name) > _LONGEST_NAME or len(value) > _LONGEST_VALUE or len(response.head) >= _MOST_HEADERS:
            raise ValueError("its head is larger than any head should be")
        if response.is_begun:
            # A trailer, after the body.
            return
        response.head.append((name, value))
        if len(name) == len(_CONTENT_ENCODING) and name.lower() == _CONTENT_ENCODING:
            response.is_coded = value.lower() not in (b"", b"identity")

    def on_headers_complete(self) -> None:
        response = self._response
        assert response is not None
        response.status = self._parser.get_status_code()
        if response.status < 200:
            # Something is on its way; the answer itself follows.
            response.head.clear()
            return
        self._unread = 0
        response.is_begun = True
        self._lasts = self._parser.should_keep_alive()

    def on_body(self, piece: bytes) -> None:
        assert self._response is not None
        self._unread = 0
        self._response.receive(piece)

    def on_message_complete(self) -> None:
        response = self._response
        assert response is not None
        if response.is_begun:
            response.end()
            # A server may answer before it has all of the request; the next one would be taken for the rest of it.
            has_left = not self._is_sending and self._transport.get_write_buffer_size() == 0
            self.is_free = self._lasts and has_left
            self._make_room()

    async def _send_in_pieces(self, body: bytes, response: Response) -> None:
        # In one write, what does not leave at once would be copied again and again.
        self._is_sending = True
        view = memoryview(body)
        for at in range(0, len(body), _PIECE):
            if self._is_full:
                await self._wait_for_room(response)
            if response.is_over:
                return
            self._transport.write(view[at : at + _PIECE])
        self._is_sending = False

    async def _wait_for_room(self, response: Response) -> None:
        self._room = asyncio.get_running_loop().create_future()
        try:
            await self._room
        except asyncio.CancelledError:
            self.give_back(response)
            raise

    def _fail(self, trouble: HttpTrouble) -> None:
        if self._response is not None:
            self._response.end(trouble)
        self.hang_up()

    def _make_room(self) -> None:
        self._is_full = False
        if self._room is not None and not self._room.done():
            self._room.set_result(None)


def _ends_with_the_connection(response: Response) -> bool:
    headers = response.headers
    coding = headers.get("transfer-encoding", "")
    return "content-length" not in headers and not coding.lower().endswith("chunked")
