"""Models that providers say they have."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pydantic import JsonValue

from edison.domain import Endpoint, ModelListing, Right
from edison.errors import EdisonError, ModelUnknown
from edison.gateway import KINDS, NO_RETRIES, Gateway, Manifest, Provider
from edison.gateway.drift import check_listing

from ..access import verb
from ..house import House
from .connecting import address_of, read_form
from .providers import find_forms


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model, as one writes it in a suite."""

    endpoint: str
    listing: ModelListing
    is_described: bool
    """Whether we know what it takes; of others we assume what its kind of provider takes."""


@dataclass(frozen=True, slots=True)
class ProviderModels:
    """What one provider lists, or why it does not."""

    provider: str
    models: tuple[ListedModel, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class ServerModels:
    """What is listed at one address, or why nothing is."""

    address: str
    provider: str
    models: tuple[str, ...] = ()
    """As one writes them: `provider/model`."""
    loaded: tuple[str, ...] | None = None
    """Those of them that it has in memory; None where it does not say."""
    slots: int | None = None
    """How many calls it takes at once; None where it does not say."""
    problem: str | None = None


@verb(Right.READ)
async def list_servers(house: House) -> tuple[ServerModels, ...]:
    """The models at every address that could be asked; of a pool, at each of its servers."""
    forms = await asyncio.to_thread(lambda: find_forms(house, _reachable(house)))
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(_ask_servers(house, name, form)) for name, form in forms.items()]
    return tuple(server for one in asked for server in one.result())


@verb(Right.READ)
def list_models(
    house: House, names: list[str] | None = None, *, only_loaded: bool = False
) -> list[ProviderModels]:
    """The models of some providers, or of all that could be asked. Blocks; not for a loop.

    Only those that are loaded, on wish: a server of one's own answers with these at once.
    """
    return _list(house, find_forms(house, names or _reachable(house)), only_loaded=only_loaded)


def _list(house: House, forms: Mapping[str, JsonValue], *, only_loaded: bool = False) -> list[ProviderModels]:
    today = house.clock.now().date()

    async def ask_all() -> list[ProviderModels]:
        async with asyncio.TaskGroup() as group:
            asked = [
                group.create_task(_ask(house, name, form, today, only_loaded=only_loaded))
                for name, form in forms.items()
            ]
        return [one.result() for one in asked]

    return asyncio.run(ask_all())


@verb(Right.READ)
def refuse_unlisted(house: House, endpoints: Sequence[Endpoint], *, forms: Mapping[str, JsonValue]) -> None:
    """Refuse models that their providers neither list, where they list any, nor know by name. Blocks; not for a loop.

    Lists leave aliases out; so whoever lists others is asked about the one. Forms say how each provider is reached.

    Raises:
        ModelUnknown: with those that there are.
    """
    for found in _list(house, {one.provider: forms[one.provider] for one in endpoints}):
        known = [model.endpoint for model in found.models]
        for endpoint in endpoints:
            if endpoint.provider != found.provider or not known:
                continue
            # Ollama's names go on with a tag, which may be left out.
            is_listed = {endpoint.name, f"{endpoint.name}:latest"} & set(known)
            if not is_listed and not asyncio.run(_knows(house, endpoint, forms[found.provider])):
                raise ModelUnknown(endpoint.name, known)


async def _knows(house: House, endpoint: Endpoint, form: JsonValue) -> bool:
    [provider] = await asyncio.to_thread(house.providers_for, {endpoint.provider: form})
    async with Gateway([provider], clock=house.clock, chance=house.chance.child("alias")) as gateway:
        return await gateway.knows_model(endpoint)


def _reachable(house: House) -> list[str]:
    """Every provider that was configured, and the well-known ones that have a key."""
    with house.store.reading() as work:
        stored = work.providers.names()
    keyed = [
        name
        for name, kind in KINDS.items()
        if kind.base_url and kind.key_env and house.keys.in_variable(kind.key_env)
    ]
    return list(dict.fromkeys([*house.given, *stored, *house.around, *keyed]))


async def _ask(house: House, name: str, form: JsonValue, today: date, *, only_loaded: bool) -> ProviderModels:
    try:
        [provider] = await asyncio.to_thread(house.providers_for, {name: form})
        async with Gateway(
            [provider], clock=house.clock, chance=house.chance.child("models", name)
        ) as gateway:
            listed = await gateway.list_models(name)
            loaded = await gateway.list_loaded(name) if only_loaded else None
    except EdisonError as error:
        return ProviderModels(name, problem=error.sentence)
    if only_loaded and loaded is None:
        return ProviderModels(name, problem="It does not say which of its models are loaded.")
    if loaded is not None:
        listed = [listing for listing in listed if listing.id in loaded]
    return ProviderModels(name, models=_described(provider, listed, today=today))


async def _ask_servers(house: House, name: str, form: JsonValue) -> list[ServerModels]:
    try:
        [provider] = await asyncio.to_thread(house.providers_for, {name: form})
    except EdisonError as error:
        return [ServerModels(address_of(read_form(name, form)) or name, name, problem=error.sentence)]
    addresses = provider.servers or (provider.base_url or address_of(read_form(name, form)),)
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(_ask_at(house, provider, address)) for address in addresses]
    return [one.result() for one in asked]


async def _ask_at(house: House, provider: Provider, address: str) -> ServerModels:
    alone = replace(provider, base_url=address, servers=())
    chance = house.chance.child("servers", provider.name, address)
    try:
        async with Gateway([alone], clock=house.clock, chance=chance, policy=NO_RETRIES) as gateway:
            listed = await gateway.list_models(provider.name)
            slots = await gateway.count_slots(provider.name, [listing.id for listing in listed])
            loaded = await gateway.list_loaded(provider.name)
    except EdisonError as error:
        return ServerModels(address, provider.name, problem=error.sentence)
    names = {listing.id: Endpoint(provider=provider.name, model=listing.id).name for listing in listed}
    in_memory = None if loaded is None else tuple(names[one] for one in names if one in loaded)
    return ServerModels(address, provider.name, models=tuple(names.values()), loaded=in_memory, slots=slots)


def _described(provider: Provider, listed: list[ModelListing], *, today: date) -> tuple[ListedModel, ...]:
    drift = check_listing(Manifest.load(), listed, provider=provider, today=today)
    return tuple(
        ListedModel(
            Endpoint(provider=provider.name, model=listing.id).name,
            listing,
            is_described=listing.id not in drift.undescribed,
        )
        for listing in sorted(listed, key=lambda listing: listing.id)
    )
