"""Vectors that a provider's model made of texts: kept beside the answers, so that no text is paid for twice."""

from collections.abc import Collection, Mapping

from sqlalchemy import select

from edison.domain import Clock

from ..database.packing import pack_body, to_micros, unpack_body
from ..database.statements import insert_into
from ..store import Store, UnitOfWork
from ..tables import CACHED

_AT_ONCE = 500
"""Keys in one query."""


class KeptVectors:
    """By keys that say who made them of what. Blocks; not for a loop."""

    def __init__(self, store: Store, *, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def read(self, keys: Collection[str]) -> dict[str, str]:
        """Those that are kept, packed."""
        wanted, found = list(keys), dict[str, str]()
        with self._store.reading() as work:
            for first in range(0, len(wanted), _AT_ONCE):
                some = wanted[first : first + _AT_ONCE]
                rows = work.connection.execute(
                    select(CACHED.c.key, CACHED.c.body).where(CACHED.c.key.in_(some))
                )
                # JSON begins with a brace, and nothing compressed does.
                found |= {key: unpack_body(body, not body.startswith(b"{")).decode() for key, body in rows}
        return found

    def keep(self, packed: Mapping[str, str]) -> None:
        """Keep what was made; what is there already stays."""
        at = to_micros(self._clock.now())
        rows = [
            {"key": key, "body": pack_body(text.encode())[0], "kept_at": at} for key, text in packed.items()
        ]

        def put(work: UnitOfWork) -> None:
            work.connection.execute(
                insert_into(work.connection, CACHED).values(rows).on_conflict_do_nothing()
            )

        self._store.retry(put)
