"""is_sql, contains_sql: the answer is SQL, or SQL stands in it, and is about no other tables than it may be."""

from collections.abc import Sequence

from pydantic import JsonValue

from edison.domain import Output
from edison.text import SqlBroken, SqlUnread, fenced_blocks, read_sql

from .kind import CheckMisfit, SeenOutput, Test, read_fields
from .regex import Pattern, compile_pattern, is_found

_BLOCKS = ("", "sql")


def is_sql(value: JsonValue) -> Test:
    """The whole answer is SQL as far as its dialects agree; with `tables`, about tables that fit one of the patterns.

    A table is `select::null::users`: what is done, the database or null, and the name.
    """
    tables = _read_tables(value)
    return lambda output: _seen(output.text, tables=tables)


def contains_sql(value: JsonValue) -> Test:
    """One of the fenced blocks of SQL in the answer is, or the whole answer where there is none."""
    tables = _read_tables(value)

    def look(output: Output) -> SeenOutput:
        blocks = [block.content for block in fenced_blocks(output.text) if block.label in _BLOCKS]
        seen = [_seen(text, tables=tables) for text in blocks or [output.text]]
        return min(seen, key=lambda one: (one.holds is not True, one.holds is False))

    return look


def _read_tables(value: JsonValue) -> Sequence[Pattern] | None:
    if value is None or value is True:
        return None
    written = read_fields(value, known=("tables",), needed=("tables",))["tables"]
    if not isinstance(written, list) or not all(isinstance(one, str) for one in written):
        raise CheckMisfit("must be a list such as ['select::null::users']", field="value.tables")
    return [compile_pattern(f"(?i)^(?:{one})$") for one in written]


def _seen(text: str, *, tables: Sequence[Pattern] | None) -> SeenOutput:
    read = read_sql(text)
    if isinstance(read, SqlUnread):
        return SeenOutput(None, f"Whether it is SQL is not told: {read.why}.")
    if isinstance(read, SqlBroken):
        return SeenOutput(False, f"It is no SQL: {read.problem}.")
    strange = [] if tables is None else [one for one in sorted(read.tables) if not _fits(one, tables)]
    if strange:
        return SeenOutput(False, f"It is about {', '.join(strange)}, which is not allowed.")
    return SeenOutput(True, "It is SQL.")


def _fits(table: str, patterns: Sequence[Pattern]) -> bool:
    return any(is_found(pattern, table) for pattern in patterns)
