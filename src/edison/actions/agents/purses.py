"""Where an agent's money comes from: a budget for as long as it is there, or the cap of its token."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import structlog

from edison.domain import AgentToken, AgentTokenId, Attempt, AttemptEnd, AttemptId, AttemptState, CallId
from edison.errors import BudgetSpent, EdisonError, PriceUnknown
from edison.gateway import Ledger, MemoryLedger
from edison.store import UnitOfWork

from ..house import House

log = structlog.get_logger()


class Purse(Ledger, Protocol):
    """A ledger of calls, of whose money runs can be given some as well."""

    @property
    def left_microusd(self) -> int | None:
        """What may still be spent; None without a limit. Blocks; not for a loop."""
        ...

    def give_away(self, microusd: int) -> None:
        """Set aside what a run may spend, whatever it will need of it. Blocks; not for a loop.

        Raises:
            BudgetSpent: less than that is left.
        """
        ...

    def shut(self) -> None:
        """Write down what is not written yet. Blocks; not for a loop."""
        ...


class SessionPurse(MemoryLedger):
    """A budget for one stay."""

    budget_microusd: int | None

    @property
    def left_microusd(self) -> int | None:
        """What may still be spent; None without a budget."""
        budget = self.budget_microusd
        return None if budget is None else budget - self.spent_microusd - self.held_microusd

    def give_away(self, microusd: int) -> None:
        """Less is left from now on."""
        if self.budget_microusd is None:
            return
        if (left := self.left_microusd or 0) < microusd:
            raise BudgetSpent(needed_microusd=microusd, left_microusd=left)
        self.budget_microusd -= microusd

    def shut(self) -> None:
        """Nothing of it is written."""


class Till(Protocol):
    """Where in the database money is counted, for one token or one chat."""

    @property
    def has_cap(self) -> bool: ...

    def take(self, work: UnitOfWork, microusd: int) -> bool:
        """Set money aside in one step; False where less is left."""
        ...

    def give_back(self, work: UnitOfWork, microusd: int) -> None: ...

    def left(self, work: UnitOfWork) -> int | None:
        """What may still be spent; None without a cap."""
        ...


@dataclass(frozen=True, slots=True)
class TokenTill:
    """The cap of a token."""

    token_id: AgentTokenId
    has_cap: bool = True

    def take(self, work: UnitOfWork, microusd: int) -> bool:
        return work.agent_tokens.take(self.token_id, microusd)

    def give_back(self, work: UnitOfWork, microusd: int) -> None:
        work.agent_tokens.give_back(self.token_id, microusd)

    def left(self, work: UnitOfWork) -> int | None:
        return work.agent_tokens.get(self.token_id).left_microusd


class StoredLedger:
    """Counts money in the database, for all processes and for ever: it is taken before anything is sent.

    What a process had set aside when it died stays taken, as do calls of which nobody knows whether they were billed.
    """

    def __init__(self, house: House, till_of: Callable[[CallId], Till]) -> None:
        self._house = house
        self._till_of = till_of
        self._held: dict[AttemptId, tuple[Till, int]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="edison-till")

    async def open(self, attempt: Attempt) -> None:
        """Set the worst case aside; a caller that gives up meanwhile leaves nothing set aside."""
        till, worst = self._till_of(attempt.call_id), attempt.worst_case_microusd
        if worst is None and till.has_cap:
            raise PriceUnknown(attempt.endpoint)
        taking = asyncio.get_running_loop().run_in_executor(self._thread, self._take, till, worst or 0)
        try:
            await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(lambda done: self._undo(done, till, worst or 0))
            raise
        self._held[attempt.id] = (till, worst or 0)

    def close(self, end: AttemptEnd) -> None:
        """Give back what it did not cost; where that is not known, nothing."""
        till, worst = self._held.pop(end.attempt_id, (None, 0))
        if till is None or end.cost.microusd is None or end.state is AttemptState.OUTCOME_UNKNOWN:
            return
        self._thread.submit(self._give_back, till, worst - end.cost.microusd)

    def shut(self) -> None:
        """Write down what is not written yet."""
        self._thread.shutdown()

    def _take(self, till: Till, microusd: int) -> None:
        with self._house.store.work() as work:
            is_taken, left = till.take(work, microusd), till.left(work)
        if not is_taken:
            raise BudgetSpent(needed_microusd=microusd, left_microusd=left or 0)

    def _undo(self, done: "asyncio.Future[None]", till: Till, microusd: int) -> None:
        if not done.cancelled() and done.exception() is None:
            self._thread.submit(self._give_back, till, microusd)

    def _give_back(self, till: Till, microusd: int) -> None:
        try:
            # Once: given back twice, it would be spent twice.
            with self._house.store.work() as work:
                till.give_back(work, microusd)
        except EdisonError as error:
            log.warning("till.not_settled", microusd=microusd, code=error.code)


class TokenPurse(StoredLedger):
    """The cap of a token, of which runs can be given some as well."""

    def __init__(self, house: House, token: AgentToken) -> None:
        till = TokenTill(token.id)
        super().__init__(house, lambda _: till)
        self._till = till

    @property
    def left_microusd(self) -> int | None:
        """What may still be spent."""
        with self._house.store.reading() as work:
            return self._till.left(work)

    def give_away(self, microusd: int) -> None:
        """Set money aside for a run."""
        self._take(self._till, microusd)
