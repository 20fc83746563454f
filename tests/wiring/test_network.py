"""The variables of proxies, from the environment to a provider."""

from pathlib import Path

import pytest

from edison.errors import SettingBroken
from edison.gateway.http import origin_of
from edison.settings import load_settings
from edison.wiring import build_providers, open_house
from edison.wiring.keys import Keys
from edison.wiring.network import build_network

HTTPS, HTTP = origin_of("https://api.example.com"), origin_of("http://api.example.com")
ENVIRONMENTS: list[tuple[dict[str, str], str | None, str | None]] = [
    ({}, None, None),
    ({"HTTPS_PROXY": "one:1"}, "one:1", None),
    ({"HTTP_PROXY": "one:1"}, None, "one:1"),
    ({"https_proxy": "one:1", "http_proxy": "two:2"}, "one:1", "two:2"),
    ({"HTTPS_PROXY": "upper:1", "https_proxy": "lower:2"}, "lower:2", None),
    ({"ALL_PROXY": "all:1"}, "all:1", "all:1"),
    ({"all_proxy": "all:1", "HTTPS_PROXY": "one:1"}, "one:1", "all:1"),
    ({"HTTPS_PROXY": "", "HTTP_PROXY": " "}, None, None),
    ({"HTTPS_PROXY": "one:1", "NO_PROXY": "example.com"}, None, None),
    ({"HTTPS_PROXY": "one:1", "no_proxy": "*"}, None, None),
]


@pytest.mark.parametrize(("environment", "https", "http"), ENVIRONMENTS)
def test_the_proxies_of_the_environment_reach_the_provider(
    environment: dict[str, str], https: str | None, http: str | None
) -> None:
    [provider] = build_providers({"local": {"kind": "ollama"}}, load_settings(environment))

    found = [provider.network.route_to(origin).proxy for origin in (HTTPS, HTTP)]
    assert [None if proxy is None else str(proxy) for proxy in found] == [https, http]


def test_the_house_hands_them_to_every_provider(tmp_path: Path) -> None:
    database = str(tmp_path / "edison.db")
    settings = load_settings(
        {"EDISON_DATABASE_URL": database, "HTTPS_PROXY": "one:1", "OPENAI_API_KEY": "sk-1"}
    )

    with open_house(settings) as house:
        providers = house.providers_for({"openai": {"kind": "openai"}, "local": {"kind": "ollama"}})

    assert [str(provider.network.https) for provider in providers] == ["one:1", "one:1"]


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"])
@pytest.mark.parametrize("address", ["socks5://u:canary@host:1", "http://u:canary@host:99999", "//u:canary@"])
def test_an_address_that_is_none_is_named_without_its_password(variable: str, address: str) -> None:
    settings = load_settings({variable: address})

    with pytest.raises(SettingBroken, match=f"{variable}=.*http://HOST:PORT") as caught:
        build_network(settings, Keys(settings))

    assert "canary" not in f"{caught.value} {caught.value.fields} {settings!r}"


def test_a_password_is_masked_in_logs() -> None:
    settings = load_settings({"HTTPS_PROXY": "http://alice:canary%20word@host:1"})
    keys = Keys(settings)

    build_network(settings, keys)

    assert set(keys.given_out) == {"alice:canary word", "canary word"}
