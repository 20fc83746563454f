"""The live transport: a question is asked now, and the reply is in hand when this returns."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from edison.domain import Ask, CallId, Failure, Halt, Purpose, Reply
from edison.errors import (
    AuthRefused,
    BudgetSpent,
    EdisonError,
    ExtraRefused,
    ModelNotServed,
    OperationNotOffered,
    ParametersNotTaken,
    PriceUnknown,
    ProviderTrouble,
    QuotaGone,
    WaitTooLong,
)
from edison.gateway import CallOptions
from edison.store import AttemptEndEntry, CallPlace

from ..worker.session import EndpointHeld, RunSession

_FINAL = (
    ProviderTrouble,
    ExtraRefused,
    ModelNotServed,
    OperationNotOffered,
    ParametersNotTaken,
    PriceUnknown,
    WaitTooLong,
)
"""Nothing more can be done about these for one question: they are its reply."""

_FOR_A_PERSON = (AuthRefused, QuotaGone)
"""No question to this endpoint will do better until somebody has seen to it."""

_MONEY_WAIT_S = 0.25


class OutOfBudget(Exception):
    """What is left does not cover the worst case, and nothing under way will give anything back."""


class Heard(NamedTuple):
    """A reply, and how its accepted attempt ended; both are still to be written."""

    reply: Reply
    ending: AttemptEndEntry | None


class Transport(Protocol):
    """How questions are carried; a stage cannot tell one from another."""

    async def ask(self, ask: Ask, place: CallPlace) -> Heard: ...


@dataclass(frozen=True, slots=True)
class LiveTransport:
    """Through the gateway, at once."""

    session: RunSession

    async def ask(self, ask: Ask, place: CallPlace) -> Heard:
        session = self.session
        session.admit(ask.to.name)
        call_id = name_call(session.run.id, place)
        session.ledger.announce(call_id, place)
        session.call_began()
        try:
            answer = await self._ask_within_budget(ask, call_id)
        except _FOR_A_PERSON as trouble:
            session.ledger.take(call_id)
            session.holds[ask.to.name] = Halt(
                code=trouble.code, sentence=trouble.sentence, endpoint=ask.to.name
            )
            raise EndpointHeld(trouble.sentence) from trouble
        except _FINAL as trouble:
            session.ledger.take(call_id)
            return Heard(_failure(trouble), None)
        except BaseException:
            session.ledger.take(call_id)
            raise
        finally:
            session.call_ended()
        session.fault("receive.after")
        return Heard(answer, session.ledger.take(call_id))

    async def _ask_within_budget(self, ask: Ask, call_id: CallId) -> Reply:
        """Worst cases of calls under way hold money that most of them give back: wait for it before giving up."""
        session = self.session
        options = CallOptions(
            call_id=call_id, idempotency_key=call_id, project=session.run.experiment.project_id
        )
        while True:
            try:
                return await self._send(ask, options)
            except BudgetSpent as refused:
                if (
                    session.open_calls <= session.waiting_for_money + 1
                    and not await session.others_hold_money()
                ):
                    raise OutOfBudget(refused.sentence) from refused
                session.waiting_for_money += 1
                try:
                    await session.wait_for_a_call_to_end(_MONEY_WAIT_S)
                finally:
                    session.waiting_for_money -= 1

    async def _send(self, ask: Ask, options: CallOptions) -> Reply:
        gateway = self.session.gateway
        if ask.purpose is not Purpose.EMBED:
            return await gateway.ask(ask, options)
        return await gateway.ask_for_vectors(ask, options)


def name_call(run_id: str, place: CallPlace) -> CallId:
    """The same call has the same name whoever makes it, and however often: providers may tell repeats by it."""
    return CallId(f"{run_id}-{'-'.join(map(str, place))}")


def _failure(trouble: EdisonError) -> Failure:
    attempts = trouble.fields.get("attempts", 1)
    return Failure(
        code=trouble.code,
        sentence=trouble.sentence,
        attempts=attempts if isinstance(attempts, int) else 1,
    )
