"""The admin surface: how a test looks behind the curtain and pulls the strings.

Served under `/_sim/` to callers on this machine who know the token from the ready line; a client of the
providers has neither a path nor a key that leads here.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeVar

import msgspec
import orjson
from aiohttp import web

from .batches.store import Batch, BatchStore, FileStore
from .billing import BillLog, fingerprint_of_key, read_bill
from .clock import SimClock
from .faults.gate import Gate
from .faults.plan import FaultPlan, KeyLimit
from .serving.answers import Respondent
from .wire.shapes import Format
from .world.persona import Persona

PREFIX = "/_sim"
TOKEN_HEADER = "x-sim-admin"


class ClockChange(msgspec.Struct, forbid_unknown_fields=True):
    """How time is bent."""

    advance_s: float = 0.0
    speed: float | None = None


class Revocation(msgspec.Struct, forbid_unknown_fields=True):
    """Keys, by themselves or by fingerprint, that are taken away or given back."""

    revoke: tuple[str, ...] = ()
    restore: tuple[str, ...] = ()


class Removal(msgspec.Struct, forbid_unknown_fields=True):
    """Models that are taken away or given back."""

    remove: tuple[str, ...] = ()
    restore: tuple[str, ...] = ()


class Tick(msgspec.Struct, forbid_unknown_fields=True):
    """Moves one batch, or all, on."""

    id: str | None = None
    fraction: float = 1.0


class AnswerToWeigh(msgspec.Struct, forbid_unknown_fields=True):
    """An answer whose true worth is asked for."""

    case: str
    answer: str


class PromptToWeigh(msgspec.Struct, forbid_unknown_fields=True):
    """A prompt whose true worth is asked for."""

    prompt: str


T = TypeVar("T")
Reply = Callable[["Admin", web.BaseRequest], Awaitable[object]]


@dataclass(slots=True)
class Admin:
    """Answers admin requests."""

    first_plan: FaultPlan
    clock: SimClock
    gate: Gate
    bill: BillLog
    respondent: Respondent
    batches: BatchStore
    files: FileStore
    token: str

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer an admin request."""
        token = request.headers.get(TOKEN_HEADER, "").encode("utf-8", "replace")
        if not _is_near(request) or not hmac.compare_digest(token, self.token.encode()):
            return _answer({"error": "only for whoever started this simulator"}, status=403)
        path = request.path.removeprefix(PREFIX)
        reply = _REPLIES.get((request.method, path))
        if reply is None:
            return _answer({"error": f"no such thing: {request.method} {path}"}, status=404)
        try:
            return _answer(await reply(self, request))
        except (msgspec.DecodeError, LookupError, ValueError) as cause:
            return _answer({"error": str(cause)}, status=400)

    def set_plan(self, plan: FaultPlan) -> FaultPlan:
        """Follow another plan, in batches too."""
        self.gate.adopt(plan)
        self.batches.plan = plan
        return plan

    def change_clock(self, change: ClockChange) -> object:
        if change.speed is not None:
            self.clock.set_speed(change.speed)
        if change.advance_s:
            self.clock.advance(change.advance_s)
        return self.show_clock()

    def show_clock(self) -> object:
        return {"now": self.clock.now(), "elapsed_s": self.clock.elapsed_s(), "speed": self.clock.warp.speed}

    def set_persona(self, persona: Persona) -> Persona:
        others = tuple(one for one in self.respondent.personas if one.id != persona.id)
        self.respondent.adopt((*others, persona))
        return persona

    async def tick(self, tick: Tick) -> object:
        if tick.id is None:
            return {"ticked": await self.batches.tick_all()}
        batch = self._batch(tick.id)
        await self.batches.tick(batch, fraction=tick.fraction)
        return {"ticked": 1, "phase": self.batches.standing(batch).phase}

    def reset(self) -> object:
        """As if just started, with the same settings."""
        self.clock.restart()
        self.files.clear()
        self.batches.clear()
        self.respondent.adopt(())
        self.gate.violations.clear()
        self.bill.clear()
        self.set_plan(self.first_plan)
        return {"reset": True}

    def _batch(self, id: str) -> Batch:
        found = (self.batches.find(id, format) for format in Format)
        batch = next((batch for batch in found if batch is not None), None)
        if batch is None:
            raise LookupError(f"there is no batch {id!r}")
        return batch


async def _change_keys(admin: Admin, request: web.BaseRequest) -> object:
    change = await _body(request, Revocation)
    plan = admin.gate.plan
    revoked = {*plan.revoked_keys, *map(_fingerprint, change.revoke)} - {*map(_fingerprint, change.restore)}
    return admin.set_plan(msgspec.structs.replace(plan, revoked_keys=tuple(sorted(revoked))))


async def _change_models(admin: Admin, request: web.BaseRequest) -> object:
    change = await _body(request, Removal)
    plan = admin.gate.plan
    removed = {*plan.removed_models, *change.remove} - set(change.restore)
    return admin.set_plan(msgspec.structs.replace(plan, removed_models=tuple(sorted(removed))))


async def _set_limits(admin: Admin, request: web.BaseRequest) -> object:
    limits = await _body(request, tuple[KeyLimit, ...])
    return admin.set_plan(msgspec.structs.replace(admin.gate.plan, limits=limits))


async def _show_arrivals(admin: Admin, request: web.BaseRequest) -> object:
    return read_bill(admin.bill.path)


async def _show_violations(admin: Admin, request: web.BaseRequest) -> object:
    grace_s = float(request.query.get("grace_s", "0"))
    return [one for one in admin.gate.violations if one.since_told_s >= grace_s]


async def _show_batches(admin: Admin, request: web.BaseRequest) -> object:
    batches = [batch for format in Format for batch in admin.batches.newest_first(format)]
    return [
        {
            "id": batch.id,
            "format": batch.format,
            "phase": admin.batches.standing(batch).phase,
            "items": len(batch.items),
            "finished": len(batch.outcomes),
            "tags": batch.tags,
        }
        for batch in batches
    ]


async def _weigh_answer(admin: Admin, request: web.BaseRequest) -> object:
    asked = await _body(request, AnswerToWeigh)
    return admin.respondent.world.truth_of_answer(asked.case, asked.answer)


async def _weigh_prompt(admin: Admin, request: web.BaseRequest) -> object:
    return admin.respondent.world.truth_of_prompt((await _body(request, PromptToWeigh)).prompt)


async def _show_cases(admin: Admin, request: web.BaseRequest) -> object:
    count, seed = int(request.query.get("count", "10")), int(request.query.get("seed", "1"))
    return admin.respondent.world.cases(count, seed)


async def _show_entries(admin: Admin, request: web.BaseRequest) -> object:
    count, seed = int(request.query.get("count", "10")), int(request.query.get("seed", "1"))
    return admin.respondent.world.entries(count, seed)


async def _show_plan(admin: Admin, request: web.BaseRequest) -> object:
    return admin.gate.plan


async def _set_plan(admin: Admin, request: web.BaseRequest) -> object:
    return admin.set_plan(await _body(request, FaultPlan))


async def _show_clock(admin: Admin, request: web.BaseRequest) -> object:
    return admin.show_clock()


async def _change_clock(admin: Admin, request: web.BaseRequest) -> object:
    return admin.change_clock(await _body(request, ClockChange))


async def _set_persona(admin: Admin, request: web.BaseRequest) -> object:
    return admin.set_persona(await _body(request, Persona))


async def _tick(admin: Admin, request: web.BaseRequest) -> object:
    return await admin.tick(await _body(request, Tick))


async def _reset(admin: Admin, request: web.BaseRequest) -> object:
    return admin.reset()


_REPLIES: dict[tuple[str, str], Reply] = {
    ("GET", "/plan"): _show_plan,
    ("PUT", "/plan"): _set_plan,
    ("PUT", "/limits"): _set_limits,
    ("POST", "/keys"): _change_keys,
    ("POST", "/models"): _change_models,
    ("PUT", "/personas"): _set_persona,
    ("GET", "/arrivals"): _show_arrivals,
    ("GET", "/clock"): _show_clock,
    ("POST", "/clock"): _change_clock,
    ("GET", "/violations"): _show_violations,
    ("GET", "/batches"): _show_batches,
    ("POST", "/batches/tick"): _tick,
    ("POST", "/truth/answer"): _weigh_answer,
    ("POST", "/truth/prompt"): _weigh_prompt,
    ("GET", "/cases"): _show_cases,
    ("GET", "/entries"): _show_entries,
    ("POST", "/reset"): _reset,
}


async def _body(request: web.BaseRequest, shape: type[T]) -> T:
    return msgspec.json.decode(await request.read(), type=shape)


def _fingerprint(key: str) -> str:
    """Keys may be given as they are or by fingerprint."""
    return key if len(key) == 12 and not set(key) - set("0123456789abcdef") else fingerprint_of_key(key)


def _is_near(request: web.BaseRequest) -> bool:
    """Whether the caller is on this machine."""
    return request.remote is not None and ip_address(request.remote).is_loopback


def _answer(value: object, *, status: int = 200) -> web.Response:
    return web.Response(
        body=orjson.dumps(msgspec.to_builtins(value)), status=status, content_type="application/json"
    )
