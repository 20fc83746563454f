import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from edison.domain import Chance, FrozenClock
from edison.errors import DatabaseBroken, SchemaTooNew, SchemaTooOld
from edison.store import open_store
from edison.store.database.migrating import MIGRATIONS, VERSION_TABLE, VERSIONS, migrate, schema_version
from edison.store.database.opening import make_engine, read_url
from edison.store.tables import METADATA
from tests.database import KINDS, bare_database
from tools.cards import ROOT

Connect: TypeAlias = Callable[[str], Engine]

TABLES = {
    "sqlite": "SELECT type, name, replace(sql, '\"', '') FROM sqlite_master "
    f"WHERE name NOT LIKE '%{VERSION_TABLE}%' ORDER BY 1, 2",
    "postgres": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, NULL
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND a.attnum > 0 AND c.relname NOT LIKE 'edison_version%'
        UNION ALL
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), NULL, NULL FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'edison_version%'
        UNION ALL
        SELECT tablename, indexname, indexdef, NULL, NULL FROM pg_indexes
        WHERE schemaname = 'public' AND tablename NOT LIKE 'edison_version%'
        ORDER BY 1, 2, 3""",
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Engines that are closed after the test."""
    with ExitStack() as closing:

        def connect(url: str) -> Engine:
            engine = make_engine(read_url(url))
            closing.callback(engine.dispose)
            return engine

        yield connect


@pytest.fixture
def bare(kind: str, tmp_path: Path, connect: Connect) -> Engine:
    return connect(bare_database(kind, tmp_path))


def test_the_migrations_make_the_tables_that_the_code_expects(bare: Engine) -> None:
    migrate(bare)

    with bare.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []


def test_the_migrations_and_the_rows_agree_to_the_letter(
    bare: Engine, kind: str, tmp_path: Path, connect: Connect
) -> None:
    by_rows = connect(bare_database(kind, tmp_path))

    migrate(bare)
    METADATA.create_all(by_rows)

    assert _catalogue(bare, kind) == _catalogue(by_rows, kind)


def test_every_version_is_known_and_the_last_is_the_head() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))

    assert tuple(reversed([script.revision for script in scripts.walk_revisions()])) == VERSIONS


def test_migrating_twice_does_nothing_the_second_time(bare: Engine) -> None:
    assert migrate(bare)
    assert not migrate(bare)
    assert schema_version(bare) == VERSIONS[-1]


def test_a_database_from_the_future_is_refused(bare: Engine) -> None:
    migrate(bare)
    with bare.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))

    with pytest.raises(SchemaTooNew, match="9999"):
        migrate(bare)


def test_a_database_that_must_not_be_migrated_is_refused_as_it_is(kind: str, tmp_path: Path) -> None:
    url = bare_database(kind, tmp_path)

    with pytest.raises(SchemaTooOld, match="has schema none"):
        open_store(url, clock=FrozenClock(), chance=Chance(0), migrate=False)

    open_store(url, clock=FrozenClock(), chance=Chance(0)).close()
    open_store(url, clock=FrozenClock(), chance=Chance(0), migrate=False).close()


def test_of_many_that_start_at_once_one_migrates(kind: str, tmp_path: Path, connect: Connect) -> None:
    url = bare_database(kind, tmp_path)
    engines = [connect(url) for _ in range(6)]
    gate = threading.Barrier(len(engines))
    migrated: list[bool] = []

    def start(engine: Engine) -> None:
        gate.wait()
        migrated.append(migrate(engine))

    threads = [threading.Thread(target=start, args=(engine,)) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(migrated) == [False] * 5 + [True]


@pytest.mark.timeout(120)
def test_a_migration_killed_at_any_statement_has_done_nothing_and_is_done_by_a_later_start(
    kind: str, tmp_path: Path, connect: Connect
) -> None:
    url, unharmed = bare_database(kind, tmp_path), connect(bare_database(kind, tmp_path))

    killed = subprocess.run(
        [sys.executable, "-m", "tests.store.killed_migrations", url],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    migrate(unharmed)

    assert killed.returncode == 0, killed.stderr
    starts = killed.stdout.splitlines()
    before, after = starts.count("killed None"), starts.count(f"killed {VERSIONS[-1]}")
    assert before > len(METADATA.tables) // 2
    assert starts == [
        *["killed None"] * before,
        *[f"killed {VERSIONS[-1]}"] * after,
        f"done {VERSIONS[-1]}",
    ]
    assert _catalogue(connect(url), kind) == _catalogue(unharmed, kind)


def test_a_migration_that_leaves_rows_without_their_owners_is_undone(
    tmp_path: Path, connect: Connect
) -> None:
    engine = connect(bare_database("sqlite", tmp_path))
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("CREATE TABLE owner (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE thing (owner INTEGER REFERENCES owner (id))")
        connection.exec_driver_sql("INSERT INTO thing VALUES (1)")
        connection.commit()

    with pytest.raises(DatabaseBroken, match="1 rows refer to rows that are not there"):
        migrate(engine)

    assert schema_version(engine) is None


def _catalogue(engine: Engine, kind: str) -> list[tuple[object, ...]]:
    """What there is; where a column came later, SQLite breaks the lines of its sentence elsewhere."""
    with engine.connect() as connection:
        rows = connection.execute(text(TABLES[kind])).all()
    return [tuple(" ".join(one.split()) if isinstance(one, str) else one for one in row) for row in rows]
