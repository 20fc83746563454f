"""Ids for what the store itself makes."""

import threading
from datetime import datetime

from edison.domain import Chance, Clock, Mint


class SharedMint:
    """A mint that several threads use."""

    def __init__(self, clock: Clock, chance: Chance) -> None:
        self._mint = Mint(clock, chance.stream("store", "ids"))
        # Protects the mint's count: two threads must not read the same.
        self._lock = threading.Lock()

    def new(self, prefix: str, *, at: datetime | None = None) -> str:
        """A fresh id."""
        with self._lock:
            return self._mint.new(prefix, at=at)
