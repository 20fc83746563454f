"""What a batch API is: hand in many questions at once, find them again, read back their ends one by one."""

import re
from abc import ABC, abstractmethod
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import ClassVar, Protocol

from edison.domain import (
    Answer,
    Ask,
    BatchHandle,
    BatchItem,
    BatchReport,
    BatchResult,
    Cost,
    Raw,
    Usage,
)
from edison.errors import (
    BadRequest,
    BatchRefused,
    BrokenStream,
    ProviderTrouble,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)
from edison.text import redact

from ..answering import KEPT_BYTES, failure_of
from ..codecs.base import Codec, Parcel, Reply
from ..line import secrets_of
from ..masking import KeyMask, keys_of
from ..plausibility import storable
from ..provider import Provider
from ..wire import Refused, WireReply
from .lines import BatchLimits, closing, split_items

_TAG = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SLOWEST_BYTES_PER_S = 100_000
"""The slowest upload we wait for, on top of the provider's patience."""
_ALREADY_OVER = (400, 409)
"""How providers refuse to cancel what has ended."""


class BatchWire(Protocol):
    """What such an API needs of the wire: send and read whole, or send and read line by line."""

    async def send(
        self,
        provider: Provider,
        parcel: Parcel,
        *,
        deadline_s: float,
        body_limit: int | None = None,
        address: str | None = None,
    ) -> WireReply:
        """Any HTTP status is an answer; `address` replaces the provider's base address."""
        ...

    def lines(self, provider: Provider, parcel: Parcel, *, deadline_s: float) -> AsyncIterator[bytes]:
        """A body line by line; raises Refused for a status that is not 2xx, BrokenStream when it is cut."""
        ...


@dataclass(frozen=True, slots=True)
class Clues:
    """What else the caller remembers of a batch whose id was lost; only Anthropic's needs it."""

    model: str | None = None
    items: int | None = None
    since: datetime | None = None
    """No batch made before this moment is the one: the time of the intent, less the clocks' difference."""


NO_CLUES = Clues()


@dataclass(frozen=True, slots=True)
class NotFindable:
    """It cannot be told yet whether the batch exists: do not hand it in again, look again later."""

    reason: str
    candidates: tuple[str, ...]
    """The provider's ids of the batches that may be the one."""


class BatchApi(Protocol):
    """One provider's batches."""

    @property
    def limits(self) -> BatchLimits:
        """What one batch may hold."""
        ...

    def split(self, items: Iterable[BatchItem]) -> Iterator[Sequence[BatchItem]]:
        """Groups that can be handed in as they are: one model each, inside the limits."""
        ...

    async def submit(self, items: Sequence[BatchItem], *, tag: str) -> BatchHandle:
        """Hand in one batch, once; after any trouble ask `find(tag)` before handing it in again."""
        ...

    async def poll(self, handle: BatchHandle) -> BatchReport:
        """Where it stands."""
        ...

    def collect(self, handle: BatchHandle, *, known: Container[str] = ()) -> AsyncIterator[BatchResult]:
        """Every row of an ended batch as it comes: any order, repeats and strangers included.

        BrokenStream means that the download was cut: call again with the keys already stored as `known`, and
        they are passed over. `dedupe` keeps one result per key, `reconcile` also names the missing ones.
        """
        ...

    async def cancel(self, handle: BatchHandle) -> BatchReport:
        """Ask the provider to stop; what finishes all the same is kept and billed, what is over stays so."""
        ...

    async def find(self, tag: str, *, clues: Clues = NO_CLUES) -> BatchHandle | NotFindable | None:
        """The batch handed in under this tag; None only when it is certain that there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """A line of results that has a key of ours: the model it was asked of, and the line as it came."""

    key: str
    model: str
    line: bytes


@dataclass(frozen=True)
class HttpBatchApi(ABC):
    """What the APIs share: sending, naming troubles, turning rows into results."""

    provider: Provider
    codec: Codec
    encode: Callable[[Ask], Parcel]
    """An Ask fitted to its model and written down, as for a live call."""
    wire: BatchWire
    price: Callable[[str, Usage], Cost]
    """What a model's usage costs in a batch: the provider's batch price, not the live one."""
    limits: BatchLimits = field(kw_only=True)
    download_s: float = field(default=3600.0, kw_only=True)
    """How long one file of results may take to come down."""
    envelope_bytes: ClassVar[int] = 0
    """What a batch holds besides its items."""

    def split(self, items: Iterable[BatchItem]) -> Iterator[Sequence[BatchItem]]:
        """Groups that can be handed in as they are: one model each, inside the limits."""
        room = replace(self.limits, max_bytes=self.limits.max_bytes - self.envelope_bytes)
        return split_items(items, limits=room, weigh=lambda item: len(self._line(item)))

    @abstractmethod
    async def poll(self, handle: BatchHandle) -> BatchReport:
        """Where it stands."""

    @abstractmethod
    def _line(self, item: BatchItem) -> bytes:
        """The item as it is written into a batch, its separator included."""

    @abstractmethod
    def _cancellation(self, handle: BatchHandle) -> Parcel:
        """The request to stop."""

    async def cancel(self, handle: BatchHandle) -> BatchReport:
        """Ask the provider to stop; what finishes all the same is kept and billed, what is over stays so."""
        try:
            await self._call(self._cancellation(handle))
        except ProviderTrouble as trouble:
            report = await self.poll(handle) if trouble.status in _ALREADY_OVER else None
            if report is None or not report.state.is_over:
                raise
            return report
        return await self.poll(handle)

    def _parcel(self, item: BatchItem) -> Parcel:
        return self.encode(item.ask)

    @property
    def _standing(self) -> Mapping[str, str]:
        """The headers that every request of this format carries."""
        return self.codec.encode_models().headers

    def _get(self, path: str) -> Parcel:
        return Parcel(path, headers=self._standing, method="GET")

    async def _call(
        self, parcel: Parcel, *, address: str | None = None, body_limit: int | None = None
    ) -> WireReply:
        """A request that spends nothing, whatever becomes of it."""
        try:
            return await self._exchange(parcel, address=address, body_limit=body_limit)
        except ProviderTrouble as trouble:
            trouble.may_be_billed = False
            if trouble.status == 404:
                raise _gone() from trouble
            raise

    async def _create(self, parcel: Parcel) -> bytes:
        """The one request that spends money: a failure on the provider's side may have made the batch."""
        try:
            return (await self._exchange(parcel)).body
        except ProviderTrouble as trouble:
            trouble.may_be_billed = trouble.may_be_billed or (trouble.status or 0) >= 500
            raise

    async def _exchange(
        self, parcel: Parcel, *, address: str | None = None, body_limit: int | None = None
    ) -> WireReply:
        upload_s = len(parcel.body or b"") / _SLOWEST_BYTES_PER_S
        reply = await self.wire.send(
            self.provider,
            parcel,
            deadline_s=self.provider.patience.total_s + upload_s,
            address=address,
            body_limit=body_limit,
        )
        if not 200 <= reply.status < 300:
            raise self._refusal(reply)
        if reply.truncated:
            raise Unreadable(
                "The provider's answer is longer than we are willing to hold.", may_be_billed=True
            )
        return reply

    async def _download(self, path: str) -> AsyncGenerator[bytes]:
        try:
            async with closing(
                self.wire.lines(self.provider, self._get(path), deadline_s=self.download_s)
            ) as lines:
                async for line in lines:
                    yield line
        except Refused as refused:
            gone = refused.reply.status == 404
            raise (_gone() if gone else self._refusal(refused.reply)) from refused
        except UnknownOutcome as lost:
            raise BrokenStream("The connection was lost during the download; collect again.") from lost

    def _refusal(self, reply: WireReply) -> ProviderTrouble:
        trouble = failure_of(self.codec, reply, now=lambda: _said_now(reply.headers))
        if isinstance(trouble, Reply):
            return BadRequest("The provider refused the batch by its content filter.", status=reply.status)
        trouble.redact(self._clean)
        return trouble

    def _answered(self, row: Row, body: bytes, *, status: int | None = None) -> BatchResult:
        try:
            reply = self.codec.decode(body)
        except ProviderTrouble as trouble:
            return self._failed(row.key, trouble)
        return self._settled(row, reply, status=status, billed=True)

    def _refused(self, row: Row, body: bytes, *, status: int, billed: bool | None = None) -> BatchResult:
        failure = self.codec.read_failure(status, {}, body)
        if isinstance(failure, Reply):
            return self._settled(row, failure, status=status, billed=billed)
        return self._failed(row.key, failure, billed=billed)

    def _failed(self, key: str, trouble: ProviderTrouble, *, billed: bool | None = None) -> BatchResult:
        return BatchResult(
            key=key, trouble=trouble.code, sentence=self._clean(trouble.sentence), billed=billed
        )

    def _settled(self, row: Row, reply: Reply, *, status: int | None, billed: bool | None) -> BatchResult:
        mask = KeyMask(keys_of(self.provider))
        usage, masked = storable(reply.usage), mask.reply(reply)
        raw = mask.raw(self._keep(row.line, status=status), echoed=masked is not reply)
        reply = masked
        answer = Answer(
            outcome=reply.outcome,
            text=reply.text,
            reasoning=reply.reasoning,
            tool_calls=reply.tool_calls,
            logprobs=reply.logprobs,
            requested_model=row.model,
            reported_model=reply.reported_model,
            provider_id=reply.provider_id,
            usage=usage,
            cost=self.price(row.model, usage),
            raw=raw,
            details=dict(reply.details),
        )
        return BatchResult(key=row.key, answer=answer, billed=billed)

    def _cleaned(self, report: BatchReport) -> BatchReport:
        said = report.sentence
        return report.model_copy(update={"sentence": self._clean(said)}) if said else report

    def _clean(self, sentence: str) -> str:
        """Providers echo keys in their messages; none of them leaves this room."""
        return redact(sentence, secrets=secrets_of(self.provider))

    def _keep(self, line: bytes, *, status: int | None) -> Raw:
        kept = KeyMask(keys_of(self.provider)).body(line[:KEPT_BYTES])
        return Raw(response=kept, response_bytes=len(line), truncated=len(line) > KEPT_BYTES, status=status)


def draft(items: Sequence[BatchItem], *, tag: str, provider: str, limits: BatchLimits) -> BatchHandle:
    """The handle of a batch about to go out, still without the provider's id; refuses what must not."""
    if not items:
        raise BatchRefused("it holds no items.")
    if _TAG.fullmatch(tag) is None:
        raise BatchRefused(f"its tag {tag!r} is not 1 to 64 letters, digits, - and _.")
    if len(items) > limits.max_items:
        raise BatchRefused(
            f"it holds {len(items)} items and the provider takes {limits.max_items}; split it first."
        )
    if len({item.key for item in items}) != len(items):
        raise BatchRefused("two of its items have the same key, so their results could not be told apart.")
    models = {item.ask.to.model for item in items}
    if len(models) != 1:
        raise BatchRefused(f"its items ask {len(models)} models; split it first, one batch asks one model.")
    return BatchHandle(provider=provider, id="", tag=tag, model=models.pop(), items=len(items))


def refuse_size(size: int, limits: BatchLimits) -> None:
    """Say no before sending what the provider would not take."""
    if size > limits.max_bytes:
        raise BatchRefused(f"it has {size} bytes and the provider takes {limits.max_bytes}; split it first.")


def not_over(state: str) -> Unavailable:
    """The trouble of collecting too early."""
    return Unavailable(f"The batch is still {state}; poll until it is over, then collect.")


def turn_page(cursor: str, seen: set[str]) -> str:
    """Where a list goes on; one that leads back to itself would never end."""
    if cursor in seen:
        raise Unreadable("The provider's list of batches leads back to itself, so it cannot be searched.")
    seen.add(cursor)
    return cursor


def read_moment(stated: str | int | float | None) -> datetime | None:
    """A moment as providers write it, in RFC 3339 or in seconds since 1970; None when it says nothing."""
    try:
        if isinstance(stated, str):
            moment = datetime.fromisoformat(stated)
            return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return None if stated is None else datetime.fromtimestamp(stated, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _gone() -> BadRequest:
    return BadRequest("The provider has no such batch or file, or no longer.", status=404)


def _said_now(headers: Mapping[str, str]) -> datetime:
    """The time by the provider's own clock, against which it stated a date to wait for."""
    try:
        moment = parsedate_to_datetime(headers.get("date", ""))
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
