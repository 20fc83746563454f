"""The first lines of a request say where it goes and what goes along, and nothing slips in between."""

import pytest

from edison.gateway.http import Head, Headers, Origin, origin_of


@pytest.mark.parametrize(
    ("address", "origin", "host"),
    [
        ("http://127.0.0.1:9801/v1", Origin("127.0.0.1", 9801, by_tls=False), "127.0.0.1:9801"),
        ("http://Example.COM/", Origin("example.com", 80, by_tls=False), "example.com"),
        ("http://example.com:80/", Origin("example.com", 80, by_tls=False), "example.com"),
        ("https://example.com", Origin("example.com", 443, by_tls=True), "example.com"),
        ("https://example.com:80", Origin("example.com", 80, by_tls=True), "example.com:80"),
        ("http://[::1]:8000/v1", Origin("::1", 8000, by_tls=False), "[::1]:8000"),
        (
            "https://bücher.example/",
            Origin("xn--bcher-kva.example", 443, by_tls=True),
            "xn--bcher-kva.example",
        ),
    ],
)
def test_an_address_names_a_server(address: str, origin: Origin, host: str) -> None:
    assert origin_of(address) == origin
    assert str(origin) == host


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.com",
        "ftp://example.com",
        "http://",
        "http://:80/",
        "http://h:99999/",
        f"http://{'a' * 64}/",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"no http|[Pp]ort|label|empty"):
        origin_of(address)


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("http://h", b"POST / HTTP/1.1"),
        ("http://h?a=1", b"POST /?a=1 HTTP/1.1"),
        ("http://h/v1/chat%20x?a=b&c=%2F", b"POST /v1/chat%20x?a=b&c=%2F HTTP/1.1"),
    ],
)
def test_a_path_is_sent_as_it_is(address: str, line: bytes) -> None:
    assert a_head(address).with_headers({}).startswith(line + b"\r\nHost: h\r\n")


def test_one_request_replaces_what_is_usual_and_never_what_stands() -> None:
    head = Head(
        "POST",
        "http://h/",
        defaults={"Content-Type": "application/json", "Accept": "*/*"},
        standing={"Authorization": "Bearer key", "accept": "text/plain"},
    )

    usual = head.with_headers({}).decode().split("\r\n")[2:-1]
    more = head.with_headers({"X-More": "1"}).decode().split("\r\n")[2:-1]
    other = (
        head.with_headers({"content-type": "text/csv", "authorization": "none"}).decode().split("\r\n")[2:-1]
    )

    assert usual == ["Content-Type: application/json", "accept: text/plain", "Authorization: Bearer key"]
    assert more == [*usual, "X-More: 1"]
    assert sorted(other) == ["Authorization: Bearer key", "accept: text/plain", "content-type: text/csv"]


@pytest.mark.parametrize("slipped", ["a\r\nX-Evil: 1", "a\nb", "a\0b", "a\r"])
def test_nothing_slips_into_a_head_and_no_key_is_told(slipped: str) -> None:
    with pytest.raises(ValueError, match="line break") as by_value:
        a_head("http://h/").with_headers({"X-Key": slipped})
    with pytest.raises(ValueError, match="line break"):
        a_head("http://h/").with_headers({slipped: "a"})
    with pytest.raises(ValueError, match="line break"):
        Head("POST", "http://h/", defaults={}, standing={"X-Key": slipped})

    assert slipped not in str(by_value.value)


def test_a_path_with_a_space_is_refused() -> None:
    with pytest.raises(ValueError, match="space"):
        a_head("http://h/a b")


def test_headers_are_found_in_any_case_and_the_first_one_counts() -> None:
    headers = Headers([(b"Retry-After", b" 7 "), (b"retry-after", b"8"), (b"X-Raw", b"\xff")])

    assert headers["retry-AFTER"] == "7"
    assert headers.get("X-RAW") == "\udcff"
    assert list(headers) == ["retry-after", "x-raw"]
    assert len(headers) == 2
    assert headers.get("nothing") is None


def a_head(address: str) -> Head:
    return Head("POST", address, defaults={}, standing={})
