"""Suggested changes of prompts, what people decided about them, and what was proven of a version."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Versions that are there have no proof; nothing was suggested hunk by hunk before."""
    op.create_table("version_proof", _reference("version_id", "prompt_version.id"), _body())
    op.create_table(
        "suggestion",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project_id", sa.Text, nullable=False),
        sa.Column("run_id", sa.Text, nullable=True),
        sa.Column("unit", NUMBER, nullable=True),
        sa.Column("made_at", NUMBER, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("outcome", sa.Text, nullable=True, index=True),
        sa.Column("version", sa.Integer, nullable=True),
        _body(),
    )
    op.create_table(
        "hunk_review",
        _reference("suggestion_id", "suggestion.id"),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        _body(),
    )


def _reference(name: str, key: str) -> "sa.Column[str]":
    return sa.Column(
        name, sa.Text, sa.ForeignKey(key, ondelete="CASCADE"), primary_key=True, autoincrement=False
    )


def _body() -> "sa.Column[str]":
    return sa.Column("body", sa.Text, nullable=False)
