"""The heads of requests and responses: where a request goes, and what both sides say about their bodies."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_BREAKS = frozenset("\r\n\0")


class Origin(NamedTuple):
    """A server; one connection after another can serve whoever asks it."""

    host: str
    port: int
    by_tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS["https" if self.by_tls else "http"] else f"{host}:{self.port}"


def origin_of(address: str) -> Origin:
    """The server of an address; raises ValueError for one that is no http or https address."""
    parts = urlsplit(address)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("its address is no http or https address")
    host = parts.hostname.encode("idna").decode()
    return Origin(host, parts.port or _PORTS[parts.scheme], by_tls=parts.scheme == "https")


class Head:
    """The head of every request to one address, but for the length of its body."""

    def __init__(
        self,
        method: str,
        address: str,
        *,
        defaults: Mapping[str, str],
        standing: Mapping[str, str],
        is_for_proxy: bool = False,
    ) -> None:
        """Raises ValueError for what cannot be sent, here as below.

        Args:
            method: The HTTP method.
            address: Where it goes, percent-encoded.
            defaults: Headers that one request may replace.
            standing: Headers that no request replaces.
            is_for_proxy: A proxy reads it, and needs the whole address.
        """
        self.origin = origin_of(address)
        self._defaults, self._standing = defaults, standing
        always = _merged(defaults, standing)
        self._names = frozenset(name.lower() for name in always)
        self._first_lines = _first_lines(method, address, self.origin, is_for_proxy=is_for_proxy)
        self._whole = self._first_lines + _lines(always)

    def with_headers(self, headers: Mapping[str, str]) -> bytes:
        """The head of a request that has something more to say."""
        if not headers:
            return self._whole
        if self._names.isdisjoint(map(str.lower, headers)):
            return self._whole + _lines(headers)
        return self._first_lines + _lines(_merged(self._defaults, headers, self._standing))


def _first_lines(method: str, address: str, origin: Origin, *, is_for_proxy: bool) -> bytes:
    parts = urlsplit(address)
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    if not path.isprintable() or " " in path:
        raise ValueError("its address has a space in it")
    target = f"http://{origin}{path}" if is_for_proxy else path
    return f"{method} {target} HTTP/1.1\r\nHost: {origin}\r\n".encode()


def _lines(headers: Mapping[str, str]) -> bytes:
    for name, value in headers.items():
        if not _BREAKS.isdisjoint(value) or not _BREAKS.isdisjoint(name):
            # Which one is not said: it may be a key.
            raise ValueError("a header has a line break in it")
    return "".join([f"{name}: {value}\r\n" for name, value in headers.items()]).encode()


def _merged(*layers: Mapping[str, str]) -> dict[str, str]:
    """Of the same name in any case, the last one counts."""
    named = {name.lower(): (name, value) for layer in layers for name, value in layer.items()}
    return dict(named.values())


class Headers(Mapping[str, str]):
    """What a server said in its head, by names in any case; of the same, the first counts. Read when looked at."""

    def __init__(self, raw: Iterable[tuple[bytes, bytes]] = ()) -> None:
        self._raw = raw
        self._read: dict[str, str] | None = None

    def __getitem__(self, name: str) -> str:
        return self._known()[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())

    def _known(self) -> dict[str, str]:
        if self._read is None:
            self._read = {}
            for name, value in self._raw:
                self._read.setdefault(_text(name).lower(), _text(value))
        return self._read


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape").strip(" \t")
