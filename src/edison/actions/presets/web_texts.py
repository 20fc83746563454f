"""Texts that lie on the web, fetched only from servers that whoever runs Edison allows."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit, urlunsplit

from edison.domain import Clock
from edison.errors import FileNotReadable, ProviderTrouble
from edison.formats.entries.entries import EntryKind
from edison.formats.reading.visible import visible
from edison.gateway import Network, read_page

from ..providers.hosts import HostPattern, Server

SETTING = "EDISON_TEXT_HOSTS"
_DEADLINE_S = 30.0
_MOST_BYTES = 4 * 1024 * 1024
_MOST_IN_ALL = 64 * 1024 * 1024
_MOST_REDIRECTS = 3
_AT_ONCE = 8
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PLAIN = ("text/plain", "text/markdown", "text/x-markdown")


@dataclass(frozen=True, slots=True)
class WebText:
    """A text, or a table of them, that was fetched or sent."""

    name: str
    """Its address without a query, which may hold a key; or what its file is called."""
    kind: EntryKind
    content: bytes = field(repr=False)


class WebTexts:
    """Fetches texts, and follows no redirect to a server that is not allowed."""

    def __init__(self, hosts: str | None, *, clock: Clock, network: Network) -> None:
        written = [part.strip() for part in (hosts or "").split(",") if part.strip()]
        self._hosts = tuple(HostPattern.read(part, setting=SETTING) for part in written)
        self._clock = clock
        self._network = network

    def fetch(self, addresses: Sequence[str]) -> list[WebText]:
        """The texts at some addresses, in their order. Blocks; in a thread of its own, for there may be a loop here.

        Raises:
            FileNotReadable: a server is not allowed, and was not asked; or there is no text, or it is too large.
        """
        for address in addresses:
            self._refuse_other(address)
        with ThreadPoolExecutor(1, thread_name_prefix="edison-texts") as thread:
            return thread.submit(asyncio.run, self._fetch_all(addresses)).result()

    def _refuse_other(self, address: str) -> None:
        parts, server = urlsplit(address), Server.at(address)
        is_web = parts.scheme in ("http", "https") and server.host and not parts.username
        if not is_web or not any(host.admits(server) for host in self._hosts):
            cause = f"texts are fetched only from servers that {SETTING} names; if you mean it, set {SETTING}={server}"
            raise FileNotReadable(_told(address), cause)

    async def _fetch_all(self, addresses: Sequence[str]) -> list[WebText]:
        # Protects: the servers, of which so much is asked at once.
        places = asyncio.Semaphore(_AT_ONCE)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._fetch(address, places)) for address in addresses]
        except* FileNotReadable as several:
            raise several.exceptions[0] from None
        fetched = [task.result() for task in tasks]
        if sum(len(text.content) for text in fetched) > _MOST_IN_ALL:
            raise FileNotReadable(
                f"{len(fetched)} addresses", f"together they hold more than {_MOST_IN_ALL >> 20} MiB"
            )
        return fetched

    async def _fetch(self, address: str, places: asyncio.Semaphore) -> WebText:
        named = address
        async with places:
            for _ in range(_MOST_REDIRECTS + 1):
                status, headers, body = await self._ask(named, address=address)
                if status not in _REDIRECTS:
                    return _read(status, headers, body, named=named, address=address)
                address = urljoin(address, headers.get("location", ""))
                self._refuse_other(address)
        raise FileNotReadable(_told(named), f"it is redirected more than {_MOST_REDIRECTS} times")

    async def _ask(self, named: str, *, address: str) -> tuple[int, Mapping[str, str], bytes]:
        try:
            reply = await read_page(
                address,
                clock=self._clock,
                network=self._network,
                deadline_s=_DEADLINE_S,
                most_bytes=_MOST_BYTES,
            )
        except ProviderTrouble as trouble:
            cause = str(trouble.__cause__ or trouble.sentence).rstrip(".")
            raise FileNotReadable(
                _told(named), cause or f"nothing came within {_DEADLINE_S:.0f} s"
            ) from trouble
        if reply.truncated:
            raise FileNotReadable(_told(named), f"it is larger than {_MOST_BYTES >> 20} MiB")
        return reply.status, reply.headers, reply.body


def _read(status: int, headers: Mapping[str, str], body: bytes, *, named: str, address: str) -> WebText:
    if status != 200:
        raise FileNotReadable(_told(named), f"its server says HTTP {status}")
    kind = EntryKind.by_name(urlsplit(named).path) or EntryKind.by_name(urlsplit(address).path)
    stated = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind is None and stated in _PLAIN:
        kind = EntryKind.TEXT
    if kind is None or stated == "text/html":
        raise FileNotReadable(
            _told(named), f"it is no .txt, .md or .docx but {stated or 'of an unknown kind'}"
        )
    return WebText(_told(named), kind, body)


def _told(address: str) -> str:
    """An address as it may stand in a message and in a run: without what may be a key."""
    parts = urlsplit(address)
    return visible(urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", "")))
