"""A request at the counter: who comes, what for, and when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from aiohttp import web

from ..billing import BillRecord
from ..faults.dice import Arrival
from ..wire.keys import Caller, KeyRing, SignedRequest, read_caller
from ..wire.routes import Hint, WireRoute
from ..wire.shapes import Incoming, Stamp

_MARKS = ("idempotency-key", "x-idempotency-key", "x-stainless-idempotency-key")


class Visit(msgspec.Struct, frozen=True, kw_only=True):
    """One request, read but not yet understood."""

    route: WireRoute
    incoming: Incoming
    caller: Caller
    key: str | None
    """The fingerprint of the caller's key."""
    digest: str
    """Names the body."""
    target: str
    sequence: int
    now: datetime
    at_s: float
    """Simulated seconds since the start."""
    wall_now: datetime
    seed: int

    @property
    def stamp(self) -> Stamp:
        """Ids for the answer."""
        return Stamp(f"{self.seed}/{self.digest}/{self.sequence}", self.now)

    def is_welcome(self, ring: KeyRing) -> bool:
        """Whether the caller may come in at all."""
        # The address of an upload is a secret of its own; clients send no key with the pieces.
        is_free = not self.route.needs_key or "upload_id" in self.incoming.query
        if is_free and self.caller.key is None:
            return True
        if self.caller.signature is None:
            return ring.knows(self.caller)
        incoming = self.incoming
        request = SignedRequest(incoming.method, self.target, incoming.headers, incoming.body, self.wall_now)
        return ring.accepts(self.caller, request=request)

    def arrival(self, *, model: str | None, stream: bool = False, wanted: int = 0) -> Arrival:
        """The visit as the gate sees it; `wanted` is how many tokens the caller would take at most."""
        return Arrival(
            at_s=self.at_s,
            format=self.route.format,
            operation=self.route.operation,
            path=self.incoming.path,
            model=model,
            key=self.key,
            content=self.digest,
            stream=stream,
            estimate=len(self.incoming.body) // 4 + wanted,
        )

    def record(self, status: int, *, model: str | None, rule: str | None = None) -> BillRecord:
        """The visit as the bill sees it, before anything is charged."""
        headers = self.incoming.headers
        return BillRecord(
            sequence=self.sequence,
            at=self.now.timestamp(),
            wall_at=self.wall_now.timestamp(),
            format=self.route.format,
            operation=self.route.operation,
            status=status,
            key=self.key,
            model=model,
            content=self.digest,
            idempotency=next((headers[name] for name in _MARKS if name in headers), None),
            rule=rule,
        )


def hint_of(headers: Mapping[str, str], target: str) -> Hint:
    """Whose client it is, where the path alone does not say."""
    if "anthropic-version" in headers:
        return "anthropic"
    if (
        "x-goog-api-key" in headers
        or "x-goog-upload-command" in headers
        or "?key=" in target
        or "&key=" in target
    ):
        return "google"
    return "plain"


async def incoming_of(request: web.BaseRequest, route: WireRoute) -> Incoming:
    """Read a request."""
    target = request.raw_path
    path, mark, _ = target.partition("?")
    return Incoming(
        method=request.method,
        path=path,
        query=dict(request.query) if mark else {},
        headers=request.headers,
        body=await request.read(),
        model=route.model,
        name=route.name,
        dialect=route.dialect,
    )


def caller_of(incoming: Incoming) -> Caller:
    """Find out who asks."""
    return read_caller(incoming.headers, incoming.query)
