"""From the mapping people write about a provider to one that can be asked."""

from datetime import UTC, datetime
from typing import Any

import pytest

from edison.actions.providers.connecting import (
    build_providers,
    owner_of,
    pick_forms,
    read_form,
    refuse_written_keys,
)
from edison.errors import KeyKeptBack, KeyMissing, ProviderBroken, ProviderUnknown
from edison.gateway import Provider
from edison.store import KeyOwner, ProviderRecord

ADDRESS = "http://127.0.0.1:9801/v1"


class Ring:
    """Keys in variables, and seals that anyone could break but which show whom they are for."""

    def __init__(self, **variables: str) -> None:
        self._variables = variables

    def in_variable(self, variable: str) -> str | None:
        return self._variables.get(variable)

    def renewed(self, kind: str, *, provider: str, region: str | None) -> None:
        return None

    def seal(self, key: str, *, owner: KeyOwner) -> bytes:
        return f"{key} for {owner.provider} at {owner.base_url}".encode()

    def unseal(self, sealed: bytes, *, owner: KeyOwner) -> str:
        key, _, rest = sealed.decode().partition(" for ")
        assert rest == f"{owner.provider} at {owner.base_url}"
        return key


def a_record(form: dict[str, Any], *, key: str = "stored", name: str = "p") -> ProviderRecord:
    sealed = Ring().seal(key, owner=owner_of(name, read_form(name, form)))
    return ProviderRecord(
        name=name, form=form, sealed_key=sealed, changed_at=datetime(2026, 1, 1, tzinfo=UTC)
    )


def key_of(provider: Provider) -> str | None:
    return None if provider.key is None else provider.key.reveal()


def test_the_first_layer_that_knows_a_provider_says_how_it_is_reached() -> None:
    forms = pick_forms(["a", "b", "openai"], [{"a": {"kind": "x"}}, {"a": {"kind": "y"}, "b": {"kind": "z"}}])

    assert forms == {"a": {"kind": "x"}, "b": {"kind": "z"}, "openai": {"kind": "openai"}}


def test_a_provider_that_nobody_knows_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(ProviderUnknown, match="'nowhere'; configured are: anthropic, .*mine"):
        pick_forms(["nowhere"], [{"mine": {"kind": "ollama"}}])


@pytest.mark.parametrize(
    ("form", "key"),
    [
        ({"kind": "openai", "api_key_env": "NAMED"}, "named"),
        ({"kind": "openai"}, "stored"),
        ({"kind": "openai", "base_url": "https://api.openai.com/v1/"}, "stored"),
        ({"kind": "openai", "base_url": ADDRESS}, "usual"),
        ({"kind": "together"}, None),
        ({"kind": "openai", "servers": ["https://api.openai.com/v1", ADDRESS]}, "usual"),
    ],
    ids=["named", "stored", "the same address", "another address", "another kind", "a pool"],
)
def test_a_stored_key_goes_to_its_own_address_and_no_other(form: dict[str, Any], key: str | None) -> None:
    ring = Ring(NAMED="named", OPENAI_API_KEY="usual")
    stored = [a_record({"kind": "openai"})]

    [provider] = build_providers({"p": form}, keys=ring, stored=stored)

    assert key_of(provider) == key


def test_a_variable_that_is_named_must_be_set() -> None:
    with pytest.raises(KeyMissing, match="NAMED"):
        build_providers({"p": {"kind": "ollama", "api_key_env": "NAMED"}}, keys=Ring())


def test_a_pool_has_no_stored_key() -> None:
    with pytest.raises(ProviderBroken, match="a pool of servers has no stored key"):
        owner_of("p", read_form("p", {"kind": "vllm", "servers": [ADDRESS]}))


@pytest.mark.parametrize(
    "form",
    [
        {"headers": {"Authorization": "anything"}},
        {"headers": {"x-api-key": "anything"}},
        {"headers": {"X-Custom": "sk-canary-0123456789abcdef"}},
        {"headers": {"X-Secret-Key": "0123456789abcdef0123"}},
        {"base_url": "http://user:password@host/v1"},
        {"base_url": "http://host/v1?key=AIzaSyCanary0123456789abcdef"},
        {"servers": ["http://host/v1?token=0123456789abcdef"]},
    ],
)
def test_a_key_that_stands_in_a_form_is_refused(form: dict[str, Any]) -> None:
    with pytest.raises(ProviderBroken, match="holds a key") as refused:
        refuse_written_keys("p", {"kind": "openai-compatible", **form})

    assert "canary" not in refused.value.sentence.lower()


def test_headers_that_are_no_keys_may_stand_there() -> None:
    refuse_written_keys("p", {"kind": "ollama", "base_url": ADDRESS, "headers": {"X-Team": "blue"}})


@pytest.mark.parametrize("field", ["wire", "key_style"])
def test_a_word_that_is_not_known_is_refused_with_those_that_are(field: str) -> None:
    with pytest.raises(ProviderBroken, match=f"{field}: 'morse' is none of"):
        build_providers({"p": {"kind": "ollama", field: "morse"}}, keys=Ring())


AWS = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "hidden", "AWS_REGION": "eu-west-1"}


@pytest.mark.parametrize(
    ("variables", "form", "key", "region", "style"),
    [
        (AWS, {}, "AKIA:hidden", "eu-west-1", "sigv4"),
        ({**AWS, "AWS_SESSION_TOKEN": "brief"}, {}, "AKIA:hidden:brief", "eu-west-1", "sigv4"),
        ({**AWS, "AWS_BEARER_TOKEN_BEDROCK": "bearer"}, {}, "bearer", "eu-west-1", None),
        (AWS, {"region": "us-east-1"}, "AKIA:hidden", "us-east-1", "sigv4"),
        (AWS, {"key_style": "none", "base_url": "http://127.0.0.1:1"}, None, None, "none"),
        ({"AWS_DEFAULT_REGION": "eu-north-1"}, {}, None, "eu-north-1", None),
    ],
)
def test_bedrock_is_reached_with_the_ordinary_variables_of_amazon(
    variables: dict[str, str], form: dict[str, str], key: str | None, region: str | None, style: str | None
) -> None:
    (provider,) = build_providers({"b": {"kind": "bedrock", **form}}, keys=Ring(**variables), suspects={"b"})

    assert (key_of(provider), provider.region) == (key, region)
    assert (None if provider.key_style is None else provider.key_style.value) == style


def test_half_a_key_of_amazon_and_a_strange_address_are_refused() -> None:
    half = {name: value for name, value in AWS.items() if name != "AWS_SECRET_ACCESS_KEY"}
    with pytest.raises(KeyMissing, match="AWS_SECRET_ACCESS_KEY"):
        build_providers({"b": {"kind": "bedrock"}}, keys=Ring(**half))
    with pytest.raises(KeyKeptBack):
        form = {"kind": "bedrock", "base_url": "https://thief.example"}
        build_providers({"b": form}, keys=Ring(**AWS), suspects={"b"})
