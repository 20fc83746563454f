import pytest

from edison.errors import KeyMissing, ProviderBroken
from edison.gateway import KINDS, KeyStyle, Limits, Provider, Secret, WireFormat
from edison.gateway.kinds import complete

ASKED_FOR = {
    "openai", "azure", "anthropic", "google", "vertex", "bedrock", "openrouter", "together", "huggingface",
    "ollama", "lmstudio", "vllm", "llamacpp", "openai-compatible", "sim",
}  # fmt: skip


def test_every_kind_of_provider_is_there() -> None:
    assert set(KINDS) == ASKED_FOR


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_can_be_completed_with_an_address_and_a_key(kind: str) -> None:
    provider = complete(Provider(name="p", kind=kind, base_url="http://127.0.0.1:1/v1/", key=Secret("k")))

    assert provider.base_url == "http://127.0.0.1:1/v1"
    assert provider.wire is KINDS[kind].wire
    assert provider.key_style is KINDS[kind].key_style


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.needs_key])
def test_a_kind_that_needs_a_key_says_where_it_looks_for_one(kind: str) -> None:
    with pytest.raises(KeyMissing, match=str(KINDS[kind].key_env)):
        complete(Provider(name="p", kind=kind, base_url="https://host.example"))


def test_local_kinds_need_nothing_at_all() -> None:
    for name, kind in KINDS.items():
        if kind.is_local:
            assert complete(Provider(name=name, kind=name)).base_url == kind.base_url


def test_a_server_of_ones_own_is_asked_a_few_questions_at_once() -> None:
    unsaid, said = (
        complete(Provider(name="o", kind="ollama", limits=limits))
        for limits in (Limits(), Limits(concurrency=9))
    )
    pool = complete(Provider(name="o", kind="ollama", servers=("http://127.0.0.1:1",)))

    assert (unsaid.limits.concurrency, said.limits.concurrency, pool.limits.concurrency) == (4, 9, None)


def test_a_region_completes_the_address() -> None:
    provider = complete(Provider(name="b", kind="bedrock", region="eu-west-1", key=Secret("k")))

    assert provider.base_url == "https://bedrock-runtime.eu-west-1.amazonaws.com"


def test_what_the_user_says_wins_over_the_kind() -> None:
    provider = complete(
        Provider(
            name="o",
            kind="openai",
            key=Secret("k"),
            wire=WireFormat.OPENAI_RESPONSES,
            key_style=KeyStyle.API_KEY,
        )
    )

    assert (provider.wire, provider.key_style) == (WireFormat.OPENAI_RESPONSES, KeyStyle.API_KEY)


@pytest.mark.parametrize(
    ("provider", "cause"),
    [
        (Provider(name="p", kind="nonsense"), "none of"),
        (Provider(name="p", kind="openai-compatible"), "needs a base_url"),
        (Provider(name="p", kind="bedrock", key=Secret("k")), "needs a region"),
        (Provider(name="p", kind="ollama", base_url="ftp://host/v1"), "no http or https address"),
        (Provider(name="p", kind="ollama", base_url="host:8080/v1"), "no http or https address"),
        (Provider(name="p", kind="ollama", base_url="http:///v1"), "no http or https address"),
        (Provider(name="p", kind="ollama", base_url="http://user:pw@host/v1"), "user name or password"),
        (
            Provider(name="p", kind="ollama", servers=("http://a:1", "file:///etc")),
            "no http or https address",
        ),
    ],
)
def test_settings_that_cannot_work_are_refused_before_anything_is_sent(
    provider: Provider, cause: str
) -> None:
    with pytest.raises(ProviderBroken, match=cause):
        complete(provider)


def test_a_pool_needs_no_base_address_of_its_own() -> None:
    provider = complete(
        Provider(name="p", kind="vllm", servers=("http://127.0.0.1:1/v1/", "http://127.0.0.1:2/v1"))
    )

    assert provider.servers == ("http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1")
