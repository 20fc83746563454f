"""Migrates a database again and again, each time killed two statements later, until it is done.

A process of its own, so that it can be forked: `python -m tests.store.killed_migrations URL`. Says after each
death which schema the database has.
"""

import os
import signal
import sys
from itertools import count

from sqlalchemy import event

from edison.store.database.migrating import migrate, schema_version
from edison.store.database.opening import is_sqlite, make_engine, read_url


def main(url: str) -> None:
    # What is imported late is imported here, so that children only migrate.
    import alembic.command  # noqa: F401

    # Each kind of database dies at every other statement: together they have died at all.
    for deadly in count(1 if is_sqlite(read_url(url)) else 2, 2):
        lived = _migrate_in_a_child(url, deadly)
        engine = make_engine(read_url(url))
        sys.stdout.write(f"{'done' if lived else 'killed'} {schema_version(engine)}\n")
        engine.dispose()
        if lived:
            return


def _migrate_in_a_child(url: str, deadly: int) -> bool:
    child = os.fork()
    if child == 0:
        _die_at_statement(url, deadly)
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


def _die_at_statement(url: str, deadly: int) -> None:
    engine = make_engine(read_url(url))
    numbers = count(1)

    @event.listens_for(engine, "after_cursor_execute")
    def die(*_: object) -> None:
        if next(numbers) == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    migrate(engine)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
