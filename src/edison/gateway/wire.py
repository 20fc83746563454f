"""The wire itself: one HTTP client, addresses and keys, deadlines and bounds. It knows no format."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import urlencode

import msgspec

from edison.domain import Clock
from edison.errors import (
    AuthRefused,
    BrokenStream,
    ProviderBroken,
    ProviderTrouble,
    TimedOut,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)

from .codecs.base import Parcel
from .credentials.renewing import PATIENCE_S, KeyRequest
from .deadlines import Deadlines
from .http import (
    DIRECT,
    Client,
    CutOff,
    Head,
    HttpTrouble,
    Network,
    NotHttp,
    NotReached,
    ProxyNotReached,
    ProxyRefused,
    Response,
    Route,
    TookTooLong,
    origin_of,
)
from .provider import KeyStyle, Provider
from .sigv4 import sign

BODY_LIMIT = 16 * 1024 * 1024
_KEY_LIMIT = 256 * 1024
_MOST_WAYS = 4096
_PROXY_WANTS_A_PASSWORD = 407
_DEFAULT_HEADERS = {
    "User-Agent": "edison",
    "Accept": "*/*",
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
}


class WireReply(msgspec.Struct, frozen=True):
    """An HTTP answer, whatever its status; `truncated` when it was longer than we are willing to hold."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool
    latency_s: float


class WireStream:
    """An HTTP answer whose body is read piece by piece."""

    def __init__(self, response: Response) -> None:
        self._response = response
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers

    def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives."""
        return self._response.chunks()

    async def hold(self, size: int) -> None:
        """Wait until so much more of the body may be kept."""
        await self._response.hold(size)

    async def read(self, limit: int = BODY_LIMIT) -> tuple[bytes, bool]:
        """The whole body up to a limit, and whether there was more."""
        return await self._response.read(limit)


class Wire:
    """Sends parcels to providers. Use as a context manager, in one event loop."""

    def __init__(self, clock: Clock, *, on_key: Callable[[Provider], None] | None = None) -> None:
        self._clock = clock
        self._on_key = on_key
        """Told when a provider got another key, which must not be shown either."""
        self._keyed: dict[Provider, Provider] = {}
        self._client = Client()
        self._deadlines = Deadlines()
        self._ways: dict[tuple[Provider, str, str], _Way] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._client.close()

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
        keyed = await self._with_key(provider)
        started = self._clock.monotonic()
        try:
            with self._deadlines.within(deadline_s):
                response = await self._ask(keyed, parcel, address)
                try:
                    body, truncated = await response.read(body_limit or BODY_LIMIT)
                    _raise_refusal(response)
                finally:
                    response.close()
        except (TimeoutError, HttpTrouble) as cause:
            raise _translate(cause, deadline_s) from cause
        self._note_refusal(provider, keyed, response.status)
        latency_s = self._clock.monotonic() - started
        return WireReply(response.status, response.headers, body, truncated, latency_s)

    @asynccontextmanager
    async def open(
        self, provider: Provider, parcel: Parcel, *, deadline_s: float, address: str | None = None
    ) -> AsyncGenerator[WireStream]:
        """Send a parcel and hold the answer open; trouble of the connection becomes one of our errors."""
        keyed = await self._with_key(provider)
        try:
            with self._deadlines.within(deadline_s):
                response = await self._ask(keyed, parcel, address)
                try:
                    await response.begin()
                    self._note_refusal(provider, keyed, response.status)
                    _raise_refusal(response)
                    yield WireStream(response)
                finally:
                    response.close()
        except (TimeoutError, HttpTrouble) as cause:
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

    async def _with_key(self, provider: Provider) -> Provider:
        """The provider with the key of this moment; itself where its key stays."""
        if provider.renewed is None:
            return provider
        key = await provider.renewed.key(clock=self._clock, post=partial(self._fetch, provider.network))
        keyed = self._keyed.get(provider)
        if keyed is None or keyed.key != key:
            keyed = self._keyed[provider] = replace(provider, key=key, renewed=None)
            if self._on_key is not None:
                self._on_key(provider)
        return keyed

    async def _fetch(self, network: Network, request: KeyRequest) -> WireReply:
        """Carry a request for a key; its address is that of a vendor or of this machine, and never a suite's."""
        courier = Provider(
            name="keys",
            kind="http",
            base_url=request.url,
            key_style=KeyStyle.NONE,
            network=DIRECT if request.is_near else network,
        )
        parcel = Parcel("", request.body, headers=request.headers, method=request.method)
        return await self.send(courier, parcel, deadline_s=PATIENCE_S, body_limit=_KEY_LIMIT)

    def _note_refusal(self, provider: Provider, keyed: Provider, status: int) -> None:
        if provider.renewed is not None and keyed.key is not None and status in (401, 403):
            provider.renewed.distrust(keyed.key, now=self._clock.now())

    async def _ask(self, provider: Provider, parcel: Parcel, address: str | None) -> Response:
        url = _dated((address or provider.base_url or "") + parcel.path, provider.api_version)
        is_signed = provider.key_style is KeyStyle.SIGV4 and provider.key is not None
        try:
            head, route = self._way(provider, parcel.method, url)
            lines = head.with_headers(self._signed(provider, parcel, url) if is_signed else parcel.headers)
        except ValueError as cause:
            raise ProviderBroken(provider.name, f"{cause}.") from None
        return await self._client.ask(route, lines, parcel.body, connect_s=provider.patience.connect_s)

    def _way(self, provider: Provider, method: str, url: str) -> "_Way":
        known = self._ways.get((provider, method, url))
        if known is not None:
            return known
        if len(self._ways) >= _MOST_WAYS:
            self._ways.clear()
        return self._ways.setdefault((provider, method, url), _find_way(provider, method, url))

    def _signed(self, provider: Provider, parcel: Parcel, url: str) -> Mapping[str, str]:
        assert provider.key is not None
        return sign(
            parcel.method,
            url,
            {"Content-Type": "application/json", **parcel.headers, **_standing_headers(provider)},
            parcel.body or b"",
            credentials=provider.key.reveal(),
            region=provider.region or "us-east-1",
            service="bedrock",
            now=self._clock.now(),
        )


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


class _Way(NamedTuple):
    """How requests to one address begin, and where they go."""

    head: Head
    route: Route


def _find_way(provider: Provider, method: str, url: str) -> _Way:
    route = provider.network.route_to(origin_of(url))
    standing = _standing_headers(_at_server(provider, url))
    # By TLS the proxy hears no more than whom to connect us with; otherwise it reads the request.
    is_for_proxy = route.proxy is not None and not route.origin.by_tls
    if route.proxy is not None and is_for_proxy:
        standing |= route.proxy.headers
    head = Head(method, url, defaults=_DEFAULT_HEADERS, standing=standing, is_for_proxy=is_for_proxy)
    return _Way(head, route)


def _dated(url: str, version: str | None) -> str:
    if version is None:
        return url
    return f"{url}{'&' if '?' in url else '?'}{urlencode({'api-version': version})}"


def _raise_refusal(response: Response) -> None:
    """An answer that only a proxy gives is not the provider's."""
    route = response.route
    is_read_by_proxy = route.proxy is not None and not route.origin.by_tls
    if response.status == _PROXY_WANTS_A_PASSWORD and is_read_by_proxy:
        raise ProxyRefused(route.origin, proxy=str(route.proxy), status=response.status)


def _at_server(provider: Provider, url: str) -> Provider:
    """With the key of the server that is asked, where it has its own; also where it is asked beside `/v1`."""
    keys = {server.rstrip("/").removesuffix("/v1"): key for server, key in provider.server_keys.items()}
    own = max((root for root in keys if url.startswith(f"{root}/")), key=len, default=None)
    return provider if own is None else replace(provider, key=keys[own])


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


def _translate(cause: TimeoutError | HttpTrouble, deadline_s: float) -> ProviderTrouble:
    match cause:
        case TimeoutError():
            return TimedOut(
                f"No whole answer came within {deadline_s:.0f} s; it may be billed all the same.",
                may_be_billed=True,
            )
        case ProxyNotReached():
            return Unavailable(
                f"The proxy on the way to the provider cannot be used ({cause}); check HTTPS_PROXY and HTTP_PROXY, "
                "or name the provider's host in NO_PROXY."
            )
        case ProxyRefused():
            return _refused_by_proxy(cause)
        case TookTooLong():
            return TimedOut(
                f"The provider could not be reached in time ({cause}); check its address and the network."
            )
        case NotReached():
            return Unavailable(
                f"The provider could not be reached ({cause}); check its address and the network."
            )
        case CutOff():
            return BrokenStream(
                "The answer was cut off before its end; it may be billed.", may_be_billed=True
            )
        case NotHttp():
            return Unreadable(f"The provider did not answer in HTTP ({cause}).", may_be_billed=True)
        case _:
            return UnknownOutcome(
                f"The connection was lost after the request had left ({cause}); it may be billed.",
                may_be_billed=True,
            )


def _refused_by_proxy(refusal: ProxyRefused) -> ProviderTrouble:
    whom = f"The proxy {refusal.proxy}"
    if refusal.status == _PROXY_WANTS_A_PASSWORD:
        return AuthRefused(
            f"{whom} wants a user name and a password, or others (HTTP 407); write them before its host in "
            "HTTPS_PROXY or HTTP_PROXY, as USER:PASSWORD@HOST:PORT, percent-encoded.",
            status=refusal.status,
        )
    if refusal.status < 500:
        return AuthRefused(
            f"{whom} does not let us reach {refusal.target} (HTTP {refusal.status}); ask whoever runs it, "
            "or name that host in NO_PROXY.",
            status=refusal.status,
        )
    return Unavailable(
        f"{whom} could not reach {refusal.target} (HTTP {refusal.status}); check the provider's address, "
        "or name its host in NO_PROXY.",
        status=refusal.status,
    )
