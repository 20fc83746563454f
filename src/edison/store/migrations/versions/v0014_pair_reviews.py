"""What people say about two outputs at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Nobody has compared anything so far."""
    op.create_table(
        "pair_review",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("low", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("high", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("reviewer", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
