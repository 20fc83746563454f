"""The durable ledger of one run in this process: an attempt is committed before it is sent."""

import asyncio
from collections.abc import Callable

from edison.domain import Attempt, AttemptEnd, AttemptId, AttemptState, CallId, FaultPoint, no_fault
from edison.store import AttemptEndEntry, AttemptEntry, CallPlace, RunKey, Writer

Admit = Callable[[str], None]
"""Raises if an endpoint may not be asked just now."""

_ON_THE_WIRE_S = 0.002


class RunLedger:
    """The gateway's ledger, in the database. How the accepted attempt ended waits for its answer's commit."""

    def __init__(self, writer: Writer, run: RunKey, *, admit: Admit, fault: FaultPoint = no_fault) -> None:
        self._writer = writer
        self._run = run
        self._admit = admit
        self._fault = fault
        self._places: dict[CallId, CallPlace] = {}
        self._open: dict[AttemptId, Attempt] = {}
        self._settled: dict[CallId, AttemptEndEntry] = {}
        self._dearest: dict[str, int] = {}
        """What a call cost at most that cost more than was reserved for it, by endpoint."""

    def announce(self, call_id: CallId, place: CallPlace) -> None:
        """Say where a call belongs before it is made."""
        self._places[call_id] = place

    def take(self, call_id: CallId) -> AttemptEndEntry | None:
        """How the accepted attempt of a call ended, to be written together with its answer; the call is over."""
        self._places.pop(call_id, None)
        return self._settled.pop(call_id, None)

    async def open(self, attempt: Attempt) -> None:
        # A call may have waited for its slot while the reason to make it went away.
        self._admit(attempt.endpoint)
        place = self._places[attempt.call_id]
        attempt = attempt.reserving(self._dearest.get(attempt.endpoint, 0))
        self._open[attempt.id] = attempt
        try:
            await self._writer.commit(AttemptEntry(self._run, place, attempt))
        except Exception:
            # Refused, so nothing was written, and there is nothing to close.
            del self._open[attempt.id]
            raise
        self._fault("send.before")
        if self._fault is not no_fault:
            asyncio.get_running_loop().call_later(_ON_THE_WIRE_S, self._fault, "send.after")

    def close(self, end: AttemptEnd) -> None:
        attempt = self._open.pop(end.attempt_id, None)
        if attempt is None:
            return
        self._fault("receive.before")
        self._learn(attempt, end)
        ending = AttemptEndEntry(self._run, end, attempt.worst_case_microusd)
        if end.state is AttemptState.SETTLED:
            self._settled[attempt.call_id] = ending
        else:
            self._writer.put(ending)

    def _learn(self, attempt: Attempt, end: AttemptEnd) -> None:
        """Whoever says that a call cost more than it could is believed, and that much is reserved from then on.

        A budget is then exceeded by no more than what was under way: its end is written only with its answer.
        """
        cost, worst = end.cost.microusd, attempt.worst_case_microusd
        if cost is not None and worst is not None and cost > worst:
            self._dearest[attempt.endpoint] = max(cost, self._dearest.get(attempt.endpoint, 0))
