"""What people said to the questions of runs."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """One row for each question that was answered, or that nobody answered in time."""
    op.create_table(
        "person_answer",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("unit", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
