"""Batches at Anthropic: one body goes up, one stream of rows comes down."""

import asyncio
from collections.abc import AsyncGenerator, Container, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import ClassVar
from urllib.parse import quote, urlencode

import msgspec

from edison.domain import BatchHandle, BatchItem, BatchReport, BatchResult, BatchState
from edison.errors import BadRequest, BatchRefused, BrokenStream, Unreadable

from ..codecs.base import Parcel
from ..reading import read_json, unreadable
from .base import (
    NO_CLUES,
    Clues,
    HttpBatchApi,
    NotFindable,
    Row,
    draft,
    not_over,
    read_moment,
    refuse_size,
    turn_page,
)
from .lines import ABSENT, BatchLimits, ItemTrouble, read_rows, read_shape, stranger, write_lines

_PATH = "/v1/messages/batches"
_HEAD, _BETWEEN, _TAIL = b'{"requests":[', b",", b"]}"
_ID_LENGTH = 64
_MARK_BYTES = 6

_STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""A row says only the type of an error; these are the statuses that the same types have in live calls."""

_UNANSWERED = {
    "expired": (
        ItemTrouble.EXPIRED,
        "The batch's time ran out before this item was asked; it was not billed.",
    ),
    "canceled": (
        ItemTrouble.CANCELLED,
        "The batch was cancelled before this item was asked; it was not billed.",
    ),
}


@dataclass(frozen=True)
class AnthropicBatches(HttpBatchApi):
    """Anthropic's batch API.

    A batch here carries no metadata: its list tells ids, times and counts alone. So the tag travels as a mark
    in front of every custom id, which takes 13 of its 64 characters, and can be read back only once the batch
    has ended. Until then `find` can rule a batch out by time and count, but not confirm it.
    """

    limits: BatchLimits = field(default=BatchLimits(max_items=100_000, max_bytes=256_000_000), kw_only=True)
    envelope_bytes: ClassVar[int] = len(_HEAD) + len(_TAIL)

    async def submit(self, items: Sequence[BatchItem], *, tag: str) -> BatchHandle:
        """Hand in one batch in one request."""
        handle = draft(items, tag=tag, provider=self.provider.name, limits=self.limits)
        mark = mark_of(tag)
        headers = dict(self._standing)
        requests = (self._request(item, mark=mark, headers=headers) for item in items)
        # Tens of thousands of bodies take seconds to write; the loop has other calls to serve meanwhile.
        body = await asyncio.to_thread(write_lines, requests, head=_HEAD, between=_BETWEEN, tail=_TAIL)
        refuse_size(len(body), self.limits)
        batch = read_json(await self._create(Parcel(_PATH, body, headers=headers)), _Batch)
        return handle.model_copy(update={"id": batch.id, "created_at": read_moment(batch.created_at)})

    async def poll(self, handle: BatchHandle) -> BatchReport:
        """Where it stands; the counts are told only when the whole batch has ended."""
        return _report(handle, await self._retrieve(handle))

    async def collect(
        self, handle: BatchHandle, *, known: Container[str] = ()
    ) -> AsyncGenerator[BatchResult]:
        """All rows; see BatchApi. A custom id without this batch's mark is a stranger."""
        batch = await self._retrieve(handle)
        if not batch.is_over:
            raise not_over(batch.processing_status)
        mark = mark_of(handle.tag)
        async with aclosing(self._download(_results(handle.id))) as lines:
            async for line, found in read_rows(lines, _Line):
                custom_id = "" if isinstance(found, Unreadable) else found.custom_id or ""
                key = custom_id.removeprefix(mark)
                if isinstance(found, Unreadable) or not key or key == custom_id:
                    yield stranger(custom_id)
                elif key not in known:
                    yield self._read(Row(key, handle.model, line), found)

    async def find(self, tag: str, *, clues: Clues = NO_CLUES) -> BatchHandle | NotFindable | None:
        """Look through the list, newest first, for an ended batch with this tag's mark.

        One of the right time and count that has not ended, or whose results are gone, is left undecided.
        """
        undecided: list[str] = []
        async for batch in self._list(clues):
            first = await self._first_row(batch)
            if first is None:
                undecided.append(batch.id)
            elif (first.custom_id or "").startswith(mark_of(tag)):
                return self._adopt(batch, tag, clues=clues, first=first)
        if not undecided:
            return None
        return NotFindable(
            "Anthropic tells what a batch holds only once it has ended, and these have not, or their results "
            "are gone; look again later, and say since when and how many items to narrow them down.",
            tuple(undecided),
        )

    def _line(self, item: BatchItem) -> bytes:
        return self._request(item, mark=mark_of(""), headers={}) + _BETWEEN

    def _request(self, item: BatchItem, *, mark: str, headers: dict[str, str]) -> bytes:
        custom_id = mark + item.key
        if len(custom_id) > _ID_LENGTH:
            raise BatchRefused(
                f"the key {item.key!r} is longer than {_ID_LENGTH - len(mark)} characters; "
                "at Anthropic the tag travels in front of it."
            )
        parcel = self._parcel(item)
        # What one item needs (a beta feature) the whole batch must announce.
        headers.update(parcel.headers)
        return b'{"custom_id":"%b","params":%b}' % (custom_id.encode(), parcel.body or b"{}")

    async def _retrieve(self, handle: BatchHandle) -> "_Batch":
        return read_json((await self._call(self._get(f"{_PATH}/{quote(handle.id, safe='')}"))).body, _Batch)

    def _cancellation(self, handle: BatchHandle) -> Parcel:
        return Parcel(f"{_PATH}/{quote(handle.id, safe='')}/cancel", b"", headers=self._standing)

    async def _list(self, clues: Clues) -> AsyncGenerator["_Batch"]:
        after, seen = "", set[str]()
        while True:
            query = urlencode({"limit": 100, **({"after_id": after} if after else {})})
            page = read_json((await self._call(self._get(f"{_PATH}?{query}"))).body, _Page)
            for batch in page.data:
                made = read_moment(batch.created_at)
                if clues.since is not None and made is not None and made < clues.since:
                    return
                if clues.items in (None, batch.counts.total):
                    yield batch
            if not page.has_more or not page.data:
                return
            after = turn_page(page.data[-1].id, seen)

    async def _first_row(self, batch: "_Batch") -> "_Line | None":
        """One row is enough, as all carry the mark; None when there is none to read, or not yet."""
        if not batch.is_over:
            return None
        try:
            async with aclosing(self._download(_results(batch.id))) as lines:
                async for _, row in read_rows(lines, _Line):
                    if not isinstance(row, Unreadable) and row.custom_id:
                        return row
        except (BadRequest, BrokenStream):
            return None
        return None

    def _adopt(self, batch: "_Batch", tag: str, *, clues: Clues, first: "_Line") -> BatchHandle:
        return BatchHandle(
            provider=self.provider.name,
            id=batch.id,
            tag=tag,
            model=clues.model or _model_in(first) or "unknown",
            items=batch.counts.total,
            created_at=read_moment(batch.created_at),
        )

    def _read(self, row: Row, found: "_Line") -> BatchResult:
        try:
            result = read_shape(found.result, _Result)
            error = read_shape(result.error, _ErrorBody) if result.type == "errored" else None
        except Unreadable as trouble:
            return self._failed(row.key, trouble)
        if result.type == "succeeded":
            return self._answered(row, bytes(result.message), status=200)
        if error is not None:
            return self._refused(
                row, bytes(result.error), status=_STATUS_OF.get(error.inner_type, 500), billed=False
            )
        if result.type in _UNANSWERED:
            trouble, sentence = _UNANSWERED[result.type]
            return BatchResult(key=row.key, trouble=trouble, sentence=sentence, billed=False)
        return self._failed(row.key, unreadable(row.line, f"a result of the type {result.type!r} is unknown"))


def mark_of(tag: str) -> str:
    """What stands in front of every custom id of a tag's batch."""
    return f"{blake2b(tag.encode(), digest_size=_MARK_BYTES, person=b'edison-batch').hexdigest()}_"


class _Counts(msgspec.Struct):
    processing: int = 0
    succeeded: int = 0
    errored: int = 0
    canceled: int = 0
    expired: int = 0

    @property
    def total(self) -> int:
        return self.processing + self.succeeded + self.errored + self.canceled + self.expired


class _Batch(msgspec.Struct):
    id: str
    processing_status: str = ""
    created_at: str | None = None
    request_counts: _Counts | None = None

    @property
    def counts(self) -> _Counts:
        return self.request_counts or _Counts()

    @property
    def is_over(self) -> bool:
        return self.processing_status == "ended"


class _Page(msgspec.Struct):
    data: list[_Batch]
    has_more: bool = False


class _Line(msgspec.Struct):
    custom_id: str | None = None
    result: msgspec.Raw = ABSENT


class _Result(msgspec.Struct):
    type: str = ""
    message: msgspec.Raw = ABSENT
    error: msgspec.Raw = ABSENT


class _ErrorBody(msgspec.Struct):
    error: msgspec.Raw = ABSENT

    @property
    def inner_type(self) -> str:
        try:
            return read_shape(self.error, _ErrorType).type
        except Unreadable:
            return ""


class _ErrorType(msgspec.Struct):
    type: str = ""


class _Model(msgspec.Struct):
    model: str = ""


def _results(batch_id: str) -> str:
    # Our own address rather than the answer's `results_url`: a key never follows an address somebody sent.
    return f"{_PATH}/{quote(batch_id, safe='')}/results"


def _model_in(line: _Line) -> str:
    try:
        return read_shape(read_shape(line.result, _Result).message, _Model).model
    except Unreadable:
        return ""


def _state(batch: _Batch) -> BatchState:
    if batch.processing_status == "canceling":
        return BatchState.CANCELLING
    if not batch.is_over:
        return BatchState.RUNNING
    if batch.counts.expired:
        return BatchState.EXPIRED
    if batch.counts.canceled:
        return BatchState.CANCELLED
    return BatchState.COMPLETED


def _report(handle: BatchHandle, batch: _Batch) -> BatchReport:
    counts = batch.counts
    return BatchReport(
        handle=handle,
        state=_state(batch),
        provider_state=batch.processing_status,
        succeeded=counts.succeeded if batch.is_over else None,
        failed=counts.errored + counts.canceled + counts.expired if batch.is_over else None,
    )
