"""Projects by a name of their own, prompts with their versions, and every change of a prompt."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Nothing was ever kept in the table of projects, so it is made anew."""
    op.drop_table("project")
    op.create_table(
        "project",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("slug", sa.Text, nullable=False, unique=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "prompt",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("production_id", sa.Text, nullable=True),
        sa.UniqueConstraint("project_id", "name"),
    )
    op.create_table(
        "prompt_version",
        _prompt_key(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("made_at", NUMBER, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "prompt_change",
        _prompt_key(),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )


def _prompt_key() -> "sa.Column[str]":
    return sa.Column(
        "prompt_id",
        sa.Text,
        sa.ForeignKey("prompt.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
