"""Working off one item of a batch: the same questions to the same world, at half the price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from ..billing import BillLog, BillRecord, digest_of, price_of, price_of_input
from ..clock import SimClock
from ..faults.dice import Arrival
from ..faults.gate import Gate
from ..serving.answers import Respondent, charged
from ..wire.openai.models import EmbeddingsBody, embeddings_of
from ..wire.operations import FORMATS
from ..wire.reading import model_in, read_body
from ..wire.shapes import ChatFormat, Format, Incoming, Json, ProviderRefusal, Stamp, Trouble
from .store import Batch, Item, ItemOutcome

_HEADERS = {"anthropic-version": "2023-06-01"}


@dataclass(frozen=True, slots=True)
class BatchWork:
    """Answers items and bills them. Items that fail cost nothing."""

    respondent: Respondent
    bill: BillLog
    clock: SimClock
    gate: Gate
    numbers: Iterator[int]
    seed: int

    def do(self, batch: Batch, item: Item) -> ItemOutcome:
        """Answer one item."""
        format = FORMATS[_format_of(batch)]
        digest = digest_of(item.body)
        record = self._record(batch, item, digest)
        try:
            body, record = self._answer(batch, item, format=format, record=record)
        except ProviderRefusal as refusal:
            self.bill.write(msgspec.structs.replace(record, status=refusal.status))
            return ItemOutcome("errored", status=refusal.status, body=refusal.body)
        self.bill.write(record)
        self.gate.charge(self._arrival(record), record.microusd)
        return ItemOutcome("succeeded", status=200, body=body)

    def _answer(
        self, batch: Batch, item: Item, *, format: ChatFormat, record: BillRecord
    ) -> tuple[Json, BillRecord]:
        if record.model in self.gate.plan.removed_models:
            raise format.refuse(Trouble.MODEL_MISSING, record.model or "")
        if batch.operation.endswith("/embeddings"):
            return self._embed(item, format, record)
        question = format.read(_incoming(batch, item))
        if question.stream:
            raise format.refuse(Trouble.INVALID, "stream: streaming is not supported in batches")
        card = self.respondent.check(question, format, size=len(item.body))
        whole = f"{record.content}/{question.request.model}//{format.name}"
        replies = self.respondent.answer(question, digest=whole)
        stamp = Stamp(f"{self.seed}/{batch.id}/{item.key}", self.clock.now())
        price = price_of(card, replies, is_batch=True)
        return format.render(question, replies, stamp), charged(record, replies, microusd=price)

    def _embed(self, item: Item, format: ChatFormat, record: BillRecord) -> tuple[Json, BillRecord]:
        body = read_body(item.body, EmbeddingsBody, format)
        answered = embeddings_of(self.respondent, body)
        card = self.respondent.cards[body.model]
        price = price_of_input(card, answered.input_tokens, is_batch=True)
        billed = msgspec.structs.replace(record, input_tokens=answered.input_tokens, microusd=price)
        return msgspec.convert(answered.body, Json), billed

    def _record(self, batch: Batch, item: Item, digest: str) -> BillRecord:
        return BillRecord(
            sequence=next(self.numbers),
            at=self.clock.now().timestamp(),
            wall_at=self.clock.wall.now().timestamp(),
            format=batch.format,
            operation="batch.item",
            status=200,
            key=batch.key,
            model=model_in(item.body) or batch.model,
            content=digest,
            idempotency=item.key,
            batch=batch.id,
        )

    def _arrival(self, record: BillRecord) -> Arrival:
        return Arrival(
            at_s=self.clock.elapsed_s(),
            format=record.format,
            operation=record.operation,
            path="",
            model=record.model,
            key=record.key,
            content=record.content,
        )


def _format_of(batch: Batch) -> Format:
    return Format.RESPONSES if batch.operation.endswith("/responses") else batch.format


def _incoming(batch: Batch, item: Item) -> Incoming:
    return Incoming(
        method="POST",
        path="",
        query={},
        headers=_HEADERS,
        body=item.body,
        model=batch.model,
        dialect=str(batch.details.get("dialect", "openai")),
    )
