"""Which requests go by a proxy: the addresses people write into HTTPS_PROXY, HTTP_PROXY and NO_PROXY."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from ..secret import Secret
from .head import Origin, origin_of


@dataclass(frozen=True)
class Proxy:
    """A server that passes requests on. What it is told about us never prints."""

    origin: Origin
    credentials: Secret | None = None
    """User name and password, with a colon between them."""
    password: Secret | None = None

    def __str__(self) -> str:
        return str(self.origin)

    @property
    def headers(self) -> dict[str, str]:
        """What it wants to hear from us."""
        if self.credentials is None:
            return {}
        return {"Proxy-Authorization": f"Basic {b64encode(self.credentials.reveal().encode()).decode()}"}


class Route(NamedTuple):
    """A server and the way there; a connection serves one of them."""

    origin: Origin
    proxy: Proxy | None = None

    def __str__(self) -> str:
        return str(self.origin) if self.proxy is None else f"{self.origin} by the proxy {self.proxy}"


@dataclass(frozen=True)
class Network:
    """How servers are reached: straight away, or by a proxy."""

    https: Proxy | None = None
    http: Proxy | None = None
    direct: "tuple[Exemption, ...]" = field(default=(), repr=False)

    def route_to(self, origin: Origin) -> Route:
        """The way to a server."""
        proxy = self.https if origin.by_tls else self.http
        if proxy is None or any(exemption.covers(origin) for exemption in self.direct):
            return Route(origin)
        return Route(origin, proxy)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown."""
        proxies = [proxy for proxy in (self.https, self.http) if proxy is not None]
        kept = [secret for proxy in proxies for secret in (proxy.credentials, proxy.password) if secret]
        return tuple(dict.fromkeys(secret.reveal() for secret in kept))


def read_proxy(written: str) -> Proxy | None:
    """The proxy that an address means, None for an empty one; raises ValueError for what is none."""
    if not written.strip():
        return None
    # `host:8080` alone is what many people write, and curl takes it.
    address = written.strip() if "://" in written else f"http://{written.strip()}"
    parts = _split(address)
    if parts.scheme not in ("http", "https"):
        raise ValueError(f"no proxy of the kind {parts.scheme}:// is spoken, only http:// and https://")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError("there is something after its host and port")
    origin = origin_of(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}")
    if parts.username is None:
        return Proxy(origin)
    user, password = unquote(parts.username), unquote(parts.password or "")
    return Proxy(origin, Secret(f"{user}:{password}"), Secret(password) if password else None)


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        # Looked at, because only then a wrong one is told.
        has_port = parts.port != 0
    except ValueError:
        raise ValueError("its host or its port cannot be read") from None
    if not parts.hostname or not has_port:
        raise ValueError("its host or its port is missing")
    return parts


@dataclass(frozen=True)
class Exemption:
    """Servers that are reached straight away."""

    host: str = ""
    """As it is, or whatever ends in it after a dot; empty for any."""
    network: IPv4Network | IPv6Network | None = None
    port: int | None = None

    def covers(self, origin: Origin) -> bool:
        """Whether this server is one of them. Names are not looked up: a network covers addresses alone."""
        if self.port is not None and self.port != origin.port:
            return False
        if self.network is not None:
            address = _address_of(origin.host)
            return address is not None and address in self.network
        host = origin.host.lower().rstrip(".")
        return not self.host or host == self.host or host.endswith(f".{self.host}")


def read_exemptions(written: str) -> tuple[Exemption, ...]:
    """What NO_PROXY lists, separated by commas or spaces; what cannot be read covers nothing."""
    return tuple(_read_exemptions(written))


def _read_exemptions(written: str) -> Iterator[Exemption]:
    for entry in written.replace(",", " ").split():
        if entry == "*":
            yield Exemption()
            continue
        try:
            yield Exemption(network=ip_network(entry.strip("[]"), strict=False))
        except ValueError:
            yield from _with_port(entry)


def _with_port(entry: str) -> Iterator[Exemption]:
    host, colon, port = entry.rpartition(":")
    if not colon or entry.endswith("]"):
        host, port = entry, ""
    if port and not (port.isascii() and port.isdigit() and len(port) <= 5):
        return
    number = int(port) if port else None
    address = _address_of(host.strip("[]"))
    if address is not None:
        yield Exemption(network=ip_network(address), port=number)
        return
    name = host.lower().removeprefix("*").strip(".")
    if name and "/" not in name:
        try:
            yield Exemption(host=name.encode("idna").decode(), port=number)
        except UnicodeError:
            return


def _address_of(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


DIRECT = Network()
