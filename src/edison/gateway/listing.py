"""Which models a provider has: what it lists, what it knows by name, and what its servers have loaded."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from edison.domain import Clock, ModelListing
from edison.errors import ProviderTrouble

from .answering import raise_failure, raise_truncated
from .codecs import codec_of
from .codecs.base import Parcel
from .masking import KeyMask
from .provider import Provider
from .wire import Wire

_PAGE_LIMIT = 100
_PATIENCE_S = 5.0

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Question:
    """Where a kind of server tells what it has loaded, beside the address at which it is asked; and how it is read."""

    path: str
    read: Callable[[Fields], list[object]]


def _instances(told: Fields) -> list[object]:
    return [row.get("key") for row in _rows(told.get("models")) if row.get("loaded_instances")]


def _states(told: Fields) -> list[object]:
    return [row.get("id") for row in _rows(told.get("data")) if row.get("state") == "loaded"]


def _running(told: Fields) -> list[object]:
    return [row.get("model", row.get("name")) for row in _rows(told.get("models"))]


def _routed(told: Fields) -> list[object]:
    """All that it lists, unless it says of one that it is not loaded."""
    found: list[object] = []
    for row in _rows(told.get("data")):
        status = row.get("status")
        value = cast("Fields", status).get("value") if isinstance(status, dict) else None
        if value in (None, "loaded"):
            found.append(row.get("id"))
    return found


_QUESTIONS = {
    "lmstudio": (_Question("/api/v1/models", _instances), _Question("/api/v0/models", _states)),
    "ollama": (_Question("/api/ps", _running),),
    "llamacpp": (_Question("/v1/models", _routed),),
    "vllm": (_Question("/v1/models", _routed),),
}
"""Of a kind that is not here nobody knows what is loaded."""


class ModelLister:
    """Asks providers for their models; nothing of that costs anything."""

    def __init__(self, wire: Wire, *, clock: Clock, mask: KeyMask) -> None:
        self._wire = wire
        self._clock = clock
        self._mask = mask

    async def all(self, provider: Provider) -> list[ModelListing]:
        """Every model there is; of a pool, at all of its servers that answer.

        Raises:
            ProviderTrouble: nobody answers.
        """
        if not provider.servers:
            return await self.at(provider, None)
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(self._tried(provider, server)) for server in provider.servers]
        found = [one.result() for one in asked]
        lists = [one for one in found if not isinstance(one, ProviderTrouble)]
        for trouble in found if not lists else ():
            assert isinstance(trouble, ProviderTrouble)
            raise trouble
        return list({listing.id: listing for one in lists for listing in one}.values())

    async def _tried(self, provider: Provider, server: str) -> list[ModelListing] | ProviderTrouble:
        try:
            return await self.at(provider, server)
        except ProviderTrouble as trouble:
            return trouble

    async def at(self, provider: Provider, address: str | None) -> list[ModelListing]:
        """Every model at one address, the provider's own where none is given."""
        codec = codec_of(provider)
        models: list[ModelListing] = []
        page: str | None = None
        for _ in range(_PAGE_LIMIT):
            reply = await self._wire.send(
                provider, codec.encode_models(page), deadline_s=provider.patience.total_s, address=address
            )
            raise_failure(codec, reply, provider=provider, now=self._clock.now)
            raise_truncated(reply)
            listed = codec.decode_models(reply.body)
            models.extend(map(self._mask.listing, listed.models))
            page = listed.next_page
            if page is None:
                break
        return models

    async def knows(self, provider: Provider, model: str) -> bool:
        """Whether a provider knows a model by its name, though it does not list it: aliases are such."""
        asked = codec_of(provider).encode_models(None)
        path = f"{asked.path.partition('?')[0]}/{quote(model, safe='')}"
        for address in provider.servers or (None,):
            try:
                reply = await self._wire.send(
                    provider, replace(asked, path=path), deadline_s=_PATIENCE_S, address=address
                )
            except ProviderTrouble:
                continue
            if reply.status == 200:
                return True
        return False

    async def loaded(self, provider: Provider) -> frozenset[str] | None:
        """What is in the memory of its servers; None where none of them says so."""
        addresses = provider.servers or (provider.base_url or "",)
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(self._loaded_at(provider, address)) for address in addresses]
        known = [told for one in asked if (told := one.result()) is not None]
        return frozenset(name for told in known for name in told) if known else None

    async def _loaded_at(self, provider: Provider, address: str) -> frozenset[str] | None:
        for question in _QUESTIONS.get(provider.kind, ()):
            told = await self._told(provider, question.path, address=address.removesuffix("/v1"))
            if told is not None:
                return frozenset(name for name in question.read(told) if isinstance(name, str))
        return None

    async def _told(self, provider: Provider, path: str, *, address: str) -> Fields | None:
        try:
            reply = await self._wire.send(
                provider, Parcel(path, method="GET"), deadline_s=_PATIENCE_S, address=address
            )
            told = msgspec.json.decode(reply.body) if reply.status == 200 else None
        except (ProviderTrouble, msgspec.DecodeError):
            return None
        return cast("Fields", told) if isinstance(told, dict) else None


def _rows(written: object) -> Sequence[Fields]:
    rows = cast("list[object]", written) if isinstance(written, list) else []
    return [cast("Fields", row) for row in rows if isinstance(row, dict)]
