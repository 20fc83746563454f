"""Wires that lead nowhere: for what is decided before anything is sent, and for what it takes to send it."""

import json
from collections.abc import AsyncIterator

from edison.gateway.codecs.base import Parcel
from edison.gateway.provider import Provider
from edison.gateway.wire import WireReply


class Silence:
    """Raises as soon as it is used."""

    class Heard(Exception):
        """Something was sent."""

    async def send(
        self,
        provider: Provider,
        parcel: Parcel,
        *,
        deadline_s: float,
        body_limit: int | None = None,
        address: str | None = None,
    ) -> WireReply:
        raise self.Heard

    async def lines(self, provider: Provider, parcel: Parcel, *, deadline_s: float) -> AsyncIterator[bytes]:
        raise self.Heard
        yield b""


class Abyss(Silence):
    """Takes everything, keeps nothing but its size, and says what any provider would say to it."""

    REPLY = json.dumps({"id": "b1", "name": "batches/b1", "file": {"name": "files/f1"}}).encode()

    def __init__(self) -> None:
        self.taken = 0

    async def send(
        self,
        provider: Provider,
        parcel: Parcel,
        *,
        deadline_s: float,
        body_limit: int | None = None,
        address: str | None = None,
    ) -> WireReply:
        self.taken += len(parcel.body or b"")
        return WireReply(200, {"x-goog-upload-url": "http://here/there?id=1"}, self.REPLY, False, 0.0)
