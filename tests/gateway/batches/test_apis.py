"""Which api serves whom, and what a handle is."""

import pytest

from edison.errors import OperationNotOffered
from edison.gateway.batches import AnthropicBatches, GoogleBatches, OpenAIBatches
from edison.gateway.kinds import complete
from edison.gateway.provider import Provider

from .apis import a_handle, a_provider, an_api_on
from .silence import Silence


@pytest.mark.parametrize(
    ("kind", "api"),
    [
        ("openai", OpenAIBatches),
        ("azure", OpenAIBatches),
        ("anthropic", AnthropicBatches),
        ("google", GoogleBatches),
    ],
)
def test_every_kind_with_batches_has_its_api(kind: str, api: type) -> None:
    assert isinstance(an_api_on(Silence(), a_provider(kind, "http://127.0.0.1:9")), api)


@pytest.mark.parametrize("kind", ["ollama", "llamacpp", "vllm"])
def test_a_kind_without_batches_says_so(kind: str) -> None:
    provider = complete(Provider(name="home", kind=kind))

    with pytest.raises(OperationNotOffered, match="batches"):
        an_api_on(Silence(), provider)


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google"])
def test_a_handle_survives_a_crash_as_plain_text(kind: str) -> None:
    handle = a_handle(kind)

    assert type(handle).model_validate_json(handle.model_dump_json()) == handle
