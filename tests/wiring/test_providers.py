import pytest

from edison.errors import KeyMissing, ProviderBroken
from edison.gateway import KeyStyle, Price, WireFormat
from edison.settings import load_settings
from edison.wiring import build_providers

SETTINGS = load_settings({"OPENAI_API_KEY": "sk-1", "MY_KEY": "sk-2"})


def test_a_well_known_kind_needs_only_a_key_in_the_environment() -> None:
    [provider] = build_providers({"openai": {"kind": "openai"}}, SETTINGS)

    assert provider.key is not None
    assert provider.key.reveal() == "sk-1"


def test_every_field_of_a_form_reaches_the_provider() -> None:
    form = {
        "kind": "openai-compatible",
        "base_url": "http://127.0.0.1:9801/v1",
        "api_key_env": "MY_KEY",
        "wire": "openai-responses",
        "key_style": "api-key",
        "headers": {"X-Team": "blue"},
        "price": {"input": 1, "output": 2},
        "requests_per_minute": 60,
        "tokens_per_minute": 1000,
        "concurrency": 4,
        "timeout_s": 12,
        "leave_out": True,
        "capabilities": {"*": {"seed": False}},
    }

    [provider] = build_providers({"local": form}, SETTINGS)

    assert provider.key is not None
    assert provider.key.reveal() == "sk-2"
    assert (provider.wire, provider.key_style) == (WireFormat.OPENAI_RESPONSES, KeyStyle.API_KEY)
    assert provider.price == Price(1, 2)
    assert (provider.limits.requests_per_minute, provider.limits.concurrency) == (60, 4)
    assert provider.patience.total_s == 12
    assert provider.leave_out
    assert provider.headers == {"X-Team": "blue"}
    assert provider.capabilities == {"*": {"seed": False}}


def test_a_price_of_nothing_is_exactly_nothing() -> None:
    [provider] = build_providers({"p": {"kind": "ollama", "price": 0}}, SETTINGS)

    assert provider.price == Price(0, 0)


def test_a_named_variable_that_is_empty_is_an_error() -> None:
    with pytest.raises(KeyMissing, match="ABSENT"):
        build_providers({"p": {"kind": "ollama", "api_key_env": "ABSENT"}}, SETTINGS)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "kind"),
        ({"kind": "openai", "key": "sk-secret"}, "key"),
        ({"kind": "openai", "concurrency": 0}, "concurrency"),
        ({"kind": "openai", "price": "cheap"}, "price"),
        ({"kind": "openai", "wire": "morse"}, "wire"),
        ("openai", "the form"),
    ],
)
def test_a_wrong_form_names_the_provider_and_the_field(form: object, field: str) -> None:
    with pytest.raises(ProviderBroken, match=f"'p' cannot be used: {field}"):
        build_providers({"p": form}, SETTINGS)
