"""The session of one agent: what it may spend, whom it can ask, and how it asks."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Self

from edison.domain import Answer, Ask, CallId, Endpoint, Purpose, Right, Run, Sampling, StageName
from edison.engine import ProviderVectors
from edison.errors import ModelAmbiguous, ModelUnknown
from edison.gateway import KINDS, CallOptions, Embedder, local_embedder
from edison.store import LOCAL_PROJECT, KeptVectors

from ..access import verb
from ..house import House
from ..providers.models import ServerModels, list_servers
from .connections import ProviderConnections
from .outside_ledger import CappedLedger

_STAGES = {Purpose.JUDGE: StageName.JUDGE, Purpose.DRAFT: StageName.DRAFT, Purpose.ASSIST: StageName.DRAFT}
"""As what a question stands in the ledger; all others are answered."""


@dataclass(frozen=True, slots=True)
class CallTerms:
    """How one call is made."""

    timeout_s: float
    """For one try; waiting for a slot does not count."""
    api_key: str | None = None
    """In place of the provider's own, for this call; kept nowhere."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked, how it draws, and on which terms."""

    model_id: str
    sampling: Sampling
    terms: CallTerms


class AgentSession:
    """Lives as long as an agent is there: every call is in the ledger before it is sent."""

    def __init__(
        self,
        house: House,
        *,
        budget_microusd: int | None = None,
        ledger: CappedLedger | None = None,
        embedder: str | None = None,
        about: Run | None = None,
    ) -> None:
        """
        Args:
            house: The house.
            budget_microusd: What may be spent while it is there.
            ledger: Who pays, in place of such a budget.
            embedder: Who makes vectors of texts, as provider/model; whatever is installed here unless given.
            about: The run that it is about: its providers are asked, and vectors are kept for its project.
        """
        self.ledger = ledger or CappedLedger.for_stay(
            house, budget_microusd=budget_microusd, name="edison mcp"
        )
        written = None if about is None else about.snapshot.providers
        self.connections = ProviderConnections(house, self.ledger, written=written)
        self._project = LOCAL_PROJECT if about is None else about.experiment.project_id
        self.embedder = local_embedder() if embedder is None else self._asked_embedder(house, embedder)
        self._servers: tuple[ServerModels, ...] = ()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up everywhere."""
        await self.connections.close()
        await asyncio.to_thread(self.ledger.shut)

    def _asked_embedder(self, house: House, named: str) -> Embedder:
        to = Endpoint.parse(named)

        async def scope() -> str:
            async with self.connections.open(to) as gateway:
                return f"{self._project} {gateway.address_of(to.provider)}"

        kept = KeptVectors(house.store, clock=house.clock)
        return ProviderVectors(to, kept=kept, scope=scope).asking(partial(_heard, house, self))

    def remember(self, servers: Iterable[ServerModels]) -> None:
        """Which models there are, until somebody looks again."""
        self._servers = tuple(servers)

    def called(self, model: str) -> set[str]:
        """The endpoints that may be meant by the name of a model alone."""
        names = {name for server in self._servers for name in server.models}
        return {name for name in names if name.partition("/")[2] == model}


@verb(Right.READ)
async def look_at_servers(house: House, session: AgentSession) -> tuple[ServerModels, ...]:
    """Every server that could be asked, with its models or why it lists none."""
    servers = await list_servers(house)
    session.remember(servers)
    return servers


@verb(Right.READ)
async def find_model(house: House, session: AgentSession, model_id: str) -> Endpoint:
    """Whom an agent means: `provider/model`, or a model's name alone where only one provider has it.

    Raises:
        ModelAmbiguous: several have it.
        ModelUnknown: nobody lists it.
    """
    named = model_id.strip()
    provider, slash, _ = named.partition("/")
    if slash and provider in await asyncio.to_thread(_providers, house):
        return Endpoint.parse(named)
    if not session.called(named):
        await look_at_servers(house, session)
    found = sorted(session.called(named))
    if len(found) > 1:
        raise ModelAmbiguous(named, found)
    if not found:
        raise ModelUnknown(named)
    return Endpoint.parse(found[0])


@verb(Right.SPEND)
async def ask_model(house: House, session: AgentSession, ask: Ask, terms: CallTerms) -> Answer:
    """Put one question, if the session's budget has room for it; refused before anything is sent, if not."""
    account = session.ledger.paying(_STAGES.get(ask.purpose, StageName.GENERATE))
    with session.ledger.charged_to(account) as call:
        async with session.connections.open(ask.to, api_key=terms.api_key) as gateway:
            return await gateway.ask(ask, CallOptions(call_id=call, deadline_s=terms.timeout_s))


@verb(Right.SPEND)
async def ask_for_vectors(_house: House, session: AgentSession, ask: Ask, call: CallId) -> Answer:
    """Have vectors made of texts, if that fits into what is left of the session's budget."""
    async with session.connections.open(ask.to) as gateway:
        return await gateway.ask_for_vectors(ask, CallOptions(call_id=call))


@asynccontextmanager
async def _heard(house: House, session: AgentSession, ask: Ask) -> AsyncGenerator[Answer]:
    """Vectors, whose call counts as answered when this is left: whoever dies before pays for them once at most."""
    ledger = session.ledger
    with ledger.charged_to(ledger.paying(StageName.CHECK)) as call, ledger.kept_before_settled(call):
        yield await ask_for_vectors(house, session, ask, call)


def _providers(house: House) -> set[str]:
    with house.store.reading() as work:
        return {*KINDS, *house.given, *house.around, *work.providers.names()}
