"""What judges would change in a prompt, and what a refiner wrote."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the one table."""
    op.create_table(
        "proposal",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("unit", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("generation", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
