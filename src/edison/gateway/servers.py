"""Which server of a local pool takes a call."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from edison.domain import Clock
from edison.errors import Unavailable

from .line import Line
from .pool import Lease, ServerPool
from .provider import Provider

ListModels = Callable[[Provider, str], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class CallTarget:
    """Where to send a call: a server of a pool, or None for the provider's only address."""

    address: str | None = None
    is_cold: bool = False
    """The server has another model loaded: a warm-up keeps the loading out of the measured latency."""
    pool: ServerPool | None = None
    lease: Lease | None = None


ONLY_ADDRESS = CallTarget()


class ServerChoice:
    """Leases servers of providers that have several; a provider with one address needs no lease."""

    def __init__(self, *, clock: Clock, list_models: ListModels) -> None:
        self._clock = clock
        self._list_models = list_models
        self._pools: dict[Provider, ServerPool] = {}

    async def find(self, line: Line, *, patience_s: float) -> CallTarget:
        """A server of the line's pool; give it back."""
        pool = self._pool(line.provider)
        lease = await pool.acquire(line.model, patience_s=patience_s)
        return CallTarget(lease.server, is_cold=pool.needs_warm_up(lease), pool=pool, lease=lease)

    def give_back(self, target: CallTarget, error: BaseException | None) -> None:
        """Free the target; a server that could not be reached is asked anew what it serves."""
        if target.pool is not None and target.lease is not None:
            target.pool.release(target.lease, failed=isinstance(error, Unavailable))

    def _pool(self, provider: Provider) -> ServerPool:
        pool = self._pools.get(provider)
        if pool is None:

            async def refresh(server: str) -> Sequence[str]:
                return await self._list_models(provider, server)

            concurrency = provider.limits.concurrency or 1
            pool = ServerPool(
                provider.servers, clock=self._clock, refresh=refresh, max_concurrent=concurrency
            )
            self._pools[provider] = pool
        return pool
