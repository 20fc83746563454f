"""The counter: takes a request from arrival to the last byte of its answer, and puts it on the bill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import orjson
from aiohttp import ClientError, web

from .answers import Answers, Fate, Prepared
from .billing import BillLog, digest_of, fingerprint_of_key
from .clock import SimClock
from .delivery import Delivery, deliver, hang_up
from .errands import ErrandDesk
from .faults import Fail, FaultPlan, Rule
from .gate import Caution, Gate, LocalGate, Verdict
from .havoc import window_of
from .hub import Line
from .operations import FORMATS, keeps_state
from .settings import SimSettings
from .visits import Visit, caller_of, hint_of, incoming_of
from .wire.keys import KeyRing
from .wire.reading import model_in
from .wire.routes import Route, format_of, resolve
from .wire.shapes import ChatFormat, Question, Refusal, Trouble

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
