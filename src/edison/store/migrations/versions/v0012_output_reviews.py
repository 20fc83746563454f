"""What people say about outputs."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Nobody has said anything so far."""
    op.create_table(
        "output_review",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("cell", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("reviewer", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
