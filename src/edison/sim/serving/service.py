"""Takes a request from arrival to the last byte of its answer, chat or not, and puts it on the bill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import orjson
from aiohttp import web

from ..billing import BillLog, BillRecord, digest_of, fingerprint_of_key, price_of_input
from ..clock import SimClock
from ..faults.damage import twist_body, twist_delivery, window_of
from ..faults.gate import Admission, Gate, WaitNotice
from ..faults.plan import Action, Fail, FaultPlan, Rule
from ..latency import AT_ONCE, pace_of
from ..wire.keys import KeyRing
from ..wire.operations import FORMATS, OPERATIONS
from ..wire.reading import model_in
from ..wire.resources import OperationRequest, Resources
from ..wire.routes import WireRoute, format_of, resolve
from ..wire.shapes import ChatFormat, ChatQuestion, OperationAnswer, ProviderRefusal, Trouble
from .answers import Answers, Prepared, Treatment
from .delivery import Delivery, deliver
from .visits import Visit, caller_of, hint_of, incoming_of


@dataclass(frozen=True, slots=True)
class OperationService:
    """Answers requests that are not chats: models, embeddings, token counts, files, batches."""

    resources: Resources
    answers: Answers

    async def prepare(self, visit: Visit, decision: Treatment) -> Prepared:
        """Whatever becomes of such a request."""
        early = self.answers.decided(visit, decision)
        if early is not None:
            return early
        try:
            answered = await self._run(visit)
        except ProviderRefusal as refusal:
            return self.answers.refused(refusal, visit, decision)
        plain = self._delivery(visit, answered, decision.action)
        return Prepared(twist_delivery(decision.action, plain), self._record(visit, answered, decision))

    async def _run(self, visit: Visit) -> OperationAnswer:
        asked = OperationRequest(visit.incoming, visit.stamp, base=_base_of(visit), key=visit.key)
        try:
            return await OPERATIONS[visit.route.format, visit.route.operation](self.resources, asked)
        except ValueError as cause:
            # Numbers in queries and headers that are none: limits, page tokens, offsets.
            raise FORMATS[visit.route.format].refuse(Trouble.INVALID, str(cause)) from cause

    def _delivery(self, visit: Visit, answered: OperationAnswer, action: Action | None) -> Delivery:
        stamp = visit.stamp
        headers = {**FORMATS[visit.route.format].headers(stamp), **answered.headers}
        body = answered.body
        if not isinstance(body, bytes):
            body = orjson.dumps(twist_body(action, body))
        card = self.resources.cards.get(answered.model or "")
        pace = pace_of(self.answers.latency, card, seed=visit.seed, name=stamp.seed) if card else AT_ONCE
        return Delivery(answered.status, [body], headers, answered.content_type, pace=pace)

    def _record(self, visit: Visit, answered: OperationAnswer, decision: Treatment) -> BillRecord:
        record = visit.record(answered.status, model=answered.model or decision.model, rule=decision.name)
        card = self.resources.cards.get(answered.model or "")
        if card is None:
            return record
        price = price_of_input(card, answered.input_tokens)
        return msgspec.structs.replace(record, input_tokens=answered.input_tokens, microusd=price)


def _base_of(visit: Visit) -> str:
    """The address under which the client reached us, up to the version."""
    prefix = visit.incoming.path.partition("/v1")[0].removesuffix("/upload")
    return f"http://{visit.incoming.headers.get('host', '127.0.0.1')}{prefix}"


@dataclass(frozen=True, slots=True)
class Service:
    """Serves every format."""

    clock: SimClock
    bill: BillLog
    gate: Gate
    answers: Answers
    operations: OperationService
    ring: KeyRing
    numbers: Iterator[int]
    seed: int

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request of any format."""
        now, wall_now = self.clock.now(), self.clock.wall.now()
        target = request.raw_path
        path = target.partition("?")[0]
        hint = hint_of(request.headers, target)
        route = resolve(request.method, path, hint)
        if route is None:
            return await _no_such_path(request, FORMATS[format_of(path, hint)])
        incoming = await incoming_of(request, route)
        caller = caller_of(incoming)
        visit = Visit(
            route=route,
            incoming=incoming,
            caller=caller,
            key=fingerprint_of_key(caller.key) if caller.key else None,
            digest=digest_of(incoming.body),
            target=target,
            sequence=next(self.numbers),
            now=now,
            at_s=(now - self.clock.warp.started_at).total_seconds(),
            wall_now=wall_now,
            seed=self.seed,
        )
        return await self._handle(request, visit)

    async def _handle(self, request: web.BaseRequest, visit: Visit) -> web.StreamResponse:
        format = FORMATS[visit.route.format]
        if not visit.is_welcome(self.ring):
            trouble = Trouble.KEY_MISSING if visit.caller.key is None else Trouble.KEY_WRONG
            prepared = self.answers.refused(format.refuse(trouble), visit, Treatment())
            return await self._send(request, visit, prepared, Treatment())
        question = _read(format, visit) if visit.route.operation == "chat" else None
        model = _model_of(visit.route, visit, question)
        arrival = visit.arrival(
            model=model,
            stream=isinstance(question, ChatQuestion) and question.stream,
            wanted=_wanted(question),
        )
        verdict = self.gate.admit(arrival)
        decision = Treatment(model, verdict, _rule_of(self.gate.plan, verdict))
        if question is not None:
            prepared = self.answers.prepare(visit, question, decision)
        else:
            prepared = await self.operations.prepare(visit, decision)
        return await self._send(request, visit, prepared, decision)

    async def _send(
        self, request: web.BaseRequest, visit: Visit, prepared: Prepared, decision: Treatment
    ) -> web.StreamResponse:
        """Bill, send, settle: in this order, so that whoever has an answer finds it billed."""
        self.bill.write(prepared.record)
        fully_sent = False
        try:
            response, fully_sent = await deliver(request, prepared.delivery)
        finally:
            if not fully_sent:
                self.bill.mark_cut(visit.sequence)
            self._settle(visit, prepared, decision)
        return response

    def _settle(self, visit: Visit, prepared: Prepared, decision: Treatment) -> None:
        record, verdict = prepared.record, decision.verdict
        if verdict.ticket is not None:
            tokens = record.input_tokens + record.output_tokens
            self.gate.settle(verdict.ticket, tokens=tokens, microusd=record.microusd)
        window_s = verdict.retry_after_s
        if decision.rule is not None and isinstance(decision.rule.action, Fail):
            window_s = window_of(decision.rule.action)
        if window_s is not None:
            at_s = self.clock.elapsed_s()
            self.gate.caution(WaitNotice(key=visit.key, model=decision.model, at_s=at_s, window_s=window_s))


def _read(format: ChatFormat, visit: Visit) -> ChatQuestion | ProviderRefusal:
    try:
        return format.read(visit.incoming)
    except ProviderRefusal as refusal:
        return refusal


def _rule_of(plan: FaultPlan, verdict: Admission) -> Rule | None:
    """The rule a verdict names; none when the plan was changed while the request was on its way."""
    if verdict.rule is None or verdict.rule >= len(plan.rules):
        return None
    return plan.rules[verdict.rule]


def _model_of(route: WireRoute, visit: Visit, question: ChatQuestion | ProviderRefusal | None) -> str | None:
    if isinstance(question, ChatQuestion):
        return question.request.model
    return route.model or (model_in(visit.incoming.body) if visit.incoming.body.startswith(b"{") else None)


def _wanted(question: ChatQuestion | ProviderRefusal | None) -> int:
    return (question.request.max_tokens or 0) * question.choices if isinstance(question, ChatQuestion) else 0


async def _no_such_path(request: web.BaseRequest, format: ChatFormat) -> web.StreamResponse:
    sentence = f"Invalid URL ({request.method} {request.path})"
    refusal = format.refuse(Trouble.NOT_FOUND, sentence)
    body = orjson.dumps(refusal.body)
    response, _ = await deliver(request, Delivery(refusal.status, [body], refusal.headers))
    return response
