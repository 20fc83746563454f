"""Batches at Google: small ones in one request, large ones as a file; the results come the same way."""

import asyncio
from collections.abc import AsyncGenerator, Container, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from edison.domain import BatchHandle, BatchItem, BatchReport, BatchResult
from edison.errors import UnknownOutcome, Unreadable

from ..codecs.base import Parcel
from ..codecs.bodies import write_json
from ..reading import unreadable
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
from .google_operation import (
    Operation,
    OperationsPage,
    Output,
    ResultLine,
    Status,
    read_count,
    read_operation,
)
from .lines import (
    ABSENT,
    BatchLimits,
    ItemTrouble,
    cut_chunks,
    is_present,
    read_rows,
    read_shape,
    stranger,
    write_lines,
)

_INLINE_BYTES = 20_000_000
_CHUNK_BYTES = 8 * 1024 * 1024
"""As Google's own client cuts its uploads; must be a multiple of 256 KiB."""
_RESULT_BYTES = 512 * 1024 * 1024
"""An inline batch's results come in one body; its requests are below 20 MB, so this is ample."""
_MEDIA_TYPE = "application/jsonl"

_RPC_CODES: dict[int, tuple[int, str]] = {
    1: (499, "CANCELLED"),
    2: (500, "UNKNOWN"),
    3: (400, "INVALID_ARGUMENT"),
    4: (504, "DEADLINE_EXCEEDED"),
    5: (404, "NOT_FOUND"),
    6: (409, "ALREADY_EXISTS"),
    7: (403, "PERMISSION_DENIED"),
    8: (429, "RESOURCE_EXHAUSTED"),
    9: (400, "FAILED_PRECONDITION"),
    10: (409, "ABORTED"),
    11: (400, "OUT_OF_RANGE"),
    12: (501, "UNIMPLEMENTED"),
    13: (500, "INTERNAL"),
    14: (503, "UNAVAILABLE"),
    15: (500, "DATA_LOSS"),
    16: (401, "UNAUTHENTICATED"),
}
"""Rows carry google.rpc.Status, whose codes are gRPC's; HTTP statuses as google/rpc/code.proto maps them."""


@dataclass(frozen=True)
class GoogleBatches(HttpBatchApi):
    """Google's batch API. The tag is the batch's display name, so `find` is certain."""

    limits: BatchLimits = field(default=BatchLimits(max_items=100_000, max_bytes=2_000_000_000), kw_only=True)
    """2 GB is the provider's limit for a file; the count is ours, it documents none."""
    inline_bytes: int = field(default=_INLINE_BYTES, kw_only=True)
    """From this size on the requests travel as a file."""

    async def submit(self, items: Sequence[BatchItem], *, tag: str) -> BatchHandle:
        """Hand in one batch; a large one is uploaded first, in chunks, and never stands in memory whole."""
        handle = draft(items, tag=tag, provider=self.provider.name, limits=self.limits)
        # Tens of thousands of bodies take seconds to write; the loop has other calls to serve meanwhile.
        size = await asyncio.to_thread(self._weigh, items)
        refuse_size(size, self.limits)
        body = await asyncio.to_thread(self._inline, items, tag=tag) if size < self.inline_bytes else None
        if body is None or len(body) >= self.inline_bytes:
            name = await self._upload(items, tag=tag, size=size)
            body = write_json({"batch": {"displayName": tag, "inputConfig": {"fileName": name}}})
        path = self._parcel(items[0]).path.replace(":generateContent", ":batchGenerateContent")
        reply = await self._create(Parcel(path, body, headers=self._standing))
        operation = read_operation(reply)
        if not operation.name:
            raise unreadable(reply, "it names no batch")
        moment = read_moment(operation.about.create_time)
        return handle.model_copy(update={"id": operation.name, "created_at": moment})

    async def poll(self, handle: BatchHandle) -> BatchReport:
        """Where it stands."""
        return self._cleaned(_report(handle, await self._retrieve(handle)))

    async def collect(
        self, handle: BatchHandle, *, known: Container[str] = ()
    ) -> AsyncGenerator[BatchResult]:
        """All rows, inline or from the file; see BatchApi. A batch that expired has none."""
        operation = await self._retrieve(handle)
        if not operation.state.is_over:
            raise not_over(operation.about.state)
        async with aclosing(self._lines(operation.output)) as lines:
            async for line, found in read_rows(lines, ResultLine):
                key = "" if isinstance(found, Unreadable) else found.named
                if isinstance(found, Unreadable) or not key:
                    yield stranger("")
                elif key not in known:
                    yield self._read(Row(key, handle.model, line), found)

    async def find(self, tag: str, *, clues: Clues = NO_CLUES) -> BatchHandle | NotFindable | None:
        """The batch with this display name, wherever it stands in the list.

        A list may lag behind: right after a lost answer, ask twice before believing None.
        """
        token, seen = "", set[str]()
        while True:
            # Listed batches carry their inline results along, so a page must stay small.
            query = urlencode({"pageSize": 10, **({"pageToken": token} if token else {})})
            reply = await self._call(self._get(f"/batches?{query}"), body_limit=_RESULT_BYTES)
            page = read_shape(reply.body, OperationsPage)
            for operation in map(read_operation, map(bytes, page.operations)):
                if operation.about.display_name == tag:
                    return self._adopt(operation, tag, clues=clues)
            if not page.next_page_token:
                return None
            token = turn_page(page.next_page_token, seen)

    def _line(self, item: BatchItem) -> bytes:
        return b'{"key":"%b","request":%b}\n' % (item.key.encode(), self._parcel(item).body or b"{}")

    def _weigh(self, items: Sequence[BatchItem]) -> int:
        return sum(len(self._line(item)) for item in items)

    def _inline(self, items: Sequence[BatchItem], *, tag: str) -> bytes:
        requests = (
            b'{"request":%b,"metadata":{"key":"%b"}}' % (self._parcel(item).body or b"{}", item.key.encode())
            for item in items
        )
        head = b'{"batch":{"displayName":"%b","inputConfig":{"requests":{"requests":[' % tag.encode()
        return write_lines(requests, head=head, between=b",", tail=b"]}}}}")

    async def _upload(self, items: Sequence[BatchItem], *, tag: str, size: int) -> str:
        """Google's resumable protocol: ask where to, send chunks, learn the file's name at the end."""
        address, path = await self._open_upload(tag=tag, size=size)
        chunks = cut_chunks((self._line(item) for item in items), _CHUNK_BYTES)
        offset = 0
        while True:
            chunk = await asyncio.to_thread(next, chunks, b"")
            is_last = not chunk or offset + len(chunk) >= size
            headers = {
                **self._standing,
                "Content-Type": _MEDIA_TYPE,
                "X-Goog-Upload-Command": "upload, finalize" if is_last else "upload",
                "X-Goog-Upload-Offset": str(offset),
            }
            reply = await self._call(Parcel(path, chunk, headers=headers), address=address)
            if is_last:
                return _read_file_name(reply.body)
            offset += len(chunk)

    async def _open_upload(self, *, tag: str, size: int) -> tuple[str, str]:
        # The base address ends with the version, and uploads live beside it: …/v1beta, …/upload/v1beta/files.
        root, _, version = (self.provider.base_url or "").rpartition("/")
        headers = {
            **self._standing,
            "X-Goog-Upload-Protocol": "resumable",
            "X-Goog-Upload-Command": "start",
            "X-Goog-Upload-Header-Content-Length": str(size),
            "X-Goog-Upload-Header-Content-Type": _MEDIA_TYPE,
        }
        about = write_json({"file": {"displayName": tag, "mimeType": _MEDIA_TYPE, "sizeBytes": str(size)}})
        reply = await self._call(Parcel(f"/upload/{version}/files", about, headers=headers), address=root)
        granted = urlsplit(reply.headers.get("x-goog-upload-url", ""))
        if not granted.path:
            raise Unreadable("The provider granted an upload and did not say where to.")
        # Only its path and query count: a key never follows an address somebody sent.
        ours = urlsplit(root)
        return f"{ours.scheme}://{ours.netloc}", f"{granted.path}?{granted.query}"

    async def _retrieve(self, handle: BatchHandle) -> Operation:
        reply = await self._call(self._get(f"/{quote(handle.id, safe='/')}"), body_limit=_RESULT_BYTES)
        return read_operation(reply.body)

    def _cancellation(self, handle: BatchHandle) -> Parcel:
        return Parcel(f"/{quote(handle.id, safe='/')}:cancel", b"{}", headers=self._standing)

    def _adopt(self, operation: Operation, tag: str, *, clues: Clues) -> BatchHandle:
        about = operation.about
        return BatchHandle(
            provider=self.provider.name,
            id=operation.name,
            tag=tag,
            model=about.model.removeprefix("models/") or clues.model or "unknown",
            items=read_count(about.stats.request_count) or clues.items or 0,
            created_at=read_moment(about.create_time),
        )

    async def _lines(self, output: Output) -> AsyncGenerator[bytes]:
        for row in output.inlined:
            yield bytes(row)
        if not output.responses_file:
            return
        path = f"/{quote(output.responses_file, safe='/')}:download?alt=media"
        async with aclosing(self._download(path)) as lines:
            async for line in lines:
                yield line

    def _read(self, row: Row, found: ResultLine) -> BatchResult:
        if is_present(found.response):
            return self._answered(row, bytes(found.response))
        if not is_present(found.error):
            return self._failed(
                row.key,
                UnknownOutcome("The provider lists this item as done and says nothing about its end."),
            )
        try:
            status = read_shape(found.error, Status)
        except Unreadable as trouble:
            return self._failed(row.key, trouble)
        return self._read_status(row, status)

    def _read_status(self, row: Row, status: Status) -> BatchResult:
        code, name = _RPC_CODES.get(status.code, (status.code if status.code >= 400 else 500, "UNKNOWN"))
        if name == "CANCELLED":
            return BatchResult(
                key=row.key,
                trouble=ItemTrouble.CANCELLED,
                sentence="The batch was cancelled before this item was answered.",
            )
        error = {"code": code, "message": status.message or "", "status": status.status or name}
        return self._refused(row, write_json({"error": error}), status=code)


class _File(msgspec.Struct):
    name: str = ""


class _Uploaded(msgspec.Struct):
    file: msgspec.Raw = ABSENT


def _report(handle: BatchHandle, operation: Operation) -> BatchReport:
    stats = operation.about.stats
    return BatchReport(
        handle=handle,
        state=operation.state,
        provider_state=operation.about.state,
        succeeded=read_count(stats.successful_request_count),
        failed=read_count(stats.failed_request_count),
        sentence=operation.sentence,
    )


def _read_file_name(body: bytes) -> str:
    name = read_shape(read_shape(body, _Uploaded).file, _File).name
    if not name:
        raise unreadable(body, "it names no file")
    return name
