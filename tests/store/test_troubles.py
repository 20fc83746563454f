"""What a database says, in our words."""

import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolEmpty

from edison.errors import DatabaseBroken, DatabaseFull, DatabaseReadOnly, DatabaseUnavailable, EdisonError
from edison.store.database.troubles import (
    FIRST_WAIT_S,
    LONGEST_WAIT_S,
    SQLITE,
    retry_while_busy,
    translated_errors,
    waits,
)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (errors.AdminShutdown, DatabaseUnavailable),
        (errors.CannotConnectNow, DatabaseUnavailable),
        (errors.TooManyConnections, DatabaseUnavailable),
        (errors.DeadlockDetected, DatabaseUnavailable),
        (errors.SerializationFailure, DatabaseUnavailable),
        (errors.LockNotAvailable, DatabaseUnavailable),
        (errors.ConnectionFailure, DatabaseUnavailable),
        (psycopg.OperationalError, DatabaseUnavailable),
        (errors.DiskFull, DatabaseFull),
        (errors.ReadOnlySqlTransaction, DatabaseReadOnly),
        (errors.IoError, DatabaseBroken),
        (errors.DataCorrupted, DatabaseBroken),
    ],
)
def test_what_postgres_says_is_translated(said: type[psycopg.Error], words: type[EdisonError]) -> None:
    with pytest.raises(words, match="it is so"), translated_errors():
        raise OperationalError("SELECT 1", {}, said("it is\nso"))


def test_a_lost_connection_is_unavailability_whatever_was_said() -> None:
    with pytest.raises(DatabaseUnavailable), translated_errors():
        raise DBAPIError("x", {}, errors.IdleInTransactionSessionTimeout("gone"), connection_invalidated=True)


def test_a_database_that_nobody_made_is_told_with_the_remedy() -> None:
    said = psycopg.OperationalError('connection failed: FATAL:  database "edison" does not exist')

    with pytest.raises(DatabaseUnavailable, match="make it with createdb edison"), translated_errors():
        raise OperationalError("SELECT 1", {}, said)


def test_an_empty_pool_is_unavailability() -> None:
    with pytest.raises(DatabaseUnavailable, match="in use"), translated_errors():
        raise PoolEmpty


@pytest.mark.parametrize("mistake", [errors.UniqueViolation, errors.UndefinedTable, errors.SyntaxError])
def test_a_mistake_is_left_as_it_is(mistake: type[psycopg.Error]) -> None:
    with pytest.raises(DBAPIError, match="mine"), translated_errors():
        raise DBAPIError("x", {}, mistake("mine"))


def test_waits_double_up_to_a_bound() -> None:
    first = [wait for wait, _ in zip(waits(), range(8), strict=False)]

    assert first[0] == FIRST_WAIT_S
    assert first == sorted(first)
    assert first[-1] == LONGEST_WAIT_S


def test_a_file_that_is_held_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    holder, other = _connect(tmp_path), _connect(tmp_path)
    holder.execute("BEGIN EXCLUSIVE")
    threading.Timer(0.15, holder.rollback).start()

    retry_while_busy(lambda: other.execute("BEGIN EXCLUSIVE"))

    assert other.in_transaction
    other.close()
    holder.close()


def test_only_a_held_file_is_waited_for(tmp_path: Path) -> None:
    connection = _connect(tmp_path)

    with pytest.raises(SQLITE.OperationalError, match="nowhere"):
        retry_while_busy(lambda: connection.execute("SELECT * FROM nowhere"))

    connection.close()


def test_a_file_that_is_held_for_ever_is_given_up(tmp_path: Path) -> None:
    holder, other = _connect(tmp_path), _connect(tmp_path)
    holder.execute("BEGIN EXCLUSIVE")

    with pytest.raises(DatabaseUnavailable, match="another process holds the file"):
        retry_while_busy(lambda: other.execute("BEGIN EXCLUSIVE"), tries=2)

    other.close()
    holder.close()


def _connect(folder: Path) -> Any:
    return SQLITE.connect(str(folder / "x.db"), timeout=0, isolation_level=None, check_same_thread=False)
