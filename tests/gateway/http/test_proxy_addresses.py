"""What people write into the variables of proxies, and whom they mean by it."""

import pytest

from edison.gateway.http import Network, Origin, origin_of, read_exemptions, read_proxy

ADDRESSES = {
    "http://proxy.example:8080": (Origin("proxy.example", 8080, by_tls=False), None),
    "https://proxy.example": (Origin("proxy.example", 443, by_tls=True), None),
    "http://proxy.example/": (Origin("proxy.example", 80, by_tls=False), None),
    "proxy.example:3128": (Origin("proxy.example", 3128, by_tls=False), None),
    "  127.0.0.1:3128 ": (Origin("127.0.0.1", 3128, by_tls=False), None),
    "http://[::1]:3128": (Origin("::1", 3128, by_tls=False), None),
    "http://alice:secret@proxy.example:8080": (Origin("proxy.example", 8080, by_tls=False), "alice:secret"),
    "alice:s%40c%2Fr%3At@proxy:8080": (Origin("proxy", 8080, by_tls=False), "alice:s@c/r:t"),
    "http://alice@proxy:8080": (Origin("proxy", 8080, by_tls=False), "alice:"),
    "HTTP://PROXY.Example:8080": (Origin("proxy.example", 8080, by_tls=False), None),
}


@pytest.mark.parametrize("written", ADDRESSES)
def test_the_address_of_a_proxy_is_read(written: str) -> None:
    origin, credentials = ADDRESSES[written]

    proxy = read_proxy(written)

    assert proxy is not None
    assert proxy.origin == origin
    assert (proxy.credentials.reveal() if proxy.credentials else None) == credentials
    assert "secret" not in f"{proxy} {proxy!r}"


def test_nothing_is_no_proxy() -> None:
    assert read_proxy("") is read_proxy("  ") is None


BROKEN = {
    "socks5://proxy.example:1080": "socks5:// is spoken",
    "http://": "missing",
    "http://:8080": "missing",
    "http://proxy:0": "missing",
    "http://proxy:99999": "cannot be read",
    "http://proxy:port": "cannot be read",
    "http://[::1": "cannot be read",
    "http://proxy.example:8080/path": "after its host",
    "http://proxy.example:8080?query": "after its host",
}


@pytest.mark.parametrize("written", BROKEN)
def test_what_is_no_address_of_a_proxy_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=BROKEN[written]):
        read_proxy(written)


DIRECT_OR_NOT: list[tuple[str, str, bool]] = [
    ("", "https://api.example.com", False),
    ("*", "https://api.example.com", True),
    ("example.com", "https://example.com", True),
    ("example.com", "https://api.example.com", True),
    ("example.com", "https://notexample.com", False),
    ("example.com", "https://example.com.evil.org", False),
    (".example.com", "https://api.example.com", True),
    (".example.com", "https://example.com", True),
    ("*.example.com", "https://api.example.com", True),
    ("EXAMPLE.com.", "https://api.Example.COM", True),
    ("bücher.example", "https://xn--bcher-kva.example", True),
    ("one.org,example.com", "https://example.com", True),
    ("one.org example.com", "https://example.com", True),
    ("one.org, ,", "https://example.com", False),
    ("example.com:443", "https://example.com", True),
    ("example.com:8443", "https://example.com", False),
    ("example.com:8443", "https://example.com:8443", True),
    ("example.com:port", "https://example.com", False),
    ("localhost", "http://localhost:11434", True),
    ("localhost", "http://127.0.0.1:11434", False),
    ("127.0.0.1", "http://127.0.0.1:11434", True),
    ("127.0.0.1:11434", "http://127.0.0.1:11434", True),
    ("127.0.0.1:1", "http://127.0.0.1:11434", False),
    ("10.0.0.0/8", "http://10.1.2.3", True),
    ("10.0.0.0/8", "http://11.1.2.3", False),
    ("10.0.0.5/8", "http://10.1.2.3", True),
    ("10.0.0.0/8", "http://ten.example", False),
    ("10.0.0.0/99", "http://10.1.2.3", False),
    ("::1", "http://[::1]:11434", True),
    ("[::1]", "http://[::1]:11434", True),
    ("[::1]:11434", "http://[::1]:11434", True),
    ("[::1]:1", "http://[::1]:11434", False),
    ("fd00::/8", "http://[fd12::3]", True),
    ("fd00::/8", "http://10.1.2.3", False),
    ("." + "a" * 100, "http://example.com", False),
]


@pytest.mark.parametrize(("written", "address", "is_direct"), DIRECT_OR_NOT)
def test_whoever_is_listed_is_reached_without_a_proxy(written: str, address: str, is_direct: bool) -> None:
    proxy = read_proxy("http://proxy.example:8080")
    network = Network(https=proxy, http=proxy, direct=read_exemptions(written))

    assert (network.route_to(origin_of(address)).proxy is None) is is_direct


def test_each_kind_of_address_has_its_proxy() -> None:
    network = Network(https=read_proxy("one:1"), http=read_proxy("two:2"))

    assert str(network.route_to(origin_of("https://a.example")).proxy) == "one:1"
    assert str(network.route_to(origin_of("http://a.example"))) == "a.example by the proxy two:2"
    assert Network(https=read_proxy("one:1")).route_to(origin_of("http://a.example")).proxy is None
