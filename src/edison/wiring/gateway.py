"""A gateway on the real clock."""

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

from edison.domain import Chance

from .clock import SystemClock

if TYPE_CHECKING:
    # Most of those who come through wiring make no call.
    from edison.gateway import Cache, Gateway, Ledger, Limiter, Provider, RetryPolicy


def open_gateway(
    providers: "Iterable[Provider]",
    *,
    limiter: "Limiter | None" = None,
    ledger: "Ledger | None" = None,
    cache: "Cache | None" = None,
    policy: "RetryPolicy | None" = None,
) -> "Gateway":
    """A gateway for these providers; what is not handed in lives in this process's memory."""
    from edison.gateway import Gateway

    # Ids and jitter must differ between processes; nothing that is ever repeated is drawn from here.
    chance = Chance(secrets.randbits(63))
    return Gateway(
        providers,
        clock=SystemClock(),
        chance=chance,
        limiter=limiter,
        ledger=ledger,
        cache=cache,
        policy=policy,
    )
