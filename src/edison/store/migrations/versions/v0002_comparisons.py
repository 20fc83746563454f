"""Comparisons of pairs, and the cards of judges."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "comparison",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("unit", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("judge", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("judging", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("wave", sa.Integer, nullable=False),
        sa.Column("left_cell", NUMBER, nullable=False),
        sa.Column("right_cell", NUMBER, nullable=False),
        sa.Column("stream", sa.SmallInteger, nullable=False),
        sa.Column("adaptive", sa.SmallInteger, nullable=False),
        sa.Column("outcome", sa.Float, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "card",
        sa.Column("judge_id", sa.Text, primary_key=True),
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("made_at", NUMBER, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
