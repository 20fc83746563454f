"""Requests that came with a key are done once, also when the server was started anew in between."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """None was kept before."""
    op.create_table(
        "request",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("done_at", NUMBER, nullable=False),
    )
    op.create_index("ix_request_done_at", "request", ["done_at"])
