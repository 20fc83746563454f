"""The arithmetic of limits: how many requests, how many tokens, how many at once. No I/O, no waiting."""

from collections import deque
from math import inf

_WINDOW_S = 60.0
_AIM = 0.95
"""The share of a limit we use: what is left absorbs the jitter between our clock and the provider's."""
_BURST = 0.02


class RequestPace:
    """Requests per minute by the generic cell rate algorithm (ITU-T I.371).

    Slots lie one interval apart; a burst may take a few of them early. In any 60 s at most
    0.95 × limit + burst are handed out, which never exceeds the limit.
    """

    __slots__ = ("_interval_s", "_next_s", "_slack_s")

    def __init__(self, per_minute: float, *, taken_until: float = -inf) -> None:
        whole = float(int(per_minute)) if per_minute >= 1 else per_minute
        self._next_s = taken_until if whole > 0 else inf
        self._interval_s = _WINDOW_S / (_AIM * whole) if whole > 0 else inf
        self._slack_s = (max(1, int(_BURST * whole)) - 1) * self._interval_s if whole > 0 else 0.0

    @property
    def taken_until(self) -> float:
        """Up to when slots are handed out; a new pace for the same provider begins there."""
        return self._next_s

    def free_at(self) -> float:
        """The earliest time of the next slot."""
        return self._next_s - self._slack_s

    def take(self, now: float) -> None:
        self._next_s = max(self._next_s, now) + self._interval_s


class TokenWindow:
    """Tokens per minute as a sliding window: what was reserved in the last 60 s keeps to the allowance."""

    __slots__ = ("_allowance", "_reserved", "_sum")

    def __init__(self, per_minute: float) -> None:
        self._reserved: deque[Reservation] = deque()
        self._sum = 0
        self.set_rate(per_minute)

    def set_rate(self, per_minute: float) -> None:
        """Go on under another limit; what is reserved stays reserved."""
        self._allowance = max(1, int(_AIM * per_minute)) if per_minute > 0 else 0

    def free_at(self, tokens: int, *, now: float) -> float:
        """When so many tokens can be had; a request larger than the allowance goes when it can go alone."""
        if self._allowance == 0:
            return inf
        self._forget(now)
        missing = self._sum + min(tokens, self._allowance) - self._allowance
        if missing <= 0:
            return -inf
        for reservation in self._reserved:
            missing -= reservation.tokens
            if missing <= 0:
                return reservation.expires_at
        return now

    def take(self, tokens: int, *, now: float) -> "Reservation":
        reservation = Reservation(self, tokens=min(tokens, self._allowance), expires_at=now + _WINDOW_S)
        self._reserved.append(reservation)
        self._sum += reservation.tokens
        return reservation

    def add(self, tokens: int) -> None:
        """Count more tokens, or fewer, than a reservation in the window had estimated."""
        self._sum += tokens

    def _forget(self, now: float) -> None:
        while self._reserved and self._reserved[0].expires_at <= now:
            expired = self._reserved.popleft()
            expired.is_over = True
            self._sum -= expired.tokens


class Reservation:
    """Tokens set aside for one request until they leave the window."""

    __slots__ = ("_window", "expires_at", "is_over", "tokens")

    def __init__(self, window: TokenWindow, *, tokens: int, expires_at: float) -> None:
        self._window = window
        self.tokens = tokens
        self.expires_at = expires_at
        self.is_over = False

    def correct(self, used: int) -> None:
        """Put what was used in the place of what was estimated."""
        if not self.is_over:
            self._window.add(used - self.tokens)
            self.tokens = used


class Ceiling:
    """How many requests may be in flight: fixed, or found by additive increase and multiplicative decrease.

    Like TCP (RFC 5681): doubling from 16 until the provider complains for the first time, then halving on a
    complaint and adding one per round without. Complaints about requests that left before the last halving
    are echoes of the same overload and count once.
    """

    __slots__ = ("_credit", "_halved_after", "_is_fixed", "_is_probing", "limit")

    START, FLOOR, CAP = 16, 1, 1024

    def __init__(self, fixed: int | None) -> None:
        self._is_fixed = fixed is not None
        self.limit = self.START if fixed is None else fixed
        self._is_probing = True
        self._credit = 0
        self._halved_after = 0

    def rise(self, *, in_flight: int) -> None:
        """A request went well while so many were in flight."""
        # A limit that nobody reaches has not been proved, so success below it is no reason to raise it.
        if self._is_fixed or in_flight < self.limit:
            return
        self._credit += 1
        if self._is_probing or self._credit >= self.limit:
            self.limit, self._credit = min(self.CAP, self.limit + 1), 0

    def fall(self, *, in_flight: int, issued: int, newest: int) -> None:
        """The provider complained about request number `issued`; `newest` is the last one that left."""
        if self._is_fixed or issued <= self._halved_after:
            return
        self.limit = max(self.FLOOR, min(self.limit, in_flight) // 2)
        self._halved_after, self._is_probing, self._credit = newest, False, 0
