"""What a run has spent without a price is found without reading every attempt of every run."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Attempts of which the price is known are not in it."""
    unpriced = sa.text("microusd IS NULL")
    op.create_index(
        "attempt_unpriced",
        "attempt_end",
        ["run_no", "state"],
        sqlite_where=unpriced,
        postgresql_where=unpriced,
    )
