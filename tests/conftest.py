"""What holds for every test: no socket unless its room needs one, and then only to this machine."""

import sys
from collections.abc import Iterator
from ipaddress import ip_address

import pytest

ROOMS_WITH_SOCKETS = ("gateway", "sim", "wiring", "doors", "live", "bench")


class SocketGuard:
    """An audit hook that refuses connections; pure rooms may open none, the others only to loopback."""

    def __init__(self) -> None:
        self.allows_loopback = True
        sys.addaudithook(self._watch)

    def _watch(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "socket.connect":
            self._check_address(arguments[1])
        elif event == "socket.getaddrinfo":
            self._check_host(arguments[0])

    def _check_address(self, address: object) -> None:
        if isinstance(address, tuple) and address:
            self._check_host(address[0])

    def _check_host(self, host: object) -> None:
        if isinstance(host, bytes):
            host = host.decode()
        if not self.allows_loopback:
            raise RuntimeError(f"a test of a pure room wanted to reach {host!r}")
        if host not in (None, "", "localhost") and not _is_loopback(str(host)):
            raise RuntimeError(f"a test wanted to reach {host!r}, which is not this machine")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


GUARD = SocketGuard()


@pytest.fixture(autouse=True)
def _guarded_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    room = request.path.relative_to(request.config.rootpath / "tests").parts[0]
    GUARD.allows_loopback = room in ROOMS_WITH_SOCKETS
    yield
    GUARD.allows_loopback = True
