"""Providers as they were configured, and their keys: sealed, and useless for another provider or address."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import JsonValue
from sqlalchemy import Connection, delete, select

from edison.domain import ProjectId, Record
from edison.errors import KeyNotReadable

from ..database.packing import from_micros, pack, to_micros, unpack
from ..database.statements import Found, put_row
from ..tables import PROVIDER

if TYPE_CHECKING:
    from nacl.secret import Aead


LOCAL_PROJECT = ProjectId("prj_local")
"""Owns what one person configures where nobody logs in."""


class ProviderRecord(Record, frozen=True, kw_only=True):
    """How a provider is reached."""

    name: str
    form: dict[str, Any]
    """As it was written in a file or on the command line."""
    sealed_key: bytes | None
    changed_at: datetime


class Providers:
    """The providers of a project."""

    def __init__(self, connection: Connection, project: ProjectId = LOCAL_PROJECT) -> None:
        self._connection = connection
        self._project = project

    def lock(self, name: str) -> None:
        """Let nobody else change it before this is done."""
        mine = (PROVIDER.c.project_id == self._project, PROVIDER.c.name == pack(name))
        self._connection.execute(select(PROVIDER.c.name).where(*mine).with_for_update())

    def put(
        self, name: str, form: Mapping[str, JsonValue], sealed_key: bytes | None, *, at: datetime
    ) -> None:
        """Configure a provider, or change one: form and key are replaced together."""
        row = {
            "project_id": self._project,
            "name": pack(name),
            "form": json.dumps(dict(form)),
            "sealed_key": sealed_key,
            "changed_at": to_micros(at),
        }
        put_row(self._connection, PROVIDER, row)

    def get(self, name: str) -> ProviderRecord | None:
        """The provider of this name, None where there is none."""
        query = select(PROVIDER).where(PROVIDER.c.project_id == self._project, PROVIDER.c.name == pack(name))
        found = self._connection.execute(query).one_or_none()
        return None if found is None else _record(found)

    def named(self, names: Collection[str]) -> list[ProviderRecord]:
        """Those of these names that there are, by name."""
        query = select(PROVIDER).where(
            PROVIDER.c.project_id == self._project, PROVIDER.c.name.in_([pack(name) for name in names])
        )
        return sorted(map(_record, self._connection.execute(query)), key=lambda record: record.name)

    def names(self) -> list[str]:
        """The names of all, in their order."""
        query = select(PROVIDER.c.name).where(PROVIDER.c.project_id == self._project)
        return sorted(map(unpack, self._connection.execute(query).scalars()))

    def all(self) -> list[ProviderRecord]:
        """All of them, by name."""
        query = select(PROVIDER).where(PROVIDER.c.project_id == self._project)
        return sorted(map(_record, self._connection.execute(query)), key=lambda record: record.name)

    def remove(self, name: str) -> bool:
        """Forget a provider and its key; False where there is none."""
        removed = self._connection.execute(
            delete(PROVIDER).where(PROVIDER.c.project_id == self._project, PROVIDER.c.name == pack(name))
        )
        return removed.rowcount == 1


def _record(row: Found) -> ProviderRecord:
    return ProviderRecord(
        name=unpack(row.name),
        form=json.loads(row.form),
        sealed_key=row.sealed_key,
        changed_at=from_micros(row.changed_at),
    )


MASTER_KEY_BYTES = 32

_FORM = b"\x01"
_PURPOSE = b"edison.provider-key"
_PORTS = {"http": 80, "https": 443}


class KeyOwner(NamedTuple):
    """What a key is for. Sealed for one owner it does not open for another: a changed address gets no key."""

    project: ProjectId
    provider: str
    base_url: str | None
    """Only scheme, host and port count; None is the address that the provider's kind has by default."""


def seal_key(key: str, *, master_key: bytes, owner: KeyOwner) -> bytes:
    """The key as it may be stored."""
    sealed = _box(master_key, owner).encrypt(_bytes(key), aad=_bound_to(owner))
    return _FORM + bytes(sealed)


def open_key(sealed: bytes, *, master_key: bytes, owner: KeyOwner) -> str:
    """The key; raises KeyNotReadable where the master key or the owner is another one."""
    if not sealed.startswith(_FORM):
        raise KeyNotReadable(owner.provider, "it was sealed by another version of Edison")
    from nacl.exceptions import CryptoError

    try:
        opened = _box(master_key, owner).decrypt(sealed[len(_FORM) :], aad=_bound_to(owner))
    except (CryptoError, ValueError) as refused:
        cause = "the master key is another one, or the provider's address was changed"
        raise KeyNotReadable(owner.provider, cause) from refused
    return opened.decode("utf-8", "surrogatepass")


def _box(master_key: bytes, owner: KeyOwner) -> "Aead":
    # Most processes never see a sealed key.
    from nacl.secret import Aead

    if len(master_key) < MASTER_KEY_BYTES:
        raise KeyNotReadable(owner.provider, f"the master key has fewer than {MASTER_KEY_BYTES} bytes")
    # A key of its own for this purpose, whatever else the master key may be used for.
    return Aead(blake2b(_PURPOSE, key=master_key[:64], digest_size=Aead.KEY_SIZE).digest())


def _bound_to(owner: KeyOwner) -> bytes:
    parts = [_bytes(part) for part in (owner.project, owner.provider, _origin(owner.base_url))]
    # The lengths keep ("a", "bc") apart from ("ab", "c").
    return b"".join(len(part).to_bytes(4, "big") + part for part in (_PURPOSE, *parts))


def _origin(base_url: str | None) -> str:
    """Who is spoken to at an address: scheme, host and port, the usual port said too."""
    if base_url is None:
        return ""
    parts = urlsplit(base_url)
    port = parts.port or _PORTS.get(parts.scheme, 0)
    return f"{parts.scheme.lower()}://{(parts.hostname or '').lower()}:{port}"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
