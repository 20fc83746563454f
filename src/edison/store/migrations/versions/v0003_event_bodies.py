"""What events tell beside ids."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the one table."""
    op.create_table(
        "event_body",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
