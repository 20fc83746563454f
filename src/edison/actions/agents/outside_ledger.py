"""The money of whoever asks outside of runs: a budget for as long as it is there, or the cap of its token or chat."""

import asyncio
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

import structlog

from edison.domain import (
    AgentToken,
    AgentTokenId,
    Asker,
    AskerKind,
    Attempt,
    AttemptEnd,
    AttemptId,
    AttemptState,
    CallId,
    Certainty,
    Cost,
    StageName,
)
from edison.errors import BudgetSpent, EdisonError, PriceUnknown
from edison.gateway import Ledger
from edison.store import CallPlace, UnitOfWork, stage_number

from ..house import House

log = structlog.get_logger()

_FREE = Cost(microusd=0, certainty=Certainty.EXACT)
_GIVEN_UP = "cancelled"


class SpendingCap(Protocol):
    """Where money is counted, for one stay, one token or one chat."""

    @property
    def has_cap(self) -> bool: ...

    def take(self, work: UnitOfWork, microusd: int, /) -> bool:
        """Set money aside in one step; False where less is left."""
        ...

    def give_back(self, work: UnitOfWork, microusd: int, /) -> None: ...

    def left(self, work: UnitOfWork, /) -> int | None:
        """What may still be spent; None without a cap."""
        ...


class SessionCap:
    """A budget for one stay, counted in this process."""

    def __init__(self, budget_microusd: int | None) -> None:
        self._left = budget_microusd
        self._lock = threading.Lock()

    @property
    def has_cap(self) -> bool:
        return self._left is not None

    def take(self, _work: UnitOfWork, microusd: int) -> bool:
        with self._lock:
            if self._left is None:
                return True
            fits = microusd <= self._left
            self._left -= microusd if fits else 0
            return fits

    def give_back(self, _work: UnitOfWork, microusd: int) -> None:
        with self._lock:
            if self._left is not None:
                self._left += microusd

    def left(self, _work: UnitOfWork) -> int | None:
        return self._left


@dataclass(frozen=True, slots=True)
class TokenCap:
    """The cap of a token."""

    token_id: AgentTokenId
    has_cap: bool = True

    def take(self, work: UnitOfWork, microusd: int) -> bool:
        return work.agent_tokens.take(self.token_id, microusd)

    def give_back(self, work: UnitOfWork, microusd: int) -> None:
        work.agent_tokens.give_back(self.token_id, microusd)

    def left(self, work: UnitOfWork) -> int | None:
        return work.agent_tokens.get(self.token_id).left_microusd


@dataclass(frozen=True, slots=True)
class Account:
    """Who asks, where in the ledger its call stands, and who pays."""

    asker: Asker
    cap: SpendingCap
    place: CallPlace


class _Taken(NamedTuple):
    """What was set aside for a try that is under way."""

    account: Account
    call_id: CallId
    worst_microusd: int


class OutsideLedger(Ledger):
    """The ledger of calls outside of runs: money is taken and the try written down before anything is sent.

    What a process had set aside when it died stays taken, as do calls of which nobody knows whether they were billed.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._accounts: dict[CallId, Account] = {}
        self._open: dict[AttemptId, _Taken] = {}
        self._held: dict[CallId, list[AttemptEnd]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="edison-outside-ledger")

    @contextmanager
    def charged_to(self, account: Account) -> Generator[CallId]:
        """A call that is about to be made, and whose it is."""
        call = CallId(self._house.mint.new("call"))
        self._accounts[call] = account
        try:
            yield call
        finally:
            del self._accounts[call]

    @contextmanager
    def kept_before_settled(self, call: CallId) -> Generator[None]:
        """What is heard in this call counts as answered when this is left: by then it is kept."""
        held = self._held[call] = []
        try:
            yield
        finally:
            del self._held[call]
            for end in held:
                self.close(end)

    async def open(self, attempt: Attempt) -> None:
        """Set the worst case aside; a caller that gives up meanwhile leaves nothing set aside."""
        account, worst = self._accounts[attempt.call_id], attempt.worst_case_microusd
        if worst is None and account.cap.has_cap:
            raise PriceUnknown(attempt.endpoint)
        taking = asyncio.get_running_loop().run_in_executor(self._thread, self._begin, account, attempt)
        try:
            await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(lambda done: self._undo(done, account, attempt))
            raise
        self._open[attempt.id] = _Taken(account, attempt.call_id, worst or 0)

    def close(self, end: AttemptEnd) -> None:
        """Write down how it ended, and give back what it did not cost; where that is not known, nothing."""
        taken = self._open.get(end.attempt_id)
        if taken is None:
            return
        if taken.call_id in self._held and end.state is AttemptState.SETTLED:
            self._held[taken.call_id].append(end)
            return
        del self._open[end.attempt_id]
        is_known = end.cost.microusd is not None and end.state is not AttemptState.OUTCOME_UNKNOWN
        rest = taken.worst_microusd - (end.cost.microusd or 0) if is_known else 0
        self._thread.submit(self._settle, taken.account, end, rest)

    def shut(self) -> None:
        """Write down what is not written yet. Blocks; not for a loop."""
        self._thread.shutdown()

    def take(self, cap: SpendingCap, microusd: int) -> None:
        """Set money aside for something else than a call. Blocks; not for a loop.

        Raises:
            BudgetSpent: less than that is left.
        """
        with self._house.store.work() as work:
            _take(cap, work, microusd)

    def _begin(self, account: Account, attempt: Attempt) -> None:
        with self._house.store.work() as work:
            _take(account.cap, work, attempt.worst_case_microusd or 0)
            work.askers.open_attempt(account.asker, account.place, attempt)

    def _undo(self, done: "asyncio.Future[None]", account: Account, attempt: Attempt) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        end = AttemptEnd(
            attempt_id=attempt.id,
            ended_at=self._house.clock.now(),
            state=AttemptState.FAILED,
            trouble=_GIVEN_UP,
            cost=_FREE,
        )
        self._thread.submit(self._settle, account, end, attempt.worst_case_microusd or 0)

    def _settle(self, account: Account, end: AttemptEnd, rest: int) -> None:
        try:
            # Once: given back twice, it would be spent twice.
            with self._house.store.work() as work:
                work.askers.end_attempt(account.asker, end)
                account.cap.give_back(work, rest)
        except EdisonError as error:
            log.warning("outside_ledger.not_settled", microusd=rest, code=error.code)


class CappedLedger(OutsideLedger):
    """The money of one agent, of which runs can be given some as well."""

    def __init__(self, house: House, asker: Asker, cap: SpendingCap) -> None:
        super().__init__(house)
        self._asker = asker
        self._cap = cap

    @classmethod
    def for_stay(
        cls,
        house: House,
        *,
        budget_microusd: int | None = None,
        kind: AskerKind = AskerKind.AGENT,
        name: str,
    ) -> Self:
        """A budget for one stay."""
        asker = Asker(kind=kind, id=house.mint.new("stay"), name=name)
        return cls(house, asker, SessionCap(budget_microusd))

    @classmethod
    def of_token(cls, house: House, token: AgentToken) -> Self:
        """The cap of a token, for all processes and for ever."""
        asker = Asker(kind=AskerKind.AGENT, id=token.id, name=token.name)
        return cls(house, asker, TokenCap(token.id))

    @property
    def left_microusd(self) -> int | None:
        """What may still be spent; None without a limit. Blocks; not for a loop."""
        with self._house.store.reading() as work:
            return self._cap.left(work)

    def give_away(self, microusd: int) -> None:
        """Set aside what a run may spend, whatever it will need of it. Blocks; not for a loop.

        Raises:
            BudgetSpent: less than that is left.
        """
        self.take(self._cap, microusd)

    def paying(self, stage: StageName) -> Account:
        """Its account for a call of one stage."""
        return Account(self._asker, self._cap, CallPlace(stage_number(stage), 0))


def _take(cap: SpendingCap, work: UnitOfWork, microusd: int) -> None:
    if not cap.take(work, microusd):
        raise BudgetSpent(needed_microusd=microusd, left_microusd=cap.left(work) or 0)
