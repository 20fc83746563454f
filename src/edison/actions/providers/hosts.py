"""Servers in addresses, and patterns for them as people write them in settings: HOST, HOST:PORT, [::1]:PORT."""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

from edison.errors import SettingBroken

_ANYTHING = "*"
_PORTS = {"http": 80, "https": 443}
_LONGEST_PORT = 65_535
_WRITTEN = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.%]+)\]|(?P<host>[^\[\]:]+))(?::(?P<port>[0-9]{1,5}|\*))?")


@dataclass(frozen=True, slots=True)
class Server:
    """Who listens at an address."""

    host: str
    port: int
    is_https: bool = False

    @classmethod
    def at(cls, address: str) -> Self:
        """The server of an address; an empty host where it is none."""
        try:
            parts = urlsplit(address)
            port = parts.port or _PORTS.get(parts.scheme, 0)
            return cls(_plain(parts.hostname or ""), port, is_https=parts.scheme == "https")
        except ValueError:
            return cls("", 0)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port in _PORTS.values() else f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class HostPattern:
    """Servers that are meant; a star stands for anything."""

    host: str = _ANYTHING
    port: int | None = None
    """Any where it is None."""

    @classmethod
    def read(cls, written: str, *, setting: str) -> Self:
        """Read a pattern; refuses with the setting's name what is none."""
        if written.count(":") > 1 and "[" not in written:
            written = f"[{written}]"
        match = _WRITTEN.fullmatch(written)
        port = match["port"] if match else None
        if match is None or (port not in (None, _ANYTHING) and not 0 < int(port) <= _LONGEST_PORT):
            raise SettingBroken(setting, written, ("HOST", "HOST:PORT", "[::1]:PORT"))
        return cls(_plain(match["six"] or match["host"]), None if port in (None, _ANYTHING) else int(port))

    def admits(self, server: Server) -> bool:
        """Whether a server is one of them."""
        return self.port in (None, server.port) and fnmatchcase(server.host, self.host)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine itself."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _plain(host: str) -> str:
    """One spelling of a host: small letters, addresses as short as can be."""
    try:
        return ip_address(host).compressed
    except ValueError:
        return host.lower()
