import pytest
from pydantic import ValidationError

from edison.domain import Endpoint, EndpointKind
from edison.errors import EndpointNameBroken


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("openai/gpt-4o", "openai", "gpt-4o"),
        ("openrouter/meta/llama-3", "openrouter", "meta/llama-3"),
        ("  sim/a model  ", "sim", "a model"),
    ],
)
def test_an_endpoint_is_read_from_its_name(name: str, provider: str, model: str) -> None:
    endpoint = Endpoint.parse(name)

    assert (endpoint.provider, endpoint.model, endpoint.kind) == (provider, model, EndpointKind.MODEL)
    assert endpoint.name == name.strip()


@pytest.mark.parametrize("name", ["", "gpt-4o", "/gpt-4o", "openai/", "open ai/gpt-4o"])
def test_a_name_that_is_no_endpoint_is_refused_with_the_right_form(name: str) -> None:
    with pytest.raises(EndpointNameBroken, match="provider/model"):
        Endpoint.parse(name)


@pytest.mark.parametrize("provider", ["", "a/b", "a b"])
def test_a_provider_name_cannot_be_mistaken_for_a_part_of_the_model(provider: str) -> None:
    with pytest.raises(ValidationError):
        Endpoint(provider=provider, model="m")
