"""Which endpoints may be asked, as people write it."""

from typing import Any

import pytest

from edison.actions.providers.allowing import AllowList
from edison.errors import EndpointNotAllowed, SettingBroken


def is_allowed(written: str | None, *, base_url: str = "http://127.0.0.1:8080/v1", **form: Any) -> bool:
    forms = {"local": {"kind": "openai-compatible", "base_url": base_url, **form}}
    try:
        AllowList(written).refuse_others([("local", "small")], forms=forms)
    except EndpointNotAllowed:
        return False
    return True


@pytest.mark.parametrize(
    ("written", "base_url"),
    [
        (None, "http://anywhere.example/v1"),
        ("local", "http://127.0.0.1:8080/v1"),
        ("local/*@127.0.0.1", "http://127.0.0.1:8080/v1"),
        ("local/small@127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("local@127.0.0.1:*", "http://127.0.0.1:8080/v1"),
        ("local@api.example:443", "https://API.example/v1"),
        ("local@[::1]", "http://[::1]:8080/v1"),
        ("local@::1", "http://[0:0:0:0:0:0:0:1]:8080/v1"),
        ("local@[::1]:8080", "http://[::1]:8080/v1"),
        ("local@*.example", "https://a.b.example/v1"),
    ],
)
def test_what_is_on_the_list_may_be_asked(written: str | None, base_url: str) -> None:
    assert is_allowed(written, base_url=base_url)


@pytest.mark.parametrize(
    ("written", "base_url"),
    [
        (",", "http://127.0.0.1:8080/v1"),
        (" , ", "http://127.0.0.1:8080/v1"),
        ("local@127.0.0.1:8081", "http://127.0.0.1:8080/v1"),
        ("local@[::1]:8081", "http://[::1]:8080/v1"),
        ("local@[::1]", "http://[::2]:8080/v1"),
        ("local@example", "https://a.example/v1"),
        ("local/large", "http://127.0.0.1:8080/v1"),
    ],
)
def test_what_is_not_on_the_list_may_not(written: str, base_url: str) -> None:
    assert not is_allowed(written, base_url=base_url)


def test_every_server_of_a_pool_must_be_on_the_list() -> None:
    servers = ["http://127.0.0.1:1/v1", "http://10.0.0.1:1/v1"]

    assert not is_allowed("local@127.0.0.1", servers=servers)


def test_an_empty_list_is_told_as_one() -> None:
    with pytest.raises(EndpointNotAllowed, match="lets be asked: nothing"):
        AllowList(",").refuse_others([("openai", "x")], forms={"openai": {"kind": "openai"}})


def test_a_host_that_is_none_is_refused() -> None:
    with pytest.raises(SettingBroken, match="EDISON_ALLOWED"):
        AllowList("local@host:port")
