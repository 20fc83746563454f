"""The bill log: an append-only file that witnesses every request, whatever the client believes.

A line is written before the last byte of the answer leaves, so that whoever has an answer finds it billed. A
second line follows only for an answer that was not fully sent: it was billed all the same, as with providers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from .exchange import SimReply
from .world.persona import ModelCard

CACHED_PER_FRESH = 10
"""So many cached input tokens cost as much as a fresh one."""

BATCHED_PER_LIVE = 2
"""So many batched requests cost as much as a live one."""

_UNIT = 10**9
_LINE_MODE = 0o644


class BillRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request as the simulator saw it."""

    sequence: int
    """Which request it was since the simulator's start."""
    at: float
    """Arrival in simulated time, seconds since the epoch."""
    wall_at: float
    format: str
    operation: str
    status: int
    key: str | None = None
    """A fingerprint; see `fingerprint_of_key`."""
    model: str | None = None
    content: str = ""
    """A digest of the request's body."""
    idempotency: str | None = None
    """The caller's own mark: an idempotency header, or the custom id of a batch item."""
    batch: str | None = None
    rule: str | None = None
    """The fault rule that was applied."""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    microusd: int = 0
    fully_sent: bool = True


class _Cut(msgspec.Struct, frozen=True):
    """Says of an earlier line that its answer was not fully sent."""

    sequence: int
    cut: bool


class BillTotals(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over a bill."""

    requests: int
    charged: int
    """Requests that cost something."""
    microusd: int
    input_tokens: int
    output_tokens: int


class BillLog:
    """Appends to a bill; a line is one write, so that whoever reads meanwhile finds whole lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _LINE_MODE)
        self._encoder = msgspec.json.Encoder()

    def write(self, record: BillRecord) -> None:
        """Put a request on the bill."""
        self._append(self._encoder.encode(record))

    def mark_cut(self, sequence: int) -> None:
        """Say that an answer was not fully sent."""
        self._append(self._encoder.encode(_Cut(sequence, True)))

    def clear(self) -> None:
        """Begin an empty bill in the same file; for a reset between tests."""
        os.ftruncate(self._file, 0)

    def close(self) -> None:
        os.close(self._file)

    def _append(self, line: bytes) -> None:
        os.write(self._file, line + b"\n")


def read_bill(path: Path) -> list[BillRecord]:
    """All requests on a bill, in the order they were written; a torn last line is left out."""
    records: list[BillRecord] = []
    places: dict[int, int] = {}
    for line in path.read_bytes().split(b"\n")[:-1]:
        value = msgspec.json.decode(line, type=dict[str, object])
        if "cut" in value:
            cut = msgspec.convert(value, _Cut)
            if cut.sequence in places:
                place = places[cut.sequence]
                records[place] = msgspec.structs.replace(records[place], fully_sent=False)
            continue
        record = msgspec.convert(value, BillRecord)
        # A simulator that was started anew counts anew and goes on writing to the same bill.
        places[record.sequence] = len(records)
        records.append(record)
    return records


def total_of(records: Iterable[BillRecord]) -> BillTotals:
    """Sum up a bill."""
    rows = list(records)
    return BillTotals(
        requests=len(rows),
        charged=sum(row.microusd > 0 for row in rows),
        microusd=sum(row.microusd for row in rows),
        input_tokens=sum(row.input_tokens for row in rows),
        output_tokens=sum(row.output_tokens for row in rows),
    )


def price_of(card: ModelCard, replies: Sequence[SimReply], *, is_batch: bool = False) -> int:
    """Millionths of a dollar for an answer, half rounded up; several choices pay for the prompt once."""
    first = replies[0]
    weighed = (first.input_tokens - first.cached_tokens) * CACHED_PER_FRESH + first.cached_tokens
    written = sum(reply.output_tokens for reply in replies) * CACHED_PER_FRESH
    charge = weighed * _exact(card.usd_per_million_input) + written * _exact(card.usd_per_million_output)
    return _rounded(charge, CACHED_PER_FRESH * (BATCHED_PER_LIVE if is_batch else 1))


def price_of_input(card: ModelCard, tokens: int, *, is_batch: bool = False) -> int:
    """The same for tokens that are only read, such as those of an embedding."""
    return _rounded(tokens * _exact(card.usd_per_million_input), BATCHED_PER_LIVE if is_batch else 1)


@lru_cache(maxsize=1024)
def _exact(usd_per_million: float) -> int:
    """Dollars per million tokens, which are millionths of a dollar per token, without a binary fraction's dust."""
    return int(Decimal(str(usd_per_million)) * _UNIT)


def _rounded(charge: int, parts: int) -> int:
    divisor = _UNIT * parts
    return (charge + divisor // 2) // divisor


@lru_cache(maxsize=4096)
def fingerprint_of_key(key: str) -> str:
    """Tells keys apart in the log without telling them."""
    return blake2b(key.encode("utf-8", "surrogateescape"), digest_size=6, person=b"sim-key").hexdigest()


def digest_of(body: bytes) -> str:
    """Tells contents apart in the log."""
    return blake2b(body, digest_size=12).hexdigest()
