"""Rate limits: what a key may do within a minute, at once, and for its money."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import count

import msgspec

from ..wire.shapes import LimitState
from .dice import Arrival
from .plan import KeyLimit

WINDOW_S = 60.0


class Denial(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request may not be made, and when it may."""

    sentence: str
    retry_after_s: float | None
    """None when waiting does not help."""


class Ticket(msgspec.Struct, frozen=True):
    """A request that was let in and has not been settled yet."""

    number: int


class LimitBook:
    """Counts requests, tokens, money and what is under way, per limit, key and model."""

    def __init__(self, limits: tuple[KeyLimit, ...], *, numbers: Iterator[int] | None = None) -> None:
        self._limits = limits
        self._numbers = numbers or count(1)
        self._windows: dict[tuple[int, str, str], _Window] = {}
        self._tickets: dict[int, tuple[tuple[int, str, str], ...]] = {}

    def admit(self, arrival: Arrival) -> Denial | Ticket:
        """Let a request in, or say why not. What is denied is not counted."""
        places = tuple(self._places(arrival))
        windows = [(self._limits[place[0]], self._windows.setdefault(place, _Window())) for place in places]
        for limit, window in windows:
            denial = window.deny(limit, arrival)
            if denial is not None:
                return denial
        number = next(self._numbers)
        for _, window in windows:
            window.enter(number, arrival)
        self._tickets[number] = places
        return Ticket(number)

    def settle(self, number: int, *, tokens: int, microusd: int) -> None:
        """An admitted request is over: what it really took replaces the estimate."""
        for place in self._tickets.pop(number, ()):
            self._windows[place].leave(number, tokens, microusd)

    def charge(self, arrival: Arrival, microusd: int) -> None:
        """Money spent outside a live request, such as on a batch."""
        for place in self._places(arrival):
            self._windows.setdefault(place, _Window()).microusd += microusd

    def state_of(self, arrival: Arrival) -> LimitState | None:
        """What is left for this key and model; None when nothing limits them."""
        for place in self._places(arrival):
            limit = self._limits[place[0]]
            if limit.requests_per_minute is not None or limit.tokens_per_minute is not None:
                return self._windows.setdefault(place, _Window()).state(limit, arrival.at_s)
        return None

    def _places(self, arrival: Arrival) -> list[tuple[int, str, str]]:
        key, model = arrival.key or "", arrival.model or ""
        return [
            (number, key, model)
            for number, limit in enumerate(self._limits)
            if fnmatchcase(key, limit.key) and fnmatchcase(model, limit.model)
        ]


class _Window:
    """The last minute of one key, one model, one limit."""

    def __init__(self) -> None:
        self._entries: deque[list[float]] = deque()
        self._by_ticket: dict[int, list[float]] = {}
        self._tokens = 0.0
        self.microusd = 0

    def deny(self, limit: KeyLimit, arrival: Arrival) -> Denial | None:
        self._forget(arrival.at_s)
        if limit.microusd is not None and self.microusd >= limit.microusd:
            return Denial(sentence="", retry_after_s=None)
        if limit.concurrent is not None and len(self._by_ticket) >= limit.concurrent:
            return Denial(
                sentence=f"Too many concurrent requests: the limit is {limit.concurrent}.", retry_after_s=1.0
            )
        if limit.requests_per_minute is not None and len(self._entries) >= limit.requests_per_minute:
            return Denial(
                sentence=_sentence("requests per min (RPM)", limit.requests_per_minute, len(self._entries)),
                retry_after_s=self._requests_free_in(limit.requests_per_minute, arrival.at_s),
            )
        if limit.tokens_per_minute is None or not self._entries:
            # A request larger than the limit is let into an empty window: it could never be made otherwise.
            return None
        if self._tokens + arrival.estimate > limit.tokens_per_minute:
            return Denial(
                sentence=_sentence("tokens per min (TPM)", limit.tokens_per_minute, int(self._tokens)),
                retry_after_s=self._tokens_free_in(limit.tokens_per_minute - arrival.estimate, arrival.at_s),
            )
        return None

    def enter(self, number: int, arrival: Arrival) -> None:
        entry = [arrival.at_s, float(arrival.estimate)]
        self._entries.append(entry)
        self._tokens += arrival.estimate
        self._by_ticket[number] = entry

    def leave(self, number: int, tokens: int, microusd: int) -> None:
        self.microusd += microusd
        entry = self._by_ticket.pop(number, None)
        if entry is not None and self._entries and entry[0] >= self._entries[0][0]:
            self._tokens += tokens - entry[1]
            entry[1] = float(tokens)

    def state(self, limit: KeyLimit, now_s: float) -> LimitState:
        self._forget(now_s)
        requests, tokens = limit.requests_per_minute, limit.tokens_per_minute
        oldest = self._entries[0][0] + WINDOW_S - now_s if self._entries else 0.0
        return LimitState(
            requests=requests,
            requests_left=max((requests or 0) - len(self._entries), 0),
            requests_reset_s=oldest,
            tokens=tokens,
            tokens_left=max((tokens or 0) - int(self._tokens), 0),
            tokens_reset_s=oldest,
        )

    def _forget(self, now_s: float) -> None:
        while self._entries and self._entries[0][0] <= now_s - WINDOW_S:
            self._tokens -= self._entries.popleft()[1]

    def _requests_free_in(self, allowed: int, now_s: float) -> float:
        leaving = self._entries[len(self._entries) - allowed]
        return leaving[0] + WINDOW_S - now_s

    def _tokens_free_in(self, allowed: float, now_s: float) -> float:
        used = self._tokens
        for at_s, tokens in self._entries:
            used -= tokens
            if used <= allowed:
                return at_s + WINDOW_S - now_s
        return WINDOW_S


def _sentence(what: str, limit: int, used: int) -> str:
    return f"Rate limit reached on {what}: Limit {limit}, Used {used}."
