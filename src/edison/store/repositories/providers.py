"""Providers as they were configured; keys are sealed before they come here."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection, delete, select

from edison.domain import ProjectId, Record

from ..database.inserting import put_row
from ..database.packing import pack, unpack
from ..database.statements import Found
from ..database.times import from_micros, to_micros
from ..tables import PROVIDER

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

    def all(self) -> list[ProviderRecord]:
        """All of them, by name."""
        query = select(PROVIDER).where(PROVIDER.c.project_id == self._project).order_by(PROVIDER.c.name)
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
