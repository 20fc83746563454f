"""The tables. Rows never leave this room; what is written for every call is kept narrow.

Times are whole microseconds since 1970, money is whole micro-dollars, JSON is text. `run_no` is the store's own short
number of a run: it stands in every row of the ledger, where an id of 33 characters would outweigh the rest of the key.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

METADATA = MetaData()
_UNPRICED = text("microusd IS NULL")
_Number = BigInteger().with_variant(Integer, "sqlite")
_Kind = TypeEngine[Any] | type[TypeEngine[Any]]


def _table(name: str, *parts: SchemaItem, clustered: bool = False) -> Table:
    return Table(name, METADATA, *parts, sqlite_with_rowid=not clustered)


def _must(name: str, kind: _Kind, *, unique: bool = False) -> Column[Any]:
    return Column(name, kind, nullable=False, unique=unique or None)


def _may(name: str, kind: _Kind) -> Column[Any]:
    return Column(name, kind, nullable=True)


def _key(name: str, kind: _Kind, *more: ForeignKey) -> Column[Any]:
    return Column(name, kind, *more, primary_key=True, autoincrement=False)


PROJECT = _table(
    "project",
    _key("id", Text),
    _must("slug", Text, unique=True),
    _must("revision", Integer),
    _must("body", Text),
)

ASSIGNMENT = _table(
    "assignment",
    _key("id", Text),
    _must("project_id", Text),
    _must("name", Text),
    _must("revision", Integer),
    _must("body", Text),
    UniqueConstraint("project_id", "name"),
)

PROMPT = _table(
    "prompt",
    _key("id", Text),
    _must("project_id", Text),
    _must("name", Text),
    _must("revision", Integer),
    _may("production_id", Text),
    UniqueConstraint("project_id", "name"),
)
"""`revision` counts the changes: a writer that saw another one changes nothing."""

PROMPT_VERSION = _table(
    "prompt_version",
    _key("prompt_id", Text, ForeignKey("prompt.id", ondelete="CASCADE")),
    _key("number", Integer),
    _must("id", Text, unique=True),
    _must("author", Text),
    _must("made_at", _Number),
    _must("body", Text),
)

PROMPT_CHANGE = _table(
    "prompt_change",
    _key("prompt_id", Text, ForeignKey("prompt.id", ondelete="CASCADE")),
    _key("revision", Integer),
    _must("kind", Text),
    _must("version", Integer),
    _must("author", Text),
    _must("at", _Number),
    _must("note", Text),
)

PROVIDER = _table(
    "provider",
    _key("project_id", Text),
    _key("name", Text),
    _must("form", Text),
    _may("sealed_key", LargeBinary),
    _must("changed_at", _Number),
)

DATASET = _table(
    "dataset",
    _key("id", Text),
    _must("project_id", Text),
    _must("name", Text),
    _must("cases", _Number),
    _must("body", Text),
)

CASE = _table(
    "sample_case",
    _key("dataset_id", Text, ForeignKey("dataset.id", ondelete="CASCADE")),
    _key("position", _Number),
    _must("name", Text),
    _must("body", Text),
    UniqueConstraint("dataset_id", "name"),
    clustered=True,
)

RUN = _table(
    "run",
    Column("no", _Number, primary_key=True, autoincrement=True),
    _must("id", Text, unique=True),
    _must("project_id", Text),
    _must("name", Text),
    _must("preset", Text),
    _must("design", Text),
    _must("snapshot", Text),
    # Text: a seed may need all 64 bits, unsigned.
    _must("seed", Text),
    _must("began_at", _Number),
    _must("desired", Text),
    _may("pause_after", Text),
    _must("epoch", Integer),
    _may("halted", Text),
    _must("settlement", Text),
    _may("ended_at", _Number),
    _must("last_event", _Number),
    _may("budget_microusd", _Number),
    _must("spent_microusd", _Number),
    _must("held_microusd", _Number),
    _may("start_key", Text),
    UniqueConstraint("project_id", "start_key"),
    Index("run_open", "settlement", "no"),
)

WAVE = _table(
    "wave",
    _key("run_no", _Number),
    _key("number", Integer),
    _must("lane", Text),
    _must("first_unit", _Number),
    _must("units", _Number),
    _must("body", Text),
)

PERSON_ANSWER = _table(
    "person_answer",
    _key("run_no", _Number),
    _key("unit", _Number),
    _must("body", Text),
)

DOCUMENT = _table("document", _key("run_no", _Number), _key("name", Text), _must("body", Text))

ASKED_AGAIN = _table(
    "again",
    _key("run_no", _Number),
    _key("stage", SmallInteger),
    _key("unit", _Number),
    _key("part", SmallInteger),
    _key("generation", SmallInteger),
    _must("asked_at", _Number),
)
"""Units that a person asked for once more; the highest generation counts, 1 where there is none."""

ATTEMPT = _table(
    "attempt",
    _key("id", Text),
    _must("run_no", _Number),
    _must("stage", SmallInteger),
    _must("unit", _Number),
    _must("part", SmallInteger),
    _must("generation", SmallInteger),
    _must("turn", SmallInteger),
    _must("branch", SmallInteger),
    _must("number", SmallInteger),
    _must("epoch", Integer),
    _must("worker", Text),
    _must("endpoint", Text),
    _must("fingerprint", Text),
    _must("opened_at", _Number),
    _may("worst_microusd", _Number),
    Index("attempt_place", "run_no", "stage", "unit", "part"),
    clustered=True,
)

ATTEMPT_END = _table(
    "attempt_end",
    _key("attempt_id", Text),
    _must("run_no", _Number),
    _must("state", Text),
    _must("ended_at", _Number),
    _may("trouble", Text),
    _may("sentence", Text),
    _may("retry_after_s", Float),
    _may("partial_text", Text),
    _may("input_tokens", _Number),
    _may("output_tokens", _Number),
    _may("cached_tokens", _Number),
    _may("cache_write_tokens", _Number),
    _may("reasoning_tokens", _Number),
    _may("microusd", _Number),
    _must("certainty", Text),
    _must("queue_us", _Number),
    _must("latency_us", _Number),
    _may("first_token_us", _Number),
    # Few: what a run has spent without a price is asked for whenever its money is told.
    Index("attempt_unpriced", "run_no", "state", sqlite_where=_UNPRICED, postgresql_where=_UNPRICED),
    clustered=True,
)

EXCHANGE = _table(
    "exchange",
    _key("attempt_id", Text),
    _must("request", LargeBinary),
    _must("response", LargeBinary),
    _must("packed", SmallInteger),
    _may("status", SmallInteger),
    _must("response_bytes", _Number),
    _must("truncated", SmallInteger),
    clustered=True,
)
"""What was on the wire; `packed` says which of the two are compressed (1 request, 2 response)."""

ANSWER = _table(
    "answer",
    _key("run_no", _Number),
    _key("stage", SmallInteger),
    _key("unit", _Number),
    _key("part", SmallInteger),
    _key("generation", SmallInteger),
    _key("turn", SmallInteger),
    _key("branch", SmallInteger),
    _may("attempt_id", Text),
    _must("fingerprint", Text),
    _must("failed", SmallInteger),
    _must("body", LargeBinary),
    clustered=True,
)
"""The first accepted answer, or the final failure, of each call; dialogues are replayed from here."""

OUTPUT = _table(
    "output",
    _key("run_no", _Number),
    _key("cell", _Number),
    _key("generation", SmallInteger),
    _must("status", Text),
    _may("reason", Text),
    _may("sentence", Text),
    _must("text", Text),
    _may("tool_calls", Text),
    _must("handed_in", SmallInteger),
    _may("latency_us", _Number),
    _may("input_tokens", _Number),
    _may("output_tokens", _Number),
    _may("model", Text),
    _may("trace", Text),
    clustered=True,
)

CHECKED = _table(
    "checked",
    _key("run_no", _Number),
    _key("cell", _Number),
    _key("generation", SmallInteger),
    _must("passed", SmallInteger),
    _must("failed", SmallInteger),
    _must("not_checked", SmallInteger),
    _must("findings", Text),
    _may("safety", Text),
    clustered=True,
)

JUDGMENT = _table(
    "judgment",
    _key("run_no", _Number),
    _key("cell", _Number),
    _key("generation", SmallInteger),
    _key("part", SmallInteger),
    _key("judging", SmallInteger),
    _must("judged", SmallInteger),
    _may("quality", Float),
    _must("body", Text),
    clustered=True,
)
"""`part` is the judge's index, and what is above the number of judges is a repeat; the highest `judging` counts."""

COMPARISON = _table(
    "comparison",
    _key("run_no", _Number),
    _key("unit", _Number),
    _key("judge", SmallInteger),
    _key("judging", SmallInteger),
    _must("wave", Integer),
    _must("left_cell", _Number),
    _must("right_cell", _Number),
    _must("stream", SmallInteger),
    _must("adaptive", SmallInteger),
    _may("outcome", Float),
    _must("body", Text),
    clustered=True,
)
"""What a judge said about a pair. Pairs are numbered on from the last cell; the highest `judging` counts."""

PROPOSAL = _table(
    "proposal",
    _key("run_no", _Number),
    _key("unit", _Number),
    _key("generation", SmallInteger),
    _must("body", Text),
)
"""What judges would change, and what a refiner wrote."""

CARD = _table(
    "card",
    _key("judge_id", Text),
    _key("run_id", Text),
    _must("made_at", _Number),
    _must("body", Text),
)
"""What was measured about judges; of several cards of one judge the newest is shown."""

ENTRY_RANKING = _table("entry_ranking", _key("run_no", _Number), _must("body", Text))
"""Where the texts of a run stood at its end."""

RANKING = _table(
    "ranking",
    _key("run_no", _Number),
    _key("wave", Integer),
    _key("board", Text),
    _must("body", Text),
)

EVENT = _table(
    "event",
    _key("run_no", _Number),
    _key("number", _Number),
    _must("serial", _Number, unique=True),
    _must("id", Text),
    _must("project_id", Text),
    _must("type", Text),
    _must("at", _Number),
    _must("about", Text),
    clustered=True,
)
"""`number` counts within a run, `serial` over all runs; both without gaps and in the order of commits."""

EVENT_BODY = _table("event_body", _key("run_no", _Number), _key("number", _Number), _must("body", Text))
"""What an event tells that carries more than ids; apart, so that a feed of many events stays small."""

CACHED = _table(
    "cached_answer",
    _key("key", Text),
    _must("body", LargeBinary),
    _must("kept_at", _Number),
)

RATE = _table("rate", _key("key", Text), _must("tat", Float), _must("paused_until", Float))
"""When the next slot of a limit is free, and until when nobody may send, in seconds of the database's clock."""

SLOT = _table(
    "slot",
    _key("run_no", _Number),
    _key("endpoint", Text),
    _key("worker", Text),
    _must("wanted", Integer),
    _must("granted", Integer),
)

WORKER = _table(
    "worker",
    _key("id", Text),
    _must("host", Text),
    _must("pid", Integer),
    _must("started_at", _Number),
    _must("beat", _Number),
)
"""`beat` is a number that changes while the worker lives; nobody compares it with a clock. Below zero, or
without a row, the worker sends nothing."""

WRITTEN = _table("written", _key("worker", Text), _must("number", _Number))
"""The last group each worker's writer committed: after a lost connection it tells whether the last one arrived."""
