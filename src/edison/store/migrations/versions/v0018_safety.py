"""What was found in outputs that must not stand there."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Beside the findings of checks: empty where nobody looked."""
    op.add_column("checked", sa.Column("safety", sa.Text))
