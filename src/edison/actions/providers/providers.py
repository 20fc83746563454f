"""Providers that are kept in the archive: add, list, probe, remove."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from pydantic import JsonValue

from edison.domain import Right
from edison.errors import ChangedMeanwhile, OperationNotOffered, ProviderBroken, ProviderUnknown
from edison.formats.suite.provider_forms import KeptProviderForm
from edison.gateway import KINDS, Gateway, Secret
from edison.store import ProviderRecord, UnitOfWork

from ..access import verb
from ..house import House
from .connecting import (
    address_of,
    build_providers,
    has_chain,
    owner_of,
    pick_forms,
    read_form,
    refuse_written_keys,
)


class KeyPlace(StrEnum):
    """Where the key of a provider comes from."""

    STORED = "stored"
    VARIABLE = "variable"
    MACHINE = "machine"
    """Made from what the vendor's own tools leave on this machine."""
    MISSING = "missing"
    NOT_NEEDED = "not needed"


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """A provider of the archive, without its key."""

    name: str
    kind: str
    address: str
    key: KeyPlace
    variable: str | None
    """The variable the key is looked for in, where that is its place."""
    form: KeptProviderForm
    """All that is said of it; keys stand in none."""
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a provider before it is replaced or removed."""

    changed_at: datetime | None
    """When it was changed last; None where there was none of that name."""


@dataclass(frozen=True, slots=True)
class ProbedProvider:
    """A provider that answered."""

    name: str
    models: int | None
    """How many models it lists; None where it offers no list."""


@verb(Right.OPERATE)
def add_provider(
    house: House,
    name: str,
    *,
    form: Mapping[str, JsonValue],
    key: str | None = None,
    seen: Seen | None = None,
) -> KnownProvider:
    """Keep a provider, or change one: its form and its key are replaced together.

    Args:
        house: Where to.
        name: What stands before the slash of its models.
        form: The same mapping as in a suite.
        key: Sealed for this provider at this address, before it is stored; None to find one in a variable.
        seen: What was known of it by whoever replaces it; None whatever there is.

    Raises:
        ChangedMeanwhile: somebody else changed it since, or made one of that name.
    """
    if not name or "/" in name or any(character.isspace() for character in name):
        raise ProviderBroken(name, "its name stands before a slash; use letters, digits and hyphens.")
    refuse_written_keys(name, form)
    return _keep(house, name, form=form, sealed=_sealed(house, name, form=form, key=key), seen=seen)


@verb(Right.OPERATE)
def change_provider(
    house: House,
    name: str,
    *,
    changes: Mapping[str, JsonValue],
    key: str | None = None,
    seen: Seen | None = None,
) -> KnownProvider:
    """Change what is said of a provider; what is not named stays as it is, a stored key as well.

    Args:
        house: Where it is kept.
        name: Which provider.
        changes: Fields of its form; None takes one away, and of prices those stay that are not given.
        key: Another one; None leaves the one that is stored, if no variable is named for it.
        seen: What was known of it by whoever changes it; None whatever there is.

    Raises:
        ChangedMeanwhile: somebody else changed it since.
    """
    with house.store.reading() as work:
        record, names = work.providers.get(name), work.providers.names()
    if record is None:
        raise ProviderUnknown(name, names)
    form = _changed(record.form, changes)
    if key is not None and changes.get("api_key_env") is None:
        form.pop("api_key_env", None)
    refuse_written_keys(name, form)
    if key is None and form.get("api_key_env") is None and record.sealed_key is not None:
        _refuse_moved_key(record, form)
        sealed = record.sealed_key
    else:
        sealed = _sealed(house, name, form=form, key=key)
    return _keep(house, name, form=form, sealed=sealed, seen=seen or Seen(record.changed_at))


@verb(Right.READ)
def list_providers(house: House) -> list[KnownProvider]:
    """All providers of the archive, by name."""
    with house.store.reading() as work:
        return [_known(house, record) for record in work.providers.all()]


@verb(Right.OPERATE)
def remove_provider(house: House, name: str, *, seen: Seen | None = None) -> None:
    """Forget a provider and its key; runs that have it pinned look for a key in their variables.

    Args:
        house: Where it is kept.
        name: Which provider.
        seen: What was known of it by whoever removes it; None whatever there is.

    Raises:
        ChangedMeanwhile: somebody else changed it since.
    """

    def remove(work: UnitOfWork) -> None:
        if name in work.providers.names():
            _refuse_unseen(work, name, seen)
        if not work.providers.remove(name):
            raise ProviderUnknown(name, work.providers.names())

    house.write(remove)


@verb(Right.OPERATE)
def probe_provider(house: House, name: str) -> ProbedProvider:
    """Ask a provider for its models, which costs nothing. Blocks; not for a loop."""
    forms = find_forms(house, [name])

    async def probe() -> ProbedProvider:
        async with Gateway(
            house.providers_for(forms), clock=house.clock, chance=house.chance.child("probe")
        ) as gateway:
            await gateway.reach(name)
            try:
                return ProbedProvider(name, len(await gateway.list_models(name)))
            except OperationNotOffered:
                return ProbedProvider(name, None)

    return asyncio.run(probe())


@verb(Right.READ)
def find_forms(
    house: House, names: list[str], *, written: Mapping[str, JsonValue] | None = None
) -> dict[str, JsonValue]:
    """The forms of some providers: from the file given, what was written, the archive, or well known."""
    with house.store.reading() as work:
        stored: dict[str, JsonValue] = {record.name: record.form for record in work.providers.all()}
    return pick_forms(names, [house.given, written or {}, stored, house.around])


def _keep(
    house: House, name: str, *, form: Mapping[str, JsonValue], sealed: bytes | None, seen: Seen | None
) -> KnownProvider:
    _refuse_unusable(house, name, form)
    at = house.clock.now()
    with house.store.work() as work:
        _refuse_unseen(work, name, seen)
        work.providers.put(name, form, sealed, at=at)
    return _known(house, ProviderRecord(name=name, form=dict(form), sealed_key=sealed, changed_at=at))


def _sealed(house: House, name: str, *, form: Mapping[str, JsonValue], key: str | None) -> bytes | None:
    read = read_form(name, form)
    if key is None:
        return None
    if read.api_key_env is not None:
        raise ProviderBroken(name, "it has both a key and a variable for one; give one of them.")
    return house.keys.seal(key, owner=owner_of(name, read))


def _changed(form: Mapping[str, JsonValue], changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    changed = {**form, **changes}
    old, new = form.get("price"), changes.get("price")
    if isinstance(old, dict) and isinstance(new, dict):
        changed["price"] = {field: price for field, price in {**old, **new}.items() if price is not None}
    return {field: value for field, value in changed.items() if value is not None}


def _refuse_moved_key(record: ProviderRecord, form: Mapping[str, JsonValue]) -> None:
    """Refuse to send a key elsewhere than whoever stored it was told."""
    there, here = (address_of(read_form(record.name, one)) for one in (record.form, form))
    if there != here:
        cause = f"its key is stored for {there} and goes nowhere else; give it again for {here}, or name a variable."
        raise ProviderBroken(record.name, cause)


def _refuse_unseen(work: UnitOfWork, name: str, seen: Seen | None) -> None:
    if seen is None:
        return
    work.providers.lock(name)
    known = work.providers.get(name)
    if (None if known is None else known.changed_at) != seen.changed_at:
        raise ChangedMeanwhile("provider", name)


def _refuse_unusable(house: House, name: str, form: Mapping[str, JsonValue]) -> None:
    """Whatever can be known without the key: the kind, the address, the capabilities."""
    [provider] = build_providers({name: {**form, "api_key_env": None}}, keys=house.keys)
    Gateway(
        [replace(provider, key=Secret("a-key-for-trying"))],
        clock=house.clock,
        chance=house.chance.child("trying"),
    )


def _known(house: House, record: ProviderRecord) -> KnownProvider:
    form = read_form(record.name, record.form)
    kind = KINDS.get(form.kind)
    variable = form.api_key_env or (kind.key_env if kind is not None else None)
    if record.sealed_key is not None:
        place = KeyPlace.STORED
    elif variable is not None and house.keys.in_variable(variable) is not None:
        place = KeyPlace.VARIABLE
    elif form.api_key_env is None and has_chain(record.name, form, keys=house.keys):
        place = KeyPlace.MACHINE
    elif form.api_key_env is not None or (kind is not None and kind.needs_key):
        place = KeyPlace.MISSING
    else:
        place = KeyPlace.NOT_NEEDED
    return KnownProvider(
        name=record.name,
        kind=form.kind,
        address=", ".join(form.servers) or address_of(form),
        key=place,
        variable=None if place in (KeyPlace.STORED, KeyPlace.MACHINE) else variable,
        form=form,
        changed_at=record.changed_at,
    )
