"""Connections to providers for calls outside of runs, kept from call to call."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

from pydantic import JsonValue

from edison.domain import Endpoint
from edison.gateway import Gateway, Ledger, LocalLimiter, Provider

from ..house import House
from ..providers.providers import find_forms


class ProviderConnections:
    """One gateway for each provider and key: whoever waits for a slot or a server waits in one queue."""

    def __init__(
        self, house: House, ledger: Ledger, *, written: Mapping[str, JsonValue] | None = None
    ) -> None:
        """
        Args:
            house: The house.
            ledger: Where calls stand.
            written: How some providers are reached, where that stands with what is asked about.
        """
        self._house = house
        self._written = written
        self._ledger = ledger
        self._limiter = LocalLimiter(house.clock)
        self._gateways: dict[tuple[str, ...], Gateway] = {}

    @asynccontextmanager
    async def open(self, endpoint: Endpoint, *, api_key: str | None = None) -> AsyncGenerator[Gateway]:
        """The gateway over which an endpoint is asked; a key that is given counts for this once and is not kept."""
        house = self._house
        forms = await asyncio.to_thread(find_forms, house, [endpoint.provider], written=self._written)
        form = forms[endpoint.provider]
        provider = await asyncio.to_thread(house.provider_at, endpoint, form=form, key=api_key)
        if api_key is None:
            yield self._kept(provider, form)
            return
        async with self._new(provider) as gateway:
            yield gateway

    async def close(self) -> None:
        """Hang up everywhere."""
        for gateway in self._gateways.values():
            await gateway.close()
        self._gateways.clear()

    def _kept(self, provider: Provider, form: JsonValue) -> Gateway:
        key = provider.key.fingerprint if provider.key is not None else ""
        known = (provider.name, json.dumps(form, sort_keys=True), provider.base_url or "", key)
        if known not in self._gateways:
            self._gateways[known] = self._new(provider)
        return self._gateways[known]

    def _new(self, provider: Provider) -> Gateway:
        house = self._house
        return Gateway(
            [provider],
            clock=house.clock,
            chance=house.chance.child("ways", house.mint.new("call")),
            limiter=self._limiter,
            ledger=self._ledger,
        )
