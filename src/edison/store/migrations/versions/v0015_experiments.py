"""Experiments, and the runs that were started of each."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Runs that are there belong to none: they were started from files."""
    op.create_table(
        "experiment",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project_id", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("changed_at", NUMBER, nullable=False),
        sa.Column("is_archived", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "experiment_run",
        sa.Column("run_no", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("experiment_id", sa.Text, nullable=False, index=True),
    )
