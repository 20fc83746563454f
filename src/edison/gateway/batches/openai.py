"""Batches at OpenAI, and at Azure, which copied them: a file goes up, two files come down."""

import asyncio
from collections.abc import AsyncGenerator, Container, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from hashlib import blake2b
from urllib.parse import quote, urlencode

import msgspec

from edison.domain import BatchHandle, BatchItem, BatchReport, BatchResult, BatchState
from edison.errors import BadRequest, UnknownOutcome, Unreadable

from ..codecs.base import Parcel
from ..codecs.bodies import write_json
from ..reading import read_json
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
from .lines import ABSENT, BatchLimits, ItemTrouble, is_present, read_rows, read_shape, stranger, write_lines

TAG_FIELD = "edison_tag"
_MODEL_FIELD = "edison_model"
_ITEMS_FIELD = "edison_items"

_STATES = {
    "validating": BatchState.WAITING,
    "in_progress": BatchState.RUNNING,
    "finalizing": BatchState.FINISHING,
    "completed": BatchState.COMPLETED,
    "failed": BatchState.FAILED,
    "expired": BatchState.EXPIRED,
    "cancelling": BatchState.CANCELLING,
    "cancelled": BatchState.CANCELLED,
}

_UNANSWERED = {
    "batch_expired": (
        ItemTrouble.EXPIRED,
        "The batch's time ran out before this item was asked; it was not billed.",
    ),
    "batch_cancelled": (
        ItemTrouble.CANCELLED,
        "The batch was cancelled before this item was asked; it was not billed.",
    ),
}


@dataclass(frozen=True)
class OpenAIBatches(HttpBatchApi):
    """OpenAI's batch API. The tag travels in the batch's metadata, so `find` is certain."""

    limits: BatchLimits = field(default=BatchLimits(max_items=50_000, max_bytes=200_000_000), kw_only=True)

    async def submit(self, items: Sequence[BatchItem], *, tag: str) -> BatchHandle:
        """Upload the file, then make the batch; a file without a batch is free and expires by itself."""
        handle = draft(items, tag=tag, provider=self.provider.name, limits=self.limits)
        endpoint = self._endpoint(self._parcel(items[0]).path)
        file_id = await self._upload(items, tag=tag)
        order = {
            "input_file_id": file_id,
            "endpoint": endpoint,
            "completion_window": "24h",
            "metadata": {TAG_FIELD: tag, _MODEL_FIELD: handle.model, _ITEMS_FIELD: str(len(items))},
        }
        body = await self._create(Parcel("/batches", write_json(order), headers=self._standing))
        batch = read_json(body, _Batch)
        return handle.model_copy(update={"id": batch.id, "created_at": read_moment(batch.created_at)})

    async def poll(self, handle: BatchHandle) -> BatchReport:
        """Where it stands."""
        return self._cleaned(_report(handle, await self._retrieve(handle)))

    async def collect(
        self, handle: BatchHandle, *, known: Container[str] = ()
    ) -> AsyncGenerator[BatchResult]:
        """Both files, output and error, in every state in which a batch can end; see BatchApi."""
        batch = await self._retrieve(handle)
        if not _state(batch.status).is_over:
            raise not_over(batch.status)
        gone: BadRequest | None = None
        for file_id in filter(
            None, (batch.output_file_id, batch.error_file_id)
        ):  # either may be "" or missing
            try:
                async with aclosing(self._read_file(file_id, handle, known=known)) as results:
                    async for result in results:
                        yield result
            except BadRequest as trouble:
                # One file may be deleted while the other is still there: read what can be read, then say so.
                gone = trouble
        if gone is not None:
            raise gone

    async def find(self, tag: str, *, clues: Clues = NO_CLUES) -> BatchHandle | NotFindable | None:
        """The batch with this tag in its metadata, wherever it stands in the list.

        A list may lag behind: right after a lost answer, ask twice before believing None.
        """
        after, seen = "", set[str]()
        while True:
            query = urlencode({"limit": 100, **({"after": after} if after else {})})
            page = read_json((await self._call(self._get(f"/batches?{query}"))).body, _Page)
            for batch in page.data:
                if (batch.metadata or {}).get(TAG_FIELD) == tag:
                    return self._adopt(batch, tag, clues=clues)
            if not page.has_more or not page.data:
                return None
            after = turn_page(page.data[-1].id, seen)

    def _line(self, item: BatchItem) -> bytes:
        parcel = self._parcel(item)
        head = f'{{"custom_id":"{item.key}","method":"POST","url":"{self._endpoint(parcel.path)}","body":'
        return b"%b%b}\n" % (head.encode(), parcel.body or b"{}")

    def _endpoint(self, path: str) -> str:
        # Azure documents its chat endpoint without the version, and every other one with it.
        if self.provider.kind == "azure" and path == "/chat/completions":
            return path
        return f"/v1{path}"

    async def _upload(self, items: Sequence[BatchItem], *, tag: str) -> str:
        boundary = f"edison-{blake2b(tag.encode(), digest_size=16).hexdigest()}"
        # No JSON line holds a bare CR LF, so the boundary cannot occur inside the file.
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n'
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{tag}.jsonl"\r\n'
            "Content-Type: application/jsonl\r\n\r\n"
        ).encode()
        tail = f"\r\n--{boundary}--\r\n".encode()
        lines = (self._line(item) for item in items)
        # Tens of thousands of bodies take seconds to write; the loop has other calls to serve meanwhile.
        body = await asyncio.to_thread(write_lines, lines, head=head, tail=tail)
        refuse_size(len(body) - len(head) - len(tail), self.limits)
        headers = {**self._standing, "Content-Type": f"multipart/form-data; boundary={boundary}"}
        reply = await self._call(Parcel("/files", body, headers=headers))
        return read_json(reply.body, _File).id

    async def _retrieve(self, handle: BatchHandle) -> "_Batch":
        reply = await self._call(self._get(f"/batches/{quote(handle.id, safe='')}"))
        return read_json(reply.body, _Batch)

    def _cancellation(self, handle: BatchHandle) -> Parcel:
        return Parcel(f"/batches/{quote(handle.id, safe='')}/cancel", b"", headers=self._standing)

    def _adopt(self, batch: "_Batch", tag: str, *, clues: Clues) -> BatchHandle:
        noted = {name: str(value) for name, value in (batch.metadata or {}).items()}
        counted = noted.get(_ITEMS_FIELD, "")
        total = batch.request_counts.total if batch.request_counts else None
        return BatchHandle(
            provider=self.provider.name,
            id=batch.id,
            tag=tag,
            model=noted.get(_MODEL_FIELD) or clues.model or batch.model or "unknown",
            items=int(counted) if counted.isdecimal() else clues.items or total or 0,
            created_at=read_moment(batch.created_at),
        )

    async def _read_file(
        self, file_id: str, handle: BatchHandle, *, known: Container[str]
    ) -> AsyncGenerator[BatchResult]:
        async with aclosing(self._download(f"/files/{quote(file_id, safe='')}/content")) as lines:
            async for line, row in read_rows(lines, _Line):
                if isinstance(row, Unreadable) or not row.custom_id:
                    yield stranger("")
                elif row.custom_id not in known:
                    yield self._read(Row(row.custom_id, handle.model, line), row)

    def _read(self, row: Row, found: "_Line") -> BatchResult:
        try:
            response = read_shape(found.response, _Response) if is_present(found.response) else None
            error = read_shape(found.error, _Error) if is_present(found.error) else None
        except Unreadable as trouble:
            return self._failed(row.key, trouble)
        if response is not None and 200 <= response.status < 300:
            return self._answered(row, bytes(response.body), status=response.status)
        if error is not None:
            return self._read_error(row, error)
        if response is not None and response.status:
            return self._refused(row, bytes(response.body), status=response.status)
        return self._read_silence(row, response)

    def _read_silence(self, row: Row, response: "_Response | None") -> BatchResult:
        """A row with status 0, or with neither response nor error: only a whole answer in it counts."""
        result = self._answered(row, bytes(response.body)) if response is not None else None
        if result is not None and result.answer is not None:
            return result
        return self._failed(
            row.key, UnknownOutcome("The provider lists this item as done and says nothing about its end.")
        )

    def _read_error(self, row: Row, error: "_Error") -> BatchResult:
        if error.code in _UNANSWERED:
            trouble, sentence = _UNANSWERED[error.code]
            return BatchResult(key=row.key, trouble=trouble, sentence=sentence, billed=False)
        # An error beside the response never reached the model's own endpoint: where its code says nothing,
        # it counts as the provider's failure, which may be asked again.
        body = write_json({"error": {"code": error.code, "message": error.message or "", "type": error.code}})
        return self._refused(row, body, status=500)


class _Counts(msgspec.Struct):
    total: int | None = None
    completed: int | None = None
    failed: int | None = None


class _Error(msgspec.Struct):
    code: str | None = None
    message: str | None = None


class _Errors(msgspec.Struct):
    data: list[_Error] | None = None


class _Batch(msgspec.Struct):
    id: str
    status: str = ""
    created_at: int | float | None = None
    output_file_id: str | None = None
    error_file_id: str | None = None
    errors: _Errors | None = None
    request_counts: _Counts | None = None
    metadata: dict[str, object] | None = None
    model: str | None = None


class _Page(msgspec.Struct):
    data: list[_Batch]
    has_more: bool = False


class _File(msgspec.Struct):
    id: str


class _Line(msgspec.Struct):
    custom_id: str | None = None
    response: msgspec.Raw = ABSENT
    error: msgspec.Raw = ABSENT


class _Response(msgspec.Struct):
    status_code: int | None = None
    body: msgspec.Raw = ABSENT

    @property
    def status(self) -> int:
        return self.status_code or 0


def _state(status: str) -> BatchState:
    # A state that OpenAI invents after us cannot be taken for an end.
    return _STATES.get(status, BatchState.RUNNING)


def _report(handle: BatchHandle, batch: _Batch) -> BatchReport:
    counts = batch.request_counts
    said = [error.message for error in (batch.errors and batch.errors.data) or [] if error.message]
    return BatchReport(
        handle=handle,
        state=_state(batch.status),
        provider_state=batch.status,
        succeeded=counts.completed if counts else None,
        failed=counts.failed if counts else None,
        sentence=" ".join(said) or None,
    )
