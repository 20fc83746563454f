"""Requests that are not chats: models, embeddings, token counts, files, batches."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import orjson

from .answers import Answers, Fate, Prepared
from .billing import BillRecord, price_of_input
from .delivery import Delivery
from .faults import Action
from .havoc import twist_body, twist_delivery
from .latency import AT_ONCE, pace_of
from .office import Errand, Office
from .operations import FORMATS, OPERATIONS
from .visits import Visit
from .wire.shapes import Answered, Refusal, Trouble


@dataclass(frozen=True, slots=True)
class ErrandDesk:
    """Runs errands and prepares their answers."""

    office: Office
    answers: Answers

    async def prepare(self, visit: Visit, fate: Fate) -> Prepared:
        """Whatever becomes of an errand."""
        early = self.answers.decided(visit, fate)
        if early is not None:
            return early
        try:
            answered = await self._run(visit)
        except Refusal as refusal:
            return self.answers.refused(refusal, visit, fate)
        plain = self._delivery(visit, answered, fate.action)
        return Prepared(twist_delivery(fate.action, plain), self._record(visit, answered, fate))

    async def _run(self, visit: Visit) -> Answered:
        errand = Errand(visit.incoming, visit.stamp, base=_base_of(visit), key=visit.key)
        try:
            return await OPERATIONS[visit.route.format, visit.route.operation](self.office, errand)
        except ValueError as cause:
            # Numbers in queries and headers that are none: limits, page tokens, offsets.
            raise FORMATS[visit.route.format].refuse(Trouble.INVALID, str(cause)) from cause

    def _delivery(self, visit: Visit, answered: Answered, action: Action | None) -> Delivery:
        stamp = visit.stamp
        headers = {**FORMATS[visit.route.format].headers(stamp), **answered.headers}
        body = answered.body
        if not isinstance(body, bytes):
            body = orjson.dumps(twist_body(action, body))
        card = self.office.cards.get(answered.model or "")
        pace = pace_of(self.answers.latency, card, seed=visit.seed, name=stamp.seed) if card else AT_ONCE
        return Delivery(answered.status, [body], headers, answered.content_type, pace=pace)

    def _record(self, visit: Visit, answered: Answered, fate: Fate) -> BillRecord:
        record = visit.record(answered.status, model=answered.model or fate.model, rule=fate.name)
        card = self.office.cards.get(answered.model or "")
        if card is None:
            return record
        price = price_of_input(card, answered.input_tokens)
        return msgspec.structs.replace(record, input_tokens=answered.input_tokens, microusd=price)


def _base_of(visit: Visit) -> str:
    """The address under which the client reached us, up to the version."""
    prefix = visit.incoming.path.partition("/v1")[0].removesuffix("/upload")
    return f"http://{visit.incoming.headers.get('host', '127.0.0.1')}{prefix}"
