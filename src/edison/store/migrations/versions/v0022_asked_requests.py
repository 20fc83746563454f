"""A key of a request stands for what was asked under it, and for nothing else."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """What was asked before is not known: such a key stands for anything, as it did."""
    op.add_column("request", sa.Column("asked", sa.Text, nullable=False, server_default=""))
