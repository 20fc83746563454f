"""Tokens of agents."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Nobody has one so far."""
    op.create_table(
        "agent_token",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("cap_microusd", NUMBER),
        sa.Column("taken_microusd", NUMBER, nullable=False),
        sa.Column("made_at", NUMBER, nullable=False),
        sa.Column("revoked_at", NUMBER),
    )
