"""Sets of cases under a name, in versions."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """The cases themselves stay where those of runs are."""
    op.create_table(
        "dataset_version",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("dataset_id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
