"""A key that ends: made when it is first needed, and anew before it ends, once however many wait for it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Literal, Protocol
from urllib.parse import urlencode

from edison.domain import Clock
from edison.errors import ProviderTrouble, TimedOut

from ..secret import Secret

PATIENCE_S = 30.0
"""For one making, with everything that it asks for."""
_EARLY = timedelta(minutes=5)
_LAST_USE = timedelta(seconds=30)
"""So long before its end nobody sets out with a key any more."""
_NEXT_TRY = timedelta(seconds=30)
_REMEMBERED = 4
"""Keys that may still be on their way, and must not be shown."""


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """What a token address is asked; it never prints, for it holds what keys are made of."""

    url: str
    method: Literal["GET", "POST", "PUT"] = "GET"
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    body: bytes | None = field(default=None, repr=False)
    is_near: bool = False
    """Is part of this machine or its network, where no proxy leads."""

    @classmethod
    def form(cls, url: str, fields: Mapping[str, str]) -> "KeyRequest":
        """Fields as a form on a page is sent."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        return cls(url, "POST", headers, urlencode(fields).encode())


class KeyReply(Protocol):
    """What a token address says."""

    @property
    def status(self) -> int: ...
    @property
    def body(self) -> bytes: ...


Post = Callable[[KeyRequest], Awaitable[KeyReply]]
"""Carries a request to a token address; trouble on the way is raised."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A key and how long it may be used."""

    key: Secret
    ends_at: datetime | None = None
    """None: for as long as nobody says otherwise."""


class KeyMaker(Protocol):
    """One way to come by a key."""

    @property
    def owner(self) -> str:
        """Whom the keys speak for: the same for each of them, and no secret."""
        ...

    @property
    def secrets(self) -> tuple[str, ...]:
        """What keys are made of, and nobody shall see."""
        ...

    async def make(self, post: Post, now: datetime) -> Lease:
        """A fresh key; raises ProviderTrouble where none is given."""
        ...


@dataclass(frozen=True, slots=True)
class _Held:
    lease: Lease
    made_at: datetime

    def is_fresh(self, now: datetime) -> bool:
        ends_at = self.lease.ends_at
        if ends_at is None:
            return True
        return now < ends_at - min(_EARLY, (ends_at - self.made_at) / 4)

    def can_be_used(self, now: datetime) -> bool:
        return self.lease.ends_at is None or now < self.lease.ends_at - _LAST_USE


class RenewedKey:
    """The keys of one owner, one after the other."""

    def __init__(self, maker: KeyMaker, *, note: Callable[[str], None] | None = None) -> None:
        self._maker = maker
        self._note = note
        self._held: _Held | None = None
        self._making: asyncio.Task[Secret] | None = None
        self._quiet_until: datetime | None = None
        self._recent: deque[str] = deque(maxlen=_REMEMBERED)

    def __repr__(self) -> str:
        return f"RenewedKey({self._maker.owner})"

    @property
    def owner(self) -> str:
        """Whom the keys speak for."""
        return self._maker.owner

    @property
    def fingerprint(self) -> str:
        """Tells owners apart; the same for all keys of one, so that limits and caches outlive them."""
        return blake2b(self.owner.encode(), digest_size=8, person=b"edison-key").hexdigest()

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown: what keys are made of, and those in use."""
        return (*self._maker.secrets, *self._recent)

    async def key(self, *, clock: Clock, post: Post) -> Secret:
        """The key to use now. One that ends soon is used while another is made, so that nobody waits for it."""
        now, held = clock.now(), self._held
        if held is not None and held.is_fresh(now):
            return held.lease.key
        is_usable = held is not None and held.can_be_used(now)
        if is_usable and self._quiet_until is not None and now < self._quiet_until:
            assert held is not None
            return held.lease.key
        making = self._begin(clock, post)
        if is_usable:
            assert held is not None
            return held.lease.key
        try:
            # Many may wait for it; one that gives up leaves it to the others.
            return await asyncio.shield(making)
        except ProviderTrouble as trouble:
            # Each of those who wait gets one of its own, for more is written into it on its way up.
            raise copy(trouble) from trouble

    def distrust(self, key: Secret, *, now: datetime) -> None:
        """A provider refused this key: the next call gets another one, unless it is quite new."""
        held = self._held
        if held is not None and held.lease.key == key and now - held.made_at > _NEXT_TRY:
            self._held = None

    def _begin(self, clock: Clock, post: Post) -> "asyncio.Task[Secret]":
        loop = asyncio.get_running_loop()
        making = self._making
        if making is None or making.done() or making.get_loop() is not loop:
            making = self._making = loop.create_task(self._make(clock, post))
            # Where nobody waits for it, nobody else looks at how it ended.
            making.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        return making

    async def _make(self, clock: Clock, post: Post) -> Secret:
        now = clock.now()
        try:
            async with asyncio.timeout(PATIENCE_S):
                lease = await self._maker.make(post, now)
        except TimeoutError:
            self._quiet_until = now + _NEXT_TRY
            raise TimedOut(
                f"No key for {self.owner} came within {PATIENCE_S:.0f} s; check the network."
            ) from None
        except ProviderTrouble:
            self._quiet_until = now + _NEXT_TRY
            raise
        for part in {lease.key.reveal(), *lease.key.reveal().split(":")}:
            if self._note is not None:
                self._note(part)
        self._recent.append(lease.key.reveal())
        self._held, self._quiet_until = _Held(lease, now), None
        return lease.key
