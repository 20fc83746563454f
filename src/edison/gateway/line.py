"""A line to one model: everything about it that stays the same from call to call, worked out once."""

from dataclasses import dataclass, replace

from edison.domain import Endpoint

from .codecs import codec_of
from .codecs.base import Codec, Dialect
from .limiter import LimitKey
from .manifest import Capability, Manifest
from .masking import KeyMask
from .provider import Limits, Provider


@dataclass(frozen=True, slots=True)
class Line:
    """A provider, one of its models, and how to speak to it."""

    endpoint: Endpoint
    name: str
    model: str
    provider: Provider
    codec: Codec
    capability: Capability
    dialect: Dialect
    limit_key: LimitKey
    limits: Limits
    mask: KeyMask
    """Takes the keys of all providers out of answers."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never leave this room, in whatever a provider complains about."""
        return secrets_of(self.provider)


def open_line(endpoint: Endpoint, *, provider: Provider, manifest: Manifest, mask: KeyMask) -> Line:
    """Get a line to an endpoint of a completed provider."""
    credential = provider.key or provider.renewed
    capability = manifest.of(provider, endpoint.model)
    return Line(
        endpoint=endpoint,
        name=endpoint.name,
        model=endpoint.model,
        provider=provider,
        codec=codec_of(provider),
        capability=capability,
        dialect=capability.dialect,
        limit_key=LimitKey(
            credential=f"{provider.name}:{credential.fingerprint if credential else 'none'}",
            model=endpoint.model,
            address=provider.base_url or "",
        ),
        limits=_limits_of(provider),
        mask=mask,
    )


def secrets_of(provider: Provider) -> tuple[str, ...]:
    """Every string of a provider's settings that may be a credential."""
    key = (*provider.key.reveal().split(":"), provider.key.reveal()) if provider.key else ()
    lent = () if provider.renewed is None else provider.renewed.secrets
    parts = (part for secret in lent for part in (*secret.split(":"), secret))
    servers = (one.reveal() for one in provider.server_keys.values())
    known = (*key, *parts, *servers, *provider.headers.values(), *provider.network.secrets)
    return tuple(secret for secret in known if len(secret) >= 8)


def _limits_of(provider: Provider) -> Limits:
    if not provider.servers:
        return provider.limits
    # A pool's concurrency is per server; the limiter sees the provider as a whole.
    return replace(provider.limits, concurrency=(provider.limits.concurrency or 1) * len(provider.servers))
