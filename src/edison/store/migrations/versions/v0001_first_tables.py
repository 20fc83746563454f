"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make them all."""
    _what_is_asked()
    _runs()
    _attempts()
    _answers()
    _results()
    _events_and_limits()


def _what_is_asked() -> None:
    op.create_table(
        "project",
        _key("id", sa.Text),
        _must("name", sa.Text),
        _must("body", sa.Text),
    )
    op.create_table(
        "provider",
        _key("project_id", sa.Text),
        _key("name", sa.Text),
        _must("form", sa.Text),
        _may("sealed_key", sa.LargeBinary),
        _must("changed_at", NUMBER),
    )
    op.create_table(
        "dataset",
        _key("id", sa.Text),
        _must("project_id", sa.Text),
        _must("name", sa.Text),
        _must("cases", NUMBER),
        _must("body", sa.Text),
    )
    op.create_table(
        "sample_case",
        _key("dataset_id", sa.Text, sa.ForeignKey("dataset.id", ondelete="CASCADE")),
        _key("position", NUMBER),
        _must("name", sa.Text),
        _must("body", sa.Text),
        sa.UniqueConstraint("dataset_id", "name"),
        sqlite_with_rowid=False,
    )


def _runs() -> None:
    op.create_table(
        "run",
        sa.Column("no", NUMBER, primary_key=True, autoincrement=True),
        _must("id", sa.Text, unique=True),
        _must("project_id", sa.Text),
        _must("name", sa.Text),
        _must("preset", sa.Text),
        _must("experiment", sa.Text),
        _must("snapshot", sa.Text),
        _must("seed", sa.Text),
        _must("began_at", NUMBER),
        _must("desired", sa.Text),
        _may("pause_after", sa.Text),
        _must("epoch", sa.Integer),
        _may("halted", sa.Text),
        _must("settlement", sa.Text),
        _may("ended_at", NUMBER),
        _must("seq", NUMBER),
        _may("budget_microusd", NUMBER),
        _must("spent_microusd", NUMBER),
        _must("held_microusd", NUMBER),
        _may("start_key", sa.Text),
        sa.UniqueConstraint("project_id", "start_key"),
    )
    op.create_index("run_open", "run", ["settlement", "no"])
    op.create_table(
        "wave",
        _key("run_no", NUMBER),
        _key("number", sa.Integer),
        _must("stage", sa.Text),
        _must("first_unit", NUMBER),
        _must("units", NUMBER),
        _must("body", sa.Text),
    )
    op.create_table(
        "again",
        _key("run_no", NUMBER),
        _key("stage", sa.SmallInteger),
        _key("unit", NUMBER),
        _key("part", sa.SmallInteger),
        _key("generation", sa.SmallInteger),
        _must("asked_at", NUMBER),
    )


def _attempts() -> None:
    op.create_table(
        "attempt",
        _key("id", sa.Text),
        _must("run_no", NUMBER),
        _must("stage", sa.SmallInteger),
        _must("unit", NUMBER),
        _must("part", sa.SmallInteger),
        _must("generation", sa.SmallInteger),
        _must("turn", sa.SmallInteger),
        _must("branch", sa.SmallInteger),
        _must("number", sa.SmallInteger),
        _must("epoch", sa.Integer),
        _must("worker", sa.Text),
        _must("endpoint", sa.Text),
        _must("fingerprint", sa.Text),
        _must("opened_at", NUMBER),
        _may("worst_microusd", NUMBER),
        sqlite_with_rowid=False,
    )
    op.create_index("attempt_place", "attempt", ["run_no", "stage", "unit", "part"])
    op.create_table(
        "attempt_end",
        _key("attempt_id", sa.Text),
        _must("run_no", NUMBER),
        _must("state", sa.Text),
        _must("ended_at", NUMBER),
        _may("trouble", sa.Text),
        _may("sentence", sa.Text),
        _may("retry_after_s", sa.Float),
        _may("partial_text", sa.Text),
        _may("input_tokens", NUMBER),
        _may("output_tokens", NUMBER),
        _may("cached_tokens", NUMBER),
        _may("cache_write_tokens", NUMBER),
        _may("reasoning_tokens", NUMBER),
        _may("microusd", NUMBER),
        _must("certainty", sa.Text),
        _must("queue_us", NUMBER),
        _must("latency_us", NUMBER),
        _may("first_token_us", NUMBER),
        sqlite_with_rowid=False,
    )


def _answers() -> None:
    op.create_table(
        "exchange",
        _key("attempt_id", sa.Text),
        _must("request", sa.LargeBinary),
        _must("response", sa.LargeBinary),
        _must("packed", sa.SmallInteger),
        _may("status", sa.SmallInteger),
        _must("response_bytes", NUMBER),
        _must("truncated", sa.SmallInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answer",
        _key("run_no", NUMBER),
        _key("stage", sa.SmallInteger),
        _key("unit", NUMBER),
        _key("part", sa.SmallInteger),
        _key("generation", sa.SmallInteger),
        _key("turn", sa.SmallInteger),
        _key("branch", sa.SmallInteger),
        _may("attempt_id", sa.Text),
        _must("fingerprint", sa.Text),
        _must("failed", sa.SmallInteger),
        _must("body", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cached_answer",
        _key("key", sa.Text),
        _must("body", sa.LargeBinary),
        _must("kept_at", NUMBER),
    )


def _results() -> None:
    op.create_table(
        "output",
        _key("run_no", NUMBER),
        _key("cell", NUMBER),
        _key("generation", sa.SmallInteger),
        _must("status", sa.Text),
        _may("reason", sa.Text),
        _may("sentence", sa.Text),
        _must("text", sa.Text),
        _may("tool_calls", sa.Text),
        _must("handed_in", sa.SmallInteger),
        _may("latency_us", NUMBER),
        _may("input_tokens", NUMBER),
        _may("output_tokens", NUMBER),
        _may("model", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checked",
        _key("run_no", NUMBER),
        _key("cell", NUMBER),
        _key("generation", sa.SmallInteger),
        _must("passed", sa.SmallInteger),
        _must("failed", sa.SmallInteger),
        _must("not_checked", sa.SmallInteger),
        _must("findings", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "judgment",
        _key("run_no", NUMBER),
        _key("cell", NUMBER),
        _key("generation", sa.SmallInteger),
        _key("judge", sa.SmallInteger),
        _key("judging", sa.SmallInteger),
        _must("judged", sa.SmallInteger),
        _may("quality", sa.Float),
        _must("body", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ranking",
        _key("run_no", NUMBER),
        _key("wave", sa.Integer),
        _key("board", sa.Text),
        _must("body", sa.Text),
    )


def _events_and_limits() -> None:
    op.create_table(
        "event",
        _key("run_no", NUMBER),
        _key("number", NUMBER),
        _must("id", sa.Text),
        _must("project_id", sa.Text),
        _must("type", sa.Text),
        _must("at", NUMBER),
        _must("about", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rate",
        _key("key", sa.Text),
        _must("tat", sa.Float),
        _must("paused_until", sa.Float),
    )
    op.create_table(
        "slot",
        _key("run_no", NUMBER),
        _key("endpoint", sa.Text),
        _key("worker", sa.Text),
        _must("wanted", sa.Integer),
        _must("granted", sa.Integer),
    )
    op.create_table(
        "worker",
        _key("id", sa.Text),
        _must("host", sa.Text),
        _must("pid", sa.Integer),
        _must("started_at", NUMBER),
        _must("beat", NUMBER),
    )
    op.create_table(
        "written",
        _key("worker", sa.Text),
        _must("number", NUMBER),
    )


def _key(name: str, kind: Any, *more: sa.ForeignKey) -> sa.Column[Any]:
    return sa.Column(name, kind, *more, primary_key=True, autoincrement=False)


def _must(name: str, kind: Any, *, unique: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, unique=unique or None)


def _may(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)
