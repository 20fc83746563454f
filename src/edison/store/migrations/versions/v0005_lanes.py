"""Waves name the lane that walks their units; documents that belong to a run."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """The column held the first stage of the lane."""
    op.execute("ALTER TABLE wave RENAME COLUMN stage TO lane")
    if op.get_bind().dialect.name == "postgresql":
        # Newer servers name what must not be null after its column, older ones not at all.
        op.execute(
            "DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'wave_stage_not_null') THEN "
            "ALTER TABLE wave RENAME CONSTRAINT wave_stage_not_null TO wave_lane_not_null; END IF; END $$"
        )
    op.execute("UPDATE wave SET lane = 'cells' WHERE lane = 'generate'")
    op.execute("UPDATE wave SET lane = 'pairs' WHERE lane = 'judge'")
    op.create_table(
        "document",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
