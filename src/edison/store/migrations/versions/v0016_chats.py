"""Chats with several models."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Nobody has asked anything so far."""
    op.create_table(
        "chat",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("made_at", NUMBER, nullable=False, index=True),
        sa.Column("cap_microusd", NUMBER),
        sa.Column("taken_microusd", NUMBER, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "chat_turn",
        sa.Column("chat_id", sa.Text, sa.ForeignKey("chat.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("question", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
