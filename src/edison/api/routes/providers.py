"""Providers: keep one with its key, try it, forget it; servers and what they have. No key ever goes out."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AwareDatetime, Field, JsonValue, SecretStr

from edison.actions.overview import show_servers
from edison.actions.providers.providers import (
    Seen,
    add_provider,
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
Price = Annotated[float | None, Field(ge=0, le=1_000_000)]


class NewProvider(RequestBody):
    """How a provider is reached. A key is stored encrypted, for this address alone, and never told again."""

    name: str = Field(min_length=1, max_length=100)
    kind: str = Field(min_length=1, max_length=100)
    base_url: str | None = Field(default=None, min_length=1, max_length=2000)
    region: str | None = Field(default=None, min_length=1, max_length=100)
    key: SecretStr | None = Field(default=None, min_length=1, max_length=10_000)
    key_variable: str | None = Field(default=None, min_length=1, max_length=200)
    """The variable of the server's environment that holds it; instead of a key."""
    price_in: Price = None
    """Dollars per million tokens sent."""
    price_out: Price = None
    requests_per_minute: float | None = Field(default=None, gt=0, le=1_000_000_000)
    concurrency: int | None = Field(default=None, ge=1, le=100_000)
    # A text of JSON becomes the moment that it names.
    seen: AwareDatetime | None = Field(default=None, strict=False)
    """When the one that it replaces was changed last; null where there was none of that name."""

    def form(self) -> dict[str, JsonValue]:
        """The same mapping as in a suite."""
        prices = (self.price_in, self.price_out)
        written: dict[str, JsonValue] = {
            "kind": self.kind,
            "base_url": self.base_url,
            "region": self.region,
            "api_key_env": self.key_variable,
            "price": None
            if prices == (None, None)
            else {"input": prices[0] or 0.0, "output": prices[1] or 0.0},
            "requests_per_minute": self.requests_per_minute,
            "concurrency": self.concurrency,
        }
        return {name: value for name, value in written.items() if value is not None}


class EndOfProvider(RequestBody):
    """When the provider that is to go was changed last."""

    # A text of JSON becomes the moment that it names.
    seen: AwareDatetime = Field(strict=False)


@router.post("/providers", status_code=201)
def add(house: Operating, wish: NewProvider) -> ProviderView:
    """Keep a provider, or change one: all that is known of it is replaced, its key as well.

    Where somebody else changed it meanwhile, nothing is overwritten.
    """
    secret = None if wish.key is None else wish.key.get_secret_value().strip()
    seen = Seen(wish.seen)
    return view_provider(add_provider(house, wish.name.strip(), form=wish.form(), key=secret, seen=seen))


@router.post("/providers/{name}/test")
def probe(house: Operating, name: Name) -> ProbeView:
    """Ask a provider for its models, which costs nothing: is it there, and does it take the key?"""
    probed = probe_provider(house, name)
    return ProbeView(name=probed.name, models=probed.models)


@router.post("/providers/{name}/remove")
def remove(house: Operating, name: Name, *, wish: EndOfProvider, key: IdempotencyKey) -> list[ProviderView]:
    """Forget a provider and its key; what is left is told. Where somebody else changed it meanwhile, it stays."""
    seen = Seen(wish.seen)
    do_once(house, f"remove provider {key}", lambda keyed: remove_provider(keyed, name, seen=seen))
    return [view_provider(one) for one in list_providers(house)]


@router.get("/servers")
async def servers(house: Reading) -> list[ServerView]:
    """Every address that could be asked: its models and slots, or why it cannot be reached."""
    return list(await show_servers(house))
