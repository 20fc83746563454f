"""Batches are files of lines: writing them without holding two copies, reading them whatever they contain."""

import json
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
)
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from io import BytesIO
from typing import TypeVar, cast

import msgspec

from edison.domain import BatchItem, BatchResult
from edison.errors import BatchRefused, BrokenStream, Unreadable

from ..reading import unreadable

S = TypeVar("S", bound=msgspec.Struct)

ABSENT = msgspec.Raw(b"null")


_NO_JSON = "no_json"
"""Marks a line that no parser takes: the last one of a file may have been cut."""


class ItemTrouble(StrEnum):
    """What can become of an item that no live call knows; the other troubles have the codes of our errors."""

    EXPIRED = "batch_expired"
    CANCELLED = "batch_cancelled"
    UNKNOWN_KEY = "unknown_key"
    LOST = "item_lost"


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """How much one batch may hold."""

    max_items: int
    max_bytes: int


def split_items(
    items: Iterable[BatchItem], *, limits: BatchLimits, weigh: Callable[[BatchItem], int]
) -> Iterator[list[BatchItem]]:
    """Groups of one model each, items in their order, none above the limits.

    Every item is weighed once and its body let go, so that 120,000 items never stand in memory as bodies.
    """
    open_groups: dict[str, _Group] = {}
    for item in items:
        weight = weigh(item)
        if weight > limits.max_bytes:
            raise BatchRefused(
                f"item {item.key!r} has {weight} bytes and the provider takes {limits.max_bytes}."
            )
        model = item.ask.to.model
        group = open_groups.setdefault(model, _Group())
        if not group.has_room(weight, limits):
            yield group.items
            group = open_groups[model] = _Group()
        group.items.append(item)
        group.weight += weight
    for group in open_groups.values():
        yield group.items


def write_lines(lines: Iterable[bytes], *, head: bytes, between: bytes = b"", tail: bytes = b"") -> bytes:
    """One body out of many pieces, each let go as soon as it is written."""
    body = BytesIO()
    body.write(head)
    for number, line in enumerate(lines):
        if number:
            body.write(between)
        body.write(line)
    body.write(tail)
    return body.getvalue()


def cut_chunks(lines: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in chunks of one size; the last one is smaller, but never empty unless all is."""
    buffer = bytearray()
    for line in lines:
        buffer += line
        while len(buffer) > size:
            with memoryview(buffer) as view:
                chunk = bytes(view[:size])
            del buffer[:size]
            yield chunk
    yield bytes(buffer)


async def read_rows(
    lines: AsyncIterable[bytes], shape: type[S]
) -> AsyncGenerator[tuple[bytes, S | Unreadable]]:
    """Every line with what could be read of it; blank lines are passed over.

    A line that is no JSON is a damaged row as long as another one follows. At the end of the file it means
    that the file was cut there, whatever the transport says, and BrokenStream is raised.
    """
    damaged: tuple[bytes, Unreadable] | None = None
    async for line in lines:
        if not line.strip():
            continue
        if damaged is not None:
            yield damaged
            damaged = None
        try:
            yield line, read_shape(line, shape)
        except Unreadable as trouble:
            if trouble.provider_code == _NO_JSON:
                damaged = line, trouble
            else:
                yield line, trouble
    if damaged is not None:
        raise BrokenStream("The file of results ends in the middle of a line; collect again to get the rest.")


def read_shape(body: bytes | msgspec.Raw, shape: type[S]) -> S:
    """Decode into a flat shape whose parts may be Raw; takes lone surrogates and NaN as well."""
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return _read_leniently(bytes(body), shape)


def is_present(part: msgspec.Raw) -> bool:
    """Whether a part was there at all: neither missing nor null."""
    return bytes(part).strip() not in (b"", b"null")


async def dedupe(results: AsyncIterable[BatchResult]) -> AsyncGenerator[BatchResult]:
    """One result per key: the first answer at once, a failure at the end and only where no answer came."""
    answered: set[str] = set()
    failed: dict[str, BatchResult] = {}
    async for result in results:
        if result.trouble == ItemTrouble.UNKNOWN_KEY:
            yield result
        elif result.answer is None:
            failed.setdefault(result.key, result)
        elif result.key not in answered:
            answered.add(result.key)
            yield result
    for key, result in failed.items():
        if key not in answered:
            yield result


async def reconcile(
    results: AsyncIterable[BatchResult], *, expected: Collection[str]
) -> AsyncGenerator[BatchResult]:
    """Exactly one result for every expected key, whatever the totals say; strangers are marked as such."""
    seen: set[str] = set()
    known = frozenset(expected)
    async for result in dedupe(_mark_strangers(results, known)):
        seen.add(result.key)
        yield result
    for key in expected:
        if key not in seen:
            yield BatchResult(
                key=key,
                trouble=ItemTrouble.LOST,
                sentence="The batch is over and its results do not mention this item; it may be asked again.",
            )


@asynccontextmanager
async def closing(lines: AsyncIterator[bytes]) -> AsyncGenerator[AsyncIterator[bytes]]:
    """Give the connection back at once when a reader leaves before the end."""
    try:
        yield lines
    finally:
        if isinstance(lines, AsyncGenerator):
            await cast(AsyncGenerator[bytes, None], lines).aclose()


@dataclass(slots=True)
class _Group:
    items: list[BatchItem] = field(default_factory=list[BatchItem])
    weight: int = 0

    def has_room(self, weight: int, limits: BatchLimits) -> bool:
        return len(self.items) < limits.max_items and self.weight + weight <= limits.max_bytes


def _read_leniently(body: bytes, shape: type[S]) -> S:
    try:
        found: object = json.loads(body.decode("utf-8", "surrogateescape"))
    except ValueError as cause:
        raise Unreadable(
            unreadable(body, cause).sentence, provider_code=_NO_JSON, may_be_billed=True
        ) from cause
    except RecursionError as cause:
        raise unreadable(body, "it is nested too deeply") from cause
    if not isinstance(found, dict):
        raise unreadable(body, "it is no JSON object")
    parts = cast(dict[str, object], found)
    try:
        return shape(
            **{
                part.name: _convert(parts[part.encode_name], part.type)
                for part in msgspec.structs.fields(shape)
                if part.encode_name in parts
            }
        )
    except (msgspec.MsgspecError, RecursionError, TypeError) as cause:
        raise unreadable(body, cause) from cause


def _convert(value: object, kind: object) -> object:
    if kind is msgspec.Raw:
        return msgspec.Raw(json.dumps(value).encode())
    if kind == list[msgspec.Raw] and isinstance(value, list):
        return [msgspec.Raw(json.dumps(each).encode()) for each in cast(list[object], value)]
    return msgspec.convert(value, type=kind)  # pyright: ignore[reportArgumentType, reportUnknownVariableType, reportCallIssue] (a field's type, known at run time only)


async def _mark_strangers(
    results: AsyncIterable[BatchResult], known: frozenset[str]
) -> AsyncGenerator[BatchResult]:
    async for result in results:
        yield result if result.key in known else stranger(result.key)


def stranger(key: str) -> BatchResult:
    """The result for a key that we never sent, or for a row without one: never taken for an answer."""
    named = f"the key {key!r}, which is not of this batch" if key else "no key that could be read"
    return BatchResult(
        key=key,
        trouble=ItemTrouble.UNKNOWN_KEY,
        sentence=f"The results hold a row with {named}; it was set aside.",
    )
