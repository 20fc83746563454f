"""Who asks outside of runs: the ledger has their calls under numbers below zero."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Calls from now on; those of earlier chats were kept with their answers alone."""
    op.create_table(
        "asker",
        sa.Column("no", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("began_at", NUMBER, nullable=False),
        sa.UniqueConstraint("kind", "id"),
    )
