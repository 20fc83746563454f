"""Gateways and questions for tests: valid by default, override what matters."""

import atexit
import socket
from dataclasses import replace
from functools import cache
from typing import Any

from edison.domain import Ask, Chance, Endpoint, FrozenClock, Message, Sampling
from edison.gateway import NO_RETRIES, Gateway, MemoryLedger, Patience, Price, Provider, RetryPolicy
from edison.wiring import SystemClock

KEY = "sk-canary-0123456789abcdef"


def a_provider(base_url: str, **changes: Any) -> Provider:
    plain = Provider(name="stub", kind="openai-compatible", base_url=base_url, price=Price(1.0, 2.0))
    return replace(plain, **changes)


def an_ask(text: str = "What is the capital of France?", *, model: str = "stub", **changes: Any) -> Ask:
    sampling = changes.pop("sampling", Sampling(max_tokens=16))
    return Ask(
        to=Endpoint(provider="stub", model=model),
        messages=(Message.user(text),),
        sampling=sampling,
        **changes,
    )


def a_gateway(*providers: Provider, policy: RetryPolicy = NO_RETRIES, **changes: Any) -> Gateway:
    """On the real clock, without retries."""
    changes.setdefault("ledger", MemoryLedger())
    return Gateway(providers, clock=SystemClock(), chance=Chance(1), policy=policy, **changes)


class HastyClock(SystemClock):
    """The real clock, except that sleeping takes no time and is written down."""

    def __init__(self) -> None:
        self._skipped = FrozenClock()

    @property
    def slept_s(self) -> list[float]:
        return self._skipped.slept_s

    def monotonic(self) -> float:
        return super().monotonic() + self._skipped.monotonic()

    async def sleep(self, seconds: float) -> None:
        await self._skipped.sleep(seconds)
        await super().sleep(0)


QUICK = Patience(connect_s=2.0, total_s=0.5)


def nobody() -> str:
    """An address at which nobody listens, and which nobody else is given as long as this process lives."""
    return f"http://127.0.0.1:{_taken().getsockname()[1]}/v1"


@cache
def _taken() -> socket.socket:
    taken = socket.socket()
    atexit.register(taken.close)
    taken.bind(("127.0.0.1", 0))
    return taken
