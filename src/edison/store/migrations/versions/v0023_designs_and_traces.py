"""Columns that hold what their names say: the design of a run, and what a loop did beside the calls it ended with."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

_OUTPUT = sa.table("output", *map(sa.column, ("run_no", "cell", "generation", "tool_calls", "trace")))
_KEY = (_OUTPUT.c.run_no, _OUTPUT.c.cell, _OUTPUT.c.generation)


def upgrade() -> None:
    """Experiments have a table of their own; the design of a run stood under their name."""
    op.execute("ALTER TABLE run RENAME COLUMN experiment TO design")
    if op.get_bind().dialect.name == "postgresql":
        # Newer servers name what must not be null after its column, older ones not at all.
        op.execute(
            "DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'run_experiment_not_null') THEN "
            "ALTER TABLE run RENAME CONSTRAINT run_experiment_not_null TO run_design_not_null; END IF; END $$"
        )
    op.add_column("output", sa.Column("trace", sa.Text))
    _take_traces_out()


def _take_traces_out() -> None:
    """Of what answered in a loop the calls and the loop stood together, in an object; of others the calls alone."""
    connection = op.get_bind()
    both = sa.select(*_KEY).where(_OUTPUT.c.tool_calls.startswith("{"))
    for key in connection.execute(both).all():
        row = [column == value for column, value in zip(_KEY, key, strict=True)]
        said = json.loads(connection.execute(sa.select(_OUTPUT.c.tool_calls).where(*row)).scalar_one())
        apart = {"tool_calls": _text(said["calls"]) if said["calls"] else None, "trace": _text(said["trace"])}
        connection.execute(sa.update(_OUTPUT).where(*row).values(apart))


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
