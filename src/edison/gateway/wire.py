"""The wire itself: one HTTP session, addresses and keys, deadlines and bounds. It knows no format."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import lru_cache
from io import BytesIO
from types import TracebackType
from typing import Self

import aiohttp
import msgspec
from yarl import URL

from edison.domain import Clock
from edison.errors import (
    BrokenStream,
    ProviderBroken,
    ProviderTrouble,
    TimedOut,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)

from .codecs.base import Parcel
from .deadlines import Deadlines
from .provider import KeyStyle, Provider
from .sigv4 import sign

BODY_LIMIT = 16 * 1024 * 1024
_CHUNK = 64 * 1024
_LARGE_BODY = 1024 * 1024
_DEFAULT_HEADERS = {"User-Agent": "edison", "Accept-Encoding": "identity", "Content-Type": "application/json"}


class WireReply(msgspec.Struct, frozen=True):
    """An HTTP answer, whatever its status; `truncated` when it was longer than we are willing to hold."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool
    latency_s: float


class WireStream:
    """An HTTP answer whose body is read piece by piece."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives."""
        async for chunk in self._response.content.iter_any():
            yield chunk

    async def read(self, limit: int = BODY_LIMIT) -> tuple[bytes, bool]:
        """The whole body up to a limit, and whether there was more."""
        return await _read_bounded(self._response, limit)


class Wire:
    """A session that sends parcels to providers. Use as a context manager, in one event loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._session: aiohttp.ClientSession | None = None
        self._headers: dict[Provider, dict[str, str]] = {}
        self._deadlines = Deadlines()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def send(
        self,
        provider: Provider,
        parcel: Parcel,
        *,
        deadline_s: float,
        body_limit: int | None = None,
        address: str | None = None,
    ) -> WireReply:
        """Send a parcel and read the whole answer; any HTTP status is an answer."""
        started = self._clock.monotonic()
        try:
            with self._deadlines.within(deadline_s):
                async with self._request(provider, parcel, address) as response:
                    body, truncated = await _read_bounded(response, body_limit or BODY_LIMIT)
        except (TimeoutError, aiohttp.ClientError, ConnectionError) as cause:
            raise _translate(cause, deadline_s) from cause
        latency_s = self._clock.monotonic() - started
        return WireReply(response.status, response.headers, body, truncated, latency_s)

    @asynccontextmanager
    async def open(
        self, provider: Provider, parcel: Parcel, *, deadline_s: float, address: str | None = None
    ) -> AsyncGenerator[WireStream]:
        """Send a parcel and hold the answer open; trouble of the connection becomes one of our errors."""
        try:
            with self._deadlines.within(deadline_s):
                async with self._request(provider, parcel, address) as response:
                    yield WireStream(response)
        except (TimeoutError, aiohttp.ClientError, ConnectionError) as cause:
            raise _translate(cause, deadline_s) from cause

    async def lines(self, provider: Provider, parcel: Parcel, *, deadline_s: float) -> AsyncIterator[bytes]:
        """A JSONL body line by line, never held whole; raises Refused for an answer that is not 2xx."""
        async with self.open(provider, parcel, deadline_s=deadline_s) as stream:
            if stream.status >= 300:
                body, truncated = await stream.read()
                raise Refused(WireReply(stream.status, stream.headers, body, truncated, 0.0))
            cutter = _LineCutter()
            async for chunk in stream.chunks():
                for line in cutter.feed(chunk):
                    yield line
            if cutter.rest.strip():
                yield cutter.rest

    def _request(
        self, provider: Provider, parcel: Parcel, address: str | None
    ) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        url = _url(address or provider.base_url or "", parcel.path)
        return self._open_session().request(
            parcel.method,
            url,
            data=_payload(parcel.body),
            headers=self._headers_for(provider, parcel, url),
            timeout=_timeout(provider.patience.connect_s),
            allow_redirects=False,
        )

    def _open_session(self) -> aiohttp.ClientSession:
        # Opened at the first call, inside the loop that will use it; our own limiter stands in front.
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=300),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers=_DEFAULT_HEADERS,
                read_bufsize=_CHUNK,
                max_line_size=64 * 1024,
                max_field_size=64 * 1024,
            )
        return self._session

    def _headers_for(self, provider: Provider, parcel: Parcel, url: URL) -> Mapping[str, str]:
        known = self._headers.get(provider)
        if known is None:
            known = self._headers.setdefault(provider, _standing_headers(provider))
        if provider.key_style is not KeyStyle.SIGV4 or provider.key is None:
            return {**parcel.headers, **known} if parcel.headers else known
        headers = {"Content-Type": "application/json", **parcel.headers, **known}
        signed = sign(
            parcel.method,
            str(url),
            headers,
            parcel.body or b"",
            credentials=provider.key.reveal(),
            region=provider.region or "us-east-1",
            service="bedrock",
            now=self._clock.now(),
        )
        return headers | signed


class Refused(Exception):
    """A line-by-line download that was answered with a failure; carries the answer for the codec to read."""

    def __init__(self, reply: WireReply) -> None:
        super().__init__(f"HTTP {reply.status}")
        self.reply = reply


class _LineCutter:
    """Cuts chunks into lines; looks at every byte once, however long a line gets."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    @property
    def rest(self) -> bytes:
        return b"".join(self._pieces)

    def feed(self, chunk: bytes) -> list[bytes]:
        first, *others = chunk.split(b"\n")
        self._pieces.append(first)
        self._size += len(first)
        if self._size > BODY_LIMIT:
            raise Unreadable(f"A line of the provider's answer is longer than {BODY_LIMIT >> 20} MiB.")
        if not others:
            return []
        lines = [self.rest, *others[:-1]]
        self._pieces, self._size = [others[-1]], len(others[-1])
        return lines


def _payload(body: bytes | None) -> bytes | BytesIO | None:
    # aiohttp sends large bytes in one piece, which would hold up the loop; a file is sent in pieces.
    return BytesIO(body) if body is not None and len(body) > _LARGE_BODY else body


def _standing_headers(provider: Provider) -> dict[str, str]:
    headers = dict(provider.headers)
    if provider.key is None:
        return headers
    key = provider.key.reveal()
    match provider.key_style:
        case _ if provider.key_header:
            headers[provider.key_header] = key
        case KeyStyle.BEARER:
            headers["Authorization"] = f"Bearer {key}"
        case KeyStyle.API_KEY | KeyStyle.X_API_KEY | KeyStyle.X_GOOG_API_KEY:
            headers[provider.key_style.value] = key
        case KeyStyle.SIGV4 | KeyStyle.NONE | None:
            pass
    return headers


@lru_cache(maxsize=256)
def _timeout(connect_s: float) -> aiohttp.ClientTimeout:
    # The whole is watched by our own deadlines.
    return aiohttp.ClientTimeout(total=None, sock_connect=connect_s)


@lru_cache(maxsize=4096)
def _url(address: str, path: str) -> URL:
    return URL(address + path, encoded=True)


async def _read_bounded(response: aiohttp.ClientResponse, limit: int) -> tuple[bytes, bool]:
    if (
        response.content_length is not None
        and response.content_length <= limit
        and "Content-Encoding" not in response.headers
    ):
        return await response.read(), False
    pieces: list[bytes] = []
    size = 0
    async for chunk in response.content.iter_any():
        pieces.append(chunk)
        size += len(chunk)
        if size > limit:
            response.close()
            return b"".join(pieces)[:limit], True
    return b"".join(pieces), False


def _translate(cause: BaseException, deadline_s: float) -> ProviderTrouble | ProviderBroken:
    match cause:
        case aiohttp.ConnectionTimeoutError():
            return TimedOut("The provider could not be reached in time; check its address and the network.")
        case TimeoutError():
            return TimedOut(
                f"No whole answer came within {deadline_s:.0f} s; it may be billed all the same.",
                may_be_billed=True,
            )
        case aiohttp.InvalidURL():
            return ProviderBroken("?", f"its address cannot be used: {cause}")
        case aiohttp.ClientConnectorError():
            return Unavailable(
                f"The provider could not be reached ({cause}); check its address and the network."
            )
        case aiohttp.ClientPayloadError():
            return BrokenStream(
                "The answer was cut off before its end; it may be billed.", may_be_billed=True
            )
        case aiohttp.ClientResponseError():
            return Unreadable(f"The provider did not answer in HTTP ({cause}).", may_be_billed=True)
        case _:
            return UnknownOutcome(
                f"The connection was lost after the request had left ({cause or type(cause).__name__}); "
                "it may be billed.",
                may_be_billed=True,
            )
