"""Takes a request from arrival to the last byte of its answer, chat or not, and puts it on the bill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import orjson
from aiohttp import ClientError, web

from ..billing import BillLog, BillRecord, digest_of, fingerprint_of_key, price_of_input
from ..clock import SimClock
from ..faults.damage import twist_body, twist_delivery, window_of
from ..faults.gate import Caution, Gate, LocalGate, Verdict
from ..faults.plan import Action, Fail, FaultPlan, Rule
from ..hub import Line
from ..latency import AT_ONCE, pace_of
from ..settings import SimSettings
from ..wire.context import Errand, Office
from ..wire.keys import KeyRing
from ..wire.operations import FORMATS, OPERATIONS, keeps_state
from ..wire.reading import model_in
from ..wire.routes import Route, format_of, resolve
from ..wire.shapes import Answered, ChatFormat, Question, Refusal, Trouble
from .answers import Answers, Fate, Prepared
from .delivery import Delivery, deliver, hang_up
from .visits import Visit, caller_of, hint_of, incoming_of


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


_FORWARDED_AWAY = ("content-length", "transfer-encoding", "connection", "date", "server")


@dataclass(frozen=True, slots=True)
class Service:
    """Serves every format. One per process."""

    settings: SimSettings
    clock: SimClock
    bill: BillLog
    local: LocalGate
    gate: Gate
    answers: Answers
    errands: ErrandDesk
    ring: KeyRing
    next_sequence: Callable[[], int]
    hub: Line | None = None

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
        if self.hub is not None and keeps_state(route.operation):
            return await self.forward(request, incoming.body)
        caller = caller_of(incoming)
        visit = Visit(
            route=route,
            incoming=incoming,
            caller=caller,
            key=fingerprint_of_key(caller.key) if caller.key else None,
            digest=digest_of(incoming.body),
            target=target,
            process=self.settings.process,
            sequence=self.next_sequence(),
            now=now,
            at_s=(now - self.clock.warp.started_at).total_seconds(),
            wall_now=wall_now,
            seed=self.settings.seed,
        )
        return await self._handle(request, visit)

    async def _handle(self, request: web.BaseRequest, visit: Visit) -> web.StreamResponse:
        format = FORMATS[visit.route.format]
        if not visit.is_welcome(self.ring):
            trouble = Trouble.KEY_MISSING if visit.caller.key is None else Trouble.KEY_WRONG
            prepared = self.answers.refused(format.refuse(trouble), visit, Fate())
            return await self._send(request, visit, prepared, Fate())
        question = _read(format, visit) if visit.route.operation == "chat" else None
        model = _model_of(visit.route, visit, question)
        arrival = visit.arrival(
            model=model,
            stream=isinstance(question, Question) and question.stream,
            wanted=_wanted(question),
        )
        verdict = await self.gate.admit(arrival)
        fate = Fate(model, verdict, _rule_of(self.local.plan, verdict))
        if question is not None:
            prepared = self.answers.prepare(visit, question, fate)
        else:
            prepared = await self.errands.prepare(visit, fate)
        return await self._send(request, visit, prepared, fate)

    async def _send(
        self, request: web.BaseRequest, visit: Visit, prepared: Prepared, fate: Fate
    ) -> web.StreamResponse:
        """Bill, send, settle: in this order, so that whoever has an answer finds it billed."""
        self.bill.write(prepared.record)
        fully_sent = False
        try:
            response, fully_sent = await deliver(request, prepared.delivery)
        finally:
            if not fully_sent:
                self.bill.mark_cut(visit.process, sequence=visit.sequence)
            await self._settle(visit, prepared, fate)
        return response

    async def _settle(self, visit: Visit, prepared: Prepared, fate: Fate) -> None:
        record, verdict = prepared.record, fate.verdict
        if verdict.ticket is not None:
            tokens = record.input_tokens + record.output_tokens
            await self.gate.settle(verdict.ticket, tokens=tokens, microusd=record.microusd)
        window_s = verdict.retry_after_s
        if fate.rule is not None and isinstance(fate.rule.action, Fail):
            window_s = window_of(fate.rule.action)
        if window_s is not None:
            at_s = self.clock.elapsed_s()
            await self.gate.caution(Caution(key=visit.key, model=fate.model, at_s=at_s, window_s=window_s))

    async def forward(self, request: web.BaseRequest, body: bytes) -> web.StreamResponse:
        """Let the first process answer."""
        assert self.hub is not None
        headers = {
            name: value for name, value in request.headers.items() if name.lower() not in _FORWARDED_AWAY
        }
        try:
            answer = await self.hub.forward(request.method, request.raw_path, headers=headers, body=body)
        except ClientError:
            # The first process hung up on purpose: so do we.
            return hang_up(request)
        kept = {name: value for name, value in answer.headers.items() if name.lower() not in _FORWARDED_AWAY}
        return web.Response(status=answer.status, headers=kept, body=answer.body)


def _read(format: ChatFormat, visit: Visit) -> Question | Refusal:
    try:
        return format.read(visit.incoming)
    except Refusal as refusal:
        return refusal


def _rule_of(plan: FaultPlan, verdict: Verdict) -> Rule | None:
    """The rule a verdict names; none when the plan was changed while the request was on its way."""
    if verdict.rule is None or verdict.rule >= len(plan.rules):
        return None
    return plan.rules[verdict.rule]


def _model_of(route: Route, visit: Visit, question: Question | Refusal | None) -> str | None:
    if isinstance(question, Question):
        return question.request.model
    return route.model or (model_in(visit.incoming.body) if visit.incoming.body.startswith(b"{") else None)


def _wanted(question: Question | Refusal | None) -> int:
    return (question.request.max_tokens or 0) * question.choices if isinstance(question, Question) else 0


async def _no_such_path(request: web.BaseRequest, format: ChatFormat) -> web.StreamResponse:
    sentence = f"Invalid URL ({request.method} {request.path})"
    refusal = format.refuse(Trouble.NOT_FOUND, sentence)
    body = orjson.dumps(refusal.body)
    response, _ = await deliver(request, Delivery(refusal.status, [body], refusal.headers))
    return response
