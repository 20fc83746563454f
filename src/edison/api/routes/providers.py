"""Providers: keep one with its key, try it, forget it; servers and what they have. No key ever goes out."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AwareDatetime, Field, JsonValue, SecretStr

from edison.actions.overview import show_servers
from edison.actions.providers.providers import (
    Seen,
    add_provider,
    change_provider,
    list_providers,
    probe_provider,
    remove_provider,
)
from edison.actions.requests import do_once
from edison.actions.views.house import ProbeView, ProviderView, ServerView, view_provider

from ..access import Operating, Reading
from .shapes import IdempotencyKey, RequestBody

router = APIRouter(prefix="/api", tags=["providers"])

Name = Annotated[
    str, Path(min_length=1, max_length=100, description="What stands before the slash of its models.")
]
_PRICES = {"price_in": "input", "price_out": "output"}
Price = Annotated[float | None, Field(ge=0, le=1_000_000)]


class ProviderFields(RequestBody):
    """How a provider is reached. A key is stored encrypted, for this address alone, and never told again."""

    base_url: str | None = Field(default=None, min_length=1, max_length=2000)
    region: str | None = Field(default=None, min_length=1, max_length=100)
    key: SecretStr | None = Field(default=None, min_length=1, max_length=10_000)
    key_variable: str | None = Field(default=None, min_length=1, max_length=200)
    """The variable of the server's environment that holds it; instead of a key."""
    price_in: Price = None
    """Dollars per million tokens sent."""
    price_out: Price = None
    requests_per_minute: float | None = Field(default=None, gt=0, le=1_000_000_000)
    tokens_per_minute: float | None = Field(default=None, gt=0, le=1_000_000_000_000)
    concurrency: int | None = Field(default=None, ge=1, le=100_000)

    def written(self) -> dict[str, JsonValue]:
        """What was given, as the same fields of a suite; null where something is to be taken away."""
        given: dict[str, JsonValue] = self.model_dump(include=self.model_fields_set - {"name", "key", "seen"})
        prices: dict[str, JsonValue] = {
            field: given.pop(name) for name, field in _PRICES.items() if name in given
        }
        if prices:
            given["price"] = None if list(prices.values()) == [None, None] else prices
        if "key_variable" in given:
            given["api_key_env"] = given.pop("key_variable")
        return given

    @property
    def secret(self) -> str | None:
        """The key as it is used."""
        return None if self.key is None else self.key.get_secret_value().strip()


class NewProvider(ProviderFields):
    """A provider that is kept from now on."""

    name: str = Field(min_length=1, max_length=100)
    kind: str = Field(min_length=1, max_length=100)


class ProviderChange(ProviderFields):
    """What is to be otherwise; fields that are not given stay as they are, and null takes one away."""

    kind: str | None = Field(default=None, min_length=1, max_length=100)
    # A text of JSON becomes the moment that it names.
    seen: AwareDatetime = Field(strict=False)
    """When the one that is changed was changed last."""


class EndOfProvider(RequestBody):
    """When the provider that is to go was changed last."""

    # A text of JSON becomes the moment that it names.
    seen: AwareDatetime = Field(strict=False)


@router.post("/providers", status_code=201)
def add(house: Operating, request: NewProvider) -> ProviderView:
    """Keep a provider; where there is one of its name, that one stays as it is."""
    form = {field: value for field, value in request.written().items() if value is not None}
    added = add_provider(house, request.name.strip(), form=form, key=request.secret, seen=Seen(None))
    return view_provider(added)


@router.patch("/providers/{name}")
def change(house: Operating, name: Name, request: ProviderChange) -> ProviderView:
    """Change what is said of a provider; what is not given stays, its stored key as well.

    Where somebody else changed it meanwhile, nothing is overwritten.
    """
    seen = Seen(request.seen)
    return view_provider(
        change_provider(house, name, changes=request.written(), key=request.secret, seen=seen)
    )


@router.post("/providers/{name}/test")
def probe(house: Operating, name: Name) -> ProbeView:
    """Ask a provider for its models, which costs nothing: is it there, and does it take the key?"""
    probed = probe_provider(house, name)
    return ProbeView(name=probed.name, models=probed.models)


@router.post("/providers/{name}/remove")
def remove(
    house: Operating, name: Name, *, request: EndOfProvider, key: IdempotencyKey
) -> list[ProviderView]:
    """Forget a provider and its key; what is left is told. Where somebody else changed it meanwhile, it stays."""
    seen = Seen(request.seen)
    do_once(house, key, lambda keyed: remove_provider(keyed, name, seen=seen))
    return [view_provider(one) for one in list_providers(house)]


@router.get("/servers")
async def servers(house: Reading) -> list[ServerView]:
    """Every address that could be asked: its models and slots, or why it cannot be reached."""
    return list(await show_servers(house))
