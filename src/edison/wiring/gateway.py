"""A gateway on the real clock, and providers with their keys, for programs that ask without a run."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from edison.domain import Chance
from edison.settings import Settings

from .clock import SystemClock
from .keys import Keys
from .network import build_network

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


def build_providers(forms: Mapping[str, object], settings: Settings) -> "list[Provider]":
    """Providers for the forms of a file; names the provider and the field where one is wrong."""
    from edison.actions.providers import connecting

    keys = Keys(settings)
    network = build_network(settings, keys)
    return [replace(provider, network=network) for provider in connecting.build_providers(forms, keys=keys)]
