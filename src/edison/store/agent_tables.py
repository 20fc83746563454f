"""The tables of agents' tokens and of chats: what is asked outside of runs, and what it may cost."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Table, Text, UniqueConstraint

from .tables import METADATA

_Number = BigInteger().with_variant(Integer, "sqlite")

AGENT_TOKEN = Table(
    "agent_token",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("digest", Text, nullable=False, unique=True),
    Column("cap_microusd", _Number, nullable=True),
    Column("taken_microusd", _Number, nullable=False),
    Column("made_at", _Number, nullable=False),
    Column("revoked_at", _Number, nullable=True),
)
"""`digest` stands for the token, which is kept nowhere."""

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("made_at", _Number, nullable=False, index=True),
    Column("cap_microusd", _Number, nullable=True),
    Column("taken_microusd", _Number, nullable=False),
    Column("body", Text, nullable=False),
)
"""`body` is the chat without what was said; without a cap it may cost anything."""

CHAT_TURN = Table(
    "chat_turn",
    METADATA,
    Column("chat_id", Text, ForeignKey("chat.id", ondelete="CASCADE"), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
"""At place 0 a question, and at those after it what each model said."""

REQUEST = Table(
    "request",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("made", Text, nullable=False),
    Column("done_at", _Number, nullable=False, index=True),
    Column("asked", Text, nullable=False, server_default=""),
)
"""What was done under the key of a request; `made` is its id, or empty; `asked` a digest of what was wanted."""

ASKER = Table(
    "asker",
    METADATA,
    Column("no", _Number, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("began_at", _Number, nullable=False),
    UniqueConstraint("kind", "id"),
)
"""Who asked outside of runs. In the ledger its calls stand under its number below zero, where runs have theirs."""
