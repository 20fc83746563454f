"""Columns that hold what their names say, a table for orders of texts, and one number for the events of all runs."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Rename, move the orders of texts out of the boards, and number the events."""
    _rename("run", "seq", "last_event")
    _rename("judgment", "judge", "part")
    if op.get_bind().dialect.name == "postgresql":
        # The columns of an index keep the names with which it was made.
        op.execute("ALTER TABLE judgment_pkey RENAME COLUMN judge TO part")
    _move_entry_rankings()
    _number_events()


def _rename(table: str, old: str, new: str) -> None:
    op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    if op.get_bind().dialect.name == "postgresql":
        # Newer servers name what must not be null after its column, older ones not at all.
        op.execute(
            f"DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_constraint WHERE conname = '{table}_{old}_not_null') THEN "
            f"ALTER TABLE {table} RENAME CONSTRAINT {table}_{old}_not_null TO {table}_{new}_not_null; "
            "END IF; END $$"
        )


def _move_entry_rankings() -> None:
    op.create_table(
        "entry_ranking",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.execute(
        "INSERT INTO entry_ranking (run_no, body) SELECT run_no, body FROM ranking WHERE board = 'placing'"
    )
    op.execute("DELETE FROM ranking WHERE board = 'placing'")


def _number_events() -> None:
    """In the order in which they happened; within a run in the order of its own numbers, whatever its clocks said."""
    op.execute(
        "CREATE TABLE event_before AS SELECT event.*, "
        "max(at) OVER (PARTITION BY run_no ORDER BY number) AS not_before FROM event"
    )
    op.drop_table("event")
    op.create_table(
        "event",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("serial", NUMBER, nullable=False, unique=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("project_id", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO event (run_no, number, serial, id, project_id, type, at, about) "
        "SELECT run_no, number, row_number() OVER (ORDER BY not_before, run_no, number), "
        "id, project_id, type, at, about FROM event_before"
    )
    op.drop_table("event_before")
